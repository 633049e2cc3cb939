"""What happens besides hands: false wins, players who change chairs, an early end."""

import pytest


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ({}, [0, 0, 0, 0]),
        ({"false_win": "fixed:8"}, [8, -24, 8, 8]),
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


def test_a_false_win_of_what_is_no_hand_is_refused(table, refused):
    problem = refused(table.post("false-wins", {"player": 1, "hand": "=1+1"}), 422, "invalid_hand")
    assert problem["problems"] == ["bad_notation"]
    assert table.state["seq"] == 1


def test_a_false_win_in_points_costs_the_limit(new_table):
    table = new_table({"false_win": "pay_max_selfdraw_each"}, rules="classical-british")
    event = table.post("false-wins", {"player": 3}).json()["event"]
    assert event["changes"] == [1000, 1000, 1000, -3000]


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
