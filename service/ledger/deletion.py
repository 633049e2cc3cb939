"""The one way in which events leave: with all of their game, when its owner deletes it.

A row in `deletions` says that there was a game of this id, and nothing else of it. The triggers
that keep events let go only those of a game that has such a row.
"""

from sqlalchemy import delete, insert
from sqlalchemy.engine import Connection

from service.db.schema import deletions, games, metadata, successors


def delete_game(connection: Connection, game_id: str, at: str) -> None:
    """Delete a game and every row that belongs to it; call it while writing, the game locked.

    A game that follows this one still names its id, which leads nowhere any more.
    """
    connection.execute(insert(deletions).values(id=game_id, at=at))
    connection.execute(delete(successors).where(successors.c.next_id == game_id))
    for table in reversed(metadata.sorted_tables):
        if "game_id" in table.c:
            connection.execute(delete(table).where(table.c.game_id == game_id))
    connection.execute(delete(games).where(games.c.id == game_id))
