"""Looking back over HTTP: figures of players, and the settlement in points, money and chips."""

import csv
import io

import pytest

from service.schemas import statistics

pytestmark = pytest.mark.slow


def evening(table):
    """The evening of the sheet: Dee from Bob 7 faan, Bob draws 3, a tie, Ann draws 10."""
    table.won(3, 1, 7)
    table.won(1, None, 3)
    table.hand(draw=True)
    table.won(0, None, 10)


def look(table, what="statistics", **query):
    query = {("with" if name == "others" else name): value for name, value in query.items()}
    return table.client.get(f"{table.url}/{what}", params=query)


@pytest.fixture
def rematch(new_table, client):
    """A second game of the same table, in which Eve sits in for Dee."""

    def start(first, **options):
        body = {
            "rules": "hk-500",
            "players": ["Bob", "Ann", "Cid", "Eve"],
            "options": options,
            "follows": first.id,
        }
        answer = client.post("/api/v1/games", json=body).json()
        return type(first)(client, answer["id"], answer["write_token"])

    return start


def test_figures_of_chosen_games_as_a_table(table, rematch):
    evening(table)
    again = rematch(table)
    again.won(0, 3, 4)  # Bob from Eve
    lines = look(table, "statistics.csv", others=[again.id])
    assert lines.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(lines.text)))
    games = [name for name in rows[0] if name.startswith("points ")]
    assert [name[-8:] for name in games] == [table.id[:8], again.id[:8]]
    told = [(row["name"], row["points"], *(row[game] for game in games)) for row in rows]
    assert told == [
        ("Ann", "320", "336", "-16"),
        ("Bob", "-80", "-144", "64"),
        ("Cid", "-192", "-176", "-16"),
        ("Dee", "-16", "-16", ""),
        ("Eve", "-32", "", "-32"),
    ]
    assert (rows[1]["biggest_faan"], rows[1]["average_faan"]) == ("4", "3.5")


def test_statistics_of_an_evening(table):
    evening(table)
    found = look(table).json()
    statistics.Statistics.model_validate(found, strict=True)
    assert (found["hands"], found["draws"]) == (4, 1)
    assert [(one["name"], one["points"], one["rank"]) for one in found["players"]] == [
        ("Ann", 336, 1),
        ("Bob", -144, 3),
        ("Cid", -176, 4),
        ("Dee", -16, 2),
    ]
    bob = found["players"][1]
    assert (bob["wins"], bob["self_draws"], bob["deal_ins"]) == (1, 1, 1)
    assert (bob["average_faan"], bob["average_score"]) == (3.0, None)
    assert bob["biggest_faan"] == {"game": table.id, "seq": 3, "value": 3, "hand": None}
    (game,) = found["games"]
    assert [step["points"] for step in game["course"]] == [
        [500] * 4,
        [468, 436, 468, 628],
        [452, 484, 452, 612],
        [452, 484, 452, 612],
        [836, 356, 324, 484],
    ]


def test_statistics_of_several_games(table, rematch):
    evening(table)
    other = rematch(table)
    other.won(1, 0, 10)  # Ann, from Bob
    by_name = look(other, others=[table.id]).json()
    assert look(other, earlier=True).json() == by_name
    assert [game["id"] for game in by_name["games"]] == [table.id, other.id]
    assert [(one["name"], one["games"]) for one in by_name["players"]] == [
        ("Ann", 2),
        ("Bob", 2),
        ("Cid", 2),
        ("Dee", 1),
        ("Eve", 1),
    ]
    ann = by_name["players"][0]
    assert (ann["points"], ann["wins"], ann["average_faan"]) == (336 + 256, 2, 10.0)
    assert len(look(other).json()["games"]) == 1


def test_the_settlement_of_an_evening(table):
    evening(table)
    found = look(table, "settlement").json()
    statistics.Settlement.model_validate(found, strict=True)
    assert [(one["from"], one["to"], one["points"]) for one in found["transfers"]] == [
        ("Cid", "Ann", 176),
        ("Bob", "Ann", 144),
        ("Dee", "Ann", 16),
    ]
    assert found["balances"][0] == {"name": "Ann", "points": 336, "money": None}
    assert found["money_per_point"] is None


def test_a_settlement_in_money_and_chips(new_table):
    """A nickel a point: 36 points are $1.80."""
    table = new_table({"start": 200, "money_per_point": 0.05}, rules="hk-majlife")
    table.post("adjustments", {"changes": [36, -36, 0, 0], "reason": "the whole evening"})
    found = look(table, "settlement", bank_roll=10).json()
    assert found["transfers"] == [
        {
            "from": "Bob",
            "to": "Ann",
            "points": 36,
            "money": 1.8,
            "chips": {"yellow": 1, "white": 1, "green": 1, "red": 1},
        }
    ]
    bones = look(table, "settlement", bank_roll=5).json()["transfers"][0]["chips"]
    assert bones == {"9 dots": 1, "5 dots": 3, "8 dots": 1}
    assert look(table, "settlement").json()["transfers"][0]["chips"] is None


@pytest.mark.parametrize(("per_point", "points"), [(0.01, 3), (0.003, 1), (1000, 1)])
def test_what_chips_cannot_pay(new_table, per_point, points):
    table = new_table({"money_per_point": per_point})
    table.post("adjustments", {"changes": [points, -points, 0, 0], "reason": "x"})
    (transfer,) = look(table, "settlement", bank_roll=10).json()["transfers"]
    assert (transfer["money"], transfer["chips"]) == (pytest.approx(per_point * points), None)


def test_scores_that_only_add_up_are_not_settled(new_table):
    table = new_table(rules="simplified-300")
    table.hand(winner=0, scores=[72, 40, 8, 0])
    found = look(table, "settlement").json()
    assert (found["settles"], found["transfers"]) == (False, [])
    assert [one["points"] for one in found["balances"]] == [72, 40, 8, 0]


def test_several_games_are_settled_at_once(table, rematch):
    evening(table)
    other = rematch(table)
    other.won(0, 3, 3)  # Bob from Eve
    found = look(other, "settlement", earlier=True).json()
    assert {one["name"]: one["points"] for one in found["balances"]} == {
        "Ann": 328,
        "Bob": -112,
        "Cid": -184,
        "Dee": -16,
        "Eve": -16,
    }
    assert sum(one["points"] for one in found["transfers"]) == 328


def test_games_of_different_stakes_are_settled_one_by_one(table, rematch, refused):
    other = rematch(table, money_per_point=0.1)
    refused(look(other, "settlement", earlier=True), 422, "different_stakes")


def test_games_that_nobody_knows_and_questions_that_nobody_asks(table, refused):
    refused(look(table, others=["0" * 32]), 404, "no_such_game")
    refused(look(table, others=["0" * 32] * 51), 422, "invalid_request")
    refused(look(table, earlier="perhaps"), 422, "invalid_request")
    refused(look(table, "settlement", bank_roll=7), 422, "invalid_request")
    refused(look(table, since=2020), 422, "unknown_field")
