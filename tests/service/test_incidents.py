"""What happens besides hands: false wins, players who change chairs, an early end."""

import pytest

from service.ledger.game_file import digest
from tests.service.conftest import Table


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ({}, [0, 0, 0, 0]),
        ({"false_win": "fixed:8"}, [8, -24, 8, 8]),
        ({"false_win": "bank:8"}, [0, -8, 0, 0]),
        # a self-drawn limit: 128 to each
        ({"false_win": "pay_max_selfdraw_each"}, [128, -384, 128, 128]),
    ],
)
def test_a_false_win_costs_what_the_house_agreed(new_table, options, changes):
    table = new_table(options)
    answer = table.post("false-wins", {"player": 1, "hand": "123m 456m 99p +9p"})
    assert answer.status_code == 201, answer.text
    event, state = answer.json()["event"], answer.json()["state"]
    assert (event["kind"], event["player"], event["changes"]) == ("false_win", 1, changes)
    assert event["hand"] == "123m 456m 99p +9p"
    assert (state["hand_number"], state["dealer"]) == (1, 0)
    undone = table.undo().json()
    assert (undone["event"]["undoes"], undone["state"]["players"][1]["points"]) == (2, 500)


def test_what_goes_to_the_bank_is_settled_with_it(new_table, refused):
    table = new_table({"false_win": "bank:300"})
    table.post("false-wins", {"player": 1})
    moved = {"changes": [100, -100, 0, 0], "reason": "a debt"}
    assert table.post("adjustments", moved).status_code == 201
    refused(table.post("adjustments", {**moved, "changes": [0, -1, 0, 0]}), 422, "not_zero_sum")
    settled = table.client.get(f"{table.url}/settlement").json()
    told = [(each["from"], each["to"], each["points"]) for each in settled["transfers"]]
    assert told == [("Bob", None, 300), ("Bob", "Ann", 100)]
    more = table.post("false-wins", {"player": 1}).json()  # with 100 left: the bank gets no more
    assert more["event"]["changes"] == [0, -100, 0, 0]
    assert more["event"]["unpaid"] == [0, 200, 0, 0]
    assert more["state"]["finished"]


def test_a_false_win_of_what_is_no_hand_is_refused(table, refused):
    problem = refused(table.post("false-wins", {"player": 1, "hand": "=1+1"}), 422, "invalid_hand")
    assert problem["problems"] == ["bad_notation"]
    assert table.state["seq"] == 1


def test_a_false_win_in_points_costs_the_limit(new_table):
    table = new_table({"false_win": "pay_max_selfdraw_each"}, rules="classical-british")
    event = table.post("false-wins", {"player": 3}).json()["event"]
    assert event["changes"] == [1000, 1000, 1000, -3000]


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("adjustments", {"changes": [500, -500, 0, 0], "reason": "a debt"}),
        ("adjustments", {"changes": [900, -900, 0, 0], "reason": "a debt"}),
        ("false-wins", {"player": 1}),
    ],
)
def test_a_player_who_has_nothing_left_ends_the_game_at_once(new_table, refused, what, body):
    """Seed 000: "It also ends immediately if any player runs out of points completely"."""
    table = new_table({"false_win": "fixed:200"})
    answer = table.post(what, body)
    assert answer.status_code == 201, answer.text
    assert answer.json()["state"]["finished"]
    refused(table.hand(draw=True), 409, "game_finished")
    refused(table.post(what, body), 409, "game_finished")
    undone = table.undo().json()
    assert (undone["event"]["undoes"], undone["state"]["finished"]) == (2, False)
    assert table.points == [500, 500, 500, 500]
    assert table.hand(draw=True).status_code == 201


@pytest.mark.parametrize(
    ("options", "rules"),
    [({"bust_ends_game": False}, "hk-500"), ({}, "hk-majlife"), ({}, "classical-british")],
)
def test_elsewhere_the_game_goes_on(new_table, options, rules):
    table = new_table(options, rules=rules)
    answer = table.post("adjustments", {"changes": [2000, -2000, 0, 0], "reason": "a debt"})
    assert answer.status_code == 201
    assert not answer.json()["state"]["finished"]
    assert table.hand(draw=True).status_code == 201


def test_a_correction_cannot_end_the_game_before_later_hands(table, refused):
    table.post("adjustments", {"changes": [100, -100, 0, 0], "reason": "a debt"})
    table.won(0, 3, 1)
    ruin = {"changes": [500, -500, 0, 0], "reason": "the whole debt"}
    refused(table.post("corrections", {"seq": 2, "adjustment": ruin}), 409, "would_have_ended")
    table.undo()
    answer = table.post("corrections", {"seq": 2, "adjustment": ruin})
    assert answer.json()["state"]["finished"]


def test_who_declared_falsely_and_has_too_little_pays_in_turn(new_table):
    """Bob owes 200 to each and has 500: Cid and Dee, in turn after him, come before Ann."""
    event = new_table({"false_win": "fixed:200"}).post("false-wins", {"player": 1}).json()["event"]
    assert event["changes"] == [100, -500, 200, 200]
    assert (event["unpaid"], event["lacking"]) == ([0, 100, 0, 0], [100, 0, 0, 0])


