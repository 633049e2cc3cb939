"""Games over HTTP: the worked settlements, winds, hands by their tiles, and agreed faan."""

import pytest

from tests.postgresql import on_both

pytestmark = on_both

ONE_FAAN = "123m 4569p 789s (222s) +9p"  # only "No bonus tiles"
NO_FAAN = f"{ONE_FAAN} | 2f"


def test_a_new_game(table):
    state = table.state
    assert state["seq"] == 1
    assert [player["name"] for player in state["players"]] == ["Ann", "Bob", "Cid", "Dee"]
    assert [player["points"] for player in state["players"]] == [500] * 4
    assert [player["seat_wind"] for player in state["players"]] == ["E", "S", "W", "N"]
    assert (state["round_wind"], state["dealer"], state["first"]) == ("E", 0, 0)
    assert (state["hand_number"], state["finished"], state["rules"]) == (1, False, "hk-500")
    assert [place["rank"] for place in state["standings"]] == [1, 1, 1, 1]
    assert len(table.id) == 32  # 128 bits


def test_the_evening_of_the_sheet(table):
    table.won(winner=3, discarder=1, faan=7)
    assert (table.points, table.state["dealer"]) == ([468, 436, 468, 628], 1)
    table.won(winner=1, discarder=None, faan=3)
    assert (table.points, table.state["dealer"]) == ([452, 484, 452, 612], 2)
    assert table.hand(draw=True).status_code == 201
    assert (table.points, table.state["dealer"]) == ([452, 484, 452, 612], 2)
    table.won(winner=0, discarder=None, faan=10)
    assert table.points == [836, 356, 324, 484]
    state = table.state
    assert (state["seq"], state["hand_number"]) == (5, 5)
    assert [(place["player"], place["rank"]) for place in state["standings"]] == [
        (0, 1),
        (3, 2),
        (1, 3),
        (2, 4),
    ]


def test_bust(table):
    moved = table.post("adjustments", {"changes": [0, 0, -400, 400], "reason": "a long evening"})
    assert moved.status_code == 201
    event = table.won(winner=0, discarder=None, faan=10)["event"]
    assert event["changes"] == [356, -128, -100, -128]
    assert event["unpaid"] == [0, 0, 28, 0]
    assert table.points == [856, 372, 0, 772]
    assert table.state["finished"]


def test_the_literal_fifth_hand(table):
    for winner in range(4):
        table.won(winner, (winner + 1) % 4, 1)
    state = table.state
    assert (state["round_wind"], state["dealer"], state["first"]) == ("S", 3, 0)
    assert [player["seat_wind"] for player in state["players"]] == ["S", "W", "N", "E"]


def test_the_conventional_fifth_hand(new_table):
    table = new_table({"round_change": "conventional"})
    for winner in range(4):
        table.won(winner, (winner + 1) % 4, 1)
    state = table.state
    assert (state["round_wind"], state["dealer"], state["first"]) == ("S", 0, 0)


def test_a_quick_game_ends_and_an_undo_reopens_it(new_table, refused):
    table = new_table({"rounds": 1})
    for _ in range(4):
        table.won(0, 1, 1)
    assert table.state["finished"]
    refused(table.hand(draw=True), 409, "game_finished")
    refused(table.hand(winner=0, faan=1, win="self-draw"), 409, "game_finished")
    answer = table.undo()
    assert answer.status_code == 201
    assert answer.json()["event"]["undoes"] == 5
    assert not answer.json()["state"]["finished"]
    table.won(2, None, 3)
    assert table.state["finished"]


def test_undo_takes_everything_back_and_then_nothing_is_left(table, refused):
    before = table.state
    table.won(3, 1, 7)
    table.hand(draw=True)
    assert [table.undo().json()["event"]["undoes"] for _ in range(2)] == [3, 2]
    assert {**table.state, "seq": 1} == before
    refused(table.undo(), 409, "nothing_to_undo")
    assert [event["kind"] for event in table.history] == [
        "started",
        "hand_won",
        "hand_drawn",
        "undo",
        "undo",
    ]


def test_a_hand_scored_by_its_tiles(table):
    answer = table.hand(winner=2, **{"from": 0}, hand=ONE_FAAN)
    assert answer.status_code == 201, answer.text
    event = answer.json()["event"]
    assert (event["faan"], event["hand"], event["win"]) == (1, ONE_FAAN, "discard")
    assert (event["winner"], event["from"]) == (2, 0)
    assert event["changes"] == [-4, -2, 8, -2]
    assert [row["id"] for row in event["answer"]["rows"]] == ["no_bonus"]
    assert answer.json()["seq"] == 2


