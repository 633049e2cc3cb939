"""Laws that hands obey where all four score, whatever they hold."""

from dataclasses import replace
from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.api.requests import answer
from scorer.core.hand import Hand, Place
from scorer.core.tiles import SUITS, TILES, Tile, Wind
from scorer.core.win import Declaration, Role
from scorer.rules.row import Part
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import score_hand
from tests.scorer.strategies import winds, winning_hands

POINT_SETS = sorted(id_ for id_, rules in RULE_SETS.items() if rules.everyone_scores)
rule_ids = st.sampled_from(POINT_SETS)


@st.composite
def won(draw):
    """Draw a win that is lawful everywhere: no small kong, and no discard in the eyes."""
    hand = draw(winning_hands())
    melds = tuple(replace(meld, added=False) for meld in hand.melds)
    lawful = replace(hand, melds=melds)
    return Declaration(lawful, draw(winds), draw(winds), self_drawn=True)


@st.composite
def held(draw):
    """Draw what a player holds who did not win: up to thirteen tiles, some of them in sets."""
    hand = draw(winning_hands())
    melds = tuple(replace(meld, added=False) for meld in hand.melds)
    kept = draw(st.integers(0, len(hand.concealed)))
    lost = Hand(hand.concealed[:kept], melds, None, hand.bonus)
    return Declaration(lost, draw(winds), draw(winds), role=Role.LOSER)


declared_hands = st.one_of(won(), held())


def counted(declared, rules):
    result = score_hand(declared, RULE_SETS[rules])
    assert result.is_valid, result.findings
    return result.count


def mapped(hand, suits):
    """Return the hand with its suits changed for others."""
    names = dict(zip(SUITS, suits, strict=True))

    def change(tile):
        return Tile.parse(f"{tile.rank}{names.get(tile.suit, tile.suit)}")

    return Hand(
        tuple(change(tile) for tile in hand.concealed),
        tuple(replace(meld, tile=change(meld.tile)) for meld in hand.melds),
        hand.winning and change(hand.winning),
        hand.bonus,
    )


@given(rules=rule_ids, declared=declared_hands, random=st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_does_not_matter(rules, declared, random):
    tiles, sets, bonus = (
        random.sample(part, len(part))
        for part in (declared.hand.concealed, declared.hand.melds, declared.hand.bonus)
    )
    shuffled = Hand(tuple(tiles), tuple(sets), declared.hand.winning, tuple(bonus))
    assert counted(replace(declared, hand=shuffled), rules).total == counted(declared, rules).total


@given(rules=rule_ids, declared=declared_hands, suits=st.permutations(SUITS))
def test_swapping_suits_changes_nothing(rules, declared, suits):
    changed = replace(declared, hand=mapped(declared.hand, suits))
    assert counted(changed, rules).figures == counted(declared, rules).figures


@given(rules=rule_ids, declared=declared_hands)
def test_the_rows_make_the_score(rules, declared):
    count = counted(declared, rules)
    parts = {
        part: [line.worth for line in count.lines if line.counts and line.row.part is part]
        for part in Part
    }
    base, added = sum(parts[Part.BASE]), sum(parts[Part.ADDED])
    total = (base * prod(parts[Part.MULTIPLIER]) + added) * prod(parts[Part.FINAL])
    limit = RULE_SETS[rules].limit
    assert count.total == (total if limit is None else min(total, limit))
    assert count.is_limit is (limit is not None and total >= limit)


@given(rules=rule_ids, declared=declared_hands)
def test_a_concealed_set_is_worth_no_less_than_an_exposed_one(rules, declared):
    closed = tuple(replace(meld, place=Place.LAID_DOWN) for meld in declared.hand.melds)
    hidden = replace(declared, hand=replace(declared.hand, melds=closed))
    assert counted(hidden, rules).total >= counted(declared, rules).total


@given(
    rules=rule_ids,
    declared=held(),
    tile=st.sampled_from([tile for tile in TILES if not tile.is_bonus]),
)
def test_a_further_tile_takes_nothing_from_a_hand_that_did_not_win(rules, declared, tile):
    hand = declared.hand
    assume(hand.size < 13 and hand.tiles.count(tile) < 4)
    more = replace(declared, hand=replace(hand, concealed=(*hand.concealed, tile)))
    assert counted(more, rules).total >= counted(declared, rules).total


@given(rules=rule_ids, scores=st.lists(st.integers(0, 2000), min_size=4, max_size=4), winner=winds)
def test_payments_sum_to_zero_where_players_pay(rules, scores, winner):
    by_wind = dict(zip(Wind, scores, strict=True))
    house = RULE_SETS[rules]
    settled = house.settle(by_wind, winner)
    assert sum(settled.values()) == (0 if house.table.zero_sum else sum(scores))


@given(rules=rule_ids, declared=declared_hands)
def test_the_wire_says_what_the_score_says(rules, declared):
    count = counted(declared, rules)
    body = {
        "hand": str(declared.hand),
        "rules": rules,
        "role": str(declared.role),
        "seat": str(declared.seat),
        "round": str(declared.round),
        "win": "self-draw",
    }
    said = answer(body)
    assert {name: said[name] for name in count.figures} == count.figures
    assert [row["id"] for row in said["rows"]] == [line.row.id for line in count.lines]


@pytest.mark.parametrize("role", ["winner", "loser"])
@given(
    rules=rule_ids,
    text=st.text(alphabet="1234567899mpszfgx()[]+| ", max_size=60),
    self_drawn=st.booleans(),
)
def test_any_text_is_scored_or_refused_by_name(rules, role, text, self_drawn):
    win = "self-draw" if self_drawn else "discard"
    result = answer({"hand": text, "rules": rules, "win": win, "role": role})
    assert result["valid"] is (result["problems"] == [])
    assert all(result["details"][name] for name in result["problems"])


@given(
    rules=rule_ids,
    losers=st.dictionaries(winds.map(str), st.text("123456789mpsz()[]+|f ", max_size=30)),
)
def test_any_four_hands_are_scored_or_refused_by_name(rules, losers):
    result = answer({"hand": "234m 5679p 345s (456m) +9p", "rules": rules, "losers": losers})
    assert result["valid"] is (result["problems"] == [])
    assert all(result["details"][name] for name in result["problems"])
    assert set(result["losers"]) == set(losers)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_defaults_change_nothing(rules):
    house = RULE_SETS[rules]
    assert house.house({option.name: option.default for option in house.options}) == house
