"""Backups: taken while hands are written, read again, put back on either kind of database."""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import insert, text

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.auth.access import authorise
from service.auth.links import Links
from service.cli.main import main
from service.db import codec, schema
from service.db.database import Database
from service.errors import RefusedError
from service.ledger.backup import backup, verify
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from service.rules.house_rules import RulesStore
from tests.backups import restore_file
from tests.deadlines import until
from tests.postgresql import on_both
from tests.scorer.games import P1, P2, started, won

pytestmark = pytest.mark.slow

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules())


@pytest.fixture
def store(database):
    store = Store.open(database)
    yield store
    store.close()


@pytest.fixture
def evening(store):
    """A game with its token, some hands under keys, and a scorekeeper."""
    token, log = store.create(STARTED)
    owner = authorise(store.database, log.id, token)
    for number in range(5):
        store.append(
            owner, IdempotentRequest("x", key=f"k{number}"), lambda _: HandDrawn(), lambda _: {}
        )
    Links(store.database).add(owner, "scorekeeper", "Bob's phone")
    return token, owner


@on_both
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_is_put_back_on_either_kind(store, evening, tmp_path, postgresql, target):
    token, owner = evening
    game = owner.game_id
    content = backup(store.database, tmp_path / "evening.backup")
    held = dict(content.counts)
    assert held == {"games": 1, "events": 6, "answers": 5, "links": 1}
    assert [file.name for file in tmp_path.glob("evening*")] == ["evening.backup"]
    url = (
        f"sqlite:///{tmp_path / 'again.sqlite3'}"
        if target == "sqlite"
        else postgresql.new_database()
    )
    again = Store.open(url)
    assert restore_file(tmp_path / "evening.backup", again.database) == content
    assert again.load(game) == store.load(game)
    assert authorise(again.database, game, token).link.role == "owner"
    again.close()
    if target == "postgresql":
        postgresql.give_back(url)


@on_both
def test_a_backup_under_load_is_one_moment(store, evening, tmp_path):
    _, owner = evening
    over = threading.Event()

    def play():
        while not over.is_set():
            store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(3):
            backup(store.database, tmp_path / f"{number}.backup")
    finally:
        over.set()
        player.join()
    for number in range(3):
        copy = Database.open(f"sqlite:///{tmp_path / f'{number}.backup'}")
        verify(copy)
        copy.close()


@pytest.mark.parametrize("name", ["a?b", "a#b", "100%", "a%41b", "%2e", "a?mode=ro&uri=true"])
def test_a_backup_may_have_any_name(store, evening, tmp_path, name):
    content = backup(store.database, tmp_path / name)
    assert {file.name for file in tmp_path.iterdir()} >= {name}
    again = Database.open(f"sqlite:///{tmp_path / 'again'}")
    assert restore_file(tmp_path / name, again) == content
    again.close()


def test_of_backups_under_one_name_at_once_one_is_written(store, evening, tmp_path):
    file, start = tmp_path / "evening.backup", threading.Barrier(3)

    def written():
        start.wait()
        try:
            return backup(store.database, file)
        except RefusedError as error:
            return error.code

    with ThreadPoolExecutor(3) as pool:
        outcomes = [each.result() for each in [pool.submit(written) for _ in range(3)]]
    (content,) = [each for each in outcomes if each != "exists"]
    again = Database.open(f"sqlite:///{tmp_path / 'again'}")
    assert restore_file(file, again) == content
    again.close()


def test_of_two_backups_that_are_restored_at_once_one_is(postgresql, tmp_path):
    """Two of different games, which could lie beside each other: both begin in an empty server."""
    url, contents = postgresql.new_copy(), []
    for name in "ab":
        one = Store.open(f"sqlite:///{tmp_path / name}")
        one.create(STARTED)
        contents.append(backup(one.database, tmp_path / f"{name}.backup"))
        one.close()

    def restored(name):
        with closing(Database.open(url)) as target:
            try:
                return restore_file(tmp_path / f"{name}.backup", target)
            except RefusedError as error:
                return error.code

    with ThreadPoolExecutor(2) as pool:
        with closing(Database.open(url)) as other, other.write_connection() as writer:
            writer.execute(text("LOCK TABLE games IN SHARE MODE"))
            results = [pool.submit(restored, name) for name in "ab"]
            waiting = "SELECT 1 FROM pg_locks WHERE NOT granted"
            until(lambda: len(postgresql.execute(waiting)) == 2, "both wait for the table")
        outcomes = [each.result() for each in results]
    (content,) = [each for each in outcomes if each != "not_empty"]
    assert content in contents
    with closing(Database.open(url)) as target:
        assert verify(target) == content
    postgresql.clear(url)


