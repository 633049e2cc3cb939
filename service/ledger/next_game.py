"""The game that a table continues with, open to everyone who could write the one before.

Anybody can start a game that follows another. Only a writer of that other game moves its table on:
all of its writers can then write the next game, each with the same token and role.
"""

import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.engine import Connection

from service.auth.access import OWNER, Access, confirm, token_hashes
from service.auth.links import MOST_LINKS
from service.db.schema import links, successors, tile_sets
from service.ledger.event_log import EventLog


def migrate_access(access: Access, connection: Connection, log: EventLog) -> None:
    """Move a game's table and access to the game that was just started, in its transaction.

    The owner comes first where there are more links than a game may have.
    """
    confirm(connection, access)
    at = log.times[0]
    row = {"game_id": access.game_id, "next_id": log.id, "at": at}
    connection.execute(insert(successors).values(row))
    rows: list[dict[str, Any]] = [
        {
            "game_id": log.id,
            "id": secrets.token_hex(8),
            "role": link.role,
            "name": link.name or OWNER,
            "token_hash": hashed,
            "at": at,
        }
        for link, hashed in token_hashes(connection, access.game_id)
    ]
    connection.execute(insert(links), rows[:MOST_LINKS])
    _copy_tile_sets(connection, access.game_id, log.id)


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
