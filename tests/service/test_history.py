"""What happened: as JSON and as CSV."""

import csv
import io

from tests.postgresql import on_both

pytestmark = on_both

COLUMNS = (
    "seq,at,kind,hand_number,round_wind,dealer,winner,from,win,faan,score,hand,"
    "change_0,change_1,change_2,change_3,points_0,points_1,points_2,points_3"
)


def evening(table):
    """A win by tiles, a self-draw, a tie, an undo and an adjustment."""
    table.hand(winner=2, **{"from": 0}, hand="123m 4569p 789s (222s) +9p")
    table.won(1, None, 3)
    table.hand(draw=True)
    table.undo()
    table.post("adjustments", {"changes": [-10, 10, 0, 0], "reason": "a fine"})


def test_history(table):
    evening(table)
    events = table.history
    assert [event["seq"] for event in events] == [1, 2, 3, 4, 5, 6]
    assert [event["kind"] for event in events] == [
        "started",
        "hand_won",
        "hand_won",
        "hand_drawn",
        "undo",
        "adjusted",
    ]
    assert [event["hand_number"] for event in events] == [1, 1, 2, 3, 4, 3]
    assert [event["dealer"] for event in events] == [0, 0, 1, 2, 2, 2]
    assert events[0]["players"] == ["Ann", "Bob", "Cid", "Dee"]
    assert events[4]["undoes"] == 4
    assert events[5]["reason"] == "a fine"
    assert all(event["at"].endswith("Z") for event in events)
    assert sorted(event["at"] for event in events) == [event["at"] for event in events]
    for event, previous in zip(events[1:], events, strict=False):
        moved = [a + b for a, b in zip(previous["points"], event["changes"], strict=True)]
        assert event["points"] == moved
    assert events[-1]["points"] == table.points


def test_history_as_csv(table):
    evening(table)
    answer = table.client.get(f"{table.url}/history.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text.splitlines()[0] == COLUMNS
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["seq"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    win = rows[1]
    assert (win["winner"], win["from"], win["win"], win["faan"]) == ("2", "0", "discard", "1")
    assert win["hand"] == "123m 4569p 789s (222s) +9p"
    assert [win[f"change_{player}"] for player in range(4)] == ["-4", "-2", "8", "-2"]
    assert [win[f"points_{player}"] for player in range(4)] == ["496", "498", "508", "498"]
    drawn = rows[2]
    assert (drawn["from"], drawn["win"], drawn["hand"], drawn["score"]) == ("", "self-draw", "", "")
    assert rows[3]["winner"] == ""


def test_a_table_for_people_has_names_winds_and_rows_beside_the_codes(table):
    evening(table)
    codes = list(csv.reader(io.StringIO(table.client.get(f"{table.url}/history.csv").text)))
    answer = table.client.get(f"{table.url}/history.csv", params={"plain": True})
    plain = list(csv.reader(io.StringIO(answer.text)))
    assert [line[: len(codes[0])] for line in plain] == codes
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    win = rows[1]
    assert (win["what"], win["dealer_name"]) == ("hand won", "Ann")
    assert (win["winner_name"], win["winner_wind"], win["from_name"]) == ("Cid", "W", "Ann")
    assert "No bonus tiles" in win["rows"]
    assert (win["Cid"], win["Cid (points)"]) == ("8", "508")
    assert rows[3]["winner_name"] == ""


def test_reading_needs_no_token(table):
    for path in ("", "/history", "/history.csv"):
        assert table.client.get(table.url + path).status_code == 200


def test_the_write_token_is_nowhere_to_be_read(table, tmp_path):
    evening(table)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert table.token.encode() not in stored
    for path in ("", "/history", "/history.csv"):
        assert table.token not in table.client.get(table.url + path).text
