"""Hands that a player can lay beside the sheet (`tests/hands`), scored row by row."""

import tomllib
from pathlib import Path

import pytest

from scorer.rulesets import RULE_SETS
from scorer.wire import answer

TABLES = Path(__file__).resolve().parents[1] / "hands"
CIRCUMSTANCES = ("hand", "win", "seat", "round", "from", "events", "options")


def hands(name):
    text = (TABLES / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["hand"]


HK_500 = hands("hk_500")


def scored(hand, rules):
    request = {key: hand[key] for key in CIRCUMSTANCES if key in hand}
    return answer({**request, "rules": rules})


@pytest.mark.parametrize("hand", HK_500, ids=[hand["title"] for hand in HK_500])
def test_hand(hand):
    result = scored(hand, "hk-500")
    counted = {row["id"]: row["faan"] for row in result["rows"] if row["excluded_by"] is None}
    swallowed = {row["id"]: row["excluded_by"] for row in result["rows"] if row["excluded_by"]}
    assert result["problems"] == hand.get("problems", [])
    assert (counted, swallowed) == (hand.get("rows", {}), hand.get("swallowed", {}))
    assert result["faan"] == hand.get("faan")
    assert not set(hand.get("refused", [])) & {*counted, *swallowed}
    assert result["limit"] is (result["faan"] == hand.get("options", {}).get("cap", 10))


def test_every_row_is_earned_by_a_hand_and_refused_by_a_near_miss():
    rows = {row.id for row in RULE_SETS["hk-500"].rows}
    assert {id_ for hand in HK_500 for id_ in hand.get("rows", {})} == rows
    assert {id_ for hand in HK_500 for id_ in hand.get("refused", [])} == rows


def test_every_hand_names_its_source():
    assert [hand["title"] for hand in HK_500 if not hand.get("source")] == []
    assert len({hand["title"] for hand in HK_500}) == len(HK_500)
