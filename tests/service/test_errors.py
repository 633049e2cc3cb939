"""Every refusal is a problem document with a stable code, and changes nothing."""

import re
import sqlite3
from dataclasses import replace

import pytest

GAME = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
GAMES = "/api/v1/games"


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({**GAME, "rules": "hk-50"}, "unknown_rules", "hk-500"),
        ({**GAME, "options": {"minimun": 3}}, "unknown_option", "minimum"),
        ({**GAME, "options": {"rounds": 9}}, "bad_option", "rounds"),
        ({**GAME, "options": {"round_change": "sheet"}}, "bad_option", "sheet_literal"),
        ({**GAME, "player": []}, "unknown_field", "players"),
        ({**GAME, "players": ["Ann"]}, "invalid_request", "players"),
        ({**GAME, "players": ["Ann", "Bob", "Cid", ""]}, "invalid_request", "players.3"),
        ({**GAME, "players": ["Ann", "Bob", "Cid", "D" * 41]}, "invalid_request", "players.3"),
        ({**GAME, "players": ["Ann", "Bob", "Cid", "D\x00"]}, "invalid_request", "players.3"),
        ({**GAME, "players": ["Ann", "Bob", "Cid", 4]}, "invalid_request", "players.3"),
        ({"players": GAME["players"]}, "invalid_request", "rules"),
        ([GAME], "invalid_request", "JSON object"),
        ("hk-500", "invalid_request", "JSON object"),
        (None, "invalid_request", "JSON object"),
    ],
)
def test_games_that_cannot_start(client, refused, body, code, words):
    problem = refused(client.post(GAMES, json=body), 422, code)
    assert words in problem["detail"]


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({}, "winner_required", "draw"),
        ({"winner": 0, "faan": 3}, "from_required", "self-draw"),
        ({"winner": 0, "from": 0, "faan": 3}, "winner_is_discarder", "discard"),
        ({"winner": 0, "from": 1, "win": "self-draw", "faan": 3}, "from_not_allowed", "from"),
        ({"winner": 4, "from": 1, "faan": 3}, "invalid_request", "winner"),
        ({"winner": "0", "from": 1, "faan": 3}, "invalid_request", "winner"),
        ({"winner": True, "from": 1, "faan": 3}, "invalid_request", "winner"),
        ({"winner": 0, "from": -1, "faan": 3}, "invalid_request", "from"),
        ({"winner": 0, "from": 1}, "one_result", "faan"),
        ({"winner": 0, "from": 1, "faan": 3, "hand": "1m"}, "one_result", "hand and faan"),
        ({"winner": 0, "from": 1, "faan": 0}, "below_minimum", "minimum"),
        ({"winner": 0, "from": 1, "faan": -1}, "invalid_request", "faan"),
        ({"winner": 0, "from": 1, "faan": 2.5}, "invalid_request", "faan"),
        ({"winner": 0, "from": 1, "scores": [1, 2, 3, 4]}, "not_for_these_rules", "hand or faan"),
        (
            {"winner": 0, "from": 1, "hands": ["1m", None, None, None]},
            "not_for_these_rules",
            "hand or faan",
        ),
        (
            {"winner": 0, "from": 1, "faan": 3, "events": ["robing-kong"]},
            "unknown_event",
            "robbing",
        ),
        ({"winner": 0, "from": 1, "hand": "1m", "events": ["luck"]}, "unknown_event", "luck"),
        ({"winner": 0, "from": 1, "fan": 3}, "unknown_field", "faan"),
        ({"winner": 0, "from": 1, "win": "theft", "faan": 3}, "invalid_request", "win"),
        ({"winner": 0, "from": 1, "hand": "9" * 500}, "invalid_request", "hand"),
        ({"winner": 0, "from": 1, "hand": "tiles"}, "invalid_hand", "'tiles'"),
        ({"draw": True, "winner": 1}, "drawn_hand", "draw"),
        ({"draw": True, "faan": 3}, "drawn_hand", "draw"),
        (
            {"winner": 0, "from": 1, "faan": 3, "expected_seq": "1"},
            "invalid_request",
            "expected_seq",
        ),
    ],
)
def test_hands_that_are_refused(table, refused, body, code, words):
    problem = refused(table.post("hands", body), 422, code)
    assert words in problem["detail"]
    assert table.state["seq"] == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"changes": [1, 0, 0, 0], "reason": "a gift"}, "not_zero_sum"),
        ({"changes": [1, -1, 0], "reason": "three"}, "invalid_request"),
        ({"changes": [1.5, -1.5, 0, 0], "reason": "halves"}, "not_whole_coins"),
        ({"changes": [10**30, -(10**30), 0, 0], "reason": "the moon"}, "invalid_request"),
        ({"changes": [1, -1, 0, 0]}, "invalid_request"),
        ({"changes": [1, -1, 0, 0], "reason": " "}, "invalid_request"),
        ({"changes": [1, -1, 0, 0], "reason": "x", "because": "y"}, "unknown_field"),
    ],
)
def test_adjustments_that_are_refused(table, refused, body, code):
    refused(table.post("adjustments", body), 422, code)
    assert table.state["seq"] == 1


