"""Games stored as events in a database: appended in one transaction, read by replay."""

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection

from scorer.core.sentences import Sentence
from scorer.ledger.events import Event, GameStarted
from scorer.ledger.game import Game
from service.auth.access import (
    Access,
    check_permission,
    create_token,
    hash_token,
    is_deleted,
    write_transaction,
)
from service.db.database import Database
from service.db.schema import (
    Clock,
    deletions,
    events,
    games,
    metadata,
    stamp,
    successors,
    wall_clock,
)
from service.errors import RefusedError
from service.ledger.event_log import EventLog, EventLogs, event_row
from service.ledger.idempotency import Answer, IdempotentRequest, remember, stored_answer

GONE = 0  # announced in place of a number when a game was deleted
ADD_EVENT = insert(events)


class Store:
    """The event store; safe to share between threads, and a database with other stores."""

    def __init__(
        self,
        database: Database,
        clock: Clock = wall_clock,
        count: Callable[[str], None] = lambda _kind: None,
        announce: Callable[[str, int], None] = lambda _game_id, _seq: None,
    ) -> None:
        self.database = database
        self._clock = clock
        self._count = count  # called with each event's kind after its commit
        self.announce = announce  # called with its game and number after the commit
        self._logs = EventLogs()

    @classmethod
    def open(cls, url: str) -> "Store":
        """Open and migrate the database at a URL; DatabaseError where that fails."""
        return cls(Database.open(url))

    def close(self) -> None:
        """Close every connection."""
        self.database.close()

    def create(self, started: GameStarted, token: str | None = None) -> tuple[str, EventLog]:
        """Start a game; return its write token, which is stored only as a hash, and its log."""
        game_id, token, at = secrets.token_hex(16), token or create_token(), self._now_text()
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

    def latest(self, game_ids: Sequence[str]) -> dict[str, int]:
        """Return the numbers of the last events of those games that exist."""
        last = select(func.max(events.c.seq)).where(events.c.game_id == games.c.id)
        query = select(games.c.id, last.scalar_subquery()).where(games.c.id.in_(game_ids))
        with self.database.read_connection() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

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
        with write_transaction(self.database, access, shared=True) as connection:
            now = self._clock()
            result = stored_answer(connection, game_id, request, now)
            if result is not None:
                return result
            log = self._logs.load(connection, game_id)
            _check_seq(log, request.expected_seq)
            event = decided() if log is known else decide(log.game)
            # A later event's time must not be earlier, even if the clock was set back.
            log = log.add(event, max(stamp(now), log.times[-1]))
            row = _insert(connection, log)
            _update_rules_hash(connection, log)
            result = answer(log)
            remember(connection, game_id, request, result, now)
        self._logs.add(log, row)
        self._count(log.events[-1].kind)
        self.announce(game_id, len(log.events))
        return result

    def delete(self, access: Access) -> None:
        """Delete a game with everything that belongs to it, for good; for its owner only.

        Raises RefusedError `owner_only` for anybody else.
        """
        check_permission(access)
        with write_transaction(self.database, access) as connection:
            delete_game(connection, access.game_id, self._now_text())
        self.announce(access.game_id, GONE)
        self.forget(access.game_id)
        self.database.empty_log()

    def forget(self, game_id: str) -> None:
        """Drop a game from memory."""
        self._logs.forget(game_id)

    def _now_text(self) -> str:
        return stamp(self._clock())


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
    """Update the house file's hash in a game's row where the last event changed it."""
    hash_ = _house_rules_hash(log.game)
    if log.before is not None and hash_ != _house_rules_hash(log.before):
        connection.execute(update(games).where(games.c.id == log.id).values(rules_hash=hash_))


def _decide_ahead(decide: Callable[[Game], Event], game: Game) -> Callable[[], Event]:
    """Make a decision now; return a function that returns the event, or raises the error."""
    try:
        event = decide(game)
    except Exception as error:  # noqa: BLE001  (raised again, once the key has been looked up)
        return partial(_raise, error)
    return lambda: event


def _raise(error: Exception) -> NoReturn:
    raise error


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
