"""Events of several processes at one database: announced to the others, and heard of from them.

On PostgreSQL `NOTIFY` locks the whole database until its transaction ends: inside the transaction
of a hand it would let only one hand be written at a time, however many processes there are. So one
thread announces afterwards everything added meanwhile.

The notifier only says where to look: a follower reads the events themselves, so a repeated
notification is harmless. Whatever was missed while the connection was down, or was never announced
because the adding process was killed, is found by looking at all followed games every few seconds.
"""

import math
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import func, select

from service.db.database import Database
from service.ledger.store import GONE, Store
from service.live.streams import Notifier
from service.live.workers import Worker

CHANNEL = "tableside_events"
ANNOUNCEMENT = re.compile(r"([0-9a-f]{32}) (0|[1-9][0-9]{0,8})")
MOST_ANNOUNCEMENTS = 180  # per message, up to 43 of its 8,000 bytes each


class Announcer(Worker):
    """The thread of a process that announces; writers call `announce`."""

    def __init__(
        self, database: Database, on_failure: Callable[[str], None] = lambda _name: None
    ) -> None:
        super().__init__("announcer", self._announce, on_failure)
        self._database = database
        self._waiting: SimpleQueue[tuple[str, int] | None] = SimpleQueue()

    def announce(self, game_id: str, seq: int) -> None:
        """Queue the announcement of a game's last event, or, with GONE, of its deletion."""
        self._waiting.put((game_id, seq))

    def stop(self) -> None:
        """Announce what is left, and stop."""
        self.stopping.set()
        self._waiting.put(None)  # wakes the thread
        super().stop()

    def _announce(self, worker: Worker) -> None:
        while not worker.stopping.is_set():
            batch = [self._waiting.get()]
            try:
                while True:
                    batch.append(self._waiting.get_nowait())
            except Empty:
                announcements = [each for each in batch if each is not None]
            try:
                self._send(announcements)
            except BaseException:
                for each in announcements:  # for when the database is back
                    self._waiting.put(each)
                raise
            worker.report_ok()

    def _send(self, announcements: list[tuple[str, int]]) -> None:
        if not announcements:
            return
        engine = self._database.engine
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for message in notify_messages(announcements):
                connection.execute(select(func.pg_notify(CHANNEL, message)))