def test_a_copy_for_which_there_is_no_space_is_said_with_the_remedy(tmp_path):
    with (tmp_path / "large.backup").open("wb") as file:
        file.truncate(4_000_000)
    failed = subprocess.run(
        [*LIMITED, "restore", "--database", f"sqlite:///{tmp_path / 'games'}", file.name],
        capture_output=True,
        check=False,
        text=True,
    )
    assert failed.returncode == 1
    assert f"{tempfile.gettempdir()} has no space for a copy of {file.name}" in failed.stderr
    assert "TMPDIR" in failed.stderr


# The command with files of at most a megabyte, as on a full disk.
SMALL_FILES = """
import resource, sys
from service.cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
sys.exit(main())
"""
LIMITED = (sys.executable, "-c", SMALL_FILES)


def test_a_backup_leaves_the_files_beside_it_alone(store, evening, tmp_path):
    for name in ("evening.part", "evening.part-wal"):
        (tmp_path / name).write_text("mine")
    before = {*tmp_path.iterdir()}
    backup(store.database, tmp_path / "evening")
    assert {*tmp_path.iterdir()} - before == {tmp_path / "evening"}
    assert (tmp_path / "evening.part").read_text() == "mine"
    assert (tmp_path / "evening.part-wal").read_text() == "mine"


def test_a_backup_of_a_newer_program_says_so(store, evening, tmp_path):
    file = tmp_path / "newer.backup"
    backup(store.database, file)
    with closing(sqlite3.connect(file)) as altered:
        altered.executescript("UPDATE alembic_version SET version_num = '9999'")
    with (
        closing(Database.open(f"sqlite:///{tmp_path / 'empty'}")) as empty,
        pytest.raises(RefusedError, match=r"written by a newer tableside\. Upgrade") as error,
    ):
        restore_file(file, empty)
    assert str(file) in str(error.value)
    assert "no backup" not in str(error.value)


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS id FROM n"


