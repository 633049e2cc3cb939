"""Which house file a game is played by and who sent it, so that neither needs a search.

It only adds: a program of the previous revision keeps working next to newer ones. A game that it
starts meanwhile names its house file in its first event only, and is found by that.
"""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

AT_ONCE = 500  # games whose first events are in memory together; one may hold a file of 200 kB

games = sa.table("games", sa.column("id"), sa.column("rules_hash"))
events = sa.table("events", *(sa.column(name) for name in ("game_id", "seq", "payload")))


def upgrade() -> None:
    """Add the columns and their indexes, and fill in the rules of existing games."""
    connection, seen = op.get_bind(), set[str]()
    # Collected before the table is changed, which blocks other replicas' reads.
    known = list(_played_by_files(connection, seen))
    op.add_column("games", sa.Column("rules_hash", sa.String(64), nullable=True))
    known += _played_by_files(connection, seen)
    if known:
        mine = games.c.id == sa.bindparam("game")
        change = sa.update(games).where(mine).values(rules_hash=sa.bindparam("hash"))
        connection.execute(change, known)
    op.create_index("ix_games_rules_hash", "games", ["rules_hash"])
    op.add_column("house_rules", sa.Column("sender", sa.String(5), nullable=True))
    op.create_index("ix_house_rules_sender", "house_rules", ["sender", "at"])


def _played_by_files(connection: sa.Connection, seen: set[str]) -> Iterator[dict[str, str]]:
    """Yield the games not seen yet that use a house file, with the hash of its rules."""
    last = ""
    while True:
        page = sa.select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(AT_ONCE)
        ids = connection.execute(page).scalars().all()
        if not ids:
            return
        fresh = [one for one in ids if one not in seen]
        first = sa.select(events.c.game_id, events.c.payload)
        first = first.where(events.c.game_id.in_(fresh), events.c.seq == 1)
        for game_id, payload in connection.execute(first):
            started = json.loads(payload)
            if started.get("house") is not None:
                yield {"game": game_id, "hash": started["rules"]}
        seen.update(ids)
        last = ids[-1]
