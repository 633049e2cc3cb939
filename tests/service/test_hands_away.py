"""What a phone by itself says that hands do to a table, against the ledger's own answers."""

import json

import pytest

from scorer.text_calls import answer_hand, answer_score

SAME = ("seq", "players", "round_wind", "dealer", "first", "hand_number", "finished", "standings")
WON = {"winner": 0, "win": "self-draw", "hand": "123m 456m 79m 55z (777z) +8m"}
THROWN = {"winner": 2, "win": "discard", "from": 1, "hand": "111222333p 99s 11z +9s"}
DRAW = {"draw": True}
FAAN = [
    WON,
    THROWN,
    DRAW,
    {"winner": 3, "win": "discard", "from": 0, "faan": 8},
    {**WON, "winner": 1},
    {"winner": 1, "win": "self-draw", "faan": 6},
    DRAW,
    *[{"winner": 1, "win": "discard", "from": 3, "faan": 9}] * 4,
    {**THROWN, "winner": 0, "from": 3},
    *[{"winner": 2, "win": "self-draw", "faan": 10}] * 8,
]
POINTS = [
    {**WON, "hand": None, "hands": [WON["hand"], "111222333s1122p", None, "(444z)111z33p333z66z"]},
    {**THROWN, "hand": None, "hands": [None, None, THROWN["hand"], None]},
    DRAW,
    WON,
]


def without_edition(event):
    """An event but for the edition of its rules, which a phone does not stamp."""
    return {**event, "edition": None}


@pytest.mark.parametrize(
    ("rules", "options", "hands"),
    [
        ("hk-500", {}, FAAN),
        ("hk-500", {"round_change": "conventional", "draw_keeps_dealer": False}, FAAN),
        ("hk-majlife", {}, FAAN),
        ("simplified-300", {}, FAAN),
        ("classical-british", {}, POINTS),
        ("classical-20", {}, POINTS),
    ],
)
def test_a_phone_counts_an_evening_as_the_ledger_does(new_table, rules, options, hands):
    game = new_table(options, rules=rules)
    state = game.state
    done = 0
    for each in hands:
        body = {name: value for name, value in each.items() if value is not None}
        answer = game.post("hands", body)
        asked = {"state": state, "body": body}
        told = json.loads(answer_hand(json.dumps(asked))).get("answer")
        if answer.status_code != 201:
            assert told is None or state["finished"], (body, answer.json())
            continue
        added = answer.json()
        assert told is not None, body
        without_time = {**added["event"]}
        del without_time["at"]
        assert without_edition(told["event"]) == without_edition(without_time), body
        assert {name: told["state"][name] for name in SAME} == {
            name: added["state"][name] for name in SAME
        }, body
        state = told["state"]
        done += 1
    assert done >= 4 or (hands is POINTS and done == 3)


def test_texts_have_the_characters_of_the_calls(new_table):
    game = new_table()
    body = {"hand": WON["hand"], "rules": "hk-500", "win": "self-draw"}
    for explain in (False, True):
        answer = game.client.post(f"/api/v1/scores?explain={str(explain).lower()}", json=body)
        text = answer_score(json.dumps({"body": body, "explain": explain}))
        assert text.encode() == b'{"answer":' + answer.content + b"}"
    refused = json.loads(answer_score(json.dumps({"body": {**body, "win": "so"}})))["problem"]
    answer = game.client.post("/api/v1/scores", json={**body, "win": "so"}).json()
    assert refused == {name: answer[name] for name in ("code", "detail")}
    asked = {"state": game.state, "body": DRAW}
    assert json.loads(answer_hand(json.dumps(asked)))["answer"]["state"]["hand_number"] == 2
