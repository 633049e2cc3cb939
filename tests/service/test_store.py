"""The event store: what is written stays, whatever program wrote it."""

import sqlite3
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.db import database as databases
from service.db import migration, schema
from service.db.database import Database, DatabaseError, address_of
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import NO_DRAFT, Store
from tests.postgresql import on_both
from tests.service.begun import begun

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules(), {"minimum": 3})
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def store(database):
    store = Store.open(database)
    yield store
    store.close()


@on_both
def test_a_game_outlives_the_program(store, database):
    owner, log = begun(store, STARTED)
    store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})
    again = Store.open(database)
    assert again.load(log.id).game == store.load(log.id).game
    assert again.load(log.id).events == (STARTED, HandDrawn())
    again.close()


@on_both
@pytest.mark.parametrize("change", ["UPDATE events SET kind = 'x'", "DELETE FROM events"])
def test_the_database_itself_keeps_events_as_they_are(store, change):
    store.create(STARTED)
    with (
        pytest.raises(SQLAlchemyError, match="never changed"),
        store.database.write_connection() as connection,
    ):
        connection.execute(text(change))


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_refused(url):
    """It would be another one for each thread: a game that was begun could not be found again."""
    with pytest.raises(DatabaseError, match="in memory"):
        Database.open(url)


def test_a_file_is_durable_and_checks_its_references(store):
    with store.database.read_connection() as connection:
        found = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_server_that_answers_before_it_has_written_is_asked_to_wait(postgresql):
    url = postgresql.new_database()
    name = url.partition("?")[0].rpartition("/")[2]
    postgresql.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = Store.open(url)
    with store.database.read_connection() as connection:
        assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"
    store.close()
    postgresql.execute(f"ALTER DATABASE {name} RESET synchronous_commit")
    postgresql.give_back(url)


@on_both
def test_a_fault_half_way_leaves_nothing(store):
    owner, log = begun(store, STARTED)

    def fail(_):
        raise RuntimeError("the answer cannot be made")

    with pytest.raises(RuntimeError):
        store.append(owner, IdempotentRequest("x", key="k"), lambda _: HandDrawn(), fail)
    assert store.versions([log.id, "another"]) == {log.id: (1, NO_DRAFT)}
    assert store.load(log.id).events == (STARTED,)
    assert (
        store.append(owner, IdempotentRequest("y", key="k"), lambda _: HandDrawn(), lambda _: {})
        == {}
    )


@on_both
def test_what_another_process_added_is_seen(store, database):
    """Games are replayed from where they were last known, whoever has added to them."""
    other = Store.open(database)
    owner, log = begun(store, STARTED)
    for seq in range(2, 8):
        writer, reader = (store, other) if seq % 2 else (other, store)
        writer.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})
        assert len(reader.load(log.id).events) == seq
    fresh = Store.open(database)
    assert fresh.load(log.id) == store.load(log.id) == other.load(log.id)
    for one in (other, fresh):
        one.close()


@on_both
def test_a_database_that_was_replaced_is_read_anew(store):
    """An operator puts a backup back under a running service."""
    owner, log = begun(store, STARTED)
    for _ in range(2):
        store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})
    assert len(store.load(log.id).events) == 3
    with store.database.write_connection() as connection:
        if store.database.kind == "sqlite":
            connection.execute(text("DROP TRIGGER events_no_delete"))
        else:
            connection.execute(text("DROP TRIGGER events_stay ON events"))
        connection.execute(text("DELETE FROM events WHERE seq = 3"))
    assert store.load(log.id).events == (STARTED, HandDrawn())


@on_both
def test_a_clock_that_is_set_back_turns_no_game_around(database):
    times = iter([NOON, NOON + timedelta(minutes=5), NOON - timedelta(days=2), NOON])
    store = Store(Database.open(database, clock=lambda: next(times)))
    owner, log = begun(store, STARTED)
    for _ in range(3):
        store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})
    stored = store.load(log.id)
    assert stored.times == ("2026-01-01T12:00:00.000Z", *["2026-01-01T12:05:00.000Z"] * 3)
    assert len(stored.events) == 4
    store.close()