@pytest.mark.parametrize("what", ["hands", "undo", "adjustments"])
def test_writing_needs_the_games_own_token(client, table, new_table, refused, what):
    other = new_table()
    url = f"{table.url}/{what}"
    answer = client.post(url, json={})
    refused(answer, 401, "no_token")
    assert answer.headers["www-authenticate"] == "Bearer"
    refused(client.post(url, json={}, headers={"Authorization": "Basic x"}), 401, "no_token")
    for token in ("nonsense", other.token, "", "ü"):
        raw = {b"Authorization": f"Bearer {token}".encode()}
        answer = client.post(url, json={}, headers=raw)
        assert answer.status_code in (401, 403)
    headers = {"Authorization": f"Bearer {other.token}"}
    refused(client.post(url, json={}, headers=headers), 403, "wrong_token")


@pytest.mark.parametrize("path", ["", "/history", "/history.csv", "/events"])
@pytest.mark.parametrize("id_", ["0" * 32, "0" * 300, "x", "%00"])
def test_unknown_games_cannot_be_read(client, refused, path, id_):
    refused(client.get(f"{GAMES}/{id_}{path}"), 404, "no_such_game")


def test_no_call_passes_over_a_query_parameter_that_it_does_not_have(client, refused):
    called = 0
    for path, calls in client.get("/openapi.json").json()["paths"].items():
        if not path.startswith("/api/"):
            continue  # the health checks and the page take what proxies and links add to them
        url = re.sub(r"{\w+}", "0" * 32, path)
        for method in calls:
            problem = refused(
                client.request(method, url, params={"nosuch": 1}), 422, "unknown_field"
            )
            assert "'nosuch'" in problem["detail"]
            called += 1
    assert called > 40


@pytest.mark.parametrize(
    ("path", "code", "words"),
    [
        ("/history?afer=3", "unknown_field", "the nearest is 'after'"),
        ("/history?after=0&after=3", "bad_value", "more than once"),
        ("?after=3", "unknown_field", "has none"),
    ],
)
def test_a_query_that_cannot_be_meant_is_refused(table, refused, path, code, words):
    assert words in refused(table.client.get(table.url + path), 422, code)["detail"]


@pytest.mark.parametrize("what", ["hands", "undo", "adjustments"])
def test_unknown_games_cannot_be_written(client, refused, what):
    headers = {"Authorization": "Bearer x"}
    answer = client.post(f"{GAMES}/{'0' * 32}/{what}", json={}, headers=headers)
    refused(answer, 404, "no_such_game")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/api/v1/nowhere", 404, "not_found"),
        ("GET", "/static/nowhere.js", 404, "not_found"),
        ("GET", "/static/../app.py", 404, "not_found"),
        ("GET", "/static/%2e%2e/app.py", 404, "not_found"),
        ("GET", "/api/v1/rules/hk-50", 404, "no_such_rules"),
        ("GET", "/api/v1/scores", 405, "method_not_allowed"),
        ("DELETE", "/api/v1/games", 405, "method_not_allowed"),
        ("POST", "/healthz", 405, "method_not_allowed"),
    ],
)
def test_addresses_and_methods(client, refused, method, path, status, code):
    refused(client.request(method, path), status, code)


