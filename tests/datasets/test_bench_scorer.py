"""The bench compares on hands that both scorers have a value for."""

import pytest

from tests import needs

pytest.importorskip("mahjong", reason=needs.pins("mahjong"))

from benchmarks import scoring_peer
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import score_hand


def test_compared_hands_win():
    drawn = scoring_peer.hands(20)
    rules = RULE_SETS["hk-500"].house({"minimum": 0})
    assert all(score_hand(declared, rules).is_valid for declared, _ in drawn)
    assert [declared for declared, _ in drawn] == [d for d, _ in scoring_peer.hands(20)]


def test_both_are_timed():
    assert min(scoring_peer.seconds_of_both(scoring_peer.hands(3), RULE_SETS["hk-500"])) > 0
    lines = scoring_peer.table(3).splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(RULE_SETS)
