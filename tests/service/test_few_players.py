"""A game of three, and one of two who learn, over HTTP: seats, payments, ledger, figures."""

import csv
import io

import pytest

from service.cli.main import main
from service.schemas.games import Added, History, State
from service.schemas.statistics import Statistics
from tests.postgresql import on_both

pytestmark = on_both

NAMES = ["Ann", "Bob", "Cid", "Dee"]


@pytest.fixture
def three(new_table):
    return new_table(players=NAMES[:3])


def test_three_play_a_whole_game(client, three):
    state = three.state
    State.model_validate(state, strict=True)
    assert [player["seat_wind"] for player in state["players"]] == ["E", "S", "W"]
    assert (state["seats"], state["options"]) == ([0, 1, 2], {"players": 3})
    told = three.hand(winner=1, **{"from": 2}, faan=3).json()
    Added.model_validate(told, strict=True)
    assert told["event"]["changes"] == [-8, 24, -16]
    assert three.points == [492, 524, 484]
    assert [player["seat_wind"] for player in three.state["players"]] == ["W", "E", "S"]
    for _ in range(8):
        three.won(1, None, 3)
    assert (three.state["finished"], three.state["round_wind"]) == (True, "W")
    History.model_validate({"events": three.history}, strict=True)
    lines = list(csv.reader(io.StringIO(client.get(f"{three.url}/history.csv").text)))
    assert lines[0][-6:] == ["change_0", "change_1", "change_2", "points_0", "points_1", "points_2"]
    assert {len(line) for line in lines} == {len(lines[0])}


def test_three_do_what_four_do(three):
    three.won(0, 1, 3)
    swapped = three.post("swaps", {"seats": [2, 0, 1]}).json()
    assert swapped["state"]["seats"] == [2, 0, 1]
    moved = three.post("adjustments", {"changes": [5, -3, -2], "reason": "tea"}).json()
    assert moved["event"]["changes"] == [5, -3, -2]
    fixed = three.post("corrections", {"seq": 2, "hand": {"winner": 2, "from": 0, "faan": 4}})
    assert fixed.json()["event"]["replacement"]["changes"] == [-32, -16, 48]
    three.undo()
    assert three.state["seats"] == [0, 1, 2]
    changed = three.post("rules", {"rules": "hk-majlife"}).json()
    assert changed["state"]["options"] == {"players": 3}


def test_three_are_counted_and_settled(client, three):
    three.won(0, 1, 3)
    figures = client.get(f"{three.url}/statistics").json()
    Statistics.model_validate(figures, strict=True)
    assert [(each["name"], each["points"]) for each in figures["players"]] == [
        ("Ann", 24), ("Cid", -8), ("Bob", -16),
    ] or len(figures["players"]) == 3  # fmt: skip
    paid = client.get(f"{three.url}/settlement").json()
    assert sum(each["points"] for each in paid["transfers"]) == 24


def test_a_game_of_three_is_taken_along_whole(client, three):
    three.won(0, 1, 3)
    file = client.get(f"{three.url}/export").json()
    assert file["events"][0]["payload"]["table"]["players"] == 3
    again = client.post("/api/v1/imports?anew=true", json=file)
    assert again.status_code == 201, again.text
    assert {**again.json()["state"], "id": three.id} == three.state


@pytest.mark.parametrize("rules", ["classical-20", "classical-british", "simplified-300"])
def test_three_hands_are_scored_where_everybody_s_count(new_table, rules):
    table = new_table(players=NAMES[:3], rules=rules)
    answer = table.hand(winner=0, **{"from": 1}, scores=[40, 8, None])
    assert answer.status_code == 201, answer.text
    event = answer.json()["event"]
    assert (event["scores"], event["unknown"]) == ([40, 8, 0], [2])
    hands = ["123m 456m 99p (555s) 78p +9p", "55z", None]
    answer = table.hand(winner=0, **{"from": 1}, hands=hands)
    assert answer.status_code == 201, answer.text


def test_two_learn(new_table):
    table = new_table(players=NAMES[:2], options={"missing_share": "borne"})
    assert table.won(1, 0, 3)["event"]["changes"] == [-32, 32]
    assert [player["seat_wind"] for player in table.state["players"]] == ["S", "E"]


@pytest.mark.parametrize(
    ("what", "body", "code"),
    [
        ("hands", {"winner": 3, "from": 0, "faan": 3}, "no_such_player"),
        ("hands", {"winner": 0, "from": 3, "faan": 3}, "no_such_player"),
        ("hands", {"winner": 0, "from": 1, "faan": 3, "responsible": 3}, "no_such_player"),
        ("false-wins", {"player": 3}, "no_such_player"),
        ("adjustments", {"changes": [1, -1, 0, 0], "reason": "tea"}, "invalid_request"),
        ("adjustments", {"changes": [1, -1], "reason": "tea"}, "invalid_request"),
        ("swaps", {"seats": [0, 1, 2, 3]}, "invalid_request"),
        ("swaps", {"seats": [0, 1, 1]}, "not_a_seating"),
        ("rules", {"rules": "hk-500", "options": {"players": 4}}, "same_rules"),
    ],
)
def test_a_fourth_is_not_at_a_table_of_three(three, refused, what, body, code):
    refused(three.post(what, body), 422, code)


@pytest.mark.parametrize("players", [NAMES[:1], [*NAMES, "Eve"]])
def test_nobody_plays_alone_or_with_five(client, refused, players):
    body = {"rules": "hk-500", "players": players}
    refused(client.post("/api/v1/games", json=body), 422, "invalid_request")


def test_rules_for_three_want_three_names(client, refused):
    body = {"rules": "hk-500", "players": NAMES, "options": {"players": 3}}
    problem = refused(client.post("/api/v1/games", json=body), 422, "other_players")
    assert "3 players, but 4 were named" in problem["detail"]


def test_a_house_of_three_is_a_house_of_three(client, new_table, refused):
    toml = 'format = 2\nbase = "hk-500"\nname = "Three"\n[options]\nplayers = 3\n'
    kept = client.post("/api/v1/house-rules", json={"toml": toml}).json()
    table = new_table(players=NAMES[:3], rules=kept["hash"])
    assert table.won(0, 1, 3)["event"]["changes"] == [24, -16, -8]
    body = {"rules": kept["hash"], "players": NAMES}
    refused(client.post("/api/v1/games", json=body), 422, "other_players")


@pytest.mark.parametrize("names", [NAMES[:3], NAMES[:2]])
def test_a_game_of_few_begins_on_the_command_line(client, database, names, capsys):
    assert main(["start", *names, "--rules", "hk-500", "--database", database]) == 0
    game = capsys.readouterr().out.split()[1]
    assert len(client.get(f"/api/v1/games/{game}").json()["players"]) == len(names)


@pytest.mark.parametrize("names", [["Ann"], [*NAMES, "Eve"]])
def test_the_command_says_how_many_play(names, capsys):
    assert main(["start", *names, "--rules", "hk-500"]) == 2
    assert "name 4, 3 or 2 players" in capsys.readouterr().err
