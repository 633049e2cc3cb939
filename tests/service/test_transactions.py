"""What runs while nobody else may write: no statement that takes longer in a larger database.

Every call that writes is made, and everything that is swept away, while the statements of write
transactions are taken down; SQLite then says how it finds the rows of each.
"""

import io
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from sqlalchemy import event
from sqlalchemy.engine import make_url

from service.app import create_app
from service.db.schema import metadata
from service.rules.house_rules import RulesStore
from service.settings import Settings
from tests.service.conftest import PLAYERS, Table

# Tables that never hold more rows than this says, whatever else the database holds.
SMALL = {"house_rules": "1,000 files are kept"}
WRITES_NOTHING = {
    ("post", "/api/v1/readings"),
    ("post", "/api/v1/frames"),
    ("post", "/api/v1/scores"),
    ("post", "/api/v1/comparisons"),
    ("post", "/api/v1/training"),
    ("post", "/api/v1/waits"),
    ("post", "/api/v1/invitations"),
    ("post", "/api/v1/house-rules/preview"),
    ("post", "/api/v1/tile-sets/count"),
    ("post", "/api/v1/games/{game_id}/hands/preview"),
    ("post", "/api/v1/games/{game_id}/corrections/preview"),
}
GAME, SETS = "/api/v1/games/{game_id}", "/api/v1/tile-sets"


class Clock:
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def client(database, clock):
    with TestClient(create_app(Settings(database=database), clock)) as client:
        yield client


class Transactions:
    """The statements of write transactions, and whether each was begun by a call in its lane."""

    def __init__(self, app):
        self.state = app.state
        self.statements, self.begun, self.beside = {}, 0, 0
        engine = self.state.store.database.engine
        event.listen(engine, "before_cursor_execute", self._take_down)

    def _take_down(self, connection, _cursor, statement, parameters, _context, many):
        if not connection.get_execution_options().get("locks_first"):
            return
        if statement == "BEGIN IMMEDIATE":
            self.begun += 1
            self.beside += not (self.state.write_queue.running or self.state.imports.running)
        elif not statement.startswith("PRAGMA"):
            self.statements[statement] = parameters[0] if many else parameters


def picture():
    out = io.BytesIO()
    Image.new("RGB", (64, 48), "seagreen").save(out, "JPEG")
    return out.getvalue()


def house(name):
    return {
        "base": "hk-500",
        "name": name,
        "options": {"minimum": 2},
        "rows": {"half_flush": name.count("y")},
    }


def keyed(number):
    return {"Idempotency-Key": f"{number:032x}"}


def calls(client, table, rows):
    """Make every call that writes: yields its method, the path it is described by, the answer."""
    owner = {"Authorization": f"Bearer {table.token}"}
    number = 0

    def call(method, path, status=None, headers=owner, **given):
        nonlocal number
        number += 1
        filled = path.format(
            game_id=table.id,
            picture=2,
            **{k: given.pop(k) for k in ("link_id", "photo_id", "set_id", "key") if k in given},
        )
        answer = client.request(
            method.upper(), filled, headers={**headers, **keyed(number)}, **given
        )
        assert answer.is_success, (method, path, answer.text)
        return method, path, answer

    for name in ("Friday", "Friyyday", "Friyyyyday", "Friyyyyyyday"):
        yield call("post", "/api/v1/house-rules", json=house(name))
    _, _, kept = call("post", "/api/v1/house-rules", json=house("Sunday"))
    new = {"rules": kept.json()["hash"], "players": PLAYERS, "follows": table.id}
    yield call("post", "/api/v1/games", json=new)
    yield call("post", f"{GAME}/hands", json={"winner": 1, "faan": 3, "from": 0})
    yield call("post", f"{GAME}/corrections", json={"seq": 2, "strike": True})
    yield call("post", f"{GAME}/false-wins", json={"player": 1})
    yield call("post", f"{GAME}/undo", json={})
    yield call("post", f"{GAME}/adjustments", json={"changes": [1, -1, 0, 0], "reason": "a chip"})
    yield call("post", f"{GAME}/swaps", json={"seats": [1, 0, 2, 3]})
    yield call("post", f"{GAME}/notes", json={"seq": 2, "note": "tea"})
    yield call("post", f"{GAME}/players", json={"players": ["Ann", "Bea", "Cid", "Dee"]})
    yield call("post", f"{GAME}/codes", json={})
    yield call("post", f"{GAME}/rules", json={"rules": "hk-majlife"})
    seq = table.state["seq"]
    yield call("patch", f"{GAME}/draft", json={"winner": 1, "expected_seq": seq})
    put = f"{GAME}/draft/pictures/{{picture}}"
    yield call("put", put, params={"expected_seq": seq}, content=picture())
    yield call("delete", f"{GAME}/draft")
    call("patch", f"{GAME}/draft", json={"winner": 1, "expected_seq": seq})
    call("put", put, params={"expected_seq": seq}, content=picture())
    added = call("post", f"{GAME}/links", json={})
    yield added
    link = added[2].json()["id"]
    yield call("post", f"{GAME}/links/{{link_id}}/renewal", link_id=link)
    yield call("delete", f"{GAME}/links/{{link_id}}", link_id=link)
    form = {"files": {"photo": ("a.jpg", picture(), "image/jpeg")}}
    added = call("post", f"{GAME}/photos", **form)
    yield added
    yield call("delete", f"{GAME}/photos/{{photo_id}}", photo_id=added[2].json()["id"])
    call("post", f"{GAME}/photos", **form)
    yield from calls_of_tile_sets(call, table.id, rows)
    file = client.get(f"{table.url}/export").json()
    yield call("post", "/api/v1/imports", params={"anew": True}, json=file)
    yield call("post", f"{GAME}/end", json={})