@on_both
def test_migrations_make_the_tables_that_the_program_describes(store):
    engine = store.database.engine
    check_tables(engine)
    with engine.begin() as connection:
        for statement in ADDED_SINCE:
            connection.execute(text(statement))
    databases.migrate(engine)
    check_tables(engine)
    databases.migrate(engine)  # once more changes nothing


ADDED_SINCE = (
    "DROP TABLE join_codes",
    "ALTER TABLE links DROP COLUMN used",
    "DROP INDEX ix_games_rules_hash",
    "ALTER TABLE games DROP COLUMN rules_hash",
    "UPDATE alembic_version SET version_num = '0007'",
)


def check_tables(engine):
    found = inspect(engine)
    assert {
        name: {column["name"]: column["nullable"] for column in found.get_columns(name)}
        for name in schema.metadata.tables
    } == {
        name: {column.name: column.nullable for column in table.columns}
        for name, table in schema.metadata.tables.items()
    }
    indexes = {
        name: {index["name"] for index in found.get_indexes(name)}
        for name in schema.metadata.tables
    }
    assert indexes == {
        name: {index.name for index in table.indexes}
        for name, table in schema.metadata.tables.items()
    }
    with engine.connect() as connection:
        assert migration.revision(connection) == migration.REVISION


@pytest.mark.parametrize(
    "url",
    [
        "games.sqlite3",
        "nosuch:///games",
        "oracle://x/y",
        "sqlite:////nowhere/at/all/games.sqlite3",
        "mysql://x/y",
    ],
)
def test_databases_that_cannot_be_opened(url):
    with pytest.raises(DatabaseError, match="database"):
        Store.open(url)


def test_a_file_that_is_no_database(tmp_path):
    other = tmp_path / "notes.txt"
    other.write_text("These are my notes on mahjong, and they are long enough to be no database.")
    with pytest.raises(DatabaseError, match="cannot be opened"):
        Store.open(f"sqlite:///{other}")
    assert other.read_text().startswith("These are my notes")


def test_a_database_that_went_away_is_said_to_be_busy(client, table, refused, monkeypatch):
    """The store is the real one; only its file is locked by another program."""
    monkeypatch.setattr(databases, "BUSY_S", 0)
    engine = client.app.state.store.database.engine
    path = engine.url.database
    engine.dispose()  # new connections wait 0 s
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        answer = table.hand(draw=True)
        refused(answer, 503, "database_busy")
        assert int(answer.headers["retry-after"]) > 0
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert table.hand(draw=True).status_code == 201


def test_a_connection_that_is_out_when_the_store_closes_is_closed_when_it_is_back(store):
    with store.database.read_connection() as connection:
        driver = connection.connection.driver_connection
        store.close()
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1
    closed = sqlite3.ProgrammingError if store.database.kind == "sqlite" else psycopg.Error
    with pytest.raises(closed, match="closed"):
        driver.execute("SELECT 1")


def test_passwords_are_not_shown():
    with pytest.raises(DatabaseError) as error:
        Store.open("nosuch://ann:secret@host/games")
    assert "secret" not in str(error.value)


@on_both
def test_a_database_of_a_later_program_is_left_alone(store, database):
    with store.database.write_connection() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match="newer tableside"):
        Store.open(database)


@pytest.mark.parametrize("name", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_server_that_does_not_answer_is_said_without_its_password(name):
    with pytest.raises(DatabaseError, match="Check that the server runs") as error:
        Store.open(f"{name}://ann:secret@127.0.0.1:1/games?connect_timeout=2")
    assert "secret" not in str(error.value)


def test_a_password_among_the_parameters_is_not_shown_either():
    address = address_of("postgresql://ann@host/games?password=secret&connect_timeout=2")
    assert (address.password, address.query) == ("secret", {"connect_timeout": "2"})
    assert "secret" not in address.render_as_string()
