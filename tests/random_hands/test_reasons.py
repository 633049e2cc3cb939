"""Every reason why a row is missing is true: what it asks for is done, and the row is there.

The hands are seeded wins of all shapes, in any circumstances and under any house options. They are
scored again with what they lacked.
"""

import random
from dataclasses import replace
from functools import reduce
from operator import or_

import pytest

from scorer.api.requests import RequestError, answer, answer_with_reasons
from scorer.core.hand import Hand, Place
from scorer.core.tiles import Tile, Wind
from scorer.core.win import CIRCUMSTANCES, NEEDS, NO_CIRCUMSTANCE, Declaration, Role
from scorer.rules.hand_count import count_hand
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import is_lawful, readings
from tests import golden
from tests.soak import full

HANDS = full(120, 1500)
OF_A_DISCARD = {
    each.public for each, needs in NEEDS.items() if "discard" in {need.name for need in needs}
}


def asked(rules, number, seed=2026):
    """Yield so many requests that can be scored, each with up to three other answers."""
    drawn = random.Random(f"{seed} {rules}")
    options = RULE_SETS[rules].options
    for request in golden.requests(number, seed):
        chosen = {
            option.name: drawn.choice(option.values)
            for option in drawn.sample(options, drawn.randrange(4))
            if not isinstance(option.values, str)
        }
        yield {**request, "rules": rules, "options": chosen}


def counts(request):
    """The rows that count in the answer on a request."""
    return {row["id"] for row in answer(request)["rows"] if row["excluded_by"] is None}


def worlds(request, lack):
    """Every request in which the hand has what it lacks."""
    changes = CHANGES[lack["kind"]](request, Hand.parse(request["hand"]), *lack["values"])
    return [{**request, **change} for change in changes]


def with_closed_sets(_, hand, *named):
    taken, kept, concealed = list(named), [], list(hand.concealed)
    for meld in hand.melds:
        if str(meld) not in taken:
            kept.append(meld)
        else:
            taken.remove(str(meld))
            if meld.is_kong:
                kept.append(replace(meld, place=Place.LAID_DOWN, added=False))
            else:
                concealed += meld.tiles
    assert taken == [], "sets that do not lie on the table"
    changed = replace(hand, concealed=tuple(concealed), melds=tuple(kept))
    return [{"hand": str(changed)}]


def with_a_drawn_tile(request, _):
    events = [event for event in request["events"] if event not in OF_A_DISCARD]
    return [{"win": "self-draw", "from": None, "events": events}]


def in_a_round(_request, _hand, *winds):
    return [{"round": wind} for wind in winds]


def on_a_seat(request, _, *winds):
    return [
        {"seat": seat, "from": None if request["from"] == seat else request["from"]}
        for seat in winds
    ]


def without_bonus(_, hand, tile):
    rest = [each for each in hand.bonus if each != Tile.parse(tile)]
    assert len(rest) < len(hand.bonus)
    return [{"hand": str(replace(hand, bonus=tuple(rest)))}]


def with_bonus(_, hand, tile):
    return [{"hand": str(replace(hand, bonus=(*hand.bonus, Tile.parse(tile))))}]


def with_another_tile(_, hand, new, old):
    new, old = Tile.parse(new), Tile.parse(old)
    hands = [replace(hand, winning=new)] if hand.winning == old else []
    if old in hand.concealed:
        rest = list(hand.concealed)
        rest[rest.index(old)] = new
        hands.append(replace(hand, concealed=tuple(rest)))
    assert hands, "a tile that is not in the hand"
    return [{"hand": str(each)} for each in hands]


CHANGES = {
    "closed": with_closed_sets,
    "self-draw": with_a_drawn_tile,
    "round": in_a_round,
    "seat": on_a_seat,
    "without": without_bonus,
    "with": with_bonus,
    "instead": with_another_tile,
}


def every_reading(request):
    """Each lawful reading of a request's tiles, counted."""
    rules = RULE_SETS[request["rules"]].house(request["options"])
    named = (CIRCUMSTANCES[name] for name in request["events"])
    declared = Declaration(
        Hand.parse(request["hand"]),
        seat=Wind(request["seat"]),
        round=Wind(request["round"]),
        self_drawn=request["win"] == "self-draw",
        discarder=Wind(request["from"]) if request["from"] else None,
        circumstances=reduce(or_, named, NO_CIRCUMSTANCE),
        role=Role(request["role"]),
    )
    if declared.role is Role.LOSER:  # which is not asked how it was won
        declared = Declaration(declared.hand, declared.seat, declared.round, role=Role.LOSER)
    return [count_hand(rules, win) for win in readings(declared, rules) if is_lawful(win, rules)]


def counted_in(count):
    return {line.row.id for line in count.lines if line.counts}


def check_other_reading(request, told, row):
    """The reading named has the row, is worth what is said, and no more than the one chosen."""
    sets = row["reading"]["sets"]
    named = [
        count
        for count in every_reading(request)
        if [str(part) for part in count.win.sets] == sets and row["id"] in counted_in(count)
    ]
    figure = "faan" if "faan" in told else "score"
    assert row["reading"][figure] in [count.figures[figure] for count in named]
    if "worth more" in row["why"]:
        assert told[figure] > row["reading"][figure]
        assert row["why"].endswith(f"instead of {row['reading'][figure]}")
    elif "as much" in row["why"]:
        assert told[figure] == row["reading"][figure]
    else:
        assert "reaches the minimum" in row["why"]
        assert "missing" not in told
        assert all(count.missing for count in named)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_reason_is_true(rules):
    told_of = 0
    for request in asked(rules, HANDS):
        try:
            told = answer_with_reasons(request)
        except RequestError:
            continue  # answers that cannot go together
        for row in told["refused"]:
            told_of += 1
            words = (request, row["id"], row["why"])
            if "reading" in row:
                check_other_reading(request, told, row)
                continue
            assert not any(row["id"] in counted_in(each) for each in every_reading(request)), words
            for changed in worlds(request, row["lack"]):
                assert row["id"] in counts(changed), words
    assert told_of > HANDS // 5


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_a_drawn_tile_would_have_brought_is_true(rules):
    """A row that says so has that worth in the answer on the same hand, self-drawn."""
    told_of = 0
    for request in asked(rules, HANDS, seed=2027):
        if rules == "hk-500":  # most hands with such a row are of a house where a discard opens it
            request["options"]["discard_win_opens_hand"] = True
        try:
            told = answer(request)
        except RequestError:
            continue
        for row in told["rows"]:
            assert ("drawn" in row) <= (row["excluded_by"] is None)
            if "drawn" in row:
                told_of += 1
                (changed,) = with_a_drawn_tile(request, None)
                again = answer({**request, **changed})["rows"]
                same = [one for one in again if worth_of(one) == (row["id"], row["tiles"])]
                assert row["drawn"] in [amount(one) for one in same], (request, row)
                assert row["drawn"] > amount(row)
                assert str(row["drawn"]) in row["note"]
            if row.get("closed"):
                assert told["limit"]
                assert not any("(" in text for text in told["sets"])
    assert told_of or rules == "hk-majlife"  # where closed and open sets are worth the same


def worth_of(row):
    return row["id"], row["tiles"]


def amount(row):
    return row.get("faan", row.get("points", row.get("times")))
