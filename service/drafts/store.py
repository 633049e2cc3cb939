"""The win that a table is entering: shared between its phones until it is recorded or given up.

A draft belongs to the table after one event. Any later event ends it, by whatever phone or process,
so that nothing has to be cleared away when a hand is recorded.
"""

import json
import time
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from typing import Any, TypeAlias

import anyio.to_thread
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from scorer.core.sentences import Sentence
from service.auth.access import Access, write_transaction
from service.db.clock import Clock, stamp, wall_clock
from service.db.database import Database
from service.db.schema import drafts
from service.errors import RefusedError
from service.ledger.next_game import successor
from service.ledger.store import Store
from service.live.notifier import Notifier
from service.live.pace import Pace
from service.live.streams import DELETED, HEARTBEAT, RETRY

KEPT = timedelta(hours=2)  # after the last change; nobody enters one hand for longer
SWEPT_AT_ONCE = 100
LOOK_S = 2.0  # between looks for changes by other processes
LOOKS_KEPT = 1000  # games of which the last look is remembered
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
# What of a draft is told of each player's hand, and what stands there before anybody has said it.
BY_PLAYER: Mapping[str, Any] = {"hands": None, "seen": None, "called": False}


class Drafts:
    """The drafts of all games; `notifier` tells of a draft's revision, in this process only."""

    def __init__(self, database: Database, store: Store, clock: Clock = wall_clock) -> None:
        self.notifier = Notifier()
        self._database, self._store, self._clock = database, store, clock
        self._looks: dict[str, tuple[float, dict[str, Any]]] = {}

    def recent(self, game_id: str, revision: int) -> dict[str, Any]:
        """The draft of a game as it was within the last second, and never before `revision`.

        All who follow a game here share one look at the database.
        """
        now_s = time.monotonic()
        looked_s, draft = self._looks.get(game_id, (0.0, {}))
        if looked_s + LOOK_S / 2 > now_s and draft["revision"] >= revision:
            return draft
        draft = self.of(game_id)
        if len(self._looks) >= LOOKS_KEPT:
            self._looks.clear()
        self._looks[game_id] = (now_s, draft)
        return draft

    def of(self, game_id: str) -> dict[str, Any]:
        """The draft of a game as its table stands, empty where nobody has begun one.

        Once the game is over, `next` is the one that its table has gone on to.
        """
        game = self._store.load(game_id).game
        with self._database.reading() as connection:
            next_game = successor(connection, game_id) if game.table.finished else None
            return {**_draft_json(_draft_row(connection, game_id), game.seq), "next": next_game}

    def change(
        self, access: Access, seq: int, change: Mapping[str, Any], revision: int | None = None
    ) -> dict[str, Any]:
        """Put parts of a win in the place of earlier ones; parts that are not named stay.

        `hands` maps players to hand texts and `seen` to what their photos showed, None for what is
        taken away; `pictures` maps them to the ids of these photos. `called` says of whose hands
        the table knows what was called, which is forgotten with a hand that changes without it.
        RefusedError `stale_seq` where the table has moved on from event `seq`, and `stale_draft`
        where a win was begun after the `revision` that is known, if one is told.
        """
        game_id = access.game_id
        check_seq(self._store, game_id, seq)
        with write_transaction(self._database, access) as connection:
            row = _draft_row(connection, game_id)
            before = _draft_json(row, seq)
            if revision is not None and before["revision"] > revision and _is_begun(before):
                detail = Sentence("Another phone has begun to enter a win. Look at it, then go on.")
                raise RefusedError("stale_draft", detail, revision=before["revision"])
            merged = _merged_draft(before, change)
            draft = self._write(connection, game_id, seq, row, merged)
        self._looks.pop(game_id, None)
        self.notifier.notify(game_id, draft["revision"])
        return draft

    def drop(self, access: Access) -> None:
        """Give the draft of a game up."""
        game_id = access.game_id
        seq = self._store.load(game_id).game.seq
        with write_transaction(self._database, access) as connection:
            row = _draft_row(connection, game_id)
            draft = self._write(connection, game_id, seq, row, _draft_json(None, seq))
        self._looks.pop(game_id, None)
        self.notifier.notify(game_id, draft["revision"])

    def end(self, game_id: str) -> None:
        """Let go of a game that was deleted: whoever follows its draft is told at once."""
        self._looks.pop(game_id, None)
        self.notifier.end(game_id)

    def sweep(self) -> int:
        """Forget some drafts that nobody went on with and say how many, 0 when none is left."""
        expired = drafts.c.expires_at <= stamp(self._clock())
        with self._database.reading() as connection:
            query = select(drafts.c.game_id).where(expired).limit(SWEPT_AT_ONCE)
            ids = connection.execute(query).scalars().all()
        if not ids:
            return 0
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(drafts.c.game_id.in_(ids), expired))
        return len(ids)

    def _write(
        self,
        connection: Connection,
        game_id: str,
        seq: int,
        row: DraftRow,
        parts: Mapping[str, Any],
    ) -> dict[str, Any]:
        now = self._clock()
        # Later than any before, also than one that was swept away.
        revision = max(0 if row is None else row.revision + 1, int(now.timestamp() * 1000))
        values = {
            "revision": revision,
            "seq": seq,
            "body": json.dumps({name: parts[name] for name in (*EMPTY_DRAFT, *BY_PLAYER)}),
            "expires_at": stamp(now + KEPT),
        }
        if row is None:
            connection.execute(insert(drafts).values(game_id=game_id, **values))
        else:
            same_game = drafts.c.game_id == game_id
            connection.execute(update(drafts).where(same_game).values(**values))
        return {**parts, "revision": revision, "seq": seq}


