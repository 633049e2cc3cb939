"""Games kept as events in a database: append in one transaction, read by replay."""

import hashlib
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, NoReturn, TypeAlias

from sqlalchemy import func, insert, select
from sqlalchemy.engine import Connection

from scorer.ledger import Game
from scorer.ledger_events import Event, GameStarted
from service import codec, tokens
from service.database import Database
from service.log import Log, Logs, no_such_game
from service.problems import RefusedError
from service.schema import answers, events, games

Answer: TypeAlias = dict[str, Any]
Clock: TypeAlias = Callable[[], datetime]
KEY_LENGTH = 255
CHANNEL = "tableside_events"  # where PostgreSQL tells other processes "<game id> <seq>"


@dataclass(frozen=True, slots=True)
class Request:
    """One attempt to add an event: the fingerprint of call and body, and what it relies on."""

    fingerprint: str
    key: str | None = None
    expected_seq: int | None = None


def wall_clock() -> datetime:
    """The time of this machine, which may jump."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as it is stored: UTC, ISO 8601, milliseconds."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def uncounted(_kind: str) -> None:
    """Count nothing."""


def alone(_connection: Connection, _log: Log) -> None:
    """Write nothing besides."""


class Store:
    """The event store; safe to share between threads and, with others like it, a database."""

    def __init__(
        self,
        database: Database,
        clock: Clock = wall_clock,
        count: Callable[[str], None] = uncounted,
    ) -> None:
        self.database = database
        self._clock = clock
        self._count = count  # of the kind of each event, once it is committed
        self._logs = Logs()

    @classmethod
    def open(cls, url: str) -> "Store":
        """Open and upgrade the database at a URL; DatabaseError where that fails."""
        return cls(Database.open(url))

    def close(self) -> None:
        """Give every connection back."""
        self.database.close()

    def ping(self) -> None:
        """Ask the database for anything; raises SQLAlchemyError when it does not answer."""
        with self.database.reading() as connection:
            connection.execute(select(games.c.id).limit(1))

    def create(
        self, started: GameStarted, along: Callable[[Connection, Log], None] = alone
    ) -> tuple[str, Log]:
        """Start a game and return its write token, which is kept only as a hash, and its log.

        What `along` writes is written in the same transaction.
        """
        game_id, token, at = secrets.token_hex(16), tokens.new(), self._at()
        row = {"id": game_id, "token_hash": tokens.hashed(token), "at": at, **named(started)}
        log = Log.begun(game_id, started, at)
        with self.database.writing() as connection:
            connection.execute(insert(games).values(row))
            self._insert(connection, log)
            along(connection, log)
        self._count(codec.kind_of(started))
        return token, log

    def load(self, game_id: str) -> Log:
        """A game's whole log; RefusedError `no_such_game` for an unknown id."""
        with self.database.reading() as connection:
            return self._logs.load(connection, game_id)

    def latest(self, game_ids: Sequence[str]) -> dict[str, int]:
        """The numbers of the last events of those games that there are."""
        query = select(events.c.game_id, func.max(events.c.seq))
        query = query.where(events.c.game_id.in_(game_ids)).group_by(events.c.game_id)
        with self.database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def append(
        self,
        game_id: str,
        request: Request,
        decide: Callable[[Game], Event],
        answer: Callable[[Log], Answer],
    ) -> Answer:
        """Add the event that `decide` makes of the game, and return what `answer` makes of the log.

        Key, seq, event and answer are settled in one transaction; a repeated key gets its first
        answer. Raises RefusedError (`no_such_game`, `idempotency_key_reused`, `stale_seq`) and what
        `decide` and the ledger raise; nothing is written then.
        """
        seen = self.load(game_id)
        decided = _tried(decide, seen.game)  # scoring hands takes its time: nobody waits for it
        with self.database.writing() as connection:
            locked = select(games.c.id).where(games.c.id == game_id).with_for_update()
            if connection.execute(locked).scalar() is None:
                raise no_such_game(game_id)
            given = _answered(connection, game_id, request)
            if given is not None:
                return given
            log = self._logs.load(connection, game_id)
            _check_seq(log, request.expected_seq)
            event = decided() if log is seen else decide(log.game)
            # A clock that was set back must not make a game's later event the earlier one.
            log = log.add(event, max(self._at(), log.times[-1]))
            self._insert(connection, log)
            given = answer(log)
            _remember(connection, game_id, request, given)
        self._count(codec.kind_of(log.events[-1]))
        return given

    def _at(self) -> str:
        return stamp(self._clock())

    def _insert(self, connection: Connection, log: Log) -> None:
        event, seq = log.events[-1], len(log.events)
        row = {
            "game_id": log.id,
            "seq": seq,
            "kind": codec.kind_of(event),
            "version": codec.VERSION,
            "payload": json.dumps(codec.encode(event), ensure_ascii=False),
            "at": log.times[-1],
        }
        added = insert(events).values(row)
        if self.database.kind == "postgresql":
            # Heard by every process when this transaction is committed, and not before.
            told = select(func.pg_notify(CHANNEL, f"{log.id} {seq}"))
            connection.execute(told.add_cte(added.cte("added")))
        else:
            connection.execute(added)


def named(started: GameStarted) -> dict[str, str]:
    """What the row of a game says of its rules: their hash where it plays by a house's file."""
    return {} if started.house is None else {"rules_hash": started.rules}


def _tried(decide: Callable[[Game], Event], game: Game) -> Callable[[], Event]:
    """What a decision comes to: made now, given or raised when it is asked for."""
    try:
        event = decide(game)
    except Exception as error:  # noqa: BLE001  (raised again, once the key has been looked up)
        return partial(_raise, error)
    return lambda: event


def _raise(error: Exception) -> NoReturn:
    raise error


def fingerprint(call: str, body: object) -> str:
    """A hash of a call and its JSON body, the same for the same content in any layout."""
    text = f"{call}\n{json.dumps(body, sort_keys=True, ensure_ascii=False)}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _answered(connection: Connection, game_id: str, request: Request) -> Answer | None:
    if request.key is None:
        return None
    query = select(answers).where(answers.c.game_id == game_id, answers.c.key == request.key)
    row = connection.execute(query).first()
    if row is None:
        return None
    if row.fingerprint != request.fingerprint:
        raise RefusedError(
            "idempotency_key_reused",
            "This Idempotency-Key was used for another request. Use a new key for each new one.",
        )
    answer: Answer = json.loads(row.body)
    return answer


def _check_seq(log: Log, expected: int | None) -> None:
    seq = len(log.events)
    if expected is not None and expected != seq:
        raise RefusedError(
            "stale_seq",
            f"The game is at event {seq}, not {expected}. Load its state, look, and send again.",
            seq=seq,
        )


def _remember(connection: Connection, game_id: str, request: Request, answer: Answer) -> None:
    if request.key is None:
        return
    row = {
        "game_id": game_id,
        "key": request.key,
        "fingerprint": request.fingerprint,
        "body": json.dumps(answer, ensure_ascii=False),
    }
    connection.execute(insert(answers).values(row))
