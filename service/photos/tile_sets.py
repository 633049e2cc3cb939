"""The tile sets of tables, stored with the pictures of their faces and nothing else of a photo.

A set belongs to a game. The table's next game gets its own copy, so that each game can be deleted
with everything that belongs to it.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.engine import Connection

from scorer.core.sentences import Sentence
from service.auth.access import Access, write_transaction
from service.db.database import Database
from service.db.schema import stamp, tile_sets
from service.errors import RefusedError
from vision.tilesets.tile_set import MOST_BYTES, TileSet

TILE_SET_ID = r"[0-9a-f]{32}"
MOST_SETS = 4  # sets per table, which has one or two


@dataclass(frozen=True, slots=True)
class StoredTileSet:
    """A stored tile set, with its game and its `revision`, which grows with each change."""

    id: str
    game_id: str
    revision: int
    at: str
    known: TileSet


Change = Callable[[TileSet], TileSet]


class ChangedError(Exception):
    """A set has changed since the planned change was computed."""


class TileSets:
    """The tile sets of all games, at most `MOST_SETS` per game."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def sets_of(self, game_id: str) -> list[StoredTileSet]:
        """Return the sets of a game, the oldest first."""
        query = select(tile_sets).where(tile_sets.c.game_id == game_id)
        with self._database.read_connection() as connection:
            rows = connection.execute(query.order_by(tile_sets.c.at, tile_sets.c.id)).all()
        return [_kept_set(row) for row in rows]

    def load(self, set_id: str) -> StoredTileSet:
        """Return a set by its id; RefusedError `no_such_tile_set` if it is gone."""
        with self._database.read_connection() as connection:
            return _load_set(connection, set_id)

    def keep(self, access: Access, known: TileSet) -> StoredTileSet:
        """Store a set for a game; RefusedError `too_many_kept` if it has enough."""
        at = stamp(self._database.clock())
        kept = StoredTileSet(secrets.token_hex(16), access.game_id, 1, at, known)
        of_game = select(tile_sets.c.id).where(tile_sets.c.game_id == access.game_id)
        with write_transaction(self._database, access) as connection:
            if len(connection.execute(of_game).all()) >= MOST_SETS:
                detail = Sentence(
                    "A table can have at most {most} tile sets. Delete one first.", most=MOST_SETS
                )
                raise RefusedError("too_many_kept", detail)
            connection.execute(insert(tile_sets).values(_row(kept)))
        return kept

    def change(
        self, access: Access, set_id: str, change: Change, revision: int | None = None
    ) -> StoredTileSet:
        """Change a set of the access's game; RefusedError as for `load`, TileSetError by `change`.

        Raises ChangedError if a `revision` is given that is no longer the current one.
        """
        with write_transaction(self._database, access) as connection:
            before = _load_set(connection, set_id, access.game_id)
            if revision not in (None, before.revision):
                raise ChangedError
            kept = replace(before, known=change(before.known), revision=before.revision + 1)
            same_set = tile_sets.c.id == set_id
            connection.execute(update(tile_sets).where(same_set).values(_row(kept)))
        return kept

    def forget(self, access: Access, set_id: str) -> None:
        """Delete a set of the access's game; RefusedError as for `load`."""
        with write_transaction(self._database, access) as connection:
            _load_set(connection, set_id, access.game_id)
            connection.execute(delete(tile_sets).where(tile_sets.c.id == set_id))


def answers_by_place(
    answers: Mapping[int, str | None], before: TileSet, now: TileSet
) -> dict[int, str | None]:
    """Return answers by the current places of their questions.

    Raises RefusedError `no_such_question` if one of them was answered meanwhile.
    """
    asked = [(before.questions[place], code) for place, code in answers.items()]
    if any(question not in now.questions for question, _ in asked):
        detail = Sentence("These tiles have since changed. Check the questions again.")
        raise RefusedError("no_such_question", detail)
    return {now.questions.index(question): code for question, code in asked}


def no_such_tile_set(set_id: str) -> RefusedError:
    """Return the refusal of an id that no set has, or no longer."""
    detail = Sentence(
        "No tile set has the id {set_id}. It may have been deleted.", set_id=repr(set_id)
    )
    return RefusedError("no_such_tile_set", detail)


def _load_set(connection: Connection, set_id: str, game_id: str | None = None) -> StoredTileSet:
    row = connection.execute(select(tile_sets).where(tile_sets.c.id == set_id)).first()
    if row is None or game_id not in (None, row.game_id):
        raise no_such_tile_set(set_id)
    return _kept_set(row)


def _kept_set(row: Row[tuple[object, ...]]) -> StoredTileSet:
    known = TileSet.loads(row.data)
    return StoredTileSet(row.id, row.game_id, row.revision, row.at, replace(known, name=row.name))


def _row(kept: StoredTileSet) -> dict[str, object]:
    data = kept.known.dumps()
    if len(data) > MOST_BYTES:
        raise RefusedError(
            "too_many_kept",
            Sentence("This tile set has too many pictures. Learn it again from the start."),
        )
    return {
        "game_id": kept.game_id,
        "id": kept.id,
        "revision": kept.revision,
        "name": kept.known.name,
        "at": kept.at,
        "data": data,
    }
