"""Databases that are nearly ours: rows, payloads and files that no tableside has written.

Each is refused in words or read; nothing ends in a fault of the program, and what is wrong with one
game is no other table's business.
"""

import json
import random
import secrets
import shutil
import sqlite3
from contextlib import closing
from copy import deepcopy

import pytest
from fastapi.testclient import TestClient

from service.app import create_app
from service.cli.main import main
from service.settings import Settings
from tests.service.conftest import PLAYERS, Table
from tests.soak import full

pytestmark = pytest.mark.slow

HAND = "123m 4569p 789s (222s) +9p"
HOUSE = 'format = 1\nid = "friday"\nname = "Friday"\nbase = "hk-500"\n'
# What stands in the place of a value: other types, other sizes, what no JSON has.
VALUES = (
    None, True, "", "x", "\x00", "=1+1", -1, 0, 4, 1.5, 2**31, 2**63, 10**400, float("nan"),
    float("inf"), [], {}, [[]], [None] * 4, ["a"] * 4, {"a": 1}, "9" * 5_000, "E",
)  # fmt: skip
# Rows beside the payload: (column, value).
COLUMNS = [
    *(("seq", value) for value in (-1, 0, 99, 2**62, "two", b"\xff", 1.5)),
    *(("kind", value) for value in ("", "undo", "won", "STARTED", "\x00", b"\xff", "x" * 9_000)),
    *(("version", value) for value in (-1, 0, 1, 2, 99, 2**62, "three", b"\xff", 2.5)),
    *(("at", value) for value in ("", "yesterday", "9999-99-99T99:99:99.999Z", b"\xff", "0", "\n")),
    *(("payload", value) for value in (
        "", "{", "null", "[]", "1", '"x"', "{}", "NaN", "[" * 3_000, b"\xff\xfe", b"{}", "\x00",
        '{"a": 1, "a": 2}', "{}{}", "\ufeff{}", '{"undoes": ' + "9" * 5_000 + "}",
    )),
]  # fmt: skip
READ = ("", "/history", "/history.csv", "/statistics", "/settlement", "/export", "/draft")
SOME = full(80, 1)  # every so manieth of 9,000 games in a short run


@pytest.fixture(scope="module")
def backup(tmp_path_factory):
    """A file of one evening with every kind of event, of all that is kept beside events too."""
    folder = tmp_path_factory.mktemp("evening")
    url = f"sqlite:///{folder / 'games.sqlite3'}"
    with TestClient(create_app(Settings(database=url))) as client:
        played(client, "hk-500")
        played(client, "classical-20")
        house = client.post("/api/v1/house-rules", json={"toml": HOUSE}).json()["hash"]
        played(client, house)
    assert main(["backup", str(folder / "b.tableside"), "--database", url]) == 0
    return folder / "b.tableside"


def played(client, rules):
    """Play a game by some rules that holds all kinds of events."""
    begun = client.post("/api/v1/games", json={"rules": rules, "players": PLAYERS}).json()
    table = Table(client, begun["id"], begun["write_token"])
    for what, body in (
        ("hands", {"winner": 2, "from": 0, "hand": HAND}),
        ("hands", {"draw": True}),
        ("undo", {}),
        ("swaps", {"seats": [0, 2, 1, 3]}),
        ("false-wins", {"player": 1}),
        ("adjustments", {"changes": [1, -1, 0, 0], "reason": "a stick too many"}),
        ("corrections", {"seq": 2, "hand": {"winner": 3, "from": 0, "hand": HAND}}),
        ("end", {"reason": "late"}),
        ("links", {"role": "scorekeeper", "name": "Bob"}),
    ):
        answer = table.post(what, body, key=secrets.token_hex(4))
        assert answer.status_code in (201, 409), answer.text
    return table


def paths(value, way=()):
    """The ways to every value within a JSON value."""
    yield way
    if isinstance(value, dict | list):
        for name, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(one, (*way, name))


def put(value, way, other):
    """The value with another in one place; without the place where `other` is Ellipsis."""
    if not way:
        return other
    changed = deepcopy(value)
    place = changed
    for name in way[:-1]:
        place = place[name]
    if other is ...:
        del place[way[-1]]
    else:
        place[way[-1]] = other
    return changed


