"""What a phone without network is answered: scores, and what a hand does to a table."""

import json

import pytest

from scorer.text_calls import answer_hand, answer_score

NAMES = ("Ann", "Ben", "Cho", "Dee")
HAND = "123m 456m 79m 55z (777z) +8m"


def table(rules="hk-500", start=500, **more):
    """A table before its first hand, as GET /games/{id} tells it."""
    players = [
        {"name": name, "points": start, "seat_wind": wind}
        for name, wind in zip(NAMES, "ESWN", strict=True)
    ]
    told = {"seq": 1, "rules": rules, "options": {}, "players": players, "round_wind": "E"}
    told |= {"round": 1, "turn": 0, "draws": 0}
    told |= {"dealer": 0, "first": 0, "hand_number": 1, "finished": False, "seats": [0, 1, 2, 3]}
    return told | {"direction": "ccw", "coin": 1, "coming": None} | more


def asked(call, **given):
    return json.loads(call(json.dumps(given)))


def play_hand(state, body):
    """The event of a hand and the state after it; KeyError for a problem."""
    return asked(answer_hand, state=state, body=body)["answer"]


def points(told):
    return [player["points"] for player in told["state"]["players"]]


def winds(told):
    return "".join(player["seat_wind"] for player in told["state"]["players"])


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
    told = play_hand(table(rules), body)
    assert expected is None or points(told) == expected
    assert winds(told) == seats
    assert sum(points(told)) == 2000
    assert told["state"]["hand_number"] == 2
    assert told["event"]["hand_number"] == 1


def test_who_cannot_pay_gives_what_there_is_and_the_game_ends():
    short = table()
    short["players"][2]["points"] = 100
    told = play_hand(short, {"winner": 0, "win": "self-draw", "faan": 10})
    assert told["event"]["changes"] == [356, -128, -100, -128]
    assert told["state"]["finished"]


def test_the_round_changes_after_the_last_deal():
    last = table(dealer=3, turn=3, hand_number=4)
    told = play_hand(last, {"winner": 0, "win": "self-draw", "faan": 3})
    assert (told["state"]["round_wind"], told["state"]["dealer"]) == ("S", 3)
    south = table(dealer=3, round_wind="S", round=2, hand_number=5)
    assert play_hand(south, {"winner": 0, "from": 1, "faan": 3})["state"]["dealer"] == 0


THREE = {"winner": 0, "from": 1, "faan": 3}
TWO_WINNERS = {**THREE, "also": [{"winner": 2, "faan": 3}]}
NO_HAND = {"winner": 0, "win": "self-draw", "hand": "123m"}


@pytest.mark.parametrize(
    ("state", "body", "code"),
    [
        ({}, TWO_WINNERS, "first_in_turn"),
        ({}, {**THREE, "responsible": 1}, "not_responsible"),
        ({"options": {"minimum": 3}}, {**THREE, "faan": 1}, "below_minimum"),
        ({}, NO_HAND, "invalid_hand"),
        ({"rules": "classical-20"}, NO_HAND, "invalid_hand"),
        ({}, {"draw": True, "winner": 0}, "drawn_hand"),
        ({}, {}, "winner_required"),
    ],
)
def test_what_the_ledger_refuses_a_phone_refuses(state, body, code):
    told = asked(answer_hand, state=table(**state), body=body)
    assert told["problem"]["code"] == code


def test_several_winners_of_a_discard_are_all_paid():
    state = table(options={"multiple_winners": "all"})
    told = play_hand(state, TWO_WINNERS)
    assert told["event"]["changes"] == [24, -32, 24, -16]


def test_drawn_hands_do_not_count_where_the_table_says_so():
    options = {"draw_counts": False, "rounds": 2}
    state = table("simplified-300", options=options, hand_number=2)
    win = {"winner": 0, "win": "self-draw", "scores": [30, 0, 0, 0]}
    assert play_hand(state, win)["state"]["finished"]
    assert not play_hand({**state, "draws": 1}, win)["state"]["finished"]


@pytest.mark.parametrize(
    "state", [{"coming": {"from_hand": 2}}, {"finished": True}], ids=["coming rules", "over"]
)
def test_what_only_the_ledger_can_tell_is_left_to_it(state):
    assert play_hand(table(**state), {"draw": True}) is None


def test_rules_that_come_later_do_not_matter_yet():
    assert play_hand(table(coming={"from_hand": 9}), {"draw": True}) is not None


FRIDAY = 'format = 1\nbase = "hk-500"\nname = "Friday table"\n[options]\nminimum = 3\n'


def test_texts_go_by_a_houses_file():
    body = {"hand": HAND, "rules": "friday", "win": "self-draw"}
    answer = asked(answer_score, body=body, houses={"friday": FRIDAY}, explain=True)["answer"]
    assert (answer["faan"], answer["rules"]) == (5, "friday-table")
    state = table("friday")
    told = asked(answer_hand, state=state, body={"draw": True}, houses={"friday": FRIDAY})
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
    wrong = asked(answer_hand, state=table(), body={"winner": 0, "from": 1})
    assert wrong["problem"]["code"] == "one_result"
