"""The win that a table is entering, shared by its phones until it is recorded or given up.

A draft belongs to the table as one event left it, and so do the photos of its hands, one for each
player. Any later event, from any phone or process, ends it, so that nothing needs clearing when a
hand is recorded; a periodic sweep deletes the leftovers.
"""

import json
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeAlias

from sqlalchemy import Row, and_, delete, exists, insert, or_, select
from sqlalchemy.engine import Connection

from scorer.core.sentences import Sentence
from service.auth.access import Access, write_transaction
from service.auth.links import latest_successors
from service.db.database import Database
from service.db.schema import draft_pictures as pictures
from service.db.schema import drafts, events, stamp
from service.errors import RefusedError
from service.ledger.store import Store
from service.photos.archive import no_such_photo

DRAFT_LIFETIME = timedelta(hours=2)  # after the last change; entering a hand takes less
DraftRow: TypeAlias = Row[Any] | None

NOTHING_AGREED: Mapping[str, Any] = {"faan": {}, "scores": None, "also": [], "responsible": None}
EMPTY_DRAFT: Mapping[str, Any] = {
    "winner": None,
    "win": None,
    "from": None,
    "events": [],
    "agreed": NOTHING_AGREED,
    "by": None,
}
# The members of a draft with a value for each player, and their initial values.
BY_PLAYER: Mapping[str, Any] = {"hands": None, "seen": None, "called": False}


class Drafts:
    """The drafts of all games."""

    def __init__(self, database: Database, store: Store) -> None:
        self._database, self._store = database, store

    def current(self, game_id: str) -> dict[str, Any]:
        """Return a game's current draft, empty if nobody has begun one.

        Once the game is over, `next` is the game that the table continued with.
        """
        game = self._store.load(game_id).game
        with self._database.read_connection() as connection:
            draft = _draft_json(_draft_row(connection, game_id), game.seq)
            if game.table.finished:
                draft["next"] = latest_successors(connection, [game_id]).get(game_id)
        return draft

    def change(
        self, access: Access, seq: int, change: Mapping[str, Any], revision: int | None = None
    ) -> dict[str, Any]:
        """Replace parts of a draft; parts that are not named stay. Return the new draft.

        `hands` maps players to hand texts and `seen` to what their photos showed, None for what is
        removed; `pictures` maps them to the ids of these photos. `called` says for which hands the
        table knows what was called, which is reset when the hand changes without it. Raises
        RefusedError `stale_seq` if the table has moved on from event `seq`, and `stale_draft`
        if a win was begun after the given `revision`.
        """
        game_id = access.game_id
        check_seq(self._store, game_id, seq)
        with write_transaction(self._database, access) as connection:
            row = _draft_row(connection, game_id)
            before = _draft_json(row, seq)
            begun = before["winner"] is not None or any(before["hands"])
            if revision is not None and before["revision"] > revision and begun:
                detail = Sentence(
                    "Another phone has started to enter a win. Check it before you continue."
                )
                raise RefusedError("stale_draft", detail, revision=before["revision"])
            merged = _merged_draft(before, change)
            return self._write(connection, game_id, seq, row, merged)

    def drop(self, access: Access) -> None:
        """Delete the draft of a game, with its photos."""
        game_id = access.game_id
        seq = self._store.load(game_id).game.seq
        with write_transaction(self._database, access) as connection:
            row = _draft_row(connection, game_id)
            self._write(connection, game_id, seq, row, _draft_json(None, seq))
            connection.execute(delete(pictures).where(pictures.c.game_id == game_id))

    def put_picture(self, access: Access, player: int, seq: int, picture: bytes) -> str:
        """Store the redrawn photo of a player's hand, replacing an earlier one; return its id.

        Raises RefusedError `stale_seq` if the table is not at event `seq`.
        """
        game_id = access.game_id
        check_seq(self._store, game_id, seq)
        row = {
            "game_id": game_id,
            "player": player,
            "id": secrets.token_hex(8),
            "seq": seq,
            "expires_at": stamp(self._database.clock() + DRAFT_LIFETIME),
            "data": picture,
        }
        same_hand = and_(pictures.c.game_id == game_id, pictures.c.player == player)
        with write_transaction(self._database, access) as connection:
            connection.execute(delete(pictures).where(same_hand))
            connection.execute(insert(pictures).values(row))
        return str(row["id"])

    def picture(self, game_id: str, picture_id: str) -> bytes:
        """Return a photo as a JPEG; RefusedError `no_such_photo` if it is gone."""
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

    def sweep(self) -> int:
        """Delete some abandoned drafts, and photos of wins that are recorded or given up.

        Return how many, 0 when none is left.
        """
        later = exists().where(
            events.c.game_id == pictures.c.game_id, events.c.seq > pictures.c.seq
        )
        now = stamp(self._database.clock())
        return self._database.sweep(drafts, drafts.c.expires_at <= now) + self._database.sweep(
            pictures, or_(later, pictures.c.expires_at <= now)
        )

    def _write(
        self,
        connection: Connection,
        game_id: str,
        seq: int,
        row: DraftRow,
        parts: Mapping[str, Any],
    ) -> dict[str, Any]:
        now = self._database.clock()
        # Greater than any before, even than that of a draft that was swept away.
        revision = max(0 if row is None else row.revision + 1, int(now.timestamp() * 1000))
        values = {
            "revision": revision,
            "seq": seq,
            "body": json.dumps({name: parts[name] for name in (*EMPTY_DRAFT, *BY_PLAYER)}),
            "expires_at": stamp(now + DRAFT_LIFETIME),
        }
        connection.execute(delete(drafts).where(drafts.c.game_id == game_id))
        connection.execute(insert(drafts).values(game_id=game_id, **values))
        return {**parts, "revision": revision, "seq": seq}


