"""Games kept as events in a database: append in one transaction, read by replay."""

import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import Engine, func, insert, select
from sqlalchemy.engine import Connection

from scorer import ledger
from scorer.ledger import Event, Game, GameStarted
from service import codec, schema
from service.problems import RefusedError
from service.schema import answers, events, games, writing

Answer: TypeAlias = dict[str, Any]
KEY_LENGTH = 255


@dataclass(frozen=True, slots=True)
class Log:
    """A game's events as stored; `times` are UTC, ISO 8601, one an event."""

    id: str
    events: tuple[Event, ...]
    times: tuple[str, ...]

    @property
    def game(self) -> Game:
        """The game after its last event."""
        return ledger.replay(self.events)


@dataclass(frozen=True, slots=True)
class Request:
    """One attempt to add an event: the fingerprint of call and body, and what it relies on."""

    fingerprint: str
    key: str | None = None
    expected_seq: int | None = None


class Store:
    """The event store; safe to share between threads, nothing is cached."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @classmethod
    def open(cls, url: str) -> "Store":
        """Open and upgrade the database at a URL; DatabaseError where that fails."""
        return cls(schema.connect(url))

    def close(self) -> None:
        """Give every connection back."""
        self._engine.dispose()

    def ping(self) -> None:
        """Ask the database for anything; raises SQLAlchemyError when it does not answer."""
        with self._engine.connect() as connection:
            connection.execute(select(games.c.id).limit(1))

    def create(self, started: GameStarted) -> tuple[str, Log]:
        """Start a game and return its write token, which is kept only as a hash, and its log."""
        game_id, token, at = secrets.token_hex(16), secrets.token_urlsafe(32), _now()
        row = {"id": game_id, "token_hash": _hash(token), "at": at}
        with writing(self._engine) as connection:
            connection.execute(insert(games).values(row))
            _insert(connection, game_id, 1, started, at)
        return token, Log(game_id, (started,), (at,))

    def load(self, game_id: str) -> Log:
        """A game's whole log; RefusedError `no_such_game` for an unknown id."""
        with self._engine.connect() as connection:
            return _load(connection, game_id)

    def latest_seq(self, game_id: str) -> int:
        """The number of a game's last event, 0 where there is no such game."""
        query = select(func.max(events.c.seq)).where(events.c.game_id == game_id)
        with self._engine.connect() as connection:
            return connection.execute(query).scalar() or 0

    def authorise(self, game_id: str, token: str | None) -> None:
        """Raise RefusedError unless the game exists and the token is its own."""
        query = select(games.c.token_hash).where(games.c.id == game_id)
        with self._engine.connect() as connection:
            stored = connection.execute(query).scalar()
        if stored is None:
            raise _no_such_game(game_id)
        if token is None:
            raise RefusedError(
                "no_token", "Send the game's write token: the header Authorization: Bearer …"
            )
        if not secrets.compare_digest(stored, _hash(token)):
            raise RefusedError(
                "wrong_token", "This write token belongs to another game or to none."
            )

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
        with writing(self._engine) as connection:
            locked = select(games.c.id).where(games.c.id == game_id).with_for_update()
            if connection.execute(locked).scalar() is None:
                raise _no_such_game(game_id)
            given = _answered(connection, game_id, request)
            if given is not None:
                return given
            log = _load(connection, game_id)
            _check_seq(log, request.expected_seq)
            game = log.game
            event, at = decide(game), _now()
            ledger.check(game, event)
            seq = len(log.events) + 1
            _insert(connection, game_id, seq, event, at)
            given = answer(Log(game_id, (*log.events, event), (*log.times, at)))
            _remember(connection, game_id, request, given)
        return given


def fingerprint(call: str, body: object) -> str:
    """A hash of a call and its JSON body, the same for the same content in any layout."""
    return _hash(f"{call}\n{json.dumps(body, sort_keys=True, ensure_ascii=False)}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _no_such_game(game_id: str) -> RefusedError:
    return RefusedError("no_such_game", f"No game has the id {game_id!r}. Check the link.")


def _insert(connection: Connection, game_id: str, seq: int, event: Event, at: str) -> None:
    row = {
        "game_id": game_id,
        "seq": seq,
        "kind": codec.kind_of(event),
        "version": codec.VERSION,
        "payload": json.dumps(codec.encode(event), ensure_ascii=False),
        "at": at,
    }
    connection.execute(insert(events).values(row))


def _load(connection: Connection, game_id: str) -> Log:
    query = select(events).where(events.c.game_id == game_id).order_by(events.c.seq)
    rows = connection.execute(query).all()
    if not rows:
        raise _no_such_game(game_id)
    found = tuple(codec.decode(row.kind, row.version, json.loads(row.payload)) for row in rows)
    return Log(game_id, found, tuple(row.at for row in rows))


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
