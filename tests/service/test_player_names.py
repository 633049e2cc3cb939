"""Players who are named later: at the table, in its history and its statistics, and in files."""

import csv
import io

from tests.service.conftest import PLAYERS

LATER = ["Ann", "Bea", "Cid", "Dee"]


def test_names_that_are_given_later_count_everywhere_and_move_nothing(table):
    table.won(2, 0, 3)
    before = table.state
    answer = table.post("players", {"players": LATER})
    assert answer.status_code == 201, answer.text
    assert answer.json()["event"]["kind"] == "players_named"
    after = answer.json()["state"]
    assert [player["name"] for player in after["players"]] == LATER
    assert [player["points"] for player in after["players"]] == [
        player["points"] for player in before["players"]
    ]
    statistics = table.client.get(f"{table.url}/statistics").json()
    assert statistics["games"][0]["players"] == LATER
    plain = table.client.get(f"{table.url}/history.csv", params={"plain": True}).text
    assert "Bea (points)" in next(csv.reader(io.StringIO(plain)))
    assert table.history[0]["players"] == PLAYERS  # what was written first stays


def test_an_undo_takes_the_hand_back_and_not_the_names(table):
    table.won(2, 0, 3)
    table.post("players", {"players": LATER})
    assert table.undo().json()["event"]["undoes"] == 2
    assert [player["name"] for player in table.state["players"]] == LATER


def test_names_have_to_be_told_apart_and_be_of_all(table, refused):
    refused(table.post("players", {"players": ["Ann", "ann", "Cid", "Dee"]}), 422, "same_name")
    refused(table.post("players", {"players": LATER[:3]}), 422, "not_the_players")


def test_names_go_along_in_a_file(table):
    table.post("players", {"players": LATER})
    table.post("end", {})
    file = table.client.get(f"{table.url}/export").json()
    brought = table.client.post("/api/v1/imports?anew=true", json=file).json()
    assert [player["name"] for player in brought["state"]["players"]] == LATER
