"""Hands that a player can lay beside each document (`tests/hands`), scored row by row."""

import tomllib
from math import prod
from pathlib import Path

import pytest

from scorer.api.requests import answer
from scorer.rulesets import RULE_SETS

TABLES = Path(__file__).resolve().parents[1] / "hands"
CIRCUMSTANCES = ("hand", "role", "win", "seat", "round", "from", "events", "options")


def hands(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))["hand"]


HANDS = {path.stem.replace("_", "-"): hands(path) for path in sorted(TABLES.glob("*.toml"))}
EACH = [
    pytest.param(rules, hand, id=f"{rules}: {hand['title']}")
    for rules, table in HANDS.items()
    for hand in table
]


def worth(rows):
    """What the lines of one row come to: faan and points add up, factors multiply."""
    if "times" in rows[0]:
        return prod(row["times"] for row in rows)
    return sum(row.get("faan", row.get("points")) for row in rows)


@pytest.mark.parametrize(("rules", "hand"), EACH)
def test_hand(rules, hand):
    request = {key: hand[key] for key in CIRCUMSTANCES if key in hand}
    result = answer({**request, "rules": rules})
    lines = {}
    for row in result["rows"]:
        if row["excluded_by"] is None:
            lines.setdefault(row["id"], []).append(row)
    counted = {id_: worth(rows) for id_, rows in lines.items()}
    swallowed = {row["id"]: row["excluded_by"] for row in result["rows"] if row["excluded_by"]}
    assert result["problems"] == hand.get("problems", [])
    assert (counted, swallowed) == (hand.get("rows", {}), hand.get("swallowed", {}))
    total = "faan" if "faan" in result else "score"
    assert result[total] == hand.get(total)
    assert not set(hand.get("refused", [])) & {*counted, *swallowed}
    assert result["limit"] is hand.get("limit", _reaches_default(hand, total))


def _reaches_default(hand, total):
    """Say whether the most of the documents' faan tables is reached, where no hand says so."""
    return total == "faan" and hand.get(total) == hand.get("options", {}).get("cap", 10)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_row_is_earned_by_a_hand_and_refused_by_a_near_miss(rules):
    rows = {row.id for row in RULE_SETS[rules].rows}
    assert {id_ for hand in HANDS[rules] for id_ in hand.get("rows", {})} == rows
    assert {id_ for hand in HANDS[rules] for id_ in hand.get("refused", [])} == rows


@pytest.mark.parametrize("rules", HANDS)
def test_every_hand_names_its_source(rules):
    table = HANDS[rules]
    assert [hand["title"] for hand in table if not hand.get("source")] == []
    assert len({hand["title"] for hand in table}) == len(table)
