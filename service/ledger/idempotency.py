"""The answers to calls with an `Idempotency-Key`, so that a repeated call does nothing twice.

An answer to an event holds no secret and is stored as it was sent. A call that creates something
may answer with a write token, which is not stored: of its key a hash is stored, and the token is
derived from the key itself, so that only the key's holder can get it again. Whoever can guess a key
and knows the request can ask for its answer; so keys should be random, and a key that is too short
for that counts only for its sender.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, bindparam, delete, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from scorer.core.sentences import Sentence
from service.auth.access import create_token, derive_token
from service.db.database import Database
from service.db.schema import answers, creations, stamp
from service.errors import RefusedError

Answer: TypeAlias = dict[str, Any]
Make: TypeAlias = Callable[[str], tuple[str | None, Answer]]

KEY_LENGTH = 255
HARD_TO_GUESS = 16  # characters: 128 random bits have 22 in base 64, and some clients shorten them
ANSWER_LIFETIME = timedelta(days=7)  # a phone repeats nothing after more than a week
# Built once, since every change uses them.
OF_KEY = (answers.c.game_id == bindparam("game"), answers.c.key == bindparam("name"))
ANSWER = select(answers).where(*OF_KEY)
ADD_ANSWER = insert(answers)


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """A change: the fingerprint of call and body, the key, and the expected last event.

    `scope` is where the key of a creating call counts: at a game, or for a sender.
    """

    fingerprint: str
    key: str | None = None
    expected_seq: int | None = None
    scope: str = ""


def fingerprint(call: str, body: object) -> str:
    """Return a hash of a call and its JSON body, the same for the same content in any layout."""
    text = f"{call}\n{json.dumps(body, sort_keys=True, ensure_ascii=False)}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def is_short(key: str | None) -> bool:
    """Return whether somebody else might guess a key."""
    return key is not None and len(key) < HARD_TO_GUESS


def stored_answer(
    connection: Connection, game_id: str, request: IdempotentRequest, now: datetime
) -> Answer | None:
    """Return the stored answer to an event's key; None for a new key or one older than a week.

    Call it in a write transaction. Raises RefusedError `idempotency_key_reused` for another
    request.
    """
    if request.key is None:
        return None
    parameters = {"game": game_id, "name": request.key}
    row = connection.execute(ANSWER, parameters).first()
    if row is None:
        return None
    if row.at is not None and row.at <= stamp(now - ANSWER_LIFETIME):
        connection.execute(delete(answers).where(*OF_KEY), parameters)
        return None
    return _repeated_answer(row.body, row.fingerprint, request)


def remember(
    connection: Connection, game_id: str, request: IdempotentRequest, answer: Answer, now: datetime
) -> None:
    """Store the answer to the key of an event."""
    if request.key is None:
        return
    row = {
        "game_id": game_id,
        "key": request.key,
        "fingerprint": request.fingerprint,
        "body": json.dumps(answer, ensure_ascii=False),
        "at": stamp(now),
    }
    connection.execute(ADD_ANSWER, row)


class Creations:
    """The stored answers to creating calls, for a week each."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def answer_once(
        self,
        request: IdempotentRequest,
        make: Make,
        token_name: str | None = None,
    ) -> Answer:
        """Return the answer of `make`, or the one that it gave when the key was sent before.

        `make` is called with a token that it may answer with, in the transaction that stores the
        answer, and returns the game that this belongs to, if any, and the answer; `token_name` is
        the member that holds the token. Raises RefusedError `idempotency_key_reused` if the key
        was sent with another request.
        """
        if request.key is None:
            return make(create_token())[1]
        key_hash, nonce = _key_hash(request), create_token()
        stored = self._stored(key_hash, request, token_name)
        if stored is not None:
            return stored
        try:
            with self._database.write_connection() as connection:
                game_id, answer = make(derive_token(request.key, nonce))
                body = answer if token_name is None else {**answer, token_name: None}
                connection.execute(
                    delete(creations).where(creations.c.key_hash == key_hash, self._expired)
                )
                row = {
                    "key_hash": key_hash,
                    "game_id": game_id,
                    "fingerprint": request.fingerprint,
                    "nonce": nonce,
                    "body": json.dumps(body, ensure_ascii=False),
                    "at": stamp(self._database.clock()),
                }
                connection.execute(insert(creations).values(row))
        except (IntegrityError, RefusedError):
            # The same call, sent twice at once, may have finished first elsewhere.
            stored = self._stored(key_hash, request, token_name)
            if stored is None:
                raise
            return stored
        return answer

    def sweep(self) -> int:
        """Delete some answers older than a week; return how many, 0 when none is left."""
        week_ago = stamp(self._database.clock() - ANSWER_LIFETIME)
        return sum(
            self._database.sweep(each, each.c.at <= week_ago) for each in (answers, creations)
        )

    @property
    def _expired(self) -> ColumnElement[bool]:
        return creations.c.at <= stamp(self._database.clock() - ANSWER_LIFETIME)

    def _stored(
        self, key_hash: str, request: IdempotentRequest, token_name: str | None
    ) -> Answer | None:
        query = select(creations).where(creations.c.key_hash == key_hash, ~self._expired)
        with self._database.read_connection() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        answer = _repeated_answer(row.body, row.fingerprint, request)
        if token_name is None:
            return answer
        return {**answer, token_name: derive_token(request.key or "", row.nonce)}


def _repeated_answer(body: str, first: str, request: IdempotentRequest) -> Answer:
    if first != request.fingerprint:
        raise RefusedError(
            "idempotency_key_reused",
            Sentence(
                "This Idempotency-Key was used for another request. Use a new key for each request."
            ),
        )
    answer: Answer = json.loads(body)
    return answer


def _key_hash(request: IdempotentRequest) -> str:
    """Return the stored form of a key, from which its token cannot be derived."""
    return hashlib.sha256(f"key\n{request.scope}\n{request.key}".encode()).hexdigest()