def test_what_is_no_backup_is_not_put_back(store, evening, tmp_path):
    file = tmp_path / "evening.backup"
    backup(store.database, file)
    with pytest.raises(RefusedError, match="already"):
        backup(store.database, file)
    with pytest.raises(RefusedError, match="has games already"):
        restore_file(file, store.database)
    empty = Database.open(f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    notes = tmp_path / "notes.txt"
    notes.write_text("Buy tea, and a cloth for the table that is long enough for a header." * 20)
    nothing = tmp_path / "nothing.backup"
    nothing.touch()
    endless = tmp_path / "endless.backup"
    shutil.copyfile(file, endless)
    with closing(sqlite3.connect(endless)) as altered:
        altered.executescript(f"DROP TABLE links; CREATE VIEW links AS {ENDLESS}")
    for other in (notes, nothing, endless, tmp_path / "none"):
        with pytest.raises(RefusedError):
            restore_file(other, empty)
    damaged = tmp_path / "damaged.backup"
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2 :] = b"\xff" * (len(whole) - len(whole) // 2)
    damaged.write_bytes(whole)
    with pytest.raises(RefusedError):
        restore_file(damaged, empty)
    assert verify(empty).counts["games"] == 0
    empty.close()


def test_nothing_is_put_beside_house_rules_that_are_not_of_the_backup(store, evening, tmp_path):
    file = tmp_path / "evening.backup"
    backup(store.database, file)
    other = Database.open(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    RulesStore(other).keep('format = 2\nbase = "hk-500"\nname = "Friday"\n')
    with pytest.raises(RefusedError, match="has house rules already"):
        restore_file(file, other)
    assert verify(other).counts["games"] == 0
    other.close()


def test_what_a_killed_service_leaves_is_put_back_whole(store, evening, tmp_path):
    """Its latest events lie beside its file, whose copy alone would lack them."""
    _, owner = evening
    left = tmp_path / "left"
    left.mkdir()
    for file in tmp_path.glob("*.sqlite3*"):
        shutil.copy(file, left)
    (games,) = left.glob("*.sqlite3")
    assert games.with_name(f"{games.name}-wal").stat().st_size > 0
    again = Database.open(f"sqlite:///{tmp_path / 'again'}")
    assert restore_file(games, again) == verify(store.database)
    again.close()
    assert len(store.load(owner.game_id).events) == 6


def test_a_game_that_cannot_be_replayed_is_found(store, evening):
    _, owner = evening
    game = owner.game_id
    with store.database.write_connection() as connection:
        connection.execute(text("DROP TRIGGER events_no_delete"))
        connection.execute(text("DELETE FROM events WHERE seq = 1"))
    with pytest.raises(RefusedError, match=f"{game[:8]}… cannot be replayed"):
        verify(store.database)


def test_a_backup_does_not_blame_its_place_for_the_database(tmp_path, capsys):
    games = tmp_path / "games.sqlite3"
    Database.open(f"sqlite:///{games}").close()
    with closing(sqlite3.connect(games)) as altered:
        altered.execute("ALTER TABLE photos RENAME COLUMN data TO picture")
    arguments = ["backup", str(tmp_path / "b"), "--database", f"sqlite:///{games}"]
    assert main(arguments) == 1
    assert "no such column: photos.data" in capsys.readouterr().err


def test_a_damaged_explanation_of_a_hand_is_found(store, evening):
    _, owner = evening
    hand = won(started().table, P2, P1, 3)
    payload = codec.encode(hand).replace('"answer":null', '"answer":"torn"')
    at = "2026-01-01T12:00:00.000Z"
    row = {"game_id": owner.game_id, "seq": 7, "kind": hand.kind, "version": codec.VERSION}
    with store.database.write_connection() as connection:
        connection.execute(insert(schema.events).values(**row, payload=payload, at=at))
    with pytest.raises(RefusedError, match="cannot be replayed"):
        verify(store.database)


def test_a_backup_of_an_older_program_is_brought_up(tmp_path):
    old = Database.open(f"sqlite:///{tmp_path / 'old.sqlite3'}", migrated=False)
    with old.write_connection() as connection:
        for statement in RELEASE_1:
            connection.execute(text(statement))
    token, log = Store(old).create(STARTED)
    old.close()
    new = Database.open(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    restore_file(tmp_path / "old.sqlite3", new)
    assert Store(new).load(log.id).events == (STARTED,)
    new.close()
    with closing(Store.open(f"sqlite:///{tmp_path / 'old.sqlite3'}")) as store:
        store.delete(authorise(store.database, log.id, token))  # as its guards allow by now
        assert store.is_deleted(log.id)


RELEASE_1 = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)",
    "INSERT INTO alembic_version VALUES ('0001')",
    """CREATE TABLE games (
    id VARCHAR(32) NOT NULL PRIMARY KEY, token_hash VARCHAR(64) NOT NULL,
    at VARCHAR(32) NOT NULL)""",
    """CREATE TABLE events (
    game_id VARCHAR(32) NOT NULL REFERENCES games (id), seq INTEGER NOT NULL,
    kind VARCHAR(32) NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL,
    at VARCHAR(32) NOT NULL, PRIMARY KEY (game_id, seq))""",
    """CREATE TABLE answers (
    game_id VARCHAR(32) NOT NULL REFERENCES games (id), key VARCHAR(255) NOT NULL,
    fingerprint VARCHAR(64) NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game_id, key))""",
    """CREATE TRIGGER events_no_delete BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END""",
)


@on_both
def test_the_commands(store, evening, database, tmp_path, capsys):
    file = str(tmp_path / "evening.backup")
    assert main(["backup", file, "--database", database]) == 0
    assert "6 events" in capsys.readouterr().out
    again = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    assert main(["restore", file, "--database", again]) == 0
    assert main(["restore", file, "--database", again]) == 1
    assert "empty one" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "no" / "x"), "--database", again]) == 1
    assert main(["backup", str(tmp_path / "y"), "--database", "nosuch:///x"]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_slip_of_the_pen_begins_no_database(tmp_path, capsys):
    """Who looks after games names those that are there: nothing is made of a typo."""
    file = tmp_path / "evning.sqlite3"
    for command in (["backup", str(tmp_path / "b")], ["export", "0" * 32], ["doctor"]):
        assert main([*command, "--database", f"sqlite:///{file}"]) == 1
        said = capsys.readouterr()
        assert f"There is no database {file}" in said.out + said.err
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_finds_all_well_and_says_what_is_not(store, evening, database, tmp_path, capsys):
    status = main(["doctor", "--database", database])
    said = capsys.readouterr().out
    assert "every game was replayed" in said
    assert "synchronous 2" in said
    assert status == int("fault" in said)
    assert main(["doctor", "--json", "--database", "sqlite:////nowhere/at/all"]) == 1
    assert '"state": "fault"' in capsys.readouterr().out
    connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("DELETE FROM games")
    connection.commit()
    connection.close()
    assert main(["doctor", "--database", database]) == 1
    assert "that are missing" in capsys.readouterr().out


@pytest.mark.parametrize("way", ["itself", "link", "hard link", "relative"])
def test_a_database_is_not_put_back_into_itself(store, evening, tmp_path, monkeypatch, capsys, way):
    monkeypatch.chdir(tmp_path)
    file, named = tmp_path / "kept.sqlite3", tmp_path / "named.sqlite3"
    backup(store.database, file)
    match way:
        case "link":
            named.symlink_to(file)
        case "hard link":
            named.hardlink_to(file)
        case _:
            named = "kept.sqlite3" if way == "relative" else file
    before = file.read_bytes()
    assert main(["restore", str(named), "--database", f"sqlite:///{file}"]) == 1
    assert "is the database itself" in capsys.readouterr().err
    assert file.read_bytes() == before