def check_seq(store: Store, game_id: str, seq: int) -> None:
    """Raise RefusedError `stale_seq` if the table has moved on from event `seq`."""
    current = store.load(game_id).game.seq
    if current != seq:
        detail = Sentence(
            "The table is at event {now}, not {seq}. Check it before you continue.",
            now=current,
            seq=seq,
        )
        raise RefusedError("stale_seq", detail, seq=current)


def _draft_row(connection: Connection, game_id: str) -> DraftRow:
    return connection.execute(select(drafts).where(drafts.c.game_id == game_id)).first()


def _draft_json(row: DraftRow, seq: int) -> dict[str, Any]:
    """Return a draft as it is sent to phones; empty if the row is of an earlier event."""
    revision = 0 if row is None else row.revision
    initial = {
        **EMPTY_DRAFT,
        **{name: [empty_value] * 4 for name, empty_value in BY_PLAYER.items()},
    }
    stored = {} if row is None or row.seq != seq else json.loads(row.body)
    return {"revision": revision, "seq": seq, "next": None, **initial, **stored}


def _merged_draft(draft: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a draft with some parts changed.

    `win` and `from` change together, and so does everything that is agreed without tiles.
    """
    parts: dict[str, Any] = {"by": change.get("by")}
    for name, empty_value in BY_PLAYER.items():
        parts[name] = list(draft[name])
        for player, part in change.get(name, {}).items():
            parts[name][int(player)] = part or empty_value
    pictures = change.get("pictures", {})
    for player, seen in enumerate(parts["seen"]):
        before = draft["seen"][player]
        if seen and str(player) in pictures:
            parts["seen"][player] = {**seen, "picture": pictures[str(player)]}
        elif seen and before and "picture" in before and seen["size"] == before["size"]:
            parts["seen"][player] = {"picture": before["picture"], **seen}  # of the same photo
    called = change.get("called", {})
    for player in range(4):
        if parts["hands"][player] != draft["hands"][player] and str(player) not in called:
            parts["called"][player] = False  # the answer was about another hand
    if "win" in change:
        parts["from"] = change.get("from")
    if "agreed" in change:
        parts["agreed"] = {**NOTHING_AGREED, **change["agreed"]}
    changed = {name: change[name] for name in EMPTY_DRAFT if name in change}
    return {**draft, **changed, **parts}
