"""Games stored as events in a database: appended in one transaction, read by replay.

Events never change, so a game that was replayed once needs only the events added since. The last
row that was read is read again with them: if it differs, the database itself was replaced, and the
game is replayed from its start.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, delete, func, insert, select, update
from sqlalchemy.engine import Connection

from scorer.core.sentences import Sentence
from scorer.ledger import game as ledger
from scorer.ledger.events import Event, GameStarted
from scorer.ledger.game import Game
from service.auth.access import (
    Access,
    check_permission,
    create_token,
    hash_token,
    is_deleted,
    missing_game,
    write_transaction,
)
from service.db import codec
from service.db.database import Database
from service.db.schema import (
    deletions,
    drafts,
    events,
    games,
    metadata,
    stamp,
    successors,
)
from service.errors import RefusedError
from service.ledger.idempotency import Answer, IdempotentRequest, remember, stored_answer

ADD_EVENT = insert(events)
# Of the payloads of cached games; a replayed game takes five times as much memory. That is 40,000
# hands in faan, the whole evenings of 200 tables.
MOST_CHARACTERS = 32_000_000
ROWS = (
    select(events)
    .where(events.c.game_id == bindparam("game"), events.c.seq >= bindparam("first"))
    .order_by(events.c.seq)
)


class GameVersion(NamedTuple):
    """What grows when a game changes: its last event's number, and the numbers of its draft.

    These are the draft's revision, None without one, and how often the table has continued with
    another game.
    """

    seq: int
    draft: tuple[int | None, int]


NO_DRAFT = (None, 0)
VERSIONS = select(
    games.c.id,
    select(func.max(events.c.seq)).where(events.c.game_id == games.c.id).scalar_subquery(),
    select(drafts.c.revision).where(drafts.c.game_id == games.c.id).scalar_subquery(),
    select(func.count()).where(successors.c.game_id == games.c.id).scalar_subquery(),
).where(games.c.id.in_(bindparam("games", expanding=True)))


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
    def events(self) -> tuple[Event, ...]:
        """Every event, the first one first."""
        return self.game.events

    def with_event(self, event: Event, at: str) -> "EventLog":
        """Return the log with one more stored event; LedgerError if it cannot follow."""
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
        for event, at in zip(self.events[1:], self.times[1:], strict=True):
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
        self.characters = 0  # of the rows of all cached games
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
            started = EventLog.begin(game_id, _event(first, 1), first.at)
            cached = CachedLog(started, (), len(first.payload))
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
        """Return a game's log as last read, without a query; None if it is not cached."""
        with self._lock:
            cached = self._cache.get(game_id)
        return None if cached is None else cached.log

    def __len__(self) -> int:
        return len(self._cache)

    def forget(self, game_id: str) -> None:
        """Drop a game from the cache."""
        with self._lock:
            evicted = self._cache.pop(game_id, None)
            self.characters -= evicted.characters if evicted else 0

    def _remember(self, new: CachedLog) -> None:
        game_id = new.log.id
        with self._lock:
            cached = self._cache.get(game_id)
            if cached is None or len(cached.log.events) <= len(new.log.events):
                self._cache[game_id] = new
                self.characters += new.characters - (cached.characters if cached else 0)
            self._cache.move_to_end(game_id)
            while len(self._cache) > 1 and (
                len(self._cache) > self._most or self.characters > self._most_characters
            ):
                _, evicted = self._cache.popitem(last=False)
                self.characters -= evicted.characters


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
    events = [_event(row, seq) for seq, row in enumerate(rows, log.game.seq + 1)]
    try:
        before = ledger.replay(events[:-1], log.game)
        game = ledger.apply(before, events[-1])
    except ledger.LedgerError as error:
        raise _first_fault(log.game, events) from error
    return EventLog(log.id, (*log.times, *(row.at for row in rows)), game, before)


def _first_fault(game: Game, events: Iterable[Event]) -> codec.CodecError:
    """Return the error of the first event that cannot follow."""
    detail = ""
    try:
        for event in events:
            game = ledger.apply(game, event)
    except ledger.LedgerError as error:
        detail = error.detail
    sentence = Sentence(
        "Event {seq} cannot come next: {detail} Restore a backup.", seq=game.seq + 1, detail=detail
    )
    return codec.CodecError("damaged_event", sentence)


def _event(row: Sequence[Any], seq: int) -> Event:
    check_row(row, seq)
    _, _, kind, version, payload, _ = row
    return codec.decode(kind, version, payload)


