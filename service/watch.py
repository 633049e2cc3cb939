"""Rings the bell for events that other processes added to the same database.

A bell only says where to look: a follower reads the events themselves, so that a ring that comes
twice is harmless, and whatever was missed while a connection was gone is made good by one look at
all games that somebody follows.
"""

import logging
import sqlite3
import threading
import time
from typing import Protocol

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from service.bell import Bell
from service.store import CHANNEL, GONE, Store

log = logging.getLogger(__name__)

LISTEN_S = 0.1  # how soon a stop is noticed
ALIVE_S = 10.0  # how soon a connection that died in silence is
FIRST_WAIT_S, LONGEST_WAIT_S = 0.1, 5.0


ADDED = "SELECT game_id, max(seq), max(rowid) FROM events WHERE rowid > ? GROUP BY game_id"
LAST = "SELECT coalesce(max(rowid), 0) FROM {}"
DELETED = "SELECT id, rowid FROM deletions WHERE rowid > ?"


class Look(Protocol):
    """Looks for events of others until it is told to stop; raises when the connection is lost."""

    def __call__(self, store: Store, bell: Bell, stop: threading.Event) -> None:
        """Look until `stop` is set."""


class Watch:
    """A thread that looks, and begins again when the database was away."""

    def __init__(self, store: Store, bell: Bell, look_s: float) -> None:
        self._store, self._bell = store, bell
        sqlite = store.database.kind == "sqlite"
        self._look: Look = FileLook(look_s) if sqlite else listen
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for the end."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        wait = FIRST_WAIT_S
        while not self._stop.is_set():
            begun = time.monotonic()
            try:
                self._look(self._store, self._bell, self._stop)
            except (SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
                log.warning("the database is away: %s", type(error).__name__)
                lasted = time.monotonic() - begun
                wait = FIRST_WAIT_S if lasted > LONGEST_WAIT_S else min(2 * wait, LONGEST_WAIT_S)
                self._stop.wait(wait)


class FileLook:
    """SQLite counts the commits of others; a look at the count costs microseconds."""

    def __init__(self, look_s: float) -> None:
        self._look_s = look_s

    def __call__(self, store: Store, bell: Bell, stop: threading.Event) -> None:
        """Ring for every game that a commit has added to."""
        with store.database.engine.connect().execution_options(watches=True) as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)  # noqa: S101  (for the checker)
            # The hidden number of a row grows with every event, until a game is deleted.
            (gone,) = driver.execute(LAST.format("deletions")).fetchone()
            (last,) = driver.execute(LAST.format("events")).fetchone()
            sweep(store, bell)
            version = None
            while not stop.wait(self._look_s):
                now = driver.execute("PRAGMA data_version").fetchone()
                if now == version:
                    continue
                version = now
                deleted = driver.execute(DELETED, (gone,)).fetchall()
                if deleted:
                    for game_id, row in deleted:
                        end(store, bell, game_id)
                        gone = max(gone, row)
                    # Its last numbers may have been given anew: one look at all games.
                    (last,) = driver.execute(LAST.format("events")).fetchone()
                    sweep(store, bell)
                for game_id, seq, row in driver.execute(ADDED, (last,)).fetchall():
                    bell.ring(game_id, seq)
                    last = max(last, row)


def listen(store: Store, bell: Bell, stop: threading.Event) -> None:
    """PostgreSQL tells who listens; what came before that is looked for once."""
    engine = store.database.engine
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        try:
            sweep(store, bell)
            alive = time.monotonic()
            driver = connection.connection.driver_connection
            assert isinstance(driver, psycopg.Connection)  # noqa: S101  (for the checker)
            while not stop.is_set():
                for told in driver.notifies(timeout=LISTEN_S):
                    game_id, _, seq = told.payload.partition(" ")
                    if int(seq) == GONE:
                        end(store, bell, game_id)
                    else:
                        bell.ring(game_id, int(seq))
                if time.monotonic() - alive > ALIVE_S:
                    connection.exec_driver_sql("SELECT 1")
                    alive = time.monotonic()
        finally:
            connection.invalidate()  # nobody else is to hear what this one listens for


def sweep(store: Store, bell: Bell) -> None:
    """Look at all games that somebody follows, and ring for each; end those that were deleted."""
    followed = bell.games
    there = store.latest(followed)
    for game_id, seq in there.items():
        bell.ring(game_id, seq)
    for game_id in set(followed) - set(there):
        if store.is_deleted(game_id):
            end(store, bell, game_id)


def end(store: Store, bell: Bell, game_id: str) -> None:
    """Let go of a game that was deleted, by whatever process."""
    store.forget(game_id)
    bell.end(game_id)
