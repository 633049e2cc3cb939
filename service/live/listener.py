"""Tells the notifier of events that other processes added to the same database.

A notifier only says where to look: a follower reads the events themselves, so a word that comes
twice is harmless. Whatever was missed while a connection was gone, or was never told because the
process that added it was killed, is made good by a look at all games that somebody follows.
"""

import math
import sqlite3
import time
from collections.abc import Callable, Collection
from typing import Any, cast

from service.db import postgresql_driver as psycopg
from service.ledger.store import GONE, Store
from service.live.announcer import CHANNEL, read_message
from service.live.notifier import Notifier
from service.live.workers import Worker

LISTEN_S = 0.1  # how soon a stop is noticed
ALIVE_S = 10.0  # how soon a connection that died in silence is
SWEEP_S = 3.0  # between looks for what nobody told; each costs a question an index answers a game
FILE_BUSY_MS = 1000  # a look waits so long for who has the file for himself, and a stop for a look

ADDED_EVENTS = "SELECT game_id, max(seq), max(rowid) FROM events WHERE rowid > ? GROUP BY game_id"
LAST_ROW = "SELECT coalesce(max(rowid), 0) FROM {}"
DELETED_GAMES = "SELECT id, rowid FROM deletions WHERE rowid > ?"


class DatabaseListener(Worker):
    """The worker that looks, and begins again when the database was away."""

    def __init__(
        self,
        store: Store,
        notifier: Notifier,
        look_s: float,
        on_failure: Callable[[str], None] = lambda _name: None,
    ) -> None:
        sqlite = store.database.kind == "sqlite"
        work = FileWatcher(store, notifier, look_s) if sqlite else ServerListener(store, notifier)
        super().__init__("listener", work, on_failure)


class FileWatcher:
    """SQLite counts the commits of others; a look at the count costs microseconds."""

    def __init__(self, store: Store, notifier: Notifier, look_s: float) -> None:
        self._store, self._notifier, self._look_s = store, notifier, look_s

    def __call__(self, worker: Worker) -> None:
        """Ring for every game that a commit has added to."""
        database = self._store.database
        with database.engine.connect().execution_options(watches=True) as connection:
            connection.detach()  # its own wait for locks is not for others
            driver = cast("sqlite3.Connection", connection.connection.dbapi_connection)
            driver.execute(f"PRAGMA busy_timeout = {FILE_BUSY_MS}")
            # The hidden number of a row grows with every event, until a game is deleted.
            (last_deletion,) = driver.execute(LAST_ROW.format("deletions")).fetchone()
            (last_event,) = driver.execute(LAST_ROW.format("events")).fetchone()
            notify_followed_games(self._store, self._notifier)
            version = None
            while not worker.stopping.wait(self._look_s):
                database.check_file()
                current = driver.execute("PRAGMA data_version").fetchone()
                worker.report_ok()
                if current == version:
                    continue
                version = current
                deleted = driver.execute(DELETED_GAMES, (last_deletion,)).fetchall()
                if deleted:
                    for game_id, row in deleted:
                        end_game(self._store, self._notifier, game_id)
                        last_deletion = max(last_deletion, row)
                    # Its last numbers may have been given anew: one look at all games.
                    (last_event,) = driver.execute(LAST_ROW.format("events")).fetchone()
                    notify_followed_games(self._store, self._notifier)
                for game_id, seq, row in driver.execute(ADDED_EVENTS, (last_event,)).fetchall():
                    self._notifier.notify(game_id, seq)
                    last_event = max(last_event, row)


class ServerListener:
    """PostgreSQL tells who listens; what nobody told is looked for every few seconds."""

    def __init__(self, store: Store, notifier: Notifier) -> None:
        self._store, self._notifier = store, notifier

    def __call__(self, worker: Worker) -> None:
        """Ring for every game that is told of, after a look at the game itself.

        Whoever may connect may tell anything: a message names a game to look at, and no more.
        """
        engine = self._store.database.engine
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            try:
                swept_s, checked_s = -math.inf, time.monotonic()
                driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
                worker.report_ok()
                while not worker.stopping.is_set():
                    if time.monotonic() - swept_s > SWEEP_S:
                        notify_followed_games(self._store, self._notifier)
                        swept_s = time.monotonic()
                    self._receive(driver)
                    if time.monotonic() - checked_s > ALIVE_S:
                        connection.exec_driver_sql("SELECT 1")
                        checked_s = time.monotonic()
            finally:
                connection.invalidate()  # nobody else is to hear what this one listens for

    def _receive(self, driver: "psycopg.Connection[Any]") -> None:
        for notification in driver.notifies(timeout=LISTEN_S, stop_after=1):
            last_seqs = read_message(notification.payload)
            deleted = {game_id for game_id, seq in last_seqs.items() if seq == GONE}
            notify_games(
                self._store, self._notifier, deleted.union(self._notifier.games_behind(last_seqs))
            )


def notify_followed_games(store: Store, notifier: Notifier) -> None:
    """Look at all games that somebody follows."""
    notify_games(store, notifier, notifier.games)


def notify_games(store: Store, notifier: Notifier, games: Collection[str]) -> None:
    """Ring for each of some games, and end those that were deleted."""
    if not games:
        return
    last_seqs = store.latest(list(games))
    for game_id, seq in last_seqs.items():
        notifier.notify(game_id, seq)
    for game_id in set(games) - set(last_seqs):
        if store.is_deleted(game_id):
            end_game(store, notifier, game_id)


def end_game(store: Store, notifier: Notifier, game_id: str) -> None:
    """Let go of a game that was deleted, by whatever process."""
    store.forget(game_id)
    notifier.end(game_id)
