"""A line that somebody writes to a hand: kept as an event, shown in the history and the tables."""

import csv
import io

import pytest

from service.ledger.game_file import digest


@pytest.fixture
def played(table):
    table.won(2, 0, 3)
    table.hand(draw=True)
    return table


def noted(table, seq, note):
    answer = table.post("notes", {"seq": seq, "note": note})
    assert answer.status_code == 201, answer.text
    return answer.json()


def plain_rows(table):
    answer = table.client.get(f"{table.url}/history.csv", params={"plain": True})
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_a_note_moves_nothing_and_the_latest_counts(played):
    before = played.state
    told = noted(played, 2, "  the last tile of the wall ")
    assert (told["event"]["kind"], told["event"]["notes"]) == ("hand_noted", 2)
    assert told["event"]["note"] == "the last tile of the wall"
    assert {**told["state"], "seq": before["seq"]} == before
    noted(played, 2, "=最後一張牌")
    noted(played, 3, "tea")
    noted(played, 3, "")
    rows = plain_rows(played)
    assert [row["note"] for row in rows[:3]] == ["", "'=最後一張牌", ""]
    assert [row["kind"] for row in rows[3:]] == ["hand_noted"] * 4
    assert "note" not in csv_header(played)


def csv_header(table):
    return table.client.get(f"{table.url}/history.csv").text.splitlines()[0].split(",")


def test_an_undo_after_a_note_takes_the_hand_back_and_not_the_note(played):
    noted(played, 3, "tea")
    told = played.undo().json()
    assert told["event"]["undoes"] == 3
    assert [event["kind"] for event in played.history][-2:] == ["hand_noted", "undo"]


def test_a_note_is_written_after_the_end_and_goes_along_in_a_file(played):
    played.post("end", {})
    assert noted(played, 2, "how it began")["state"]["finished"]
    file = played.client.get(f"{played.url}/export").json()
    brought = played.client.post("/api/v1/imports?anew=true", json=file).json()
    told = played.client.get(f"/api/v1/games/{brought['id']}/history").json()["events"]
    assert told[-1]["note"] == "how it began"


def test_the_same_note_with_the_same_key_is_written_once(played):
    body = {"seq": 2, "note": "tea"}
    first, again = (played.post("notes", body, key="k" * 32) for _ in range(2))
    assert first.json() == again.json()
    assert len(played.history) == 4


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seq": 1, "note": "x"}, 422, "not_a_hand"),
        ({"seq": 99, "note": "x"}, 422, "not_a_hand"),
        ({"seq": 2, "note": "x" * 201}, 422, "invalid_request"),
        ({"seq": 2, "note": "two\nlines"}, 422, "invalid_request"),
        ({"seq": 2, "note": "\u200b"}, 422, "invalid_request"),
        ({"seq": 2}, 422, "invalid_request"),
        ({"seq": 2, "note": "x", "expected_seq": 1}, 409, "stale_seq"),
    ],
)
def test_what_is_no_note_is_refused(played, refused, body, status, code):
    refused(played.post("notes", body), status, code)
    assert len(played.history) == 3


def test_a_file_holds_no_longer_note_than_a_call(played, refused):
    noted(played, 2, "tea")
    file = played.client.get(f"{played.url}/export").json()
    file["events"][-1]["payload"]["note"] = "x" * 201
    file["digest"] = digest(file["events"])
    answer = played.client.post("/api/v1/imports?anew=true", json=file)
    refused(answer, 422, "bad_game_file")
