"""Calls that make something, repeated with their key: made once, answered the same, for a week."""

import io
import threading
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from sqlalchemy import func, select, update

from service.app import create_app
from service.db import schema
from service.settings import Settings
from tests.postgresql import on_both
from tests.service.conftest import PLAYERS, begin_with

pytestmark = [on_both, pytest.mark.slow]

KEY = "c1d5a8e0f7b34c2296aa0e41d9b7735f"
NEW_GAME = {"rules": "hk-500", "players": PLAYERS}
HOUSE = {"base": "hk-500", "name": "Friday", "options": {"minimum": 1}}
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Clock:
    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def client(database, clock, empty_file):
    begin_with(empty_file, database)
    with TestClient(create_app(Settings(database=database), clock)) as client:
        # The service sweeps as it starts, on its own thread; these tests sweep themselves.
        (chores,) = (one for one in client.app.state.readiness.workers if one.name == "chores")
        chores.stop()
        yield client


def picture(colour="seagreen"):
    out = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(out, "JPEG")
    return ("hand.jpg", out.getvalue(), "image/jpeg")


def exported(table):
    return table.client.get(f"{table.url}/export").json()


# What each call makes, by its table; the call, and the same call with something else in it.
CALLS = {
    "game": (
        schema.games,
        lambda _: ("games", {"json": NEW_GAME}),
        lambda _: ("games", {"json": {**NEW_GAME, "rules": "hk-majlife"}}),
    ),
    "import": (
        schema.games,
        lambda table: ("imports?anew=true", {"json": exported(table)}),
        lambda table: ("imports", {"json": exported(table)}),
    ),
    "house rules": (
        schema.house_rules,
        lambda _: ("house-rules", {"json": HOUSE}),
        lambda _: ("house-rules", {"json": {**HOUSE, "name": "Monday"}}),
    ),
    "link": (
        schema.links,
        lambda table: (f"games/{table.id}/links", {"json": {"name": "Bob's phone"}}),
        lambda table: (f"games/{table.id}/links", {"json": {"name": "Cid's phone"}}),
    ),
    "photo": (
        schema.photos,
        lambda table: (f"games/{table.id}/photos", {"files": {"photo": picture()}}),
        lambda table: (f"games/{table.id}/photos", {"files": {"photo": picture("navy")}}),
    ),
}


def count(client, of):
    with client.app.state.store.database.read_connection() as connection:
        return connection.execute(select(func.count()).select_from(of)).scalar()


def send(client, table, call, key=KEY):
    path, body = call
    headers = {} if key is None else {"Idempotency-Key": key}
    if path.startswith("games/"):
        headers["Authorization"] = f"Bearer {table.token}"
    return client.post(f"/api/v1/{path}", headers=headers, **body)


@pytest.mark.parametrize("what", CALLS)
def test_a_repeated_call_makes_one_thing_and_is_answered_the_same(client, table, refused, what):
    made, make, make_other = CALLS[what]
    before, call, other = count(client, made), make(table), make_other(table)
    first = send(client, table, call)
    assert first.status_code in {200, 201}, first.text
    for _ in range(2):
        again = send(client, table, call)
        assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert count(client, made) == before + 1
    refused(send(client, table, other), 422, "idempotency_key_reused")
    assert count(client, made) == before + 1
    if what != "house rules":  # the same file is the same house rules, key or not
        assert send(client, table, call, "e0c4" * 8).json() != first.json()
        assert send(client, table, call, key=None).status_code == first.status_code
        assert count(client, made) == before + 3


@pytest.mark.parametrize("what", CALLS)
def test_the_same_call_at_two_services_at_once_makes_one_thing(
    database, client, clock, table, what
):
    made, call, _ = CALLS[what]
    before, asked = count(client, made), call(table)
    gate, answers = threading.Barrier(6), []
    with ExitStack() as stack:
        app = create_app(Settings(database=database), clock)
        both = [client, stack.enter_context(TestClient(app))]
        for one in both:  # routes are built by the first request, and two loops here share warnings
            assert one.get("/nowhere").status_code == 404

        def phone(number):
            gate.wait()
            answers.append(send(both[number % 2], table, asked))

        phones = [threading.Thread(target=phone, args=(number,)) for number in range(6)]
        for one in phones:
            one.start()
        for one in phones:
            one.join()
    assert {answer.status_code for answer in answers} <= {200, 201}
    assert len({answer.text for answer in answers}) == 1
    assert count(client, made) == before + 1


def test_a_renewal_whose_answer_was_lost_is_repeated_with_the_token_before(table, refused):
    """By then the token that it is sent with is worth nothing, but for this very answer."""
    given = table.post("links", {"name": "Bob's phone"}).json()
    bob = {"Authorization": f"Bearer {given['token']}"}
    call = f"links/{given['id']}/renewal"
    first = table.post(call, {}, key=KEY, **bob)
    assert first.json()["token"] != given["token"]
    assert table.post(call, {}, key=KEY, **bob).json() == first.json()
    refused(table.post(call, {}, **bob), 403, "wrong_token")
    refused(table.post(call, {}, key="f00d" * 8, **bob), 403, "wrong_token")
    refused(table.post("hands", {"draw": True}, **bob), 403, "wrong_token")
    new = {"Authorization": f"Bearer {first.json()['token']}"}
    assert table.post("hands", {"draw": True}, **new).status_code == 201


