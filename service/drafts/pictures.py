"""Photos of a win that is being entered, for the table's other phones until it is recorded.

There is one for each player's hand. None is shown once the table has moved on, and a periodic sweep
deletes the leftovers.
"""

import secrets

from sqlalchemy import and_, delete, exists, insert, or_, select

from service.auth.access import Access, write_transaction
from service.db.database import Database
from service.db.schema import Clock, events, stamp, wall_clock
from service.db.schema import draft_pictures as pictures
from service.drafts.store import DRAFT_LIFETIME, check_seq
from service.ledger.store import Store
from service.photos.archive import no_such_photo


class DraftPictures:
    """The photos of all wins that are being entered, at most four per game."""

    def __init__(self, database: Database, store: Store, clock: Clock = wall_clock) -> None:
        self._database, self._store, self._clock = database, store, clock

    def put(self, access: Access, player: int, seq: int, picture: bytes) -> str:
        """Store the redrawn photo of a player's hand, replacing an earlier one; return its id.

        Raises RefusedError `stale_seq` where the table is not at event `seq`.
        """
        game_id = access.game_id
        check_seq(self._store, game_id, seq)
        row = {
            "game_id": game_id,
            "player": player,
            "id": secrets.token_hex(8),
            "seq": seq,
            "expires_at": stamp(self._clock() + DRAFT_LIFETIME),
            "data": picture,
        }
        same_hand = and_(pictures.c.game_id == game_id, pictures.c.player == player)
        with write_transaction(self._database, access) as connection:
            connection.execute(delete(pictures).where(same_hand))
            connection.execute(insert(pictures).values(row))
        return str(row["id"])

    def find(self, game_id: str, picture_id: str) -> bytes:
        """Return a photo as a JPEG; RefusedError `no_such_photo` where it is gone."""
        query = select(pictures.c.data).where(
            pictures.c.game_id == game_id,
            pictures.c.id == picture_id,
            pictures.c.seq == self._store.load(game_id).game.seq,
        )
        with self._database.read_connection() as connection:
            data: bytes | None = connection.execute(query).scalar()
        if data is None:
            raise no_such_photo(picture_id)
        return bytes(data)

    def forget(self, access: Access) -> None:
        """Delete the photos of a win that was given up."""
        with write_transaction(self._database, access) as connection:
            connection.execute(delete(pictures).where(pictures.c.game_id == access.game_id))

    def sweep(self) -> int:
        """Delete some photos of wins that are recorded or given up; return how many."""
        later = exists().where(
            events.c.game_id == pictures.c.game_id, events.c.seq > pictures.c.seq
        )
        is_over = or_(later, pictures.c.expires_at <= stamp(self._clock()))
        return self._database.sweep(pictures, is_over)
