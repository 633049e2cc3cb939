"""Seeded hands score as they did; `python -m tests.golden --against HEAD` says how."""

import json

import pytest

from scorer.rulesets import RULE_SETS
from tests import golden
from tests.soak import full

HANDS = full(golden.SHORT, golden.FULL)


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_seeded_hands_score_as_they_did(rules):
    kept = json.loads(golden.DIGESTS.read_text(encoding="utf-8"))[str(HANDS)]
    assert golden.digest(rules, HANDS) == kept[rules], golden.__doc__


def test_the_hands_are_of_every_kind():
    asked = list(golden.requests(golden.SHORT))
    assert asked[:50] == list(golden.requests(50))
    problems = {
        name for one in asked for name in golden.answer({**one, "rules": "hk-500"})["problems"]
    }
    assert problems >= {"not_a_winning_hand", "contradictory_event", "below_minimum"}
    assert {one["win"] for one in asked} == {"discard", "self-draw"}


def test_no_change_is_no_line():
    if not (golden.ROOT / ".git").exists():
        pytest.skip("there is no history to compare with: run it in a git checkout")
    assert list(golden.changed("HEAD", 0)) == []
