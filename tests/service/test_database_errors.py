"""Every failure of a database has a code and a remedy of its own, whatever the driver's words."""

import sqlite3
from contextlib import closing, suppress

import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event, text
from sqlalchemy.exc import SQLAlchemyError

from service.app import create_app
from service.db.database import Database, DatabaseError
from service.db.database_errors import BUSY, LOCKED, fault_of
from service.settings import Settings

GAME = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
PAGE = 4096


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite3"


def begun(url):
    """A database with a game in it."""
    with TestClient(create_app(Settings(database=url))) as client:
        game = client.post("/api/v1/games", json=GAME).json()
    return f"/api/v1/games/{game['id']}", {"Authorization": f"Bearer {game['write_token']}"}


def checked(client):
    answer = client.get("/healthz/ready")
    return answer.status_code, answer.json()["checks"]["database"]


# Real faults, through HTTP ------------------------------------------------------------------------


def test_a_page_in_the_middle_of_the_file_is_overwritten(file, refused):
    """No header, and no other game, shows it: who meets it says so from then on."""
    url = f"sqlite:///{file}"
    game, token = begun(url)
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'events'"
        (page,) = connection.execute(query).fetchone()
    with file.open("r+b") as written:
        written.seek((page - 1) * PAGE)
        written.write(b"\xa5" * PAGE)
    with TestClient(create_app(Settings(database=url)), raise_server_exceptions=False) as client:
        problem = refused(client.get(game), 503, "database_damaged")
        assert "backup" in problem["detail"]
        refused(client.post(f"{game}/hands", json={"draw": True}, headers=token), 503,
                "database_damaged")  # fmt: skip
        status, said = checked(client)
        assert (status, said.partition(":")[0]) == (503, "database_damaged")
        assert client.get("/api/v1/rules").status_code == 200


def test_a_file_that_may_only_be_read(file, refused):
    game, token = begun(f"sqlite:///{file}")
    url = f"sqlite:///file:{file}?mode=ro&uri=true"
    with TestClient(create_app(Settings(database=url)), raise_server_exceptions=False) as client:
        problem = refused(
            client.post(f"{game}/hands", json={"draw": True}, headers=token),
            503,
            "database_read_only",
        )
        assert "make it writable" in problem["detail"]
        assert client.get(game).status_code == 200
        status, said = checked(client)
        assert (status, said.partition(":")[0]) == (503, "database_read_only")


def test_a_server_that_takes_no_changes(postgresql, refused):
    url = postgresql.new_database()
    game, token = begun(url)
    name = url.partition("?")[0].rpartition("/")[2]
    postgresql.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        app = create_app(Settings(database=url))
        with TestClient(app, raise_server_exceptions=False) as client:
            hand = client.post(f"{game}/hands", json={"draw": True}, headers=token)
            refused(hand, 503, "database_read_only")
            assert client.get(game).status_code == 200
            status, said = checked(client)
            assert (status, said.partition(":")[0]) == (503, "database_read_only")
    finally:
        postgresql.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        postgresql.give_back(url)


def test_a_file_that_may_not_grow(client, table, refused):
    """SQLite's own bound; a full disk itself is filled in tests/crash."""
    engine = client.app.state.store.database.engine

    def bounded(connection, _record):
        connection.execute("PRAGMA max_page_count = 1")  # as many as it has by now

    event.listen(engine, "connect", bounded)
    engine.dispose()
    codes = set()
    for _ in range(200):
        answer = table.hand(draw=True)
        if answer.status_code != 201:
            codes.add((answer.status_code, answer.json()["code"]))
            break
    assert codes == {(507, "database_full")}


# Real errors of the drivers -----------------------------------------------------------------------


def failing(engine, *statements):
    """The error of the last statement, which fails."""
    with engine.connect() as connection, suppress(SQLAlchemyError):
        for statement in statements[:-1]:
            with suppress(SQLAlchemyError):
                connection.exec_driver_sql(statement)
        try:
            connection.exec_driver_sql(statements[-1])
        except SQLAlchemyError as error:
            return error
    return pytest.fail("nothing failed")