def calls_of_tile_sets(call, game, rows):
    """Those that write of a table's own tiles."""
    photo = {"photo": ("rows.jpg", rows, "image/jpeg")}
    added = call("post", SETS, files=photo, data={"name": "Friday's", "game": game})
    yield added
    mine = {"set_id": added[2].json()["id"]}
    yield call("patch", f"{SETS}/{{set_id}}", json={"name": "Saturday's"}, **mine)
    one = {"photo": ("a.jpg", picture(), "image/jpeg")}
    sample = f"{SETS}/{{set_id}}/samples/{{key}}"
    yield call("put", sample, files=one, data={"tile": "1m"}, key="a", **mine)
    yield call("delete", sample, key="a", **mine)
    yield call("delete", f"{SETS}/{{set_id}}", **mine)


def test_nothing_is_looked_for_in_a_whole_table_while_others_wait_to_write(
    client, clock, database, rows
):
    app = client.app
    app.state.rules_store = RulesStore(app.state.store.database, most=3, each=2)
    begun = client.post("/api/v1/games", json={"rules": "hk-500", "players": PLAYERS}).json()
    table = Table(client, begun["id"], begun["write_token"])
    written = Transactions(app)
    made = set()
    for method, path, _ in calls(client, table, rows):
        assert written.begun, (method, path)
        assert not written.beside, f"{method} {path} wrote beside the writers' lane"
        written.begun = 0
        made.add((method, path))
    clock.now += timedelta(days=400)
    for swept in ("archive", "drafts", "creations", "join_codes"):
        assert getattr(app.state, swept).sweep(), swept
    assert client.delete(table.url, headers={"Authorization": f"Bearer {table.token}"}).is_success
    made.add(("delete", GAME))
    described = client.get("/openapi.json").json()["paths"].items()
    writing = {(method, path) for path, methods in described for method in methods} - WRITES_NOTHING
    assert {one for one in writing if one[0] != "get"} == made
    assert len(written.statements) > 40
    found = plans(database, written.statements)
    scans = {step for steps in found.values() for step in steps if step.startswith("SCAN")}
    scans = {step for step in scans if "CONSTANT ROW" not in step}  # those that a query brings
    assert {step.split()[1] for step in scans} <= set(SMALL), scans
    assert any("ix_games_rules_hash" in step for steps in found.values() for step in steps)


def plans(database, statements):
    """How SQLite finds the rows of each statement."""
    with closing(sqlite3.connect(make_url(database).database)) as connection:
        return {
            statement: [
                row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            ]
            for statement, parameters in statements.items()
        }


def test_what_a_row_refers_to_finds_it_by_an_index():
    """A row that is deleted is looked for in every table that may refer to it."""
    for table in metadata.sorted_tables:
        leading = {next(iter(index.columns)).name for index in table.indexes}
        leading.add(next(iter(table.primary_key.columns)).name)
        for key in table.foreign_keys:
            assert key.parent.name in leading, f"{table.name}.{key.parent.name}"