def mutants(rows):
    """Games that are nearly the one of `rows`: what was done to it, and its rows."""
    for number, row in enumerate(rows):
        for column, value in COLUMNS:
            yield f"{number} {column} {value!r:.40}", [
                *rows[:number], {**row, column: value}, *rows[number + 1 :]
            ]  # fmt: skip
        payload = json.loads(row["payload"])
        for turn, way in enumerate(paths(payload)):
            # Each place gets a few of the values, in turn, so that each meets all kinds of places.
            for other in (..., *(VALUES[(turn * 5 + step) % len(VALUES)] for step in range(5))):
                if way or other is not ...:
                    text = json.dumps(put(payload, way, other))
                    yield f"{number} {way} {other!r:.40}", [
                        *rows[:number], {**row, "payload": text}, *rows[number + 1 :]
                    ]  # fmt: skip
    for number in range(len(rows)):
        yield f"{number} missing", rows[:number] + rows[number + 1 :]
        last = rows[number - 1]
        yield (
            f"{number} twice",
            [
                *rows[:number],
                *(
                    {**row, "seq": place}
                    for place, row in enumerate([last, *rows[number:]], number + 1)
                ),
            ],
        )
    yield "turned round", [
        {**row, "seq": seq} for seq, row in enumerate(reversed(rows), start=1)
    ]  # fmt: skip


def rows_of(connection, game):
    query = "SELECT seq, kind, version, payload, at FROM events WHERE game_id = ? ORDER BY seq"
    names = ("seq", "kind", "version", "payload", "at")
    return [dict(zip(names, row, strict=True)) for row in connection.execute(query, (game,))]


def test_no_row_of_a_game_is_a_fault(backup, tmp_path):
    shutil.copyfile(backup, tmp_path / "games.sqlite3")
    said = {}
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection, connection:
        games = connection.execute("SELECT id, token_hash, at FROM games ORDER BY id").fetchall()
        whole, token_hash, at = games[0]
        found = [one for game, *_ in games for one in mutants(rows_of(connection, game))]
        for number, (what, rows) in list(enumerate(found))[::SOME]:
            game = f"{number:032x}"
            said[game] = what
            connection.execute(
                "INSERT INTO games (id, token_hash, at) VALUES (?, ?, ?)", (game, token_hash, at)
            )
            connection.executemany(
                "INSERT INTO events (game_id, seq, kind, version, payload, at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                [(game, *row.values()) for row in {row["seq"]: row for row in rows}.values()],
            )
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    faults = []
    with TestClient(app, raise_server_exceptions=False) as client:
        before = client.get(f"/api/v1/games/{whole}").json()
        for game, what in said.items():
            for call in READ:
                answer = client.get(f"/api/v1/games/{game}{call}")
                if answer.status_code == 500 and answer.json()["code"] == "internal_error":
                    faults.append(f"{what}: {call}")
        assert client.get(f"/api/v1/games/{whole}").json() == before
    assert faults == [], "\n".join(faults)


def flipped(content, dice, where):
    """The file with one to eight bits in a part of it turned."""
    changed = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 8))):
        changed[dice.randrange(*where)] ^= 1 << dice.randrange(8)
    return bytes(changed)


def files(content):
    """Files that are nearly the one with this content: what was done to it, and what it holds."""
    page = int.from_bytes(content[16:18]) or 65_536
    for end in range(0, len(content), page):
        yield f"cut at {end}", content[:end]
        yield f"cut after {end}", content[: end + 100]
        yield f"zeros at {end}", content[:end] + bytes(page) + content[end + page :]
    dice = random.Random(30)
    for place in range(100):
        for bit in (0, 7):
            changed = bytearray(content)
            changed[place] ^= 1 << bit
            yield f"header, bit {bit} of byte {place}", bytes(changed)
    for number in range(200):
        yield f"schema, {number}", flipped(content, dice, (100, page))
        yield f"anywhere, {number}", flipped(content, dice, (page, len(content)))
    yield "twice", content * 2
    yield "followed by a page", content + b"<!doctype html>" * 400


