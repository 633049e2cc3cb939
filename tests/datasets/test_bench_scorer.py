"""The bench compares on hands that both scorers have a value for."""

import pytest

pytest.importorskip("mahjong", reason="the riichi scorer to compare with is not installed")

from datasets.benches import scoring
from scorer.rulesets import RULE_SETS
from scorer.score import score


def test_compared_hands_win():
    drawn = scoring.hands(20)
    rules = RULE_SETS["hk-500"].house({"minimum": 0})
    assert all(score(declared, rules).is_valid for declared, _ in drawn)
    assert [declared for declared, _ in drawn] == [d for d, _ in scoring.hands(20)]


def test_everyone_is_timed():
    names = [pace.what for pace in scoring.paces(scoring.hands(3))]
    assert names[0].startswith("mahjong")
    assert len(names) == 1 + len(RULE_SETS)
    assert set(scoring.ambiguous_ms(1)) == set(RULE_SETS)
    assert set(scoring.explained_ms(scoring.hands(1))) == set(RULE_SETS)
