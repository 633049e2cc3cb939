"""Who may do what with a game: its owner, the scorekeepers he let in, and everybody who watches.

Watching needs the game's id alone. Each further writer holds a link of his own, which he can renew
or give back, and which the owner can take from him.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection

from service import tokens
from service.database import Database
from service.log import no_such_game
from service.problems import RefusedError
from service.schema import games, links
from service.store import Clock, stamp, wall_clock

OWNER = "owner"  # the role, and the name of the one link that every game has
SCOREKEEPER = "scorekeeper"
MOST = 50  # links a game; a table has four players


@dataclass(frozen=True, slots=True)
class Link:
    """A way to write: `id` names it within its game, `name` is what the owner calls it."""

    id: str
    role: str
    name: str
    at: str


@dataclass(frozen=True, slots=True)
class Access:
    """A game and the link by which somebody writes to it."""

    game_id: str
    link: Link


May = Callable[[Access, str], bool]


def owner_only(access: Access, _link_id: str) -> bool:
    """Only the owner."""
    return access.link.role == OWNER


def owner_or_holder(access: Access, link_id: str) -> bool:
    """The owner, and whoever holds the link."""
    return access.link.role == OWNER or access.link.id == link_id


WHO_MAY: Mapping[str, May] = MappingProxyType(
    {"add": owner_only, "renew": owner_or_holder, "revoke": owner_or_holder}
)


class Links:
    """The links of all games; tokens are kept as hashes only."""

    def __init__(self, database: Database, clock: Clock = wall_clock) -> None:
        self._database = database
        self._clock = clock

    def authorise(self, game_id: str, token: str | None) -> Access:
        """Say by which link somebody writes; RefusedError unless the token is one of the game's."""
        with self._database.reading() as connection:
            hashes = _hashes(connection, game_id)
        if token is None:
            raise RefusedError(
                "no_token", "Send the game's write token: the header Authorization: Bearer …"
            )
        link = tokens.holder(token, hashes)
        if link is None:
            raise RefusedError(
                "wrong_token",
                "This write token belongs to another game or to none, or was taken back. "
                "Ask whoever started the game for a new link.",
            )
        return Access(game_id, link)

    def of(self, access: Access) -> list[Link]:
        """The links that somebody may see: all for the owner, else his own."""
        with self._database.reading() as connection:
            found = [link for link, _ in _hashes(connection, access.game_id)]
        return [link for link in found if owner_or_holder(access, link.id)]

    def add(self, access: Access, role: str, name: str) -> tuple[Link, str]:
        """Let somebody in; returns the link and its token, which is shown this once."""
        _check(access, "add", "")
        at = stamp(self._clock())
        link, token = Link(secrets.token_hex(8), role, name, at), tokens.new()
        with self._database.writing() as connection:
            _lock(connection, access.game_id)
            count = select(func.count()).where(links.c.game_id == access.game_id)
            if (connection.execute(count).scalar() or 0) >= MOST:
                raise RefusedError(
                    "too_many_links", f"A game has at most {MOST} links. Take one back first."
                )
            row = {**asdict(link), "game_id": access.game_id, "token_hash": tokens.hashed(token)}
            connection.execute(insert(links).values(row))
        return link, token

    def renew(self, access: Access, link_id: str) -> tuple[Link, str]:
        """Give a link another token; the one before is worth nothing from now on."""
        _check(access, "renew", link_id)
        token = tokens.new()
        with self._database.writing() as connection:
            _lock(connection, access.game_id)
            change: Any = update(games).where(games.c.id == access.game_id)
            if link_id != OWNER:
                change = update(links).where(
                    links.c.game_id == access.game_id, links.c.id == link_id
                )
            if not connection.execute(change.values(token_hash=tokens.hashed(token))).rowcount:
                raise _no_such_link(link_id)
            link = next(one for one, _ in _hashes(connection, access.game_id) if one.id == link_id)
        return link, token

    def revoke(self, access: Access, link_id: str) -> None:
        """Let nobody in by this link any more."""
        _check(access, "revoke", link_id)
        if link_id == OWNER:
            raise RefusedError(
                "owner_stays", "A game always has an owner. Renew the link to shut others out."
            )
        with self._database.writing() as connection:
            gone = delete(links).where(links.c.game_id == access.game_id, links.c.id == link_id)
            if not connection.execute(gone).rowcount:
                raise _no_such_link(link_id)


def _check(access: Access, what: str, link_id: str) -> None:
    if not WHO_MAY[what](access, link_id):
        raise RefusedError("owner_only", "Only the game's owner may do this. Ask whoever began it.")


def holders(connection: Connection, game_id: str) -> list[tuple[Link, str]]:
    """Who may write, the owner first, each with the hash of his token; call it while writing.

    Nobody is let in or shut out before that is done.
    """
    _lock(connection, game_id)
    return _hashes(connection, game_id)


def _lock(connection: Connection, game_id: str) -> None:
    connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())


def _hashes(connection: Connection, game_id: str) -> list[tuple[Link, str]]:
    """Who may write, the owner first, each with the hash of his token; in one question."""
    owners = (games.c.token_hash.label("owner_hash"), games.c.at.label("begun"))
    query = select(*owners, links).select_from(games).outerjoin(links).where(games.c.id == game_id)
    rows = connection.execute(query.order_by(links.c.at, links.c.id)).all()
    if not rows:
        raise no_such_game(game_id)
    owner = (Link(OWNER, OWNER, "", rows[0].begun), rows[0].owner_hash)
    further = [row for row in rows if row.id is not None]
    return [owner, *((Link(row.id, row.role, row.name, row.at), row.token_hash) for row in further)]


def _no_such_link(link_id: str) -> RefusedError:
    return RefusedError("no_such_link", f"The game has no link {link_id!r}. List its links.")
