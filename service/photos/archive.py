"""Photos that a table asked to keep: stored with their game until they expire or are deleted.

They are redrawn from their pixels, so that the place, time and maker that phones write into photos
are not kept.
"""

import io
import secrets
from datetime import timedelta

from PIL import Image
from sqlalchemy import delete, func, insert, select

from scorer.core.sentences import Sentence
from service.auth.access import Access, write_transaction
from service.db.database import Database
from service.db.schema import photos, stamp
from service.errors import RefusedError
from service.schemas.photos import KeptPhoto
from vision.photo.image import Picture, Scale

PHOTO_ID = r"[0-9a-f]{16}"
MEDIA_TYPE = "image/jpeg"
LONGEST_SIDE = 2000  # pixels: enough to recognise every tile
SCALE = Scale(LONGEST_SIDE)
QUALITY = 85


class PhotoArchive:
    """The kept photos of all games, at most `most` per game."""

    def __init__(self, database: Database, most: int) -> None:
        self._database, self._most = database, most

    def keep(self, access: Access, picture: bytes, days: int, seq: int | None) -> KeptPhoto:
        """Store a redrawn photo for some days.

        Raises RefusedError `too_many_kept` if the game has as many as it may.
        """
        game_id = access.game_id
        now = self._database.clock()
        kept = KeptPhoto(
            id=secrets.token_hex(8),
            seq=seq,
            at=stamp(now),
            expires_at=stamp(now + timedelta(days=days)),
            bytes=len(picture),
        )
        with write_transaction(self._database, access) as connection:
            count = select(func.count()).where(photos.c.game_id == game_id)
            if (connection.execute(count).scalar() or 0) >= self._most:
                raise RefusedError(
                    "too_many_kept",
                    Sentence(
                        "A game can have at most {most} photos. Delete one first.", most=self._most
                    ),
                )
            row = {**kept.model_dump(exclude={"bytes"}), "game_id": game_id, "data": picture}
            connection.execute(insert(photos).values(row))
        return kept

    def photos_of(self, game_id: str) -> list[KeptPhoto]:
        """Return the photos of a game that are still kept, the oldest first."""
        columns = (photos.c.id, photos.c.seq, photos.c.at, photos.c.expires_at)
        query = select(*columns, func.length(photos.c.data).label("bytes"))
        query = query.where(
            photos.c.game_id == game_id, photos.c.expires_at > stamp(self._database.clock())
        )
        with self._database.read_connection() as connection:
            rows = connection.execute(query.order_by(photos.c.at, photos.c.id)).all()
        return [KeptPhoto.model_construct(**row._mapping) for row in rows]

    def picture(self, game_id: str, photo_id: str) -> bytes:
        """Return a kept photo as a JPEG; RefusedError `no_such_photo` if it is gone."""
        query = select(photos.c.data).where(
            photos.c.game_id == game_id,
            photos.c.id == photo_id,
            photos.c.expires_at > stamp(self._database.clock()),
        )
        with self._database.read_connection() as connection:
            data: bytes | None = connection.execute(query).scalar()
        if data is None:
            raise no_such_photo(photo_id)
        return bytes(data)

    def forget(self, access: Access, photo_id: str) -> None:
        """Delete a photo; RefusedError `no_such_photo` if it is gone."""
        removal = delete(photos).where(photos.c.game_id == access.game_id, photos.c.id == photo_id)
        with write_transaction(self._database, access) as connection:
            if not connection.execute(removal).rowcount:
                raise no_such_photo(photo_id)

    def sweep(self) -> int:
        """Delete some expired photos; return how many, 0 when none is left."""
        return self._database.sweep(photos, photos.c.expires_at <= stamp(self._database.clock()))


def redraw(picture: Picture) -> bytes:
    """Return a photo, decoded at `SCALE` or finer, as an upright JPEG of its pixels alone."""
    image = Image.fromarray(picture.pixels)
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()


def no_such_photo(photo_id: str) -> RefusedError:
    """Return the refusal of a photo that is not kept, or no longer."""
    return RefusedError(
        "no_such_photo",
        Sentence("The game has no photo {photo_id}. List its photos.", photo_id=repr(photo_id)),
    )