@pytest.mark.parametrize(
    ("statements", "code"),
    [
        (["SELECT * FROM nowhere"], "database_failed"),
        (["SELECT nothing FROM games"], "database_failed"),
        (["INSERT INTO games (id) VALUES ('x')"], "database_failed"),
        (["PRAGMA query_only = 1", "DELETE FROM games"], "database_read_only"),
        (["SELECT zeroblob(2000000000)"], "not_storable"),
        (["INSERT INTO games (rowid) VALUES ('text')"], "not_storable"),
    ],
)
def test_what_sqlite_refuses(file, statements, code):
    database = Database.open(f"sqlite:///{file}")
    assert fault_of(failing(database.engine, *statements)).code == code
    database.close()


@pytest.mark.parametrize(
    ("statements", "code"),
    [
        (["SELECT * FROM nowhere"], "database_failed"),
        (["SELECT * FROM nowhere", "SELECT 1"], "database_failed"),  # InFailedSqlTransaction
        (["INSERT INTO games (id) VALUES ('x')"], "database_failed"),
        (["SET TRANSACTION READ ONLY", "DELETE FROM links"], "database_read_only"),
        (["SET ROLE pg_monitor", "SELECT pg_read_file('x')"], "database_read_only"),
        (["SELECT convert_from('\\xff', 'UTF8')"], "not_storable"),
        (["SELECT convert_to('麻雀', 'LATIN1')"], "not_storable"),
        (["SELECT 99999999999::int"], "not_storable"),
        (["SET statement_timeout = 1", "SELECT pg_sleep(9)"], "database_busy"),
        (["SELECT pg_terminate_backend(pg_backend_pid())"], "database_busy"),
        (["DO $$ BEGIN RAISE SQLSTATE '53100'; END $$"], "database_full"),
        (["DO $$ BEGIN RAISE SQLSTATE 'XX001'; END $$"], "database_damaged"),
        (["DO $$ BEGIN RAISE SQLSTATE 'XX000'; END $$"], "database_failed"),
        (["DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$"], "database_busy"),
    ],
)
def test_what_postgresql_refuses(postgresql, statements, code):
    url = postgresql.new_database()
    database = Database.open(url)
    assert fault_of(failing(database.engine, *statements)).code == code
    database.close()
    postgresql.give_back(url)


def test_a_letter_that_no_text_may_have(postgresql):
    """The driver refuses it by itself, so that it has no SQLSTATE."""
    url = postgresql.new_database()
    database = Database.open(url)
    with database.read_connection() as connection, pytest.raises(SQLAlchemyError) as error:
        connection.execute(text("SELECT :what"), {"what": "a\x00b"})
    assert fault_of(error.value).code == "not_storable"
    database.close()
    postgresql.give_back(url)


def test_who_has_a_lock_is_told_from_who_is_away(file, postgresql):
    database = Database.open(f"sqlite:///{file}")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SQLAlchemyError) as error:
            database.try_write()
        assert fault_of(error.value) is LOCKED
    database.close()
    url = postgresql.new_database()
    server = Database.open(url)
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE alembic_version")
        with pytest.raises(SQLAlchemyError) as error:
            server.try_write()
        assert fault_of(error.value) is LOCKED
    server.close()
    away = Database.open("postgresql://nobody@127.0.0.1:1/x?connect_timeout=2", migrated=False)
    with pytest.raises(SQLAlchemyError) as error:
        away.try_write()
    assert fault_of(error.value) is BUSY
    postgresql.give_back(url)


def test_a_file_that_another_program_locks_is_not_blamed_on_its_folder(file):
    Database.open(f"sqlite:///{file}").close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseError, match="locked by another program"):
            Database.open(f"sqlite:///{file}")


def test_a_trial_leaves_nothing(file):
    database = Database.open(f"sqlite:///{file}")
    database.engine.dispose()
    for _ in range(3):
        database.try_write()
    with database.read_connection() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1
    database.close()