@pytest.mark.parametrize("path", ["/api/v1/games", "/api/v1/scores"])
@pytest.mark.parametrize(
    "body",
    [b"{", b"{'rules': 1}", b"\xff\xfe", b"[" * 100_000],
    ids=["open", "quotes", "utf", "deep"],
)
def test_bodies_that_are_not_json(client, refused, path, body):
    answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["code"] in ("malformed_json", "bad_request")
    refused(answer, 400, answer.json()["code"])


@pytest.mark.parametrize("path", [GAMES, "/api/v1/scores"])
def test_a_body_without_its_content_type(client, refused, path):
    problem = refused(client.post(path, content=b"{}"), 422, "invalid_request")
    assert "application/json" in problem["detail"]


def test_a_body_that_is_too_large(client, refused):
    body = b'{"hand": "' + b"1" * 1_100_000 + b'"}'
    headers = {"Content-Type": "application/json"}
    refused(client.post("/api/v1/scores", content=body, headers=headers), 413, "body_too_large")


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({"rules": "hk-50", "hand": "1m"}, "unknown_rules", "hk-500"),
        ({"rules": "hk-500", "hand": "1m", "event": []}, "unknown_field", "events"),
        ({"rules": "hk-500", "hand": "1m", "events": ["luck"]}, "unknown_event", "luck"),
        ({"rules": "hk-500", "hand": "1m", "options": {"minimun": 1}}, "unknown_option", "minimum"),
    ],
)
def test_scores_that_cannot_be_asked_for(client, refused, body, code, words):
    assert words in refused(client.post("/api/v1/scores", json=body), 422, code)["detail"]


def test_half_of_a_letter_is_refused_and_not_a_fault(client):
    """A lone surrogate is valid JSON and no text that could be stored or sent."""
    body = b'{"rules": "hk-500", "players": ["\\ud800", "B", "C", "D"]}'
    for content in (body, body.replace(b"hk-500", b"\\ud800")):
        answer = client.post(GAMES, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422
    body = b'{"rules": "hk-500", "hand": "\\ud800", "\\ud801": 1}'
    headers = {"Content-Type": "application/json"}
    assert client.post("/api/v1/scores", content=body, headers=headers).status_code == 422


def test_a_fault_tells_a_stranger_nothing(client, table, refused, tmp_path):
    """A row of the store is no JSON: the answer says that it is damaged, not what is in it."""
    connection = sqlite3.connect(tmp_path / "games.sqlite3")
    connection.execute(
        "INSERT INTO events VALUES (?, 2, 'undo', 1, '{earthquake', '')", (table.id,)
    )
    connection.commit()
    connection.close()
    problem = refused(client.get(table.url), 500, "damaged_event")
    assert "earthquake" not in str(problem)
    assert client.get("/api/v1/rules").status_code == 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Ann"),
        ("Ann", "  ann "),
        ("Ann", "\uff21\uff2e\uff2e"),
        ("Straße", "STRASSE"),
        ("José", "Jose\u0301"),
        ("Mary Ann", "Mary  Ann"),
        ("Ann", "A\u200bnn"),
    ],
)
def test_two_players_of_one_name_are_refused(client, refused, one, other):
    players = [one, "Bob", other, "Dee"]
    answer = client.post(GAMES, json={"rules": "hk-500", "players": players})
    problem = refused(answer, 422, "same_name")
    assert "different names" in problem["detail"]


def test_players_who_can_be_told_apart_sit_down(client):
    players = ["Ann", "Anne", "Án", "陳"]
    assert client.post(GAMES, json={"rules": "hk-500", "players": players}).status_code == 201


def test_a_game_of_one_name_twice_that_was_begun_before_is_brought_in_and_played_on(client, table):
    """The service took it once: what is kept stays to be read, taken along and gone on with."""
    store = client.app.state.store
    twins = replace(store.load(table.id).game.started, players=("Ann", "Bob", "Ann", "Dee"))
    _, log = store.create(twins)
    file = client.get(f"{GAMES}/{log.id}/export").json()
    begun = client.post("/api/v1/imports?anew=true", json=file)
    assert begun.status_code == 201
    url = f"{GAMES}/{begun.json()['id']}"
    headers = {"Authorization": f"Bearer {begun.json()['write_token']}"}
    assert client.post(f"{url}/hands", json={"draw": True}, headers=headers).status_code == 201
    for what in ("", "/history", "/statistics", "/settlement", "/history.csv"):
        assert client.get(f"{url}{what}").status_code == 200