def test_who_has_an_old_token_and_guesses_a_key_is_told_no_new_one(table, refused):
    given = table.post("links", {"name": "Bob's phone"}).json()
    bob = {"Authorization": f"Bearer {given['token']}"}
    call = f"links/{given['id']}/renewal"
    assert table.post(call, {}, key="renew-1", **bob).status_code == 200
    refused(table.post(call, {}, key="renew-1", **bob), 403, "wrong_token")


def test_no_answer_is_given_to_another_sender(database, table, refused):
    """A key that may be guessed counts for its sender; a long one follows a phone anywhere."""
    app = create_app(Settings(database=database))
    with TestClient(app, client=("10.0.0.1", 1)) as ann, TestClient(app, client=("::2", 1)) as bob:
        mine = {"Idempotency-Key": "1"}
        first = ann.post("/api/v1/games", json=NEW_GAME, headers=mine).json()
        assert ann.post("/api/v1/games", json=NEW_GAME, headers=mine).json() == first
        other = bob.post("/api/v1/games", json=NEW_GAME, headers=mine).json()
        assert (other["id"], other["write_token"]) != (first["id"], first["write_token"])
        mine = {"Idempotency-Key": KEY}
        first = ann.post("/api/v1/games", json=NEW_GAME, headers=mine).json()
        assert bob.post("/api/v1/games", json=NEW_GAME, headers=mine).json() == first
    # What a game keeps for a key is asked for with the same token only.
    owner = table.post("links", {"role": "owner"}).json()
    table.post("links", {"name": "a"}, key=KEY)
    other = {"Authorization": f"Bearer {owner['token']}"}
    refused(table.post("links", {"name": "a"}, key=KEY, **other), 422, "idempotency_key_reused")


@pytest.mark.parametrize("what", ["game", "import", "link"])
def test_neither_token_nor_key_is_kept(client, table, what):
    token = send(client, table, CALLS[what][1](table)).json()
    token = token.get("write_token") or token["token"]
    with client.app.state.store.database.read_connection() as connection:
        kept = [connection.execute(select(of)).all() for of in schema.metadata.sorted_tables]
    assert count(client, schema.creations) == 1
    assert token not in str(kept)
    assert KEY not in str(kept)


def test_a_kept_answer_names_the_token_that_writes(client, table):
    for _ in range(2):
        game = send(client, table, CALLS["game"][1](table)).json()
        headers = {"Authorization": f"Bearer {game['write_token']}"}
        url = f"/api/v1/games/{game['id']}/hands"
        assert client.post(url, json={"draw": True}, headers=headers).status_code == 201


def test_answers_are_kept_for_a_week(client, table, clock):
    creations = client.app.state.creations
    game = send(client, table, CALLS["game"][1](table)).json()
    hand = table.post("hands", {"draw": True}, key="a hand").json()
    clock.now += timedelta(days=7) - timedelta(milliseconds=1)
    assert creations.sweep() == 0
    assert send(client, table, CALLS["game"][1](table)).json() == game
    assert table.post("hands", {"draw": True}, key="a hand").json() == hand
    clock.now += timedelta(milliseconds=1)
    # Swept or not, it is over.
    assert send(client, table, CALLS["game"][1](table)).json()["id"] != game["id"]
    assert table.post("hands", {"draw": True}, key="a hand").json()["seq"] == hand["seq"] + 1
    clock.now += timedelta(days=7)
    assert creations.sweep() == 2
    assert creations.sweep() == 0
    assert count(client, schema.creations) == count(client, schema.answers) == 0


def test_an_answer_of_an_earlier_program_is_given_again(client, table):
    hand = table.post("hands", {"draw": True}, key="a hand").json()
    with client.app.state.store.database.write_connection() as connection:
        connection.execute(update(schema.answers).values(at=None))
    assert table.post("hands", {"draw": True}, key="a hand").json() == hand


@pytest.mark.parametrize("key", ["", "x" * 256, "a\x00b", "a\x1fb", "a\x7fb"])
@pytest.mark.parametrize("path", ["games", "games/{id}/hands", "games/{id}/links"])
def test_keys_that_cannot_be_kept_are_refused_by_name(client, table, refused, path, key):
    headers = {
        b"Authorization": f"Bearer {table.token}".encode(),
        b"Idempotency-Key": key.encode("latin-1"),
    }
    body = {"games": NEW_GAME, "games/{id}/hands": {"draw": True}}.get(path, {})
    url = f"/api/v1/{path.format(id=table.id)}"
    refused(client.post(url, json=body, headers=headers), 422, "bad_key")


def test_every_call_that_makes_something_takes_a_key(client):
    paths = client.get("/openapi.json").json()["paths"]
    takes = {
        path.removeprefix("/api/v1/")
        for path, calls in paths.items()
        if "post" in calls
        and "Idempotency-Key" in [one["name"] for one in calls["post"].get("parameters", [])]
    }
    # They keep nothing, or only a code for an hour.
    asks = {"readings", "frames", "scores", "comparisons", "waits", "training", "invitations"}
    game = "games/{game_id}"
    shows = {f"{game}/hands/preview", f"{game}/corrections/preview"}
    shows |= {"house-rules/preview", f"{game}/codes", "tile-sets/count"}
    posts = {path.removeprefix("/api/v1/") for path, calls in paths.items() if "post" in calls}
    assert takes == posts - asks - shows
