"""A link that was taken back writes nothing more: not even by a call that had come in before."""

import io
import threading
from contextlib import contextmanager
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import event, select

from service.db.schema import metadata
from tests import http
from tests.deadlines import until
from tests.postgresql import on_both
from tests.service.conftest import PLAYERS
from tests.serving import at, start

pytestmark = on_both

WRITERS = 6


def picture():
    out = io.BytesIO()
    Image.new("RGB", (64, 48), "seagreen").save(out, "JPEG")
    return out.getvalue()


FIX = {"seq": 2, "strike": True}
PHOTO = {"files": {"photo": ("hand.jpg", picture(), "image/jpeg")}}
# Every call that writes to a game, with what it needs: `{…}` is filled in from the table.
CALLS: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/games/{game_id}/hands"): {"json": {"draw": True}},
    ("POST", "/games/{game_id}/undo"): {"json": {}},
    ("POST", "/games/{game_id}/adjustments"): {"json": {"changes": [1, -1, 0, 0], "reason": "x"}},
    ("POST", "/games/{game_id}/false-wins"): {"json": {"player": 1}},
    ("POST", "/games/{game_id}/swaps"): {"json": {"seats": [1, 0, 2, 3]}},
    ("POST", "/games/{game_id}/rules"): {"json": {"rules": "hk-majlife"}},
    ("POST", "/games/{game_id}/notes"): {"json": {"seq": 2, "note": "x"}},
    ("POST", "/games/{game_id}/end"): {"json": {}},
    ("POST", "/games/{game_id}/corrections"): {"json": FIX},
    ("PATCH", "/games/{game_id}/draft"): {"json": {"expected_seq": 2, "winner": 2}},
    ("DELETE", "/games/{game_id}/draft"): {},
    ("PUT", "/games/{game_id}/draft/pictures/{picture}"): {
        "content": picture(),
        "params": {"expected_seq": 2},
    },
    ("POST", "/games/{game_id}/players"): {"json": {"players": ["A", "B", "C", "D"]}},
    ("POST", "/games/{game_id}/codes"): {"json": {"write": True}},
    ("POST", "/games/{game_id}/links"): {"json": {"name": "a phone"}},
    ("POST", "/games/{game_id}/links/{link_id}/renewal"): {"json": {}},
    ("DELETE", "/games/{game_id}/links/{link_id}"): {},
    ("POST", "/games/{game_id}/photos"): PHOTO,
    ("DELETE", "/games/{game_id}/photos/{photo_id}"): {},
    ("DELETE", "/games/{game_id}"): {},
    ("POST", "/games"): {"json": {"rules": "hk-500", "players": PLAYERS, "follows": "{game_id}"}},
}
# They change nothing, or are no call of somebody who writes.
OTHERS = {
    ("POST", "/games/{game_id}/hands/preview"),
    ("POST", "/games/{game_id}/corrections/preview"),
}


def test_every_call_that_writes_to_a_game_is_in_the_table(client):
    paths = client.get("/openapi.json").json()["paths"]
    found = {
        (method.upper(), path.removeprefix("/api/v1"))
        for path, calls in paths.items()
        for method in calls
        if path.startswith("/api/v1/games") and method != "get"
    }
    assert found == {*CALLS, *OTHERS}


@contextmanager
def stopped_once_let_in(engine):
    """Stop the next call as soon as its token was looked up; gives the event to let it go on."""
    let_in, go_on = threading.Event(), threading.Event()

    def look(_connection, _cursor, statement, *_more):
        if "OUTER JOIN links" in statement and not let_in.is_set():
            let_in.set()
            assert go_on.wait(60)

    event.listen(engine, "after_cursor_execute", look)
    try:
        yield let_in, go_on
    finally:
        go_on.set()
        event.remove(engine, "after_cursor_execute", look)


def contents(database):
    """Every row there is."""
    with database.read_connection() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in metadata.sorted_tables
        }


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_call_that_was_let_in_before_writes_nothing_after(client, table, refused, call):
    table.hand(draw=True)
    given = table.post("links", {"role": "owner", "name": "a lost phone"}).json()
    mine = {"Authorization": f"Bearer {table.token}"}
    kept = client.post(f"{table.url}/photos", headers=mine, **PHOTO).json()
    client.patch(f"{table.url}/draft", json={"expected_seq": 2, "winner": 1}, headers=mine)
    names = {"game_id": table.id, "picture": 0, "link_id": given["id"], "photo_id": kept["id"]}
    method, path = call
    what = dict(CALLS[call])
    if "follows" in what.get("json", {}):
        what["json"] = {**what["json"], "follows": table.id}
    what["headers"] = {"Authorization": f"Bearer {given['token']}"}
    database, answers = client.app.state.store.database, []

    def send():
        answers.append(client.request(method, f"/api/v1{path.format(**names)}", **what))

    with stopped_once_let_in(database.engine) as (let_in, go_on):
        late = threading.Thread(target=send)
        late.start()
        assert let_in.wait(60)
        url = f"{table.url}/links/{given['id']}"
        assert client.delete(url, headers=mine).status_code == 204
        before = contents(database)
        go_on.set()
        late.join()
    refused(answers[0], 403, "wrong_token")
    assert contents(database) == before


def test_a_renewed_token_is_worth_nothing_to_who_was_let_in_by_the_old_one(table, client, refused):
    database, answers = client.app.state.store.database, []
    with stopped_once_let_in(database.engine) as (let_in, go_on):
        late = threading.Thread(target=lambda: answers.append(table.hand(draw=True)))
        late.start()
        assert let_in.wait(60)
        assert table.post("links/owner/renewal", {}).status_code == 200
        go_on.set()
        late.join()
    refused(answers[0], 403, "wrong_token")
    assert len(table.history) == 1


def test_of_those_who_write_all_the_time_none_writes_after_the_answer(serve, database):
    """At two services; what is there when the link is gone is all that there will ever be."""
    urls = [serve(database).url for _ in range(2)]
    game, owner = start(urls[0])
    given = http.post(f"{game}/links", json={"name": "a lost phone"}, headers=owner).json()
    lost = {"Authorization": f"Bearer {given['token']}"}
    written, shut_out = [], []

    def write(number):
        mine = at(urls[number % 2], game)
        with http.Client(timeout=60, trust_env=False) as client:
            while True:
                answer = client.post(f"{mine}/hands", json={"draw": True}, headers=lost)
                if answer.status_code == 201:
                    written.append(answer.json()["seq"])
                elif answer.status_code == 403:
                    shut_out.append(answer.json()["code"])
                    return

    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    until(lambda: len(written) >= 30, "thirty hands")
    answer = http.delete(f"{game}/links/{given['id']}", headers=owner, timeout=60)
    then = http.get(game).json()["seq"]
    for writer in writers:
        writer.join()
    assert answer.status_code == 204
    assert shut_out == ["wrong_token"] * WRITERS
    assert http.get(game).json()["seq"] == then
    assert sorted(written) == list(range(2, then + 1))