def check_seq(store: Store, game_id: str, seq: int) -> None:
    """Raise RefusedError `stale_seq` where the table has moved on from event `seq`."""
    current = store.load(game_id).game.seq
    if current != seq:
        detail = Sentence(
            "The table is at event {now}, not {seq}. Look at it, then go on.",
            now=current,
            seq=seq,
        )
        raise RefusedError("stale_seq", detail, seq=current)


def _draft_row(connection: Connection, game_id: str) -> DraftRow:
    return connection.execute(select(drafts).where(drafts.c.game_id == game_id)).first()


def _draft_json(row: DraftRow, seq: int) -> dict[str, Any]:
    """A draft as it is answered; one of an earlier table is none."""
    revision = 0 if row is None else row.revision
    initial = {
        **EMPTY_DRAFT,
        **{name: [empty_value] * 4 for name, empty_value in BY_PLAYER.items()},
    }
    stored = {} if row is None or row.seq != seq else json.loads(row.body)
    return {"revision": revision, "seq": seq, "next": None, **initial, **stored}


def _is_begun(draft: Mapping[str, Any]) -> bool:
    return draft["winner"] is not None or any(draft["hands"])


def _merged_draft(draft: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A draft with some parts changed.

    How the tile came and from whom go together, and so does all that is agreed without tiles.
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
            parts["seen"][player] = {"picture": before["picture"], **seen}  # it shows that hand
    called = change.get("called", {})
    for player in range(4):
        if parts["hands"][player] != draft["hands"][player] and str(player) not in called:
            parts["called"][player] = False  # what was said was of another hand
    if "win" in change:
        parts["from"] = change.get("from")
    if "agreed" in change:
        parts["agreed"] = {**NOTHING_AGREED, **change["agreed"]}
    changed = {name: change[name] for name in EMPTY_DRAFT if name in change}
    return {**draft, **changed, **parts}


async def draft_states(drafts: Drafts, game_id: str, pace: Pace) -> AsyncIterator[str]:
    """Every draft of a game as it changes, as server-sent events, with signs of life between.

    A change in this process is told at once, one by another process after LOOK_S seconds at most,
    and so are the next game of a table and the end of one that is deleted.
    """
    with drafts.notifier.follow(game_id) as follower:
        yield RETRY
        last_state: tuple[int, int, str | None] | None = None
        last_sent_s = time.monotonic()
        while not follower.closed:
            revision = 0 if last_state is None else last_state[0]
            try:
                draft = await anyio.to_thread.run_sync(drafts.recent, game_id, follower.last_seq)
            except SQLAlchemyError:
                pass  # away for a while: a later look sees what came meanwhile
            except RefusedError:
                break  # what could be followed a moment ago was deleted
            else:
                revision = draft["revision"]
                state = (revision, draft["seq"], draft["next"])
                if state != last_state:
                    last_state, last_sent_s = state, time.monotonic()
                    yield f"data: {json.dumps(draft, ensure_ascii=False)}\n\n"
            if time.monotonic() - last_sent_s >= pace.heartbeat_s:
                last_sent_s = time.monotonic()
                yield HEARTBEAT
            await follower.wait_after(revision, min(LOOK_S, pace.heartbeat_s))
        if not drafts.notifier.closed:
            yield DELETED
