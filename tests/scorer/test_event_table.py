"""Every event in every circumstance, against docs/rules/README.md, 4: what is accepted.

The needs stand here as the document has them, beside those that the scorer holds.
"""

from itertools import combinations, product
from typing import NamedTuple

import pytest

from scorer.api.requests import answer
from scorer.core.hand import Hand
from scorer.core.tiles import Wind
from scorer.core.win import CIRCUMSTANCES, Declaration
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import event_findings

EAST = Wind.EAST
# Tiles that win with 9s, by what lies on the table and beside it.
TILES = {
    "closed": "123m 456m 555s 78s 55z +9s",
    "open": "123m 555s 78s 55z (456m) +9s",
    "kong": "123m 456m 78s 55z [1111p] +9s",
    "bonus": "123m 456m 555s 78s 55z +9s | 3g",
    "copy": "123m 456m 99s 78s 555z +9s",
}


class World(NamedTuple):
    """How a win came about; `thrower` is None where nobody said."""

    drawn: bool
    seat: Wind
    thrower: Wind | None
    tiles: str

    @property
    def called(self):
        return self.tiles in ("open", "kong")


NEEDS = {
    "first-draw": lambda it: it.drawn and not it.called,
    "dealt-hand": lambda it: it.drawn and it.seat == EAST and not it.called,
    "original-hand": lambda it: it.tiles != "open",
    "first-discard": lambda it: (
        not it.drawn and it.seat != EAST and it.thrower in (None, EAST) and not it.called
    ),
    "last-wall-tile": lambda it: it.drawn,
    "last-discard": lambda it: not it.drawn,
    "kong-replacement": lambda it: it.drawn and it.tiles == "kong",
    "bonus-replacement": lambda it: it.drawn and it.tiles == "bonus",
    "robbing-kong": lambda it: not it.drawn and it.tiles != "copy",
    "kong-on-kong": lambda _: False,  # not without kong-replacement
}
# rule set, with the option by which it pays for what it does not by default: what earns something
EARNING = {
    ("hk-500", ""): "first-draw dealt-hand last-wall-tile last-discard kong-replacement "
    "bonus-replacement robbing-kong",
    ("hk-500", "earthly_on_first_discard"): "first-draw dealt-hand first-discard last-wall-tile "
    "last-discard kong-replacement bonus-replacement robbing-kong",
    ("hk-majlife", ""): "first-draw dealt-hand first-discard last-wall-tile last-discard "
    "kong-replacement bonus-replacement robbing-kong",
    ("classical-20", ""): "",
    ("classical-british", ""): "dealt-hand original-hand last-wall-tile kong-replacement "
    "bonus-replacement",
    ("simplified-300", ""): "first-draw dealt-hand first-discard last-wall-tile kong-replacement",
}
NEVER = {("simplified-300", "robbing-kong")}  # no open pung becomes a kong there
# What cannot have happened together, in rule sets that pay for both.
TOGETHER = {
    ("first-draw", "last-wall-tile"),
    ("dealt-hand", "last-wall-tile"),
    ("original-hand", "last-wall-tile"),
    ("first-draw", "kong-replacement"),  # a kong comes before it
    ("dealt-hand", "kong-replacement"),
    ("first-discard", "last-discard"),
    ("first-discard", "robbing-kong"),
    ("last-discard", "robbing-kong"),
}
# In the wall with a dead wall behind it, no replacement tile is the last one (A6).
DEAD_WALL = {("last-wall-tile", "kong-replacement"), ("last-wall-tile", "bonus-replacement")}
DRAWN = ("first-draw", "dealt-hand", "last-wall-tile", "kong-replacement", "bonus-replacement")
CLAIMED = ("first-discard", "last-discard", "robbing-kong")

WORLDS = [
    World(*each)
    for each in product((True, False), Wind, (None, *Wind), TILES)
    if each[2] is not each[1] and not (each[0] and each[2])
]


def options(house):
    return {house: True} if house else {}


@pytest.mark.parametrize("event", CIRCUMSTANCES)
@pytest.mark.parametrize(("rules", "house"), EARNING)
def test_an_event_is_accepted_where_its_needs_are_met_and_ignored_where_it_earns_nothing(
    rules, house, event
):
    earns = event in EARNING[rules, house].split()
    minimum = {"minimum": 0} if rules.startswith("hk") else {}
    for world in WORLDS:
        told = answer(
            {
                "rules": rules,
                "hand": TILES[world.tiles],
                "seat": str(world.seat),
                "win": "self-draw" if world.drawn else "discard",
                "from": world.thrower and str(world.thrower),
                "events": [event],
                "options": {**options(house), **minimum},
            }
        )
        contradicts = (rules, event) in NEVER or (earns and not NEEDS[event](world))
        assert ("contradictory_event" in told["problems"]) == contradicts, (world, told["problems"])


@pytest.mark.parametrize(("rules", "house"), EARNING)
def test_events_that_cannot_have_happened_together(rules, house):
    """Without tiles, as where a table agrees on the faan: they hide no kong and no flower."""
    earning = EARNING[rules, house].split()
    shut = TOGETHER | (DEAD_WALL if rules == "hk-500" else set())
    for pair in combinations(CIRCUMSTANCES, 2):
        if any((rules, event) in NEVER for event in pair):
            continue
        by = [set(pair) <= {*earning} and set(known) == set(pair) for known in shut]
        drawn = not any(event in CLAIMED for event in pair)
        seat, thrower = (EAST, None) if drawn else (Wind.SOUTH, EAST)
        declared = Declaration(
            Hand(),
            seat=seat,
            self_drawn=drawn,
            discarder=thrower,
            circumstances=CIRCUMSTANCES[pair[0]] | CIRCUMSTANCES[pair[1]],
        )
        found = list(event_findings(declared, RULE_SETS[rules].house(options(house))))
        both_ways = any(
            one in earning and one in DRAWN and other in CLAIMED
            for one, other in (pair, pair[::-1])
        )
        assert bool(found) == (any(by) or both_ways), (pair, found)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("event", ["robbing-kong", "first-discard", "last-discard"])
def test_nobody_wins_a_tile_of_the_own(rules, event):
    told = answer(
        {"rules": rules, "hand": TILES["closed"], "seat": "S", "from": "S", "events": [event]}
    )
    assert "contradictory_event" in told["problems"]
