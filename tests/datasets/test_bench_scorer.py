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


def test_everyone_is_timed():
    drawn = scoring_peer.hands(3)
    cold, warm = scoring_peer.paces(drawn, RULE_SETS["hk-500"])
    assert {cold.hands, warm.hands} == {3}
    assert min(cold.ours, cold.other, warm.ours, warm.other) > 0
    assert set(scoring_peer.ambiguous_ms(1)) == set(RULE_SETS)
    assert set(scoring_peer.explained_ms(drawn[:1])) == set(RULE_SETS)


@pytest.mark.usefixtures("every_object")
def test_caches_of_both_packages_are_known():
    assert {each.__name__ for each in scoring_peer.caches()} >= {"_ways", "_divide_hand_impl"}


def test_a_share_is_how_fast_ours_is():
    pace = scoring_peer.Pace(ours=2, other=3, hands=10)
    assert (pace.a_second, pace.share) == (5, 1.5)
