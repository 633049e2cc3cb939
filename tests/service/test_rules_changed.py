"""A table that changes its rules during a game: what is paid before stays, what follows is new."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from scorer.api.requests import identity
from scorer.ledger import game as ledger
from scorer.ledger.events import HandDrawn, HandWon
from scorer.ledger.game import course
from scorer.ledger.table import Terms
from scorer.reports.agreement import Agreement, opening_event, rules_change
from scorer.reports.events import correction_of, event_of
from scorer.reports.wins import read_report
from scorer.rulesets.house_file import read_house_file
from service.errors import RefusedError
from service.ledger.game_file import digest
from service.schemas.games import Added, History, State
from tests.postgresql import on_both

pytestmark = on_both

GUN = """\
format = 2
base = "hk-500"
name = "All by the discarder"

[options]
minimum = 1

[payment]
discard = "full_gun"
"""
QUARTERS = """\
format = 2
base = "hk-500"
name = "Two five"

[options]
minimum = 0

[points]
ladder = "half_spicy"
unit = 0.25
"""
LONG = {"short_payment": "go_negative", "bust_ends_game": False}
ONE_FAAN = {"winner": 0, "from": 1, "faan": 1}


def kept(client, toml):
    answer = client.post("/api/v1/house-rules", json={"toml": toml})
    assert answer.status_code == 200, answer.text
    return answer.json()["hash"]


@pytest.fixture
def gun(client):
    return kept(client, GUN)


def change(table, **body):
    answer = table.post("rules", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def moved(table):
    return [each["changes"] for each in table.history if each["kind"] == "hand_won"]


def test_from_this_hand_on_the_other_rules_hold(table, gun):
    table.hand(**ONE_FAAN)
    before = table.state
    told = change(table, rules=gun)
    Added.model_validate(told, strict=True)
    assert told["event"]["kind"] == "rules_changed"
    assert told["event"]["rules"] == gun
    assert told["event"]["edition"]["hash"] != before["rules"]
    assert told["event"]["changes"] == [0, 0, 0, 0]
    state = table.state
    State.model_validate(state, strict=True)
    assert state["house_rules"]["hash"] == state["rules"] == gun
    assert state["coming"] is None
    same = ("players", "hand_number", "dealer", "round_wind", "seats", "standings", "direction")
    assert {name: state[name] for name in same} == {name: before[name] for name in same}
    table.hand(**ONE_FAAN)
    assert moved(table) == [[8, -4, -2, -2], [8, -8, 0, 0]]
    first, second = (each for each in table.history if each["kind"] == "hand_won")
    assert first["edition"]["hash"] != second["edition"]["hash"] == told["event"]["edition"]["hash"]
    History.model_validate({"events": table.history}, strict=True)


def test_rules_may_wait_for_the_next_hand(table, gun):
    told = change(table, rules=gun, from_hand=2)
    assert told["state"]["rules"] == "hk-500"
    coming = told["state"]["coming"]
    assert (coming["rules"], coming["from_hand"]) == (gun, 2)
    assert table.hand(**ONE_FAAN).json()["state"]["rules"] == gun
    assert table.state["coming"] is None
    table.hand(**ONE_FAAN)
    assert moved(table) == [[8, -4, -2, -2], [8, -8, 0, 0]]
    table.undo()
    assert table.state["rules"] == gun
    table.undo()
    assert table.state["rules"] == "hk-500"
    assert table.state["coming"]["from_hand"] == 2
    table.undo()
    assert table.state["coming"] is None


def test_agreeing_on_the_rules_in_force_takes_back_what_was_to_come(table, gun, refused):
    change(table, rules=gun, from_hand=3)
    assert change(table, rules="hk-500")["state"]["coming"] is None
    refused(table.post("rules", {"rules": "hk-500"}), 422, "same_rules")


def test_an_undo_brings_the_rules_back(table, gun):
    change(table, rules=gun)
    table.post("adjustments", {"changes": [5, -5, 0, 0], "reason": "tea"})
    assert table.undo().json()["event"]["undoes"] == 2
    assert table.state["rules"] == "hk-500"
    assert table.points == [505, 495, 500, 500]
    table.hand(**ONE_FAAN)
    assert moved(table) == [[8, -4, -2, -2]]


def test_a_correction_of_an_earlier_hand_is_paid_by_its_own_rules(table, gun):
    table.hand(**ONE_FAAN)
    change(table, rules=gun)
    table.hand(**ONE_FAAN)
    answer = table.post("corrections", {"seq": 2, "hand": {"winner": 2, "from": 3, "faan": 1}})
    assert answer.status_code == 201, answer.text
    assert answer.json()["event"]["replacement"]["changes"] == [-2, -2, 8, -4]
    assert answer.json()["event"]["resettled"] == []
    assert table.points == [506, 490, 508, 496]


def test_a_struck_hand_moves_no_change_of_rules(table, gun):
    """The change was agreed on for the hand after the next, however hands are counted later."""
    table.hand(**ONE_FAAN)
    change(table, rules=gun, from_hand=3)
    table.hand(**ONE_FAAN)
    table.hand(**ONE_FAAN)
    told = table.post("corrections", {"seq": 2, "strike": True})
    assert told.status_code == 201, told.text
    assert table.points == [516, 488, 498, 498]
    assert table.state["rules"] == gun


def test_a_hand_that_comes_to_be_played_by_other_rules_is_paid_by_them(table, gun):
    """A false win ends no hand, so the one that followed is the last by the rules of before."""
    change(table, rules=gun, from_hand=2)
    table.hand(**ONE_FAAN)
    table.hand(**ONE_FAAN)
    told = table.post("corrections", {"seq": 3, "false_win": {"player": 3}}).json()
    (again,) = told["event"]["resettled"]
    assert (again["seq"], again["changes"]) == (4, [8, -4, -2, -2])
    assert again["edition"] != next(each for each in table.history if each["seq"] == 4)["edition"]


def test_an_event_of_rules_is_not_corrected(table, gun, refused):
    change(table, rules=gun)
    refused(table.post("corrections", {"seq": 2, "strike": True}), 422, "not_correctable")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"rules": "hk-501"}, 422, "unknown_rules"),
        ({"rules": "0" * 64}, 422, "unknown_rules"),
        ({"rules": "hk-500", "options": {"minimun": 1}}, 422, "unknown_option"),
        ({"rules": "hk-500", "options": {"minimum": 12}}, 422, "bad_option"),
        ({"rules": "classical-20"}, 422, "counted_otherwise"),
        ({"rules": "simplified-300"}, 422, "counted_otherwise"),
        ({"rules": "hk-500", "options": {"money_per_point": 0.1}}, 422, "different_stakes"),
        ({"rules": "hk-500"}, 422, "same_rules"),
        ({"rules": "hk-majlife", "from_hand": 1}, 422, "hand_over"),
        ({"rules": "hk-majlife", "from_hand": 1000}, 422, "not_ahead"),
        ({"rules": "hk-majlife", "expected_seq": 1}, 409, "stale_seq"),
        ({"rules": "hk-majlife", "hand": 2}, 422, "unknown_field"),
    ],
)
def test_what_no_table_changes_to(table, refused, body, status, code):
    table.hand(**ONE_FAAN)
    refused(table.post("rules", body), status, code)
    assert table.state["seq"] == 2


def test_rules_that_pay_parts_of_a_coin_wait_for_the_next_game(table, client, refused):
    problem = refused(table.post("rules", {"rules": kept(client, QUARTERS)}), 422, "finer_coins")
    assert "play the next" in problem["detail"]


def test_rules_of_whole_points_are_paid_in_the_coins_of_the_game(client, new_table):
    """A game that counts cents goes on to count them."""
    table = new_table(rules=kept(client, QUARTERS))
    table.hand(winner=0, **{"from": 1}, faan=0)
    change(table, rules=kept(client, GUN), options={"false_win": "fixed:10"})
    assert table.hand(**ONE_FAAN).json()["event"]["changes"] == [8, -8, 0, 0]
    told = table.post("false-wins", {"player": 3}).json()
    assert told["event"]["changes"] == [10, 10, 10, -30]
    assert table.points == [519, 501.5, 509.75, 469.75]
    assert table.state["coin"] == 0.01


def test_rules_that_would_end_the_game_at_once_are_refused(client, new_table, refused):
    table = new_table(
        rules="hk-500", options={"short_payment": "go_negative", "bust_ends_game": False}
    )
    table.post("adjustments", {"changes": [600, -600, 0, 0], "reason": "tea"})
    problem = refused(table.post("rules", {"rules": "hk-500"}), 409, "would_end_game")
    assert "points" in problem["detail"]


def test_a_key_changes_rules_once(table, gun):
    one = table.post("rules", {"rules": gun}, key="abc-def-ghi-jkl")
    assert table.post("rules", {"rules": gun}, key="abc-def-ghi-jkl").json() == one.json()
    assert table.state["seq"] == 2


def test_only_who_may_write_changes_rules(table, gun, refused):
    bare = table.client.post(f"{table.url}/rules", json={"rules": gun})
    refused(bare, 401, "no_token")


def test_a_changed_game_is_taken_along_whole(client, table, gun):
    table.hand(**ONE_FAAN)
    change(table, rules=gun, from_hand=3)
    for _ in range(2):
        table.hand(**ONE_FAAN)
    file = client.get(f"{table.url}/export").json()
    again = client.post("/api/v1/imports?anew=true", json=file)
    assert again.status_code == 201, again.text
    state = again.json()["state"]
    assert {**state, "id": table.id} == table.state
    lines = list(csv.DictReader(io.StringIO(client.get(f"{table.url}/history.csv").text)))
    assert [line["kind"] for line in lines] == [
        "started", "hand_won", "rules_changed", "hand_won", "hand_won",
    ]  # fmt: skip
    assert [line["change_1"] for line in lines] == ["0", "-4", "0", "-4", "-8"]


def test_the_rules_of_a_game_that_was_brought_are_found_where_its_file_is_not(
    client, table, gun, database
):
    change(table, rules=gun)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM house_rules"))
    engine.dispose()
    assert client.get(f"/api/v1/rules/{gun}").status_code == 200
    table.undo()
    assert client.get(f"/api/v1/rules/{gun}").status_code == 404


def test_statistics_count_a_game_of_two_rules(client, table, gun):
    table.hand(**ONE_FAAN)
    change(table, rules=gun)
    table.hand(**ONE_FAAN)
    told = client.get(f"{table.url}/statistics").json()
    assert told["hands"] == 2
    assert [each["points"] for each in told["players"]] == [16, -12, -2, -2]
    paid = client.get(f"{table.url}/settlement").json()
    assert sum(each["points"] for each in paid["transfers"]) == 16


def test_a_file_of_finer_coins_than_its_game_is_refused(client, table, gun, refused):
    change(table, rules=gun)
    file = client.get(f"{table.url}/export").json()
    file["events"][1]["payload"]["house"] = QUARTERS
    file["digest"] = digest(file["events"])
    answer = client.post("/api/v1/imports?anew=true", json=file)
    refused(answer, 422, "bad_game_file")


HOUSES = [
    GUN,
    GUN.replace("full_gun", "everybody_equal"),
    GUN.replace("minimum = 1", "minimum = 2"),
]
steps = st.lists(
    st.tuples(st.just("hand"), st.integers(0, 3), st.integers(1, 3), st.integers(2, 9))
    | st.tuples(st.just("rules"), st.integers(0, 2), st.integers(0, 2), st.just(0))
    | st.tuples(st.just("undo"), st.just(0), st.just(0), st.just(0))
    | st.tuples(st.just("draw"), st.just(0), st.just(0), st.just(0))
    | st.tuples(st.just("strike"), st.integers(0, 20), st.just(0), st.just(0)),
    max_size=25,
)


@settings(deadline=None, max_examples=150)
@given(steps)
def test_whatever_is_changed_and_taken_back_a_replay_makes_the_same_of_it(told):
    """Each hand is stamped with the rules that the table of its moment had, and sums to zero."""
    game = ledger.apply(None, opening_event(["Ann", "Bob", "Cid", "Dee"], Terms("hk-500")))
    for kind, one, two, three in told:
        try:
            game = ledger.apply(game, next_event(game, kind, one, two, three))
        except (RefusedError, ledger.LedgerError):
            continue  # what may not follow is not added
        assert ledger.replay(game.events) == game
    for entry in course(game):
        if isinstance(entry.event, HandWon):
            assert sum(entry.event.changes) == 0
            assert entry.event.stamp == Agreement.at(game, entry.before).stamp
    assert sum(game.table.points) == 2000


def next_event(game, kind, one, two, three):
    if kind == "rules":
        toml = HOUSES[one]
        terms = Terms(identity(read_house_file(toml)).hash, house=toml)
        return rules_change(game, terms, game.table.hand_number + two)
    if kind == "undo":
        return ledger.undo(game)
    if kind == "strike":
        return correction_of(game, 2 + one, None, "")
    if kind == "draw":
        return event_of(game, HandDrawn())
    body = {"winner": one, "from": (one + two) % 4, "faan": three}
    return event_of(game, read_report(body))
