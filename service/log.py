"""A game's events as stored, and the game they make; read from where it was last known.

Events never change, so a game that was replayed once needs only what was added since. The row that
was known last is read again with them: where it is another one, the database itself was replaced,
and the game is replayed from its start.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.engine import Connection

from scorer import ledger
from scorer.ledger import Game
from scorer.ledger_events import Event
from service import codec
from service.problems import RefusedError
from service.schema import deletions, events

GAME_ID = r"[0-9a-f]{32}"  # 128 random bits


@dataclass(frozen=True, slots=True)
class Log:
    """A game's events as stored; `times` are UTC, ISO 8601, one an event.

    `game` is what they make, `before` what all but the last of them made (None for the first).
    """

    id: str
    events: tuple[Event, ...]
    times: tuple[str, ...]
    game: Game
    before: Game | None = None

    @classmethod
    def begun(cls, game_id: str, event: Event, at: str) -> "Log":
        """The log of a game's first event; LedgerError for one that starts no game."""
        return cls(game_id, (event,), (at,), ledger.replay([event]))

    def then(self, event: Event, at: str) -> "Log":
        """The log with one event more; LedgerError where it cannot follow."""
        game = ledger.apply(self.game, event)
        return Log(self.id, (*self.events, event), (*self.times, at), game, self.game)

    def since(self, after: int) -> Iterator["Log"]:
        """The log as it was after each event that follows event `after`."""
        if after == len(self.events) - 1:
            yield self
            return
        log = Log.begun(self.id, self.events[0], self.times[0])
        if after < 1:
            yield log
        for event, at in zip(self.events[1:], self.times[1:], strict=True):
            log = log.then(event, at)
            if len(log.events) > after:
                yield log


class Logs:
    """The games of late, replayed; `most` of them are remembered."""

    def __init__(self, most: int = 1024) -> None:
        self._most = most
        self._known: OrderedDict[str, tuple[Log, str]] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, connection: Connection, game_id: str) -> Log:
        """A game's log as committed; RefusedError `no_such_game` or `game_deleted` without one.

        Call it before adding anything in the same transaction.
        """
        with self._lock:
            log, mark = self._known.get(game_id, (None, ""))
        rows = _rows(connection, game_id, len(log.events) if log else 0)
        if log is not None and (not rows or _mark(rows[0]) != mark):
            log, rows = None, _rows(connection, game_id, 0)
        if not rows:
            self.forget(game_id)
            raise not_here(connection, game_id)
        fresh = rows if log is None else rows[1:]
        if log is None:
            first, *fresh = fresh
            log = Log.begun(game_id, _event(first), first.at)
        for row in fresh:
            log = log.then(_event(row), row.at)
        self._remember(log, _mark(rows[-1]))
        return log

    def forget(self, game_id: str) -> None:
        """Keep nothing of a game."""
        with self._lock:
            self._known.pop(game_id, None)

    def _remember(self, log: Log, mark: str) -> None:
        with self._lock:
            known, _ = self._known.get(log.id, (None, ""))
            if known is None or len(known.events) <= len(log.events):
                self._known[log.id] = (log, mark)
            self._known.move_to_end(log.id)
            while len(self._known) > self._most:
                self._known.popitem(last=False)


def no_such_game(game_id: str) -> RefusedError:
    """The refusal of an unknown id."""
    return RefusedError("no_such_game", f"No game has the id {game_id!r}. Check the link.")


def not_here(connection: Connection, game_id: str) -> RefusedError:
    """The refusal of a game that the database lacks: its owner deleted it, or it never was."""
    if is_deleted(connection, game_id):
        detail = "This game was deleted by its owner, with all that was kept of it."
        return RefusedError("game_deleted", detail)
    return no_such_game(game_id)


def is_deleted(connection: Connection, game_id: str) -> bool:
    """Whether there was a game of this id that its owner has deleted."""
    query = select(deletions.c.id).where(deletions.c.id == game_id)
    return connection.execute(query).first() is not None


def _rows(connection: Connection, game_id: str, first: int) -> list[Row[Any]]:
    query = select(events).where(events.c.game_id == game_id, events.c.seq >= first)
    return list(connection.execute(query.order_by(events.c.seq)).all())


def _event(row: Row[Any]) -> Event:
    return codec.decode(row.kind, row.version, json.loads(row.payload))


def _mark(row: Row[Any]) -> str:
    return f"{row.seq} {row.at} {row.kind} {row.payload}"
