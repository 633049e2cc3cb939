"""Hands that wait together share a commit, and each has its own answer."""

import sqlite3
import threading
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import Engine, event, insert
from sqlalchemy.exc import OperationalError

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.db import database as databases
from service.db.database import Database
from service.db.schema import deletions
from service.errors import RefusedError
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from tests.deadlines import LONG_S, until
from tests.service.begun import begun

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules())


@pytest.fixture
def store(database):
    store = Store(Database.open(database))
    yield store
    store.close()


@pytest.fixture
def commits():
    """How many there were, of all connections; `fail` makes the next one fail."""

    class Commits:
        made, fail = 0, False

        def __call__(self, _connection):
            if self.fail:
                self.fail = False
                raise OperationalError("COMMIT", {}, sqlite3.OperationalError("disk I/O error"))
            self.made += 1

    counted = Commits()
    event.listen(Engine, "commit", counted)
    yield counted
    event.remove(Engine, "commit", counted)


class Crowd:
    """Calls that all wait for one that writes; then it is done."""

    def __init__(self, store):
        self._database, self._threads, self.answers = store.database, [], {}

    def call(self, name, work):
        def answer():
            try:
                self.answers[name] = work()
            except (RefusedError, OperationalError, ZeroDivisionError) as error:
                self.answers[name] = error

        self._threads.append(threading.Thread(target=answer))

    @contextmanager
    def waiting(self):
        """Hold the turn until all of them wait for it; what is done meanwhile is in its commit."""
        try:
            with self._database.write_connection() as connection:
                for number, thread in enumerate(self._threads, start=1):
                    thread.start()
                    until(lambda: self._database.commits.waiting == number, "its place")  # noqa: B023  (called at once)
                yield connection
        finally:
            for thread in self._threads:
                thread.join(LONG_S)


def draw(store, owner, **asked):
    return lambda: store.append(
        owner,
        IdempotentRequest("x", **asked),
        lambda _: HandDrawn(),
        lambda log: {"seq": len(log.events)},
    )


def stored(database, owners):
    """How many events the game of each has for another process."""
    with closing(Store(Database.open(database, migrated=False))) as other:
        return [other.load(owner.game_id).game.seq for owner in owners]


def test_hands_of_several_tables_share_one_commit(store, database, commits):
    owners = [begun(store, STARTED)[0] for _ in range(6)]
    crowd = Crowd(store)
    for owner in owners:
        crowd.call(owner.game_id, draw(store, owner))
    commits.made = 0
    with crowd.waiting():
        pass
    assert commits.made == 1
    assert crowd.answers == {owner.game_id: {"seq": 2} for owner in owners}
    assert stored(database, owners) == [2] * len(owners)


def test_nobody_is_answered_before_the_commit(store, database):
    owners = [begun(store, STARTED)[0] for _ in range(3)]
    crowd, seen = Crowd(store), []
    for owner in owners:
        crowd.call(owner.game_id, draw(store, owner))

    def look(_connection):
        seen.append((dict(crowd.answers), stored(database, owners)))

    event.listen(Engine, "commit", look)
    with crowd.waiting():
        pass
    event.remove(Engine, "commit", look)
    assert seen == [({}, [1, 1, 1])]
    assert len(crowd.answers) == 3


def test_one_that_fails_touches_no_other(store, database, commits):
    owners = [begun(store, STARTED)[0] for _ in range(4)]
    crowd = Crowd(store)
    crowd.call("first", draw(store, owners[0]))
    crowd.call("stale", draw(store, owners[1], expected_seq=9))

    def break_off():
        with store.database.write_connection() as connection:
            connection.execute(insert(deletions).values(id=owners[0].game_id, at="never"))
            return 1 / 0

    crowd.call("broken", break_off)
    crowd.call("second", draw(store, owners[2]))
    crowd.call("late", draw(store, owners[3], expected_seq=9))
    commits.made = 0
    with crowd.waiting():
        pass
    assert commits.made == 1
    assert crowd.answers["first"] == crowd.answers["second"] == {"seq": 2}
    assert crowd.answers["stale"].code == crowd.answers["late"].code == "stale_seq"
    assert isinstance(crowd.answers["broken"], ZeroDivisionError)
    assert not store.is_deleted(owners[0].game_id)
    assert stored(database, owners) == [2, 1, 2, 1]