class Store:
    """The event store; safe to share between threads, and a database with other stores."""

    def __init__(
        self, database: Database, count: Callable[[str], None] = lambda _kind: None
    ) -> None:
        self.database = database
        self._count = count  # called with each event's kind after its commit
        self._logs = EventLogs()

    @classmethod
    def open(cls, url: str) -> "Store":
        """Open and migrate the database at a URL; DatabaseError if that fails."""
        return cls(Database.open(url))

    def close(self) -> None:
        """Close every connection."""
        self.database.close()

    def create(self, started: GameStarted, token: str | None = None) -> tuple[str, EventLog]:
        """Start a game; return its write token, which is stored only as a hash, and its log."""
        game_id, token, at = (
            secrets.token_hex(16),
            token or create_token(),
            stamp(self.database.clock()),
        )
        log = EventLog.begin(game_id, started, at)
        row = {"id": game_id, "token_hash": hash_token(token), "at": at, **rules_row(log.game)}
        with self.database.write_connection() as connection:
            connection.execute(insert(games).values(row))
            _insert(connection, log)
        self._count(started.kind)
        return token, log

    def load(self, game_id: str) -> EventLog:
        """Return a game's whole log; RefusedError `no_such_game` or `game_deleted` without one."""
        with self.database.read_connection() as connection:
            return self._logs.load(connection, game_id)

    def versions(self, game_ids: Sequence[str]) -> dict[str, GameVersion]:
        """Return what has changed if those games that exist have changed."""
        with self.database.read_connection() as connection:
            rows = connection.execute(VERSIONS, {"games": game_ids})
            return {game_id: GameVersion(seq, tuple(draft)) for game_id, seq, *draft in rows}

    def is_deleted(self, game_id: str) -> bool:
        """Return whether there was such a game and its owner has deleted it."""
        with self.database.read_connection() as connection:
            return is_deleted(connection, game_id)

    def append(
        self,
        access: Access,
        request: IdempotentRequest,
        decide: Callable[[Game], Event],
        answer: Callable[[EventLog], Answer],
    ) -> Answer:
        """Add the event that `decide` makes of the game; return what `answer` makes of the log.

        Token, key, seq, event and answer are checked and written in one transaction; a repeated key
        gets its first answer. Raises RefusedError (`wrong_token`, `game_deleted`,
        `idempotency_key_reused`, `stale_seq`) and what `decide` and the ledger raise; nothing is
        written then.
        """
        game_id = access.game_id
        # As last seen here, which is most likely up to date.
        known = self._logs.cached_log(game_id) or self.load(game_id)
        decided = _decide_ahead(decide, known.game)  # scoring is slow, so before the lock
        with write_transaction(self.database, access) as connection:
            now = self.database.clock()
            result = stored_answer(connection, game_id, request, now)
            if result is not None:
                return result
            log = self._logs.load(connection, game_id)
            _check_seq(log, request.expected_seq)
            event = decided.result() if log is known else decide(log.game)
            # A later event's time must not be earlier, even if the clock was set back.
            log = log.add(event, max(stamp(now), log.times[-1]))
            row = _insert(connection, log)
            _update_rules_hash(connection, log)
            result = answer(log)
            remember(connection, game_id, request, result, now)
        self._logs.add(log, row)
        self._count(log.events[-1].kind)
        return result

    def delete(self, access: Access) -> None:
        """Delete a game with everything that belongs to it, for good; for its owner only.

        Raises RefusedError `owner_only` for anybody else.
        """
        check_permission(access)
        with write_transaction(self.database, access) as connection:
            delete_game(connection, access.game_id, stamp(self.database.clock()))
        self.forget(access.game_id)
        self.database.empty_log()

    def forget(self, game_id: str) -> None:
        """Drop a game from memory."""
        self._logs.forget(game_id)


def _insert(connection: Connection, log: EventLog) -> dict[str, Any]:
    """Add the last event of a log to its game; return its row."""
    row = event_row(log.id, len(log.events), log.events[-1], log.times[-1])
    connection.execute(ADD_EVENT, row)
    return row


def rules_row(game: Game) -> dict[str, str]:
    """Return the columns of a new game's row that name its house file, if it has one."""
    hash_ = _house_rules_hash(game)
    return {} if hash_ is None else {"rules_hash": hash_}


def _house_rules_hash(game: Game) -> str | None:
    """Return the hash of the house file that a game uses, or will use after an agreed change."""
    coming = game.table.coming
    terms = game.terms(game.table) if coming is None else coming.terms
    return None if terms.house is None else terms.rules


def _update_rules_hash(connection: Connection, log: EventLog) -> None:
    """Update the house file's hash in a game's row if the last event changed it."""
    if log.before is None:
        return
    before, now = log.before.table, log.game.table
    if before.terms is now.terms and before.coming is now.coming:
        return
    hash_ = _house_rules_hash(log.game)
    if hash_ != _house_rules_hash(log.before):
        connection.execute(update(games).where(games.c.id == log.id).values(rules_hash=hash_))


def _decide_ahead(decide: Callable[[Game], Event], game: Game) -> Future[Event]:
    """Make a decision now; its result is the event, or raises the error."""
    decided: Future[Event] = Future()
    try:
        decided.set_result(decide(game))
    except Exception as error:  # noqa: BLE001  (raised again, once the key has been looked up)
        decided.set_exception(error)
    return decided


def _check_seq(log: EventLog, expected: int | None) -> None:
    seq = len(log.events)
    if expected is not None and expected != seq:
        raise RefusedError(
            "stale_seq",
            Sentence(
                "The game is at event {seq}, not {expected}. Load its "
                "state, check it, and send the request again.",
                seq=seq,
                expected=expected,
            ),
            seq=seq,
        )


def delete_game(connection: Connection, game_id: str, at: str) -> None:
    """Delete a game and every row that belongs to it, in a write transaction with the game locked.

    A game that follows this one still names its id, which no longer leads anywhere.
    """
    connection.execute(insert(deletions).values(id=game_id, at=at))
    connection.execute(delete(successors).where(successors.c.next_id == game_id))
    for table in reversed(metadata.sorted_tables):
        if "game_id" in table.c:
            connection.execute(delete(table).where(table.c.game_id == game_id))
    connection.execute(delete(games).where(games.c.id == game_id))
