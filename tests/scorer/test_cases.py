"""The shared cases: hands worked out, an oracle's, other scorers' tests, and complete hands."""

import json

import pytest

from scorer.api.requests import answer
from scorer.core.arrangements import ARRANGERS, is_complete
from scorer.core.tiles import parse_tiles
from scorer.rulesets import RULE_SETS


@pytest.fixture(scope="module")
def cases(shared):
    def load(name):
        text = (shared / "cases" / f"{name}.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    return load


def scored(case):
    result = answer(case["request"])
    counted = {row["id"]: row.get("faan") for row in result["rows"] if not row["excluded_by"]}
    # "present" is a fact about the hand, so a row under the limit is there as well.
    present = {row["id"] for row in result["rows"] if row["excluded_by"] in (None, "limit")}
    return result, counted, present


def mistakes(cases):
    for case in cases:
        if case["request"]["rules"] not in RULE_SETS:
            continue
        result, counted, present = scored(case)
        expect = dict(case["expect"])
        if "row" in expect:
            found = {"row": expect["row"], "present": expect["row"] in present}
        else:
            found = {key: counted if key == "rows" else result[key] for key in expect}
        if found != expect:
            yield case["id"], found, expect


@pytest.mark.parametrize("name", ["worked", "hk500_oracle", "majlife_oracle", "peers"])
def test_cases_agree(cases, name):
    assert list(mistakes(cases(name))) == []


def test_complete_hands_are_found_in_their_forms(cases):
    wrong = [
        case
        for case in cases("complete")
        if case["forms"]
        != [
            form.name.lower()
            for form, shape in ARRANGERS.items()
            if is_complete(parse_tiles(case["tiles"]), 0, (shape,))
        ]
    ]
    assert wrong == []


def test_settlements_worked_out_by_hand():
    hand = {"hand": "1122334567899s +9s", "rules": "hk-500"}  # eleven faan
    draw = answer({**hand, "win": "self-draw", "seat": "E"})
    assert draw["payments"] == {"E": 384, "S": -128, "W": -128, "N": -128}
    claim = answer({**hand, "win": "discard", "seat": "N", "from": "S", "options": {"cap": 7}})
    assert claim["payments"] == {"E": -32, "S": -64, "W": -32, "N": 128}