def notify_messages(announcements: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield the messages that announce games and their last events."""
    last: dict[str, int] = {}
    for game_id, seq in announcements:
        known = last.get(game_id, seq)
        last[game_id] = GONE if GONE in (known, seq) else max(known, seq)
    texts = [f"{game_id} {seq}" for game_id, seq in last.items()]
    for first in range(0, len(texts), MOST_ANNOUNCEMENTS):
        yield ",".join(texts[first : first + MOST_ANNOUNCEMENTS])


def read_message(message: str) -> dict[str, int]:
    """Return the games and events that a message names; what is not ours is ignored."""
    matches = (ANNOUNCEMENT.fullmatch(text) for text in message.split(","))
    return {match[1]: int(match[2]) for match in matches if match is not None}


if TYPE_CHECKING:
    import psycopg

LOOK_S = 0.05  # between looks at a file for events of other processes
LISTEN_S = 0.1  # until a stop is noticed
ALIVE_S = 10.0  # until a connection that died silently is noticed
SWEEP_S = 3.0  # between looks for missed events; each costs an indexed query per game
FILE_BUSY_MS = 1000  # how long a look waits for a locked file, and a stop for a look

ADDED_EVENTS = "SELECT game_id, max(seq), max(rowid) FROM events WHERE rowid > ? GROUP BY game_id"
LAST_ROW = "SELECT coalesce(max(rowid), 0) FROM {}"
DELETED_GAMES = "SELECT id, rowid FROM deletions WHERE rowid > ?"


class DatabaseListener(Worker):
    """The worker that watches for events of other processes, and restarts after a failure."""

    def __init__(
        self,
        store: Store,
        notifier: Notifier,
        look_s: float = LOOK_S,
        on_failure: Callable[[str], None] = lambda _name: None,
        look_at_drafts: Callable[[], None] = lambda: None,
    ) -> None:
        sqlite = store.database.kind == "sqlite"
        super().__init__("listener", self._watch_file if sqlite else self._listen, on_failure)
        self._store, self._notifier, self._look_s = store, notifier, look_s
        self._look_at_drafts = look_at_drafts

    def _watch_file(self, _worker: Worker) -> None:
        """Notify the followers of every game that a commit has added to.

        An SQLite file has a commit counter, which takes microseconds to read.
        """
        database = self._store.database
        with database.engine.connect().execution_options(watches=True) as connection:
            connection.detach()  # its lock timeout must not affect others
            driver = cast("sqlite3.Connection", connection.connection.dbapi_connection)
            driver.execute(f"PRAGMA busy_timeout = {FILE_BUSY_MS}")
            # The rowid grows with every event, until a game is deleted.
            (last_deletion,) = driver.execute(LAST_ROW.format("deletions")).fetchone()
            (last_event,) = driver.execute(LAST_ROW.format("events")).fetchone()
            self._look_at_games(self._notifier.games)
            version = None
            while not self.stopping.wait(self._look_s):
                database.check_file()
                self._look_at_drafts()
                current = driver.execute("PRAGMA data_version").fetchone()
                self.report_ok()
                if current == version:
                    continue
                version = current
                deleted = driver.execute(DELETED_GAMES, (last_deletion,)).fetchall()
                if deleted:
                    for game_id, row in deleted:
                        self._end_game(game_id)
                        last_deletion = max(last_deletion, row)
                    # The last rowids may be reused now, so look at all games once.
                    (last_event,) = driver.execute(LAST_ROW.format("events")).fetchone()
                    self._look_at_games(self._notifier.games)
                for game_id, seq, row in driver.execute(ADDED_EVENTS, (last_event,)).fetchall():
                    self._notifier.notify(game_id, seq)
                    last_event = max(last_event, row)

    def _listen(self, _worker: Worker) -> None:
        """Notify the followers of every game that PostgreSQL announces, after looking at it.

        Anybody who can connect can announce anything: a message only names games to look at. All
        followed games are looked at every few seconds, for events that nobody announced.
        """
        engine = self._store.database.engine
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            try:
                swept_s, checked_s = -math.inf, time.monotonic()
                driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
                self.report_ok()
                while not self.stopping.is_set():
                    if time.monotonic() - swept_s > SWEEP_S:
                        self._look_at_games(self._notifier.games)
                        swept_s = time.monotonic()
                    self._receive(driver)
                    self._look_at_drafts()
                    if time.monotonic() - checked_s > ALIVE_S:
                        connection.exec_driver_sql("SELECT 1")
                        checked_s = time.monotonic()
            finally:
                connection.invalidate()  # nobody else must get its notifications

    def _receive(self, driver: "psycopg.Connection[Any]") -> None:
        for notification in driver.notifies(timeout=LISTEN_S, stop_after=1):
            last_seqs = read_message(notification.payload)
            deleted = {game_id for game_id, seq in last_seqs.items() if seq == GONE}
            self._look_at_games(deleted.union(self._notifier.games_behind(last_seqs)))

    def _look_at_games(self, games: Collection[str]) -> None:
        """Notify the followers of some games of their last events; end those that were deleted."""
        if not games:
            return
        last_seqs = self._store.latest(list(games))
        for game_id, seq in last_seqs.items():
            self._notifier.notify(game_id, seq)
        for game_id in set(games) - set(last_seqs):
            if self._store.is_deleted(game_id):
                self._end_game(game_id)

    def _end_game(self, game_id: str) -> None:
        """End the streams of a deleted game, whichever process deleted it."""
        self._store.forget(game_id)
        self._notifier.end(game_id)
