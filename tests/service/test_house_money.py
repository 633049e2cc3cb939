"""Games whose points are money: counted in whole coins, told as people say them."""

import pytest

from service.cli.main import main
from service.schemas.games import Added, History, State
from service.schemas.statistics import Settlement, Statistics
from tests.postgresql import on_both

pytestmark = on_both

QUARTERS = """\
format = 2
base = "hk-500"
name = "Two five"

[options]
minimum = 0
multiple_winners = "all"

[points]
ladder = "half_spicy"
unit = 0.25

[payment.responsibility]
twelve_tiles = "due"
robbed_kong = "self_draw"
"""
CHICKEN = {"winner": 0, "from": 1, "faan": 0}  # half a dollar, and a quarter from each other
TWELVE = {"winner": 2, "from": 0, "hand": "(111m) (222p) (333s) (444m) 5z +5z"}  # 3 faan


@pytest.fixture
def two_five(client, new_table):
    kept = client.post("/api/v1/house-rules", json={"toml": QUARTERS}).json()
    return new_table(rules=kept["hash"])


def points(table):
    return [player["points"] for player in table.state["players"]]


def test_parts_of_a_point_add_up_exactly(two_five):
    for _ in range(3):
        told = two_five.hand(**CHICKEN).json()
        Added.model_validate(told, strict=True)
        assert told["event"]["changes"] == [1, -0.5, -0.25, -0.25]
    assert points(two_five) == [503, 498.5, 499.25, 499.25]
    assert two_five.state["coin"] == 0.01
    State.model_validate(two_five.state, strict=True)
    moved = {"changes": [0.1, 0.2, -0.3, 0], "reason": "tea"}
    told = two_five.post("adjustments", moved)
    assert told.json()["event"]["points"] == [503.1, 498.7, 498.95, 499.25]
    history = {"events": two_five.history}
    History.model_validate(history, strict=True)
    assert two_five.post("undo", {}).json()["event"]["points"] == [502.1, 499.2, 499.2, 499.5]


def test_no_part_of_a_coin_changes_hands(two_five, new_table, refused):
    wrong = {"changes": [0.005, -0.005, 0, 0], "reason": "tea"}
    detail = refused(two_five.post("adjustments", wrong), 422, "not_whole_coins")["detail"]
    assert "0.01" in detail
    whole = new_table()
    half = {"changes": [0.5, -0.5, 0, 0], "reason": "tea"}
    refused(whole.post("adjustments", half), 422, "not_whole_coins")
    assert whole.state["coin"] == 1


def test_who_pays_for_all_is_told_with_the_way(two_five, refused):
    told = two_five.hand(**TWELVE, responsible=3).json()["event"]
    assert told["changes"] == [0, 0, 8, -8]
    assert (told["responsible"], told["responsibility"]) == (3, "twelve_tiles")
    assert told["answer"]["due"] == {"responsible": 8, "total": 8}
    assert told["edition"] == two_five.history[0]["edition"]
    agreed = {"winner": 2, "from": 0, "faan": 4}
    told = two_five.hand(**agreed, responsible=3, responsibility="twelve_tiles").json()["event"]
    assert told["changes"] == [0, 0, 16, -16]
    robbed = two_five.hand(**agreed, events=["robbing-kong"]).json()["event"]
    assert robbed["changes"] == [-24, 0, 24, 0]
    assert robbed["responsible"] is None
    for wrong, code in (
        ({"responsible": 2}, "not_responsible"),
        ({"responsible": 3, "responsibility": "robbed_kong"}, "not_responsible"),
        ({"responsible": 3, "responsibility": "twelve"}, "unknown_responsibility"),
        ({"responsibility": "twelve_tiles"}, "not_responsible"),
    ):
        refused(two_five.hand(**agreed, **wrong), 422, code)


def test_of_two_who_win_one_discard_each_is_paid_by_who_pays_for_all(two_five):
    body = {"winner": 2, "from": 0, "faan": 3, "also": [{"winner": 1, "faan": 4}]}
    assert two_five.hand(**body).json()["event"]["changes"] == [-12, 12, 6, -6]
    told = two_five.hand(**body, responsible=3).json()["event"]
    assert told["changes"] == [0, 12, 6, -18]


def test_games_of_points_and_of_money_are_added_up(two_five, new_table, client):
    two_five.hand(**CHICKEN)
    other = new_table({"minimum": 0})
    other.hand(**CHICKEN)
    figures = client.get(f"{other.url}/statistics?with={two_five.id}").json()
    Statistics.model_validate(figures, strict=True)
    assert [one["points"] for one in figures["players"]] == [5, -2.5, -1.25, -1.25]
    assert [one["points"] for one in figures["games"][0]["course"]] == [
        [500] * 4,
        [501, 499.5, 499.75, 499.75],
    ]
    settled = client.get(f"{other.url}/settlement?with={two_five.id}").json()
    Settlement.model_validate(settled, strict=True)
    assert sum(one["points"] for one in settled["transfers"]) == 5


def test_the_command_line_tells_and_settles_the_same(tmp_path, capsys):
    file = tmp_path / "two-five.toml"
    file.write_text(QUARTERS, encoding="utf-8")
    assert main(["rules", "--file", str(file)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "0 0.25 0.5 + 2 × 0.25 = 1 3 × 0.5 = 1.5" in told
    assert "all four sets of the hand were exposed" in told
    asked = ["score", str(TWELVE["hand"]), "--rules", str(file), "--from", "N"]
    assert main([*asked, "--responsible", "S", "--responsibility", "twelve_tiles"]) == 0
    assert "East receives 8, all of it from the player who pays for all." in capsys.readouterr().out
    assert main([*asked, "--responsible", "S", "--responsibility", "twelve"]) == 2
    capsys.readouterr()
    paying = (
        'dealer = 2\nmost = 50\nself_draw = { others = 1 }\nresponsibility = { self_draw = "due" }'
    )
    file.write_text(QUARTERS[: QUARTERS.index("[payment")] + f"[payment]\n{paying}\n")
    assert main(["rules", "--file", str(file)]) == 0
    told = capsys.readouterr().out
    for line in ("East pays and receives 2 times", "more than 50", "包自摸; the table decides who"):
        assert line in told
