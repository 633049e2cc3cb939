"""What a hand would do to the table, before anybody confirms it."""

import pytest

HANDS = [
    {"winner": 3, "from": 1, "faan": 7},
    {"winner": 0, "win": "self-draw", "hand": "12345678m55511z +9m"},
    {"draw": True},
]


@pytest.mark.parametrize("hand", HANDS)
def test_a_preview_is_what_recording_does_and_records_nothing(table, hand):
    previewed = table.post("hands/preview", hand)
    assert previewed.status_code == 200, previewed.text
    assert table.client.get(table.url).json()["seq"] == 1
    recorded = table.hand(**hand).json()
    shown = previewed.json()
    assert shown["state"] == recorded["state"]
    assert {**shown["event"], "at": None} == {**recorded["event"], "at": None}


def test_a_preview_refuses_what_recording_refuses(table):
    short = {"winner": 0, "win": "self-draw", "faan": 0}
    assert table.post("hands/preview", short).json()["code"] == "below_minimum"
