"""The event store: what is written stays, whatever program wrote it."""

import json
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from scorer.ledger import Adjusted, GameStarted, HandDrawn, HandWon, Undone
from scorer.table import TableRules
from scorer.table_seats import Player
from service import codec, schema
from service.schema import DatabaseError
from service.store import Request, Store

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules(), {"minimum": 3})

amounts = st.tuples(*[st.integers()] * 4)
hands = st.builds(
    HandWon,
    winner=st.sampled_from(Player),
    discarder=st.none() | st.sampled_from(Player),
    changes=amounts,
    unpaid=amounts,
    hand=st.none() | st.text(),
    faan=st.none() | st.integers(),
    score=st.none() | st.integers(),
    circumstances=st.lists(st.text()).map(tuple),
    answer=st.none() | st.dictionaries(st.text(), st.integers() | st.lists(st.text())),
)
starts = st.builds(
    GameStarted,
    players=st.tuples(*[st.text()] * 4),
    rules=st.text(),
    table=st.builds(TableRules, rounds=st.integers(1, 4), bust_ends_game=st.booleans()),
    options=st.dictionaries(st.text(), st.booleans() | st.integers() | st.text()),
)
events = (
    starts
    | hands
    | st.just(HandDrawn())
    | st.builds(Adjusted, amounts, st.text())
    | st.builds(Undone, st.integers())
)


@given(events)
def test_an_event_comes_back_as_it_went(event):
    payload = json.loads(json.dumps(codec.encode(event)))
    assert codec.decode(codec.kind_of(event), codec.VERSION, payload) == event


@pytest.mark.parametrize(("kind", "version"), [("hand_won", 2), ("earthquake", 1)])
def test_events_of_a_later_program_are_refused_by_name(kind, version):
    with pytest.raises(codec.CodecError, match="upgrade"):
        codec.decode(kind, version, {})


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite3"


@pytest.fixture
def store(file):
    store = Store.open(f"sqlite:///{file}")
    yield store
    store.close()


def test_a_game_outlives_the_program(store, file):
    _, log = store.create(STARTED)
    store.append(log.id, Request("x"), lambda _: HandDrawn(), lambda _: {})
    again = Store.open(f"sqlite:///{file}")
    assert again.load(log.id).game == store.load(log.id).game
    assert again.load(log.id).events == (STARTED, HandDrawn())
    again.close()


@pytest.mark.parametrize("change", ["UPDATE events SET kind = 'x'", "DELETE FROM events"])
def test_the_database_itself_keeps_events_as_they_are(store, file, change):
    store.create(STARTED)
    connection = sqlite3.connect(file)
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        connection.execute(change)
    connection.close()


def test_the_database_is_durable_and_checks_its_references(store):
    with store._engine.connect() as connection:  # noqa: SLF001  (a setting of every connection)
        found = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_fault_half_way_leaves_nothing(store):
    _, log = store.create(STARTED)

    def fail(_):
        raise RuntimeError("the answer cannot be made")

    with pytest.raises(RuntimeError):
        store.append(log.id, Request("x", key="k"), lambda _: HandDrawn(), fail)
    assert store.latest_seq(log.id) == 1
    assert store.append(log.id, Request("y", key="k"), lambda _: HandDrawn(), lambda _: {}) == {}


def test_migrations_make_the_tables_that_the_program_describes(store, file):
    connection = sqlite3.connect(file)
    found = {
        table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for table in schema.metadata.tables
    }
    assert found == {
        name: [column.name for column in table.columns]
        for name, table in schema.metadata.tables.items()
    }
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    connection.close()
    schema.migrate(store._engine)  # noqa: SLF001  (once more changes nothing)


@pytest.mark.parametrize(
    "url",
    ["games.sqlite3", "nosuch:///games", "sqlite:////nowhere/at/all/games.sqlite3", "mysql://x/y"],
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
    monkeypatch.setattr(schema, "BUSY_S", 0)
    path = client.app.state.store._engine.url.database  # noqa: SLF001  (to lock the same file)
    client.app.state.store._engine.dispose()  # noqa: SLF001  (new connections wait 0 s)
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
    with pytest.raises(SQLAlchemyError):
        Store(create_engine("sqlite:////nowhere/at/all")).ping()


def test_passwords_are_not_shown():
    with pytest.raises(DatabaseError) as error:
        Store.open("nosuch://ann:secret@host/games")
    assert "secret" not in str(error.value)


def test_a_database_of_a_later_program_is_left_alone(store, file):
    store.close()
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(DatabaseError, match="newer tableside"):
        Store.open(f"sqlite:///{file}")
