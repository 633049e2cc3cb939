"""The links of a game: the owner's, and those of the scorekeepers whom the owner invited.

Watching needs the game's id alone. Each further writer holds a separate link, which its holder can
renew or give back, and which the owner can revoke. All of them can write the game that the table
continues with: anybody can start a game that follows another, but only a writer of that other game
moves its table on, with everybody's token and role.
"""

import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection

from scorer.core.sentences import Sentence
from service.auth import access as accesses
from service.auth.access import (
    OWNER,
    Access,
    check_permission,
    create_token,
    hash_token,
    owner_or_holder,
    token_hashes,
)
from service.db.database import Database
from service.db.schema import Clock, games, links, stamp, successors, tile_sets
from service.errors import RefusedError
from service.schemas.links import Link, Role

LINK_ID = rf"({OWNER}|[0-9a-f]{{16}})"
MOST_LINKS = 50  # links per game; a table has four players


class Links:
    """The links of all games; tokens are kept as hashes only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def visible_to(self, access: Access) -> list[Link]:
        """Return the links that a caller may see: all for the owner, else only the caller's own."""
        with self._database.read_connection() as connection:
            holders = [link for link, _ in token_hashes(connection, access.game_id)]
        return [link for link in holders if owner_or_holder(access, link.id)]

    def add(
        self, access: Access, role: Role, name: str, token: str | None = None
    ) -> tuple[Link, str]:
        """Add a link; return it and its token, which is shown only this once."""
        check_permission(access)
        at = stamp(self._database.clock())
        link = Link(id=secrets.token_hex(8), role=role, name=name, at=at)
        token = token or create_token()
        with accesses.write_transaction(self._database, access) as connection:
            count = select(func.count()).where(links.c.game_id == access.game_id)
            if (connection.execute(count).scalar() or 0) >= MOST_LINKS:
                raise RefusedError(
                    "too_many_links",
                    Sentence(
                        "A game can have at most {most} links. Revoke one first.", most=MOST_LINKS
                    ),
                )
            row = {"game_id": access.game_id, "token_hash": hash_token(token)}
            connection.execute(insert(links).values({**link.model_dump(), **row}))
        return link, token

    def renew(self, access: Access, link_id: str, token: str | None = None) -> tuple[Link, str]:
        """Replace the token of a link; the old one stops working at once."""
        check_permission(access, link_id)
        token = token or create_token()
        with accesses.write_transaction(self._database, access) as connection:
            change: Any = update(games).where(games.c.id == access.game_id)
            if link_id != OWNER:
                change = update(links).where(
                    links.c.game_id == access.game_id, links.c.id == link_id
                )
            if not connection.execute(change.values(token_hash=hash_token(token))).rowcount:
                raise no_such_link(link_id)
            held = token_hashes(connection, access.game_id)
            link = next(each for each, _ in held if each.id == link_id)
        return link, token

    def revoke(self, access: Access, link_id: str) -> None:
        """Delete a link, so that nobody gets in by it, not even a call let in a moment ago.

        Raises RefusedError `owner_stays` for the owner's, `no_such_link` for one that does not
        exist.
        """
        check_permission(access, link_id)
        if link_id == OWNER:
            raise RefusedError(
                "owner_stays",
                Sentence("A game must keep an owner. To shut others out, renew the link instead."),
            )
        with accesses.write_transaction(self._database, access) as connection:
            removal = delete(links).where(links.c.game_id == access.game_id, links.c.id == link_id)
            if not connection.execute(removal).rowcount:
                raise no_such_link(link_id)


def no_such_link(link_id: str) -> RefusedError:
    """Return the refusal of a link that never existed or was revoked."""
    return RefusedError(
        "no_such_link",
        Sentence("The game has no link {link_id}. List its links.", link_id=repr(link_id)),
    )


def migrate_access(access: Access, connection: Connection, next_id: str, clock: Clock) -> None:
    """Move a game's table and access to the game that was just started, in its transaction.

    The owner comes first where there are more links than a game may have.
    """
    accesses.confirm(connection, access, clock)
    at = stamp(clock())
    row = {"game_id": access.game_id, "next_id": next_id, "at": at}
    connection.execute(insert(successors).values(row))
    rows: list[dict[str, Any]] = [
        {
            "game_id": next_id,
            "id": secrets.token_hex(8) if link.id == OWNER else link.id,
            "role": link.role,
            "name": link.name or OWNER,
            "token_hash": hashed,
            "at": at,
        }
        for link, hashed in token_hashes(connection, access.game_id)
    ]
    connection.execute(insert(links), rows[:MOST_LINKS])
    _copy_tile_sets(connection, access.game_id, next_id)


def _copy_tile_sets(connection: Connection, game_id: str, next_id: str) -> None:
    """Copy a game's tile sets to the next game, so that either game can be deleted."""
    for row in connection.execute(select(tile_sets).where(tile_sets.c.game_id == game_id)).all():
        copied = {**row._mapping, "game_id": next_id, "id": secrets.token_hex(16)}
        connection.execute(insert(tile_sets).values(copied))


def latest_successors(connection: Connection, game_ids: Collection[str]) -> dict[str, str]:
    """Return the games that the tables of these games last continued with."""
    query = select(successors).where(successors.c.game_id.in_(game_ids))
    in_order = query.order_by(successors.c.at, successors.c.next_id.desc())
    return {row.game_id: row.next_id for row in connection.execute(in_order)}
