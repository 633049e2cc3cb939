"""What another program asks of the scorer: typed values in, typed values out."""

import pytest

from scorer.core.arrangements import is_complete
from scorer.core.hand import Hand, HandProblem, read_hand
from scorer.core.tiles import Wind
from scorer.core.win import Circumstance, Declaration, circumstances_of
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import score_hand
from scorer.scoring.score import Request, score

HAND = "123m 4569p 789s (222s) +9p"


def asked(rules, text=HAND):
    return Request(RULE_SETS[rules], Declaration(read_hand(text), discarder=Wind.SOUTH))


def test_a_request_is_scored_to_values():
    scored = score(asked("hk-500"))
    assert (scored.is_valid, scored.faan, scored.points) == (True, 1, None)
    assert scored.problems == HandProblem(0)


def test_points_are_those_of_a_hand_where_hands_count_in_points():
    scored = score(asked("classical-20"))
    assert (
        scored.points
        == scored.hand.points
        == score_hand(asked("classical-20").declared, RULE_SETS["classical-20"]).points
    )
    assert scored.faan is None


def test_a_hand_that_does_not_win_has_problems_and_no_faan():
    scored = score(asked("hk-500", "123m 4569p 789s (222s) +8p"))
    assert (scored.is_valid, scored.faan) == (False, None)
    assert HandProblem.NOT_A_WINNING_HAND in scored.problems


@pytest.mark.parametrize(("text", "wins"), [(HAND, True), ("123m 4569p 789s (222s) +8p", False)])
def test_whether_tiles_win(text, wins):
    hand = Hand.parse(text)
    assert is_complete(hand.standing, len(hand.melds)) is wins


def test_circumstances_are_joined_by_their_public_names():
    joined = circumstances_of(["first-draw", "last-wall-tile"])
    assert joined == Circumstance.FIRST_DRAW | Circumstance.LAST_WALL_TILE
