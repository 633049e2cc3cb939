"""What other processes are told of added events on PostgreSQL, and when."""

import threading

import psycopg
import pytest
from sqlalchemy import Engine, event

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.db.database import Database
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import GONE, Store
from service.live import listener as announcers
from service.live.listener import CHANNEL, Announcer, notify_messages, read_message
from tests.service.begun import begun

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules())
LONG_S = 60  # a deadline, not an expectation


def names(number):
    return [f"{each:032x}" for each in range(number)]


def test_many_games_go_into_one_message_and_each_fits():
    told = dict.fromkeys(names(1000), 999999999)
    sent = list(notify_messages(told.items()))
    assert len(sent) == 6
    assert all(len(message.encode()) < 8000 for message in sent)
    assert {game: seq for message in sent for game, seq in read_message(message).items()} == told


@pytest.mark.parametrize(
    ("seqs", "said"),
    [([2, 3], 3), ([3, 2], 3), ([2, GONE], GONE), ([GONE, 2], GONE), ([GONE], GONE)],
)
def test_of_a_game_only_the_last_is_told(seqs, said):
    (game,) = names(1)
    assert list(notify_messages([(game, seq) for seq in seqs])) == [f"{game} {said}"]


@pytest.fixture
def database(postgresql):
    url = postgresql.new_copy()
    yield url
    postgresql.clear(url)


@pytest.fixture
def announcer(database):
    """One whose thread is not begun yet, and a store that tells by it."""
    opened = Database.open(database)
    announcer = Announcer(opened)
    yield announcer, Store(opened, announce=announcer.announce)
    opened.close()


@pytest.fixture
def statements():
    """What any database of this process is asked, from here on."""
    taken = []

    def take_down(_connection, _cursor, statement, *_):
        taken.append(statement)

    event.listen(Engine, "before_cursor_execute", take_down)
    yield taken
    event.remove(Engine, "before_cursor_execute", take_down)


def heard(connection, number):
    """What so many messages say, and what comes beside them."""
    said = [one.payload for one in connection.notifies(timeout=LONG_S, stop_after=number)]
    return said + [one.payload for one in connection.notifies(timeout=0.1)]


def test_hands_of_many_tables_take_one_word_and_none_within_their_transactions(
    announcer, database, statements
):
    announcer, store = announcer
    owners = [begun(store, STARTED)[0] for _ in range(8)]
    with psycopg.connect(database, autocommit=True) as other:
        other.execute(f"LISTEN {CHANNEL}")
        for owner in owners:
            for _ in range(3):
                store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})
        store.delete(owners[0])
        assert len(statements) > 8 * 3 * 3
        assert not [one for one in statements if "notify" in one.lower()]
        announcer.start()
        (said,) = heard(other, 1)
        announcer.stop()
    assert len([one for one in statements if "notify" in one.lower()]) == 1
    expected = {owner.game_id: 4 for owner in owners} | {owners[0].game_id: GONE}
    assert read_message(said) == expected


def test_a_stop_tells_what_is_left(announcer, database):
    announcer, store = announcer
    owner, log = begun(store, STARTED)
    announcer.start()
    with psycopg.connect(database, autocommit=True) as other:
        other.execute(f"LISTEN {CHANNEL}")
        store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})
        announcer.stop()
        assert heard(other, 1) == [f"{log.id} 2"]


def test_what_could_not_be_told_is_told_when_the_database_is_back(announcer, database, monkeypatch):
    announcer, store = announcer
    away = threading.Event()

    def fail(untold):
        if not away.is_set():
            away.set()
            raise OSError("the network is gone")
        return notify_messages(untold)

    monkeypatch.setattr(announcers, "notify_messages", fail)
    owner, log = begun(store, STARTED)
    with psycopg.connect(database, autocommit=True) as other:
        other.execute(f"LISTEN {CHANNEL}")
        announcer.start()
        store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})
        assert away.wait(LONG_S)
        assert heard(other, 1) == [f"{log.id} 2"]
    assert announcer.state == "ok"
    announcer.stop()
