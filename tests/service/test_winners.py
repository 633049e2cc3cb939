"""Several winners of one discard, and who pays for all, where the house says so."""

import pytest

ALL = {"multiple_winners": "all"}


def test_both_win_and_owe_each_other_nothing(new_table):
    """Bob's discard: Cid wins 3 faan (b = 8), Ann 1 faan (b = 2); Dee pays both b."""
    table = new_table(ALL)
    answer = table.hand(winner=0, faan=1, also=[{"winner": 2, "faan": 3}], **{"from": 1})
    event = answer.json()["event"]
    assert event["changes"] == [6, -20, 24, -10]
    assert [(win["winner"], win["faan"]) for win in event["wins"]] == [(2, 3), (0, 1)]
    assert (event["winner"], event["faan"]) == (2, 3)  # the first in turn after Bob
    assert table.state["dealer"] == 1
    line = table.client.get(f"{table.url}/history.csv").text.splitlines()[2]
    assert "2 / 0,1,discard,3 / 1,," in line
    assert table.undo().json()["state"]["players"][2]["points"] == 500


def test_who_cannot_pay_all_winners_pays_them_in_turn(new_table):
    """Bob has 10 of the 20 that he owes: Cid, next in turn, gets them, and Ann Dee's 2 alone."""
    table = new_table({**ALL, "start": 10})
    table.post("adjustments", {"changes": [-5, 0, -5, 10], "reason": "earlier"})
    answer = table.hand(winner=0, faan=1, also=[{"winner": 2, "faan": 3}], **{"from": 1})
    event = answer.json()["event"]
    assert event["due"] == [6, -20, 24, -10]
    assert event["changes"] == [2, -10, 18, -10]
    assert event["unpaid"] == [0, 10, 0, 0]
    assert event["lacking"] == [4, 0, 6, 0]
    assert table.history[-1]["lacking"] == [4, 0, 6, 0]


def test_turns_go_by_the_chairs_on_which_the_winners_sit(new_table):
    """With Ann on Bob's right she is paid first, whoever won more."""
    table = new_table({**ALL, "start": 10})
    table.post("swaps", {"seats": [1, 0, 2, 3]})
    event = table.hand(winner=0, faan=1, also=[{"winner": 2, "faan": 3}], **{"from": 1}).json()[
        "event"
    ]
    assert event["changes"] == [6, -10, 14, -10]


def test_three_win_and_the_discarder_pays_them_all(new_table):
    also = [{"winner": 1, "faan": 1}, {"winner": 2, "hand": "123m 4569p 789s (222s) +9p"}]
    event = new_table(ALL).hand(winner=0, faan=1, also=also, **{"from": 3}).json()["event"]
    assert event["changes"] == [4, 4, 4, -12]


def test_where_the_first_in_turn_wins_the_others_are_refused(table, refused):
    answer = table.hand(winner=0, faan=1, also=[{"winner": 2, "faan": 3}], **{"from": 1})
    problem = refused(answer, 422, "first_in_turn")
    assert "Cid" in problem["detail"]
    assert table.state["seq"] == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"winner": 0, "faan": 1, "from": 1, "also": [{"winner": 0, "faan": 1}]}, "winner_twice"),
        ({"winner": 0, "faan": 1, "from": 1, "also": [{"winner": 1, "faan": 1}]},
         "winner_is_discarder"),
        ({"winner": 0, "faan": 1, "win": "self-draw", "also": [{"winner": 2, "faan": 1}]},
         "from_required"),
        ({"winner": 0, "faan": 1, "from": 1, "also": [{"winner": 2}]}, "one_result"),
        ({"winner": 0, "faan": 1, "from": 1, "also": [{"winner": 2, "faan": 0}]}, "below_minimum"),
        ({"winner": 0, "faan": 1, "from": 1, "also": [{"winner": 2, "fan": 3}]}, "unknown_field"),
        ({"winner": 0, "faan": 1, "from": 1,
          "also": [{"winner": 2, "faan": 1, "events": ["last-wall-tile"]}]}, "invalid_hand"),
        ({"draw": True, "also": [{"winner": 2, "faan": 1}]}, "drawn_hand"),
    ],
)  # fmt: skip
def test_impossible_winners(new_table, refused, body, code):
    table = new_table(ALL)
    refused(table.hand(**body), 422, code)
    assert table.state["seq"] == 1


def test_who_fed_a_limit_hand_pays_for_all(new_table):
    table = new_table({"responsibility": "limit"})
    event = table.hand(winner=0, faan=10, win="self-draw", responsible=2).json()["event"]
    assert (event["changes"], event["responsible"]) == ([384, 0, -384, 0], 2)


@pytest.mark.parametrize(
    ("options", "body"),
    [
        ({}, {"faan": 10, "responsible": 2}),
        ({"responsibility": "limit"}, {"faan": 9, "responsible": 2}),
        ({"responsibility": "limit"}, {"faan": 10, "responsible": 0}),
    ],
)
def test_nobody_else_pays_for_all(new_table, refused, options, body):
    answer = new_table(options).hand(winner=0, win="self-draw", **body)
    refused(answer, 422, "not_responsible")
