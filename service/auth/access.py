"""Who may write to a game, checked when a call comes in and again when it writes.

A link may be renewed or revoked between the two. So a write to a game starts with
`write_transaction`, which takes the call's `Access`: under the game's lock it is valid only while
its token is. Whoever changes tokens holds the same lock, so once that call is answered no write
with an old token can follow.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from sqlalchemy import bindparam, select, update
from sqlalchemy.engine import Connection

from scorer.core.sentences import Sentence
from service.db.database import Database
from service.db.schema import Clock, deletions, games, links, stamp
from service.errors import RefusedError, no_such_game
from service.schemas.links import Link

OWNER: Final = "owner"  # the role, and the id of the one link that every game has

# Built once: building a statement takes longer than executing it, and every change needs these.
GAME = games.c.id == bindparam("game_id")
LOCK = select(games.c.id).where(GAME).with_for_update()
HASHES = (
    select(games.c.token_hash.label("owner_hash"), games.c.at.label("begun"), links)
    .select_from(games)
    .outerjoin(links)
    .where(GAME)
    .order_by(links.c.at, links.c.id)
)


USE = (
    update(links)
    .where(links.c.game_id == bindparam("of_game"), links.c.id == bindparam("link_id"))
    .values(used=bindparam("now"))
)
USE_PRECISION = timedelta(minutes=10)  # a write that follows another sooner is not noted


@dataclass(frozen=True, slots=True)
class Access:
    """A game, the link by which a caller writes to it, and the hash of the caller's token."""

    game_id: str
    link: Link
    token_hash: str = field(repr=False)


def owner_or_holder(access: Access, link_id: str) -> bool:
    """Return whether the access is the owner's or that of the link's holder."""
    return access.link.role == OWNER or access.link.id == link_id


def check_permission(access: Access, link_id: str = OWNER) -> None:
    """Raise RefusedError `owner_only` unless the access is the owner's, or of this link."""
    if not owner_or_holder(access, link_id):
        raise RefusedError(
            "owner_only",
            Sentence("Only the owner of the game can do this. Ask whoever started it."),
        )


def create_token() -> str:
    """Return a new write token of 256 random bits, safe in a link."""
    return secrets.token_urlsafe(32)


def derive_token(key: str, nonce: str) -> str:
    """Return the token of a key and a nonce, always the same and as hard to guess as the key."""
    digest_bytes = hmac.digest(key.encode(), f"tableside write token\n{nonce}".encode(), "sha256")
    return urlsafe_b64encode(digest_bytes).rstrip(b"=").decode()


def hash_token(token: str) -> str:
    """Return the hash of a token as it is stored: a fast one, as there are too many to try."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def authorise(database: Database, game_id: str, token: str | None) -> Access:
    """Return the access that a token gives; RefusedError unless it is one of the game's.

    The time taken does not reveal near misses.
    """
    with database.read_connection() as connection:
        hashes = token_hashes(connection, game_id)
    if token is None:
        raise no_token()
    hashed = hash_token(token)
    holders = [link for link, other in hashes if secrets.compare_digest(other, hashed)]
    if not holders:
        raise _wrong_token()
    return Access(game_id, holders[-1], hashed)


@contextmanager
def write_transaction(database: Database, access: Access) -> Iterator[Connection]:
    """Yield a transaction that may write to a game: the game is locked, the access still valid.

    Raises RefusedError `wrong_token` if the token was revoked, `game_deleted` if the game was
    deleted.
    """
    with database.write_connection() as connection:
        confirm(connection, access, database.clock)
        yield connection


def confirm(connection: Connection, access: Access, clock: Clock) -> None:
    """Lock a game and check that an access is still valid, first thing in a write transaction.

    It notes the use of the access's link. Raises RefusedError `wrong_token` if it is not,
    `no_such_game` or `game_deleted` without the game.
    """
    if connection.dialect.name != "sqlite":  # where a writer has locked the whole file
        # A separate statement: only later ones see what others wrote before the lock.
        connection.execute(LOCK, {"game_id": access.game_id})
    for link, hashed in token_hashes(connection, access.game_id):
        if link.id == access.link.id and secrets.compare_digest(hashed, access.token_hash):
            _note_use(connection, access.game_id, link, clock)
            return
    raise _wrong_token()


def _note_use(connection: Connection, game_id: str, link: Link, clock: Clock) -> None:
    if link.id == OWNER:
        return
    now = clock()
    if link.used is not None and link.used > stamp(now - USE_PRECISION):
        return
    connection.execute(USE, {"of_game": game_id, "link_id": link.id, "now": stamp(now)})


def token_hashes(connection: Connection, game_id: str) -> list[tuple[Link, str]]:
    """Return the game's links with their token hashes, the owner's first, by one query.

    Raises RefusedError `no_such_game` or `game_deleted` where there is no game.
    """
    rows = connection.execute(HASHES, {"game_id": game_id}).all()
    if not rows:
        raise missing_game(connection, game_id)
    owner = Link.model_construct(id=OWNER, role=OWNER, name="", at=rows[0].begun)
    names = Link.model_fields
    others = [
        (Link.model_construct(**{name: getattr(row, name) for name in names}), row.token_hash)
        for row in rows
        if row.id is not None
    ]
    return [(owner, rows[0].owner_hash), *others]


def no_token() -> RefusedError:
    """Return the refusal of a call without a token."""
    return RefusedError(
        "no_token", Sentence("Send the game's write token: the header Authorization: Bearer …")
    )


def _wrong_token() -> RefusedError:
    return RefusedError(
        "wrong_token",
        Sentence(
            "This write token was revoked, or belongs to another game. Ask "
            "whoever started the game for a new link."
        ),
    )


def missing_game(connection: Connection, game_id: str) -> RefusedError:
    """Return the refusal of a missing game: its owner deleted it, or it never existed."""
    if is_deleted(connection, game_id):
        detail = Sentence("The owner of this game has deleted it with everything stored for it.")
        return RefusedError("game_deleted", detail)
    return no_such_game(game_id)


def is_deleted(connection: Connection, game_id: str) -> bool:
    """Return whether there was a game of this id that its owner has deleted."""
    query = select(deletions.c.id).where(deletions.c.id == game_id)
    return connection.execute(query).first() is not None
