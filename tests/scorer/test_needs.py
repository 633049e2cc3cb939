"""A pattern needs no more than is said of it: a win that lacks some of that has not got it."""

from types import FunctionType

from hypothesis import given
from hypothesis import strategies as st

from scorer.core.hand import Hand
from scorer.core.tiles import Wind
from scorer.core.win import CIRCUMSTANCES, NO_CIRCUMSTANCE, Declaration
from scorer.patterns import (
    bonus,
    chows,
    pungs,
    sets,
    special_hands,
    suits,
    winning_tile,
)
from scorer.patterns.pattern import needs_of
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import readings
from tests.scorer.strategies import winds, winning_hands

RULES = RULE_SETS["hk-500"]
MODULES = (bonus, chows, pungs, sets, special_hands, suits, winning_tile)
NEEDS = {
    each: needed
    for module in MODULES
    for each in vars(module).values()
    if isinstance(each, FunctionType) and (needed := needs_of(each))
}
SAID = st.sampled_from([NO_CIRCUMSTANCE, *CIRCUMSTANCES.values()])
# Each pattern occurs in one of these, in some way to declare it.
HANDS = (
    "19m19p19s1234567z +1z",
    "1122334455667m +7m",
    "112233445566m7z +7z",
    "1112345678999m +5m",
    "123m 456m 789m 99p 12s +3s | 1f2f3f4f1g2g3g4g",
    "123m 123p 123s 5p 789s +5p",
    "1112223334445z +5z",
    "(1111z) (2222z) (3333z) [4444z] 7z +7z",
    "(555z) (666z) 77z 123m 99m +7z",
    "(555z) (666z) 7z 123m 999m +7z",
    "(555z) (666z) 11z 123m 77z +7z",
    "(111z) (222z) 33z 4z 123m 4z +3z",
    "111m 999m 111p 999p 1s +1s",
    "[1111m] 222m 333p 44p 55s +5s",
    "222m 222p 222s 345m 8s +8s",
    "111z 111m 999p 19s 19s +9s",
    "222s 333s 444s 666z 9s +9s",
    "222m 333m 444m 777z 9m +9m",
    "222p 333p 444p 555z 9p +9p",
    "234m 567m 345p 8s 678s +8s | 1f2g3g",
    "123m 789m 123p 789p 9s +9s",
    "111m 999p 111s 123m 9m +9m",
    "223344m 556677p 8s +8s",
    "2233445566778m +8m",
)
DECLARED = [
    Declaration(hand, seat, Wind.SOUTH, self_drawn, None, circumstance)
    for hand in map(Hand.parse, HANDS)
    for seat in (Wind.EAST, Wind.SOUTH, Wind.WEST)
    for self_drawn in (False, True)
    for circumstance in (NO_CIRCUMSTANCE, *CIRCUMSTANCES.values())
]


def check(declared):
    for win in readings(declared, RULES):
        for pattern, needs in NEEDS.items():
            if needs & win.lacks:
                assert not pattern(win), (pattern.__name__, str(declared.hand))


def test_each_pattern_occurs_and_its_needs_are_met():
    wins = [win for declared in DECLARED for win in readings(declared, RULES)]
    missing = {pattern.__name__ for pattern in NEEDS if not any(pattern(win) for win in wins)}
    assert missing == set()
    for declared in DECLARED:
        check(declared)


@given(winning_hands(), winds, winds, st.booleans(), SAID)
def test_a_win_that_lacks_what_a_pattern_needs_has_not_got_it(hand, seat, round_, drawn, said):
    check(Declaration(hand, seat, round_, drawn, None, said))
