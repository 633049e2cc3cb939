"""The game that a table has gone on to, open to whoever wrote the one before.

Anybody can begin a game that follows another. Only who may write that other one leads its table on:
all who may write it then write the next one, each by the token that he has and in his role.
"""

import secrets
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.engine import Connection

from service.auth.access import OWNER, Access, confirm, token_hashes
from service.auth.links import MOST
from service.db.schema import links, successors, tile_sets
from service.ledger.event_log import EventLog


def migrate_access(access: Access, connection: Connection, log: EventLog) -> None:
    """Lead the table of a game on to the one that was just begun; call it while writing.

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
    connection.execute(insert(links), rows[:MOST])
    _copy_tile_sets(connection, access.game_id, log.id)


def _copy_tile_sets(connection: Connection, game_id: str, next_id: str) -> None:
    """Give the next game the same tile sets, each its own, so that either may be deleted."""
    for row in connection.execute(select(tile_sets).where(tile_sets.c.game_id == game_id)).all():
        copied = {**row._mapping, "game_id": next_id, "id": secrets.token_hex(16)}
        connection.execute(insert(tile_sets).values(copied))


def successor(connection: Connection, game_id: str) -> str | None:
    """The game that a table has gone on to last, None where it has not."""
    query = select(successors.c.next_id).where(successors.c.game_id == game_id)
    latest = query.order_by(successors.c.at.desc(), successors.c.next_id).limit(1)
    return connection.execute(latest).scalar()