TABLES = (
    "alembic_version", "answers", "creations", "deletions", "draft_pictures", "drafts", "events",
    "games", "house_rules", "links", "photos", "successors",
)  # fmt: skip
STATEMENTS = [
    *(f"DROP TABLE {table}" for table in TABLES),
    *(f"ALTER TABLE {table} RENAME TO other" for table in TABLES),
    *(f"ALTER TABLE {table} RENAME TO other; CREATE TABLE {table} (x)" for table in TABLES),
    *(f"ALTER TABLE {table} RENAME TO other; CREATE VIEW {table} AS SELECT * FROM other"  # noqa: S608  (ours)
      for table in TABLES),
    "UPDATE alembic_version SET version_num = '9999'",
    "UPDATE alembic_version SET version_num = ''",
    "UPDATE alembic_version SET version_num = '0001'",
    "UPDATE alembic_version SET version_num = x'ff'",
    "INSERT INTO alembic_version VALUES ('0001')",
    "DELETE FROM alembic_version",
    "PRAGMA application_id = 42",
    "PRAGMA user_version = 42",
    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = '' WHERE name = 'games'",
    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET rootpage = 1 WHERE name = 'events'",
    "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE type = 'index'",
    "CREATE TRIGGER t BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM links; END",
    "ALTER TABLE games ADD COLUMN more NOT NULL DEFAULT 1",
    "ALTER TABLE events DROP COLUMN version",
    "UPDATE games SET token_hash = x'ff'",
    "UPDATE games SET id = x'ff' || id",
    "UPDATE games SET at = x'ff'",
    "UPDATE links SET role = 'king'",
    "UPDATE links SET name = x'ff'",
    "UPDATE house_rules SET toml = 'x = ['",
    "UPDATE house_rules SET name = x'ff'",
    "UPDATE house_rules SET version = 'x'",
    "UPDATE answers SET body = '{'",
    "UPDATE answers SET at = x'ff'",
]  # fmt: skip


def altered(backup, folder):
    """Files whose tables were altered with SQLite's own tools."""
    for number, statement in enumerate(STATEMENTS):
        file = folder / f"altered{number}"
        shutil.copyfile(backup, file)
        with closing(sqlite3.connect(file)) as connection:
            try:
                connection.executescript(f"DROP TRIGGER IF EXISTS events_no_update; {statement}")
            except sqlite3.Error:
                continue  # SQLite itself keeps it from happening
            finally:
                connection.commit()
        yield statement, file.read_bytes()
        file.unlink()


def test_no_file_of_a_database_is_a_fault(backup, tmp_path, capsys):
    with closing(sqlite3.connect(backup)) as connection:
        game = connection.execute("SELECT id FROM games").fetchone()[0]
    found = [*altered(backup, tmp_path), *files(backup.read_bytes())]
    faults = []
    for what, content in found[:: full(24, 1)]:
        faults += [f"{what}: {fault}" for fault in asked(content, game, tmp_path / "x", capsys)]
    assert faults == [], "\n".join(faults)


def asked(content, game, folder, capsys):
    """What is wrong with how commands and service take a file; asks all of them."""
    folder.mkdir()
    file = folder / "games.sqlite3"
    url = f"sqlite:///{file}"
    calls = (
        ["backup", str(folder / "copy"), "--database", url],
        ["export", game, "--database", url],
        ["restore", str(file), "--database", f"sqlite:///{folder / 'restored'}"],
        ["start", *PLAYERS, "--rules", "hk-500", "--database", url],
    )
    for call in calls:
        file.write_bytes(content)
        try:
            status = main(call)
        except Exception as error:  # noqa: BLE001  (each is a fault)
            yield f"{call[0]}: {error!r}"
            continue
        finally:
            _, err = capsys.readouterr()
            for left in ("-wal", "-shm"):
                file.with_name(file.name + left).unlink(missing_ok=True)
        if status not in (0, 1) or (status == 1 and len(err) < 20) or "Traceback" in err:
            yield f"{call[0]}: {status} {err!r}"
    shutil.rmtree(folder)