def test_a_hand_is_kept_on_one_line(table):
    text = ONE_FAAN.replace(" ", "\r\n\t")
    assert table.hand(winner=2, **{"from": 0}, hand=text).json()["event"]["hand"] == ONE_FAAN
    assert len(table.client.get(f"{table.url}/history.csv").text.splitlines()) == 3


def test_null_stands_for_absent(table):
    nothing = dict.fromkeys(("draw", "win", "hand", "scores", "hands", "events", "expected_seq"))
    answer = table.hand(winner=2, **{"from": 0}, faan=3, **nothing)
    assert answer.status_code == 201, answer.text


def test_winds_of_the_moment_count(table):
    """East's pung is worth its seat to whoever sits East, and the round to all."""
    hand = "123m 4569p 789s (111z) +9p | 2f"
    first = table.hand(winner=0, **{"from": 1}, hand=hand).json()
    assert first["event"]["faan"] == 2
    second = table.hand(winner=0, **{"from": 1}, hand=hand).json()
    assert second["event"]["faan"] == 1  # Ann is North now


def test_a_self_drawn_hand_is_paid_by_all(table):
    answer = table.hand(winner=1, win="self-draw", hand=ONE_FAAN)
    assert answer.json()["event"]["changes"] == [-4, 12, -4, -4]


def test_a_hand_below_the_minimum_is_refused(table, refused):
    problem = refused(table.hand(winner=0, **{"from": 1}, hand=NO_FAAN), 422, "below_minimum")
    assert problem["problems"] == ["below_minimum"]
    assert table.state["seq"] == 1


def test_a_hand_that_does_not_win_names_every_problem(table, refused):
    answer = table.hand(winner=0, **{"from": 1}, hand="111m 1111m 99p")
    problem = refused(answer, 422, "invalid_hand")
    assert {"no_winning_tile", "too_many_copies"} <= set(problem["problems"])
    assert table.state["seq"] == 1


def test_agreed_faan_end_at_the_cap(table):
    assert table.won(0, 1, 13)["event"]["faan"] == 10


def test_house_options_hold_for_the_game(new_table, refused):
    table = new_table({"cap": 13, "minimum": 3, "start": 1000})
    assert table.points == [1000] * 4
    refused(table.hand(winner=0, **{"from": 1}, faan=2), 422, "below_minimum")
    assert table.won(0, 1, 13)["event"]["changes"] == [512, -256, -128, -128]
    assert table.state["options"] == {"cap": 13, "minimum": 3, "start": 1000}


def test_scores_may_go_below_nothing_where_the_house_says_so(new_table):
    table = new_table({"start": 10, "short_payment": "go_negative", "bust_ends_game": False})
    table.won(0, None, 10)
    assert table.points == [394, -118, -118, -118]
    assert not table.state["finished"]


def test_a_robbed_kong_is_paid_by_the_konger(table):
    answer = table.hand(winner=0, **{"from": 3}, faan=4, events=["robbing-kong"])
    assert answer.json()["event"]["changes"] == [64, -16, -16, -32]
    assert answer.json()["event"]["events"] == ["robbing-kong"]


@pytest.mark.parametrize(
    ("win", "events"),
    [
        ({"win": "self-draw"}, ["robbing-kong"]),
        ({"from": 3}, ["kong-replacement"]),
        ({"from": 3}, ["last-wall-tile"]),
        ({"win": "self-draw"}, ["first-draw", "last-wall-tile"]),
    ],
)
def test_agreed_wins_do_not_contradict_themselves(table, refused, win, events):
    problem = refused(table.hand(winner=0, faan=4, events=events, **win), 422, "invalid_hand")
    assert problem["problems"] == ["contradictory_event"]
    assert table.state["seq"] == 1


def test_agreed_wins_need_no_kong_to_be_shown(table):
    events = ["kong-replacement", "bonus-replacement"]
    assert table.hand(winner=0, win="self-draw", faan=4, events=events).status_code == 201


@pytest.mark.parametrize("name", ["  Ann ", "陳大文", "Zoë 🀄", "O'Neil; DROP TABLE games"])
def test_names_are_kept(new_table, name):
    table = new_table(players=[name, "Bob", "Cid", "Dee"])
    assert table.state["players"][0]["name"] == name.strip()


def test_eight_treasures_win_without_a_hand(table):
    """All eight bonus tiles: the limit, paid as a self-draw."""
    hand = "| 1f 2f 3f 4f 1g 2g 3g 4g"
    event = table.hand(winner=2, win="self-draw", hand=hand).json()["event"]
    assert (event["faan"], event["changes"]) == (10, [-128, -128, 384, -128])


def test_what_a_table_shows_is_not_kept_by_browsers(table):
    assert table.client.get(table.url).headers["cache-control"] == "no-store"
