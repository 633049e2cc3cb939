"""The bench compares on hands that both scorers have a value for."""

import pytest

pytest.importorskip("mahjong", reason="the riichi scorer to compare with is not installed")

from datasets.benchmarks import scoring_peer
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import score_hand


def test_compared_hands_win():
    drawn = scoring_peer.hands(20)
    rules = RULE_SETS["hk-500"].house({"minimum": 0})
    assert all(score_hand(declared, rules).is_valid for declared, _ in drawn)
    assert [declared for declared, _ in drawn] == [d for d, _ in scoring_peer.hands(20)]


def test_everyone_is_timed():
    names = [pace.what for pace in scoring_peer.paces(scoring_peer.hands(3))]
    assert names[0].startswith("mahjong")
    assert len(names) == 1 + len(RULE_SETS)
    assert set(scoring_peer.ambiguous_ms(1)) == set(RULE_SETS)
    assert set(scoring_peer.explained_ms(scoring_peer.hands(1))) == set(RULE_SETS)
