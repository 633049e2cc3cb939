"""Announces events of this process to other processes on PostgreSQL, once they are committed.

`NOTIFY` locks the whole database until its transaction ends: inside the transaction of a hand it
would let only one hand be written at a time, however many processes there are. So one thread
announces afterwards everything added meanwhile. What a killed process did not announce is found by
the listeners of the others, which look for themselves every few seconds.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue

from sqlalchemy import func, select

from service.db.database import Database
from service.ledger.store import GONE
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
        """Announce what is left, and end."""
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
