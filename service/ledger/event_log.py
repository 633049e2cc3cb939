"""A game's stored events and the game they make, cached between reads.

Events never change, so a game that was replayed once needs only the events added since. The last
row that was read is read again with them: if it differs, the database itself was replaced, and the
game is replayed from its start.

A replay reads of each hand only what moves the table. The events themselves are read from their
rows when they are asked for, as the history does.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from sqlalchemy import Row, bindparam, select
from sqlalchemy.engine import Connection

from scorer.core.sentences import Sentence
from scorer.ledger import game as ledger
from scorer.ledger.events import Event
from scorer.ledger.game import Events, Game
from service.auth.access import missing_game
from service.db import codec
from service.db.schema import events

# Of the payloads of cached games; a replayed game takes five times as much memory. That is 40,000
# hands in faan, the whole evenings of 200 tables.
MOST_CHARACTERS = 32_000_000
ROWS = (
    select(events)
    .where(events.c.game_id == bindparam("game"), events.c.seq >= bindparam("first"))
    .order_by(events.c.seq)
)


class StoredEvents:
    """A game's events, of which a row is read in full when it is first asked for.

    Asking raises CodecError `damaged_event` where a hand's tiles or explanation are damaged.
    """

    def __init__(self, items: Iterable[Row[Any] | Event]) -> None:
        self._items = list(items)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Event]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, place: int) -> Event:
        item = self._items[place]
        if isinstance(item, Row):
            item = self._items[place] = codec.decode(item.kind, item.version, item.payload)
        return item

    def __add__(self, later: Sequence[Row[Any] | Event]) -> "StoredEvents":
        return StoredEvents((*self._items, *later))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StoredEvents | tuple) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class EventLog:
    """A game's events as stored; `times` are UTC, ISO 8601, one per event.

    `game` is what the events make, `before` what all but the last make (None for the first).
    """

    id: str
    times: tuple[str, ...]
    game: Game
    before: Game | None = None

    @classmethod
    def begin(cls, game_id: str, event: Event, at: str) -> "EventLog":
        """Return the log of a game's first event; LedgerError for one that starts no game."""
        return cls(game_id, (at,), ledger.replay([event]))

    @property
    def events(self) -> Events:
        """Every event, the first one first."""
        return self.game.events

    def with_event(self, event: Event, at: str) -> "EventLog":
        """Return the log with one more stored event; LedgerError where it cannot follow."""
        game = ledger.apply(self.game, event)
        return EventLog(self.id, (*self.times, at), game, self.game)

    def add(self, event: Event, at: str) -> "EventLog":
        """Return the log with a new event; LedgerError if it cannot follow or the game is full."""
        log = self.with_event(event, at)
        ledger.check_room(log.game)
        return log

    def logs_after(self, after: int) -> Iterator["EventLog"]:
        """Yield the log as it was after each event that follows event `after`."""
        if after == len(self.events) - 1:
            yield self
            return
        log = EventLog.begin(self.id, self.events[0], self.times[0])
        if after < 1:
            yield log
        for event, at in islice(zip(self.events, self.times, strict=True), 1, None):
            log = log.with_event(event, at)
            if len(log.events) > after:
                yield log


@dataclass(frozen=True, slots=True)
class CachedLog:
    """A log, its last row, and the total length of its payloads in characters."""

    log: EventLog
    last_row: Sequence[object]
    characters: int


