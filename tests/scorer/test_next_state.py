"""What a finished hand does to a table, told by the public forms alone."""

import json

import pytest

from scorer.api.next_state import play_hand
from scorer.api.text_calls import answer_hand, answer_score

NAMES = ("Ann", "Ben", "Cho", "Dee")
HAND = "123m 456m 79m 55z (777z) +8m"


def table(rules="hk-500", start=500, **more):
    """A table before its first hand, as GET /games/{id} tells it."""
    players = [
        {"name": name, "points": start, "seat_wind": wind}
        for name, wind in zip(NAMES, "ESWN", strict=True)
    ]
    told = {"seq": 1, "rules": rules, "options": {}, "players": players, "round_wind": "E"}
    told |= {"dealer": 0, "first": 0, "hand_number": 1, "finished": False, "seats": [0, 1, 2, 3]}
    return told | {"direction": "ccw", "coin": 1, "coming": None} | more


def points(told):
    return [player["points"] for player in told["state"]["players"]]


def winds(told):
    return "".join(player["seat_wind"] for player in told["state"]["players"])


STARTED = {"seq": 1, "kind": "started", "round_wind": "E", "dealer": 0}


@pytest.mark.parametrize(
    ("rules", "body", "expected", "seats"),
    [
        ("hk-500", {"winner": 3, "from": 1, "faan": 7}, [468, 436, 468, 628], "NESW"),
        ("hk-500", {"winner": 0, "win": "self-draw", "hand": HAND}, [596, 468, 468, 468], "NESW"),
        ("hk-500", {"draw": True}, [500] * 4, "ESWN"),
        ("hk-majlife", {"winner": 0, "win": "self-draw", "faan": 5}, None, "ESWN"),
        (
            "classical-20",
            {"winner": 0, "win": "self-draw", "hands": [HAND, None, None, None]},
            None,
            "ESWN",
        ),
    ],
)
def test_a_hand_moves_points_and_winds(rules, body, expected, seats):
    told = play_hand(table(rules), [STARTED], body)
    assert expected is None or points(told) == expected
    assert winds(told) == seats
    assert sum(points(told)) == 2000
    assert told["state"]["hand_number"] == 2
    assert told["event"]["hand_number"] == 1


def test_who_cannot_pay_gives_what_there_is_and_the_game_ends():
    short = table()
    short["players"][2]["points"] = 100
    told = play_hand(short, [STARTED], {"winner": 0, "win": "self-draw", "faan": 10})
    assert told["event"]["changes"] == [356, -128, -100, -128]
    assert told["state"]["finished"]


def test_the_round_changes_after_the_last_deal():
    """The history says how often the deal was passed on: four deals, from Ann to Dee."""
    last = table(dealer=3, seats=[0, 1, 2, 3], hand_number=4)
    told = play_hand(last, [STARTED], {"winner": 0, "win": "self-draw", "faan": 3})
    assert (told["state"]["round_wind"], told["state"]["dealer"]) == ("S", 3)
    south = table(dealer=3, round_wind="S", hand_number=5)
    assert play_hand(south, [STARTED], {"winner": 0, "from": 1, "faan": 3})["state"]["dealer"] == 0


@pytest.mark.parametrize(
    ("state", "body"),
    [
        ({}, {"winner": 0, "from": 1, "faan": 3, "also": [{"winner": 2, "faan": 3}]}),
        ({}, {"winner": 0, "from": 1, "faan": 3, "responsible": 1}),
        ({}, {"winner": 0, "win": "self-draw", "hand": "123m"}),
        ({"rules": "classical-20"}, {"winner": 0, "win": "self-draw", "hand": "123m"}),
        ({"coming": {"from_hand": 2}}, {"draw": True}),
    ],
)
def test_what_only_the_ledger_can_tell_is_left_to_it(state, body):
    assert play_hand(table(**state), [STARTED], body) is None


def test_rules_that_come_later_do_not_matter_yet():
    assert play_hand(table(coming={"from_hand": 9}), [STARTED], {"draw": True}) is not None


FRIDAY = 'format = 1\nbase = "hk-500"\nname = "Friday table"\n[options]\nminimum = 3\n'


def asked(call, **given):
    return json.loads(call(json.dumps(given)))


def test_texts_go_by_a_houses_file():
    body = {"hand": HAND, "rules": "friday", "win": "self-draw"}
    answer = asked(answer_score, body=body, houses={"friday": FRIDAY}, explain=True)["answer"]
    assert (answer["faan"], answer["rules"]) == (5, "friday-table")
    state = table("friday")
    told = asked(
        answer_hand, state=state, events=[], body={"draw": True}, houses={"friday": FRIDAY}
    )
    assert told["answer"]["state"]["seq"] == 2


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"body": {"hand": HAND, "rules": "none"}}, "unknown_rules"),
        ({"body": {"hand": HAND, "rules": "hk-500", "options": {"cap": "high"}}}, "bad_option"),
        ({"body": {"hand": HAND, "rules": "x"}, "houses": {"x": "format"}}, "bad_house_file"),
    ],
)
def test_texts_say_what_is_wrong(given, code):
    assert asked(answer_score, **given)["problem"]["code"] == code
    wrong = asked(answer_hand, state=table(), events=[], body={"winner": 0, "from": 1})
    assert wrong["problem"]["code"] == "missing_field"
