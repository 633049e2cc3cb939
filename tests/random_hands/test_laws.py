"""Laws that every scored hand obeys, whatever it holds."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.api.requests import answer
from scorer.core.hand import Hand, Place
from scorer.core.tiles import SUITS, Tile, Wind
from scorer.core.win import NO_CIRCUMSTANCE, Circumstance, Declaration
from scorer.rules.payment import settle_faan
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import score_hand
from tests.scorer.strategies import winds, winning_hands

HK_500 = RULE_SETS["hk-500"].house({"minimum": 0, "cap": 40})
PAYING = RULE_SETS["hk-500"].house({"minimum": 0})
HK_MAJLIFE = RULE_SETS["hk-majlife"].house({"minimum": 0})
# Ten fan of hk-majlife are all that a hand gets, so that only up to there more is worth more.
faan_tables = st.sampled_from([HK_500, HK_MAJLIFE])
paying_tables = st.sampled_from([PAYING, HK_MAJLIFE])


@st.composite
def declarations(draw):
    """Draw a lawful win: hand, winds, and circumstances that do not contradict it."""
    self_drawn = draw(st.booleans())
    drawn = [NO_CIRCUMSTANCE, Circumstance.LAST_WALL_TILE]
    claimed = [NO_CIRCUMSTANCE, Circumstance.LAST_DISCARD]
    circumstances = draw(st.sampled_from(drawn if self_drawn else claimed))
    hand, seat, round_wind = draw(winning_hands()), draw(winds), draw(winds)
    discarder = None if self_drawn else draw(winds.filter(lambda wind: wind is not seat))
    return Declaration(hand, seat, round_wind, self_drawn, discarder, circumstances)


def lines(declared, rules):
    result = score_hand(declared, rules)
    assert result.is_valid, result.findings
    return [(line.row.id, line.times, line.worth, line.excluded_by) for line in result.count.lines]


def mapped(hand, change):
    """Return the hand with every plain tile changed; the sets on the table change along."""
    parts = (replace(meld, tile=min(change(tile) for tile in meld.tiles)) for meld in hand.melds)
    return Hand(
        tuple(change(tile) for tile in hand.concealed),
        tuple(parts),
        change(hand.winning),
        hand.bonus,
    )


@given(declarations(), faan_tables, st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_does_not_matter(declared, rules, random):
    tiles, sets, bonus = (
        random.sample(part, len(part))
        for part in (declared.hand.concealed, declared.hand.melds, declared.hand.bonus)
    )
    shuffled = Hand(tuple(tiles), tuple(sets), declared.hand.winning, tuple(bonus))
    assert lines(replace(declared, hand=shuffled), rules) == lines(declared, rules)


@given(declarations(), st.permutations(SUITS))
def test_swapping_suits_changes_nothing(declared, suits):
    names = dict(zip(SUITS, suits, strict=True))

    def change(tile):
        return Tile.parse(f"{tile.rank}{names.get(tile.suit, tile.suit)}")

    changed = replace(declared, hand=mapped(declared.hand, change))
    assert score_hand(changed, HK_500).count.total == score_hand(declared, HK_500).count.total


@given(declarations(), faan_tables)
def test_counting_the_numbers_backwards_changes_nothing(declared, rules):
    def change(tile):
        return Tile.parse(f"{10 - tile.rank}{tile.suit}") if tile.is_suited else tile

    changed = replace(declared, hand=mapped(declared.hand, change))
    assert score_hand(changed, rules).count.total == score_hand(declared, rules).count.total


@given(declarations(), paying_tables)
def test_the_lines_that_count_make_the_faan(declared, rules):
    result = score_hand(declared, rules)
    paid: list[int] = [line.worth for line in result.count.lines if line.counts]
    total = sum(paid)
    assert result.count.total == min(total, rules.cap)
    assert result.is_limit is (total >= rules.cap)
    assert {line.excluded_by for line in result.count.lines} <= {
        None,
        "limit",
        *(line.row.id for line in result.count.lines),
    }


@given(declarations())
def test_the_best_reading_stands(declared):
    """No reading with the same tiles in fixed sets is worth more than the best of all."""
    result = score_hand(declared, HK_500)
    fixed = [part for part in result.count.win.sets if part not in declared.hand.melds]
    assert sum(len(part.tiles) for part in fixed) == len(declared.hand.standing)
    assert result.count.win.sets[result.count.win.completed].place is Place.STANDING


@given(declarations(), paying_tables)
def test_payments_sum_to_zero_and_agree_with_what_is_due(declared, rules):
    result = score_hand(declared, rules)
    settled = settle_faan(result.count.total, rules, declared.seat, declared.discarder)
    assert sum(settled.deltas.values()) == 0
    assert settled.deltas[declared.seat] == settled.due["total"] == max(settled.deltas.values())
    assert set(settled.deltas) == set(Wind)


@given(declarations(), faan_tables)
def test_an_exposed_hand_is_worth_no_more_than_the_same_hand_closed(declared, rules):
    on_table = tuple(
        replace(meld, place=Place.LAID_DOWN, added=False) for meld in declared.hand.melds
    )
    closed = replace(declared, hand=replace(declared.hand, melds=on_table))
    assert score_hand(closed, rules).count.total >= score_hand(declared, rules).count.total


@given(declarations(), paying_tables)
def test_the_wire_says_what_the_score_says(declared, rules):
    result = score_hand(declared, rules)
    body = {
        "hand": str(declared.hand),
        "rules": rules.id,
        "seat": str(declared.seat),
        "round": str(declared.round),
        "win": "self-draw" if declared.self_drawn else "discard",
        "from": declared.discarder and str(declared.discarder),
        "events": [each.public for each in declared.circumstances],
        "options": {"minimum": 0},
    }
    said = answer(body)
    assert said["valid"]
    assert said["faan"] == result.count.total
    assert [row["id"] for row in said["rows"]] == [line.row.id for line in result.count.lines]
    assert sum(said["payments"].values()) == 0


@pytest.mark.parametrize("faan", range(14))
def test_the_ladder_doubles_with_each_step(faan):
    points = [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 128]
    assert PAYING.house({"cap": 13}).points(faan) == points[faan]


@given(st.text(alphabet="123456789mpszfgx()[]+| ", max_size=60), st.booleans())
def test_any_text_is_scored_or_refused_by_name(text, self_drawn):
    win = "self-draw" if self_drawn else "discard"
    result = answer({"hand": text, "rules": "hk-500", "win": win})
    assert result["valid"] is (result["problems"] == [])
    assert all(result["details"][name] for name in result["problems"])


@given(st.text())
def test_text_that_is_no_hand_has_a_name(text):
    assert isinstance(answer({"hand": text, "rules": "hk-500"})["problems"], list)