MEANS_NOTHING = [
    ("classical-20", {"false_win": "pay_max_selfdraw_each"}),
    ("classical-british", {"false_win": "pay_max_selfdraw_each", "limit": "none"}),
    ("hk-500", {"false_win": "fixed:0"}),
    ("classical-20", {"false_win": "fixed:0"}),
]
MEANS_SOMETHING = [
    ("classical-20", {"false_win": "pay_max_selfdraw_each", "limit": 500}, 500),
    ("classical-20", {"false_win": "fixed:10"}, 10),
    ("classical-british", {"false_win": "pay_max_selfdraw_each"}, 1000),
    ("simplified-300", {"false_win": "pay_max_selfdraw_each"}, 300),
]


@pytest.mark.parametrize(("rules", "options"), MEANS_NOTHING)
def test_a_false_win_that_could_cost_nothing_is_refused_where_it_is_agreed(
    client, refused, rules, options
):
    body = {"rules": rules, "players": ["Ann", "Bob", "Cid", "Dee"], "options": options}
    problem = refused(client.post("/api/v1/games", json=body), 422, "bad_option")
    assert "false win" in problem["detail"]
    score = {"rules": rules, "hand": "123m 456m 789m 555p 2s +2s", "options": options}
    refused(client.post("/api/v1/scores", json=score), 422, "bad_option")
    house = {"base": rules, "name": "Friday", "options": options}
    refused(client.post("/api/v1/house-rules", json=house), 422, "bad_house_file")


@pytest.mark.parametrize(("rules", "options", "each"), MEANS_SOMETHING)
def test_a_false_win_that_costs_something_is_played(new_table, rules, options, each):
    event = new_table(options, rules=rules).post("false-wins", {"player": 0}).json()["event"]
    assert event["changes"] == [-3 * each, each, each, each]


def test_players_change_chairs(table, refused):
    table.won(3, 1, 7)
    answer = table.post("swaps", {"seats": [0, 2, 1, 3]})
    state = answer.json()["state"]
    assert answer.json()["event"]["changes"] == [0, 0, 0, 0]
    assert [one["name"] for one in state["players"]] == ["Ann", "Bob", "Cid", "Dee"]
    assert [one["seat_wind"] for one in state["players"]] == ["N", "S", "E", "W"]
    assert (state["dealer"], state["seats"]) == (2, [0, 2, 1, 3])
    table.won(2, None, 1)
    assert table.state["dealer"] == 1  # the deal goes on to the next chair
    refused(table.post("swaps", {"seats": [0, 2, 2, 3]}), 422, "not_a_seating")
    refused(table.post("swaps", {"seats": [0, 1, 2]}), 422, "invalid_request")


def test_a_game_is_ended_early_and_reopened(table, refused):
    table.won(3, 1, 7)
    answer = table.post("end", {"reason": "the last bus"})
    assert answer.json()["event"]["reason"] == "the last bus"
    assert answer.json()["state"]["finished"]
    for what, body in (
        ("hands", {"draw": True}),
        ("end", {}),
        ("swaps", {"seats": [1, 0, 2, 3]}),
        ("false-wins", {"player": 0}),
    ):
        refused(table.post(what, body), 409, "game_finished")
    assert not table.undo().json()["state"]["finished"]
    assert table.points == [468, 436, 468, 628]


def test_an_end_needs_no_body(table):
    headers = {"Authorization": f"Bearer {table.token}"}
    assert table.client.post(f"{table.url}/end", headers=headers).status_code == 201


def test_the_edition_of_the_rules_is_kept(table):
    table.won(3, 1, 7)
    started, won = table.history
    assert started["edition"] == won["edition"]
    assert won["edition"]["rules"] == "hk-500"
    assert len(won["edition"]["hash"]) == 64


def test_a_game_may_follow_another(new_table, client, refused):
    first = new_table()
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"], "follows": first.id}
    answer = client.post("/api/v1/games", json=body)
    assert answer.json()["state"]["follows"] == first.id
    answer = client.post("/api/v1/games", json={**body, "follows": "0" * 32})
    refused(answer, 404, "no_such_game")


def test_a_game_that_agreed_on_what_costs_nothing_goes_on(client):
    """It began when the answer was taken; its state tells what it came to, which was nothing."""
    started = {
        "players": ["Ann", "Bob", "Cid", "Dee"],
        "rules": "classical-20",
        "table": {
            "start": 500,
            "rounds": 4,
            "deal": "passes_unless_east_wins",
            "round_change": "conventional",
            "length": "rounds",
            "draw_keeps_dealer": False,
            "bust_ends_game": False,
            "short_payment": "go_negative",
            "zero_sum": True,
            "direction": "ccw",
        },
        "options": {"false_win": "pay_max_selfdraw_each", "round_wind_double": True},
        "stamp": None,
        "follows": None,
        "house": None,
    }
    at = "2026-11-21T22:00:00.000Z"
    told = [{"seq": 1, "kind": "started", "version": 3, "at": at, "payload": started}]
    file = {
        "format": "tableside-game",
        "version": 1,
        "id": "0123456789abcdef" * 2,
        "digest": digest(told),
        "events": told,
    }
    brought = client.post("/api/v1/imports", json=file).json()
    table = Table(client, brought["id"], brought["write_token"])
    assert table.state["options"] == {"round_wind_double": True}
    hand = {"winner": 1, "hands": [None, "222z 88s 456m 567p 8p 7p +9p", None, None]}
    event = table.hand(**hand, **{"from": 0}).json()["event"]
    assert event["score"] == 56  # own winds (8) and 20 for going out, doubled
    assert table.post("false-wins", {"player": 0}).json()["event"]["changes"] == [0, 0, 0, 0]