class EventLogs:
    """A cache of replayed games: at most `most` games, and `most_characters` of their rows."""

    def __init__(self, most: int = 1024, most_characters: int = MOST_CHARACTERS) -> None:
        self._most, self._most_characters = most, most_characters
        self._cache: OrderedDict[str, CachedLog] = OrderedDict()
        self._characters = 0
        self._lock = threading.Lock()

    def load(self, connection: Connection, game_id: str) -> EventLog:
        """Return a game's log as committed; RefusedError `no_such_game` or `game_deleted`.

        Call it before adding anything in the same transaction.
        """
        with self._lock:
            cached = self._cache.get(game_id)
        rows = _rows(connection, game_id, len(cached.log.events) if cached else 0)
        if cached is not None and (not rows or tuple(rows[0]) != cached.last_row):
            cached, rows = None, _rows(connection, game_id, 0)
        if not rows:
            self.forget(game_id)
            raise missing_game(connection, game_id)
        if cached is None:
            first, *new_rows = rows
            started = _event(first, 1, codec.decode)
            cached = CachedLog(EventLog.begin(game_id, started, first.at), (), len(first.payload))
        else:
            new_rows = rows[1:]
        log = _extended_log(cached.log, new_rows) if new_rows else cached.log
        size = cached.characters + sum(len(row.payload) for row in new_rows)
        self._remember(CachedLog(log, tuple(rows[-1]), size))
        return log

    def add(self, log: EventLog, row: Mapping[str, Any]) -> None:
        """Cache a log whose last event was just committed as this row."""
        with self._lock:
            cached = self._cache.get(log.id)
        if cached is not None and len(cached.log.events) == len(log.events) - 1:
            size = cached.characters + len(row["payload"])
            self._remember(CachedLog(log, tuple(row.values()), size))

    def cached_log(self, game_id: str) -> EventLog | None:
        """Return a game's log as last read, without a query; None where it is not cached."""
        with self._lock:
            cached = self._cache.get(game_id)
        return None if cached is None else cached.log

    @property
    def characters(self) -> int:
        """How many characters the rows of all cached games have."""
        return self._characters

    def __len__(self) -> int:
        return len(self._cache)

    def forget(self, game_id: str) -> None:
        """Drop a game from the cache."""
        with self._lock:
            evicted = self._cache.pop(game_id, None)
            self._characters -= evicted.characters if evicted else 0

    def _remember(self, new: CachedLog) -> None:
        game_id = new.log.id
        with self._lock:
            cached = self._cache.get(game_id)
            if cached is None or len(cached.log.events) <= len(new.log.events):
                self._cache[game_id] = new
                self._characters += new.characters - (cached.characters if cached else 0)
            self._cache.move_to_end(game_id)
            while len(self._cache) > 1 and (
                len(self._cache) > self._most or self._characters > self._most_characters
            ):
                _, evicted = self._cache.popitem(last=False)
                self._characters -= evicted.characters


def event_row(game_id: str, seq: int, event: Event, at: str) -> dict[str, Any]:
    """Return the row of an event, its columns in the table's order."""
    return {
        "game_id": game_id,
        "seq": seq,
        "kind": event.kind,
        "version": codec.VERSION,
        "payload": codec.encode(event),
        "at": at,
    }


def _rows(connection: Connection, game_id: str, first: int) -> list[Row[Any]]:
    return list(connection.execute(ROWS, {"game": game_id, "first": first}).all())


def check_row(row: Sequence[Any], seq: int) -> None:
    """Raise CodecError `damaged_event` for a row that cannot be event `seq`."""
    _, stored_seq, kind, version, _, at = row  # by name takes three times as long
    kinds = (type(stored_seq), type(kind), type(version), type(at))
    if stored_seq != seq or kinds != (int, str, int, str):
        detail = Sentence("Event {seq} is damaged or missing. Restore a backup.", seq=seq)
        raise codec.CodecError("damaged_event", detail)


def _extended_log(log: EventLog, rows: Sequence[Row[Any]]) -> EventLog:
    """Return the log with these rows' events; CodecError `damaged_event` if one cannot follow."""
    outlines = [_event(row, seq, codec.outline) for seq, row in enumerate(rows, log.game.seq + 1)]
    items = [
        row if isinstance(event, codec.HandOutline) else event
        for row, event in zip(rows, outlines, strict=True)
    ]
    earlier = log.events if isinstance(log.events, StoredEvents) else StoredEvents(log.events)
    try:
        outlined = ledger.replay(outlines[:-1], log.game)
        before = replace(outlined, events=earlier + items[:-1])
        game = ledger.apply(before, outlines[-1])
    except ledger.LedgerError as error:
        raise _first_fault(log.game, outlines) from error
    times = (*log.times, *(row.at for row in rows))
    return EventLog(log.id, times, replace(game, events=earlier + items), before)


def _first_fault(game: Game, events: Iterable[Event]) -> codec.CodecError:
    """Return the error of the first event that cannot follow."""
    detail = ""
    try:
        for event in events:
            game = ledger.apply(game, event)
    except ledger.LedgerError as error:
        detail = error.detail
    sentence = Sentence(
        "Event {seq} cannot follow: {detail} Restore a backup.", seq=game.seq + 1, detail=detail
    )
    return codec.CodecError("damaged_event", sentence)


def _event(row: Sequence[Any], seq: int, read: Callable[[str, int, object], Event]) -> Event:
    check_row(row, seq)
    _, _, kind, version, payload, _ = row
    return read(kind, version, payload)
