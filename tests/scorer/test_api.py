"""The public forms of requests, answers and rule sets."""

import json

import pytest

from scorer.api.requests import RequestError, answer, rules_detail, rules_list
from scorer.rulesets import RULE_SETS

HAND = "123m 789m 999p 55s 78s +9s"
KEYS = [
    "rules",
    "valid",
    "problems",
    "faan",
    "points",
    "limit",
    "rows",
    "sets",
    "winner",
    "from",
    "due",
    "payments",
]


def test_an_answer_has_the_public_form():
    request = {"hand": HAND, "rules": "hk-500", "seat": "S", "from": "N"}
    assert answer(request) == {
        "rules": "hk-500",
        "valid": True,
        "problems": [],
        "faan": 4,
        "points": 16,
        "limit": False,
        "rows": [
            {
                "id": "no_bonus",
                "name": "No bonus tiles",
                "zh": "無花",
                "value": "1",
                "wording": "No bonus tiles at all",
                "count": 1,
                "faan": 1,
                "tiles": "",
                "excluded_by": None,
            },
            {
                "id": "terminal_in_each_meld",
                "name": "Terminal in each set",
                "zh": "組組有幺九",
                "value": "3 (2)",
                "wording": "At least one terminal in each meld",
                "count": 1,
                "faan": 3,
                "tiles": "123789m999p78955s",
                "excluded_by": None,
            },
        ],
        "sets": ["123m", "789m", "999p", "789s", "55s"],
        "winner": "S",
        "from": "N",
        "due": {"discarder": 32, "each_other": 16, "total": 64},
        "payments": {"E": -16, "S": 64, "W": -16, "N": -32},
    }
    assert list(answer(request)) == KEYS


def test_a_self_draw_is_due_from_all():
    result = answer({"hand": HAND, "rules": "hk-500", "win": "self-draw"})
    assert result["due"] == {"each_other": 32, "total": 96}
    assert result["payments"] == {"E": 96, "S": -32, "W": -32, "N": -32}
    assert result["from"] is None


def test_without_the_discarder_nobody_can_say_who_pays():
    result = answer({"hand": HAND, "rules": "hk-500"})
    assert result["valid"]
    assert result["due"] == {"discarder": 32, "each_other": 16, "total": 64}
    assert result["payments"] is None


def test_null_stands_for_absent():
    optional = ("role", "seat", "round", "win", "from", "events", "options", "losers")
    request = {"hand": HAND, "rules": "hk-500"}
    assert answer(request | dict.fromkeys(optional)) == answer(request)


def test_sets_are_written_as_they_lie_with_the_eyes_last():
    def sets(hand):
        return answer({"hand": hand, "rules": "hk-500"})["sets"]

    assert sets("9s 555z [1111p] (2222s+) (789s) +9s") == [
        "555z",
        "[1111p]",
        "(2222s+)",
        "(789s)",
        "99s",
    ]
    assert sets("1155m 3388p 4466s 7z +7z")[-1] == "77z"


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ({"rules": "hk-501"}, "unknown_rules", "'hk-500'"),
        ({"rules": "majlife"}, "unknown_rules", "'hk-majlife'"),
        ({"rules": 5}, "bad_value", "rules must be text"),
        ({"rules": None}, "missing_field", "'rules'"),
        ({"hand": None}, "missing_field", "'hand'"),
        ({"hand": ["1m"]}, "bad_value", "hand must be text"),
        ({"option": {}}, "unknown_field", "'options'"),
        ({"options": {"minimun": 3}}, "unknown_option", "'minimum'"),
        ({"options": {"minimum": 11}}, "bad_option", "Nobody could ever win"),
        ({"options": {"false_win": "fixed:0"}}, "bad_option", "a false win would cost nothing"),
        ({"options": {"limit": 300}}, "unknown_option", "'limit'"),
        ({"options": {"cap" * 300_000: 1}}, "unknown_option", "has no option"),
        ({"options": {"cap": "ten"}}, "bad_option", "whole number"),
        ({"options": [1]}, "bad_value", "options must be an object"),
        ({"events": ["frist-draw"]}, "unknown_event", "'first-draw'"),
        ({"events": "first-draw"}, "bad_value", "events must be a list"),
        ({"events": [7]}, "bad_value", "each of events must be text"),
        ({"seat": "X"}, "bad_value", "seat must be one of E, S, W, N"),
        ({"seat": ["E"]}, "bad_value", "seat must be one of"),
        ({"round": "east"}, "bad_value", "round must be one of"),
        ({"from": "Q"}, "bad_value", "from must be one of"),
        ({"win": "ron"}, "bad_value", "discard, self-draw"),
        ({"role": "dealer"}, "bad_value", "winner, loser"),
        ({"losers": {"X": "1m"}}, "bad_value", "losers must be one of"),
        ({"losers": {"E": 1}}, "bad_value", "hand of E"),
        ({"losers": "1m"}, "bad_value", "losers must be an object"),
    ],
)
def test_what_nobody_knows_is_refused_with_the_nearest_name(change, code, says):
    with pytest.raises(RequestError, match=says) as refused:
        answer({"hand": HAND, "rules": "hk-500"} | change)
    assert refused.value.code == code
    assert refused.value.detail == str(refused.value)


def test_losers_hands_are_not_needed_where_only_the_winner_scores():
    request = {"hand": HAND, "rules": "hk-500"}
    told = answer(request | {"losers": {"W": "123m"}})
    assert told.pop("notes")
    assert told == answer(request)


def test_a_rule_set_is_told_in_full():
    detail = rules_detail("hk-500")
    keys = ["id", "name", "document", "roles", "limit", "rows", "options", "events"]
    assert list(detail) == [*keys, "circumstances", "payments", "presets"]
    values = {row["id"]: row["value"] for row in detail["rows"]}
    assert len(values) == 36
    assert [values[id_] for id_ in ("full_flush", "double_chow", "four_pungs", "nine_gates")] == [
        "6 (5)",
        "1 (-)",
        "max (2)",
        "max (-)",
    ]
    assert all(row["zh"] and row["name"] and row["wording"] for row in detail["rows"])
    assert detail["events"] == [each.public for each in RULE_SETS["hk-500"].events]
    assert "original-hand" not in detail["events"]
    assert detail in rules_list()
    json.dumps(detail)


@pytest.mark.parametrize(
    ("rules", "options", "changes"),
    [
        ("classical-20", {}, [0, 38, -16, -22]),
        ("classical-20", {"difference": "signed"}, [16, 22, -16, -22]),
        ("classical-british", {}, [86, 22, -42, -66]),
        ("classical-british", {"east_double": True}, [172, 6, -74, -104]),
        ("simplified-300", {}, [40, 24, 8, 2]),
    ],
)
def test_where_all_hands_count_it_is_told_who_pays_whom_by_an_example(rules, options, changes):
    told = rules_detail(rules, options=options)["settlement"]
    assert list(told["scores"].values()) == [40, 24, 8, 2]
    assert list(told["changes"].values()) == changes
    assert told["winner"] == "S"


def test_an_unknown_rule_set_has_no_detail():
    with pytest.raises(RequestError, match="nearest") as refused:
        rules_detail("hk500")
    assert refused.value.code == "unknown_rules"