def test_keys_and_seqs_hold_among_those_that_share_one(store, database, commits):
    owner, _ = begun(store, STARTED)
    crowd = Crowd(store)
    crowd.call("key", draw(store, owner, key="a-key-of-one-hand"))
    crowd.call("again", draw(store, owner, key="a-key-of-one-hand"))
    crowd.call("stale", draw(store, owner, expected_seq=1))
    crowd.call("next", draw(store, owner, expected_seq=2))
    commits.made = 0
    with crowd.waiting():
        pass
    assert commits.made == 1
    assert crowd.answers["key"] == crowd.answers["again"] == {"seq": 2}
    assert crowd.answers["stale"].code == "stale_seq"
    assert crowd.answers["next"] == {"seq": 3}
    assert stored(database, [owner]) == [3]


def test_where_the_commit_fails_nobody_is_told_that_it_did_not(store, database, commits):
    owners = [begun(store, STARTED)[0] for _ in range(3)]
    crowd = Crowd(store)
    for owner in owners:
        crowd.call(owner.game_id, draw(store, owner))
    crowd.call("stale", draw(store, owners[0], expected_seq=1))
    with pytest.raises(OperationalError), crowd.waiting():
        commits.fail = True
    for answer in crowd.answers.values():
        assert isinstance(answer, OperationalError)
    assert stored(database, owners) == [1] * len(owners)
    for owner in owners:
        assert draw(store, owner)() == {"seq": 2}
        assert store.load(owner.game_id).game.seq == 2
    assert stored(database, owners) == [2] * len(owners)


def test_where_the_first_fails_the_next_begin_anew(store, database, commits):
    owners = [begun(store, STARTED)[0] for _ in range(3)]
    crowd = Crowd(store)
    for owner in owners:
        crowd.call(owner.game_id, draw(store, owner))
    commits.made = 0
    with pytest.raises(ZeroDivisionError), crowd.waiting():
        raise ZeroDivisionError
    assert commits.made == 1
    assert stored(database, owners) == [2] * len(owners)


def test_a_transaction_that_is_gone_is_nobodys(store, database, commits):
    """SQLite rolls everything back by itself where a disk is full, and servers go away."""
    owners = [begun(store, STARTED)[0] for _ in range(2)]
    crowd = Crowd(store)
    crowd.call("before", draw(store, owners[0]))

    def lose():
        with store.database.write_connection() as connection:
            connection.connection.driver_connection.execute("ROLLBACK")
            raise OperationalError("INSERT", {}, sqlite3.OperationalError("disk is full"))

    crowd.call("lost", lose)
    crowd.call("after", draw(store, owners[1]))
    with pytest.raises(OperationalError), crowd.waiting():
        pass
    assert isinstance(crowd.answers["before"], OperationalError)
    assert isinstance(crowd.answers["lost"], OperationalError)
    assert crowd.answers["after"] == {"seq": 2}
    assert stored(database, owners) == [1, 2]


def test_who_waits_too_long_leaves_the_queue(store, database, monkeypatch):
    owner, _ = begun(store, STARTED)
    monkeypatch.setattr(databases, "BUSY_S", 0.05)
    crowd = Crowd(store)
    crowd.call("late", draw(store, owner))
    with crowd.waiting():
        until(lambda: crowd.answers, "the refusal")
    assert isinstance(crowd.answers["late"], OperationalError)
    monkeypatch.undo()
    assert draw(store, owner)() == {"seq": 2}
