"""House rules that are asked about before they are kept, and what is told of those that are."""

import pytest

from tests.postgresql import on_both

pytestmark = on_both

TWO_FIVE = {
    "base": "hk-500",
    "name": "三番起糊",
    "options": {"minimum": 3, "cap": 10},
    "points": {"ladder": "half_spicy", "unit": 0.25},
    "payment": {"discard": "full_gun"},
    "rows": {"seven_flowers": True},
}
PREVIEW = "/api/v1/house-rules/preview"


def test_a_preview_says_what_is_paid_and_keeps_nothing(client):
    answer = client.post(PREVIEW, json=TWO_FIVE)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    paid = {one["faan"]: one["discard"]["discarder"] for one in told["payments"]}
    assert [paid[faan] for faan in (3, 4, 5, 10)] == [8, 16, 24, 128]
    assert [hand["house"]["problems"] for hand in told["examples"]] == [["below_minimum"], [], []]
    assert told["examples"][2]["house"]["payments"]["S"] == 192
    assert "closed_hand" in [row["id"] for row in told["ready"]]
    assert len(told["ways"]) == 6
    assert client.get("/api/v1/house-rules").json() == []
    assert client.get(f"/api/v1/house-rules/{told['hash']}").status_code == 404


def test_what_is_kept_says_what_it_was_made_of_and_goes_on_from_there(client):
    kept = client.post("/api/v1/house-rules", json=TWO_FIVE).json()
    assert kept["id"].startswith("house-")
    assert kept["says"] == {**TWO_FIVE, "version": 1}
    shown = client.get(f"/api/v1/house-rules/{kept['hash']}").json()
    assert shown == kept
    again = {**kept["says"], "version": 2, "payment": {"discard": "half_gun"}}
    later = client.post("/api/v1/house-rules", json=again).json()
    assert (later["id"], later["version"]) == (kept["id"], 2)
    assert later["hash"] != kept["hash"]


FORBIDDING = {
    "base": "hk-majlife",
    "name": "No pairs",
    "rows": {
        "seven_pairs": False,
        "thirteen_orphans": 0,
        "little_three_dragons": {"closed": 4, "excludes": []},
    },
    "row": [{"id": "own", "pattern": "winning_tile", "tile": "5p", "value": 1, "who": "winner"}],
}


def test_a_house_forbids_forms_and_changes_what_rows_swallow(client):
    kept = client.post("/api/v1/house-rules", json=FORBIDDING).json()
    assert kept["says"] == {**FORBIDDING, "version": 1}
    for hand in ("11m33m2z2z99m44m44z6z +6z", "19m 19p 19s 1234567z +1z"):
        told = client.post("/api/v1/scores", json={"hand": hand, "rules": kept["hash"]}).json()
        assert told["problems"] == ["not_a_winning_hand"]
    shown = client.get(f"/api/v1/rules/{kept['hash']}").json()
    rows = {row["id"]: row for row in shown["rows"]}
    assert (rows["seven_pairs"]["value"], rows["little_three_dragons"]["excludes"]) == ("-", [])


def test_a_preview_of_points_scores_its_examples_too(client):
    told = client.post(PREVIEW, json={"base": "classical-20", "name": "Old"}).json()
    assert told["payments"] == []
    assert all(hand["house"]["score"] == hand["base"]["score"] for hand in told["examples"])


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"points": {"3": 8, "4": 6}}, "a ladder cannot go down"),
        ({"points": {"ladder": "half_spicey"}}, "the nearest is 'half_spicy'"),
        ({"payment": {"discard": {"discarder": 0, "others": 0}}}, "nobody pays the winner"),
        ({"row": [{"id": "x", "pattern": "four_pung", "value": 3}]}, "the nearest is 'four_pungs'"),
        ({"rows": {"full_flush": {"closed": -1}}}, "must be a whole number"),
        ({"options": {"minimum": 9, "cap": 8}}, "ever win"),
    ],
)
def test_what_cannot_be_is_said_without_a_line_that_nobody_wrote(client, refused, more, says):
    body = {"base": "hk-500", "name": "x", "options": {"minimum": 3}, **more}
    problem = refused(client.post(PREVIEW, json=body), 422, "bad_house_file")
    assert says in problem["detail"]
    assert "line" not in problem
    assert not problem["detail"].startswith("line")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"base": "hk-500"}, "one_file"),
        ({"toml": 'base = "hk-500"', "points": {"3": 8}}, "one_file"),
        ({"base": "hk-5000", "name": "x"}, "unknown_rules"),
        ({"base": "hk-500", "name": "x", "option": {}}, "unknown_field"),
        ({"base": "hk-500", "name": "x", "payment": {"discard": [1]}}, "invalid_request"),
        ({"base": "hk-500", "name": "x", "options": {"cap": "x"}}, "bad_option"),
    ],
)
def test_what_is_no_house_is_refused(client, refused, body, code):
    refused(client.post(PREVIEW, json=body), 422, code)
