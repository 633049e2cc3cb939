"""Server-sent events: the states of games and the wins being entered there, as they change.

What happens to a game is noted in its feed, from any thread: by the calls of this process, and by
`Feeds.look` for those of others. A note only says that something has changed; what it is, streams
read from the database, each state and draft once for all of them. So a repeated note is harmless,
and whatever happened while the database was away is found afterwards.
"""

import asyncio
import json
import re
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

import anyio.to_thread
from sqlalchemy.exc import SQLAlchemyError

from service.errors import RefusedError
from service.ledger import views
from service.ledger.store import NO_DRAFT, Store

LOOK_S = 0.2  # between looks, each an indexed query of a few milliseconds for 200 games
LATEST = 4  # states of a game that are kept, about a kilobyte each, for 6,000 games at most
HEARTBEAT = ": still here\n\n"
HEARTBEAT_S = 15.0
RETRY_S = 1.0  # until the database is tried again, and until a browser reconnects
RETRY = f"retry: {RETRY_S * 1000:.0f}\n\n"
# The last message of a deleted game's stream; a new request for it is refused.
DELETED = 'event: deleted\ndata: {"code": "game_deleted"}\n\n'


class Follower:
    """One stream, which waits on its event loop for something to look at."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """End the current wait, or else the next one; from any thread."""
        with suppress(RuntimeError):  # the loop is closed, so nobody listens on it
            self._loop.call_soon_threadsafe(self._woken.set)

    async def wait(self, seconds: float) -> bool:
        """Return whether it was woken within some seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)
        woken = self._woken.is_set()
        self._woken.clear()
        return woken


@dataclass(slots=True, eq=False)
class Feed:
    """What is known of a game while somebody follows it.

    `seq` is its last event and `draft_changes` counts the changes of its draft, as far as they were
    noted; `stored_draft` is the draft's version in the database. `states` are the latest as JSON,
    with their events. `draft` is its JSON with the event that it follows, when it had changed
    `draft_read` times.
    """

    followers: set[Follower] = field(default_factory=set)
    seq: int = 0
    draft_changes: int = 0
    stored_draft: tuple[int | None, int] = NO_DRAFT
    is_deleted: bool = False
    states: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=LATEST))
    draft: tuple[int, str] = (0, "")
    draft_read: int = -1
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    def known_states(self, after: int | None) -> list[tuple[int, str]]:
        """Return the states after event `after` if all of them are known, else none."""
        known = dict(tuple(self.states))
        wanted = [] if after is None else range(after + 1, self.seq + 1)
        return [(seq, known[seq]) for seq in wanted] if known.keys() >= {*wanted} else []


@dataclass(slots=True, eq=False)
class Part:
    """A part of a stream: the states of a game after event `after`, or its draft.

    Without `after` the newest state comes first. `sent` is the JSON that was sent last, and `seen`
    is how often the draft had changed when it was read for that, None before.
    """

    game_id: str
    kind: Literal["state", "draft"]
    after: int | None = None
    seen: int | None = None
    sent: str = ""

    def is_due(self, feed: Feed) -> bool:
        """Return whether there may be something to send."""
        if self.seen is None or self.after is None or feed.seq > self.after:
            return True
        return self.kind == "draft" and feed.draft_changes != self.seen


class Feeds:
    """The feeds of all followed games; `read_draft` returns the draft of one as it is sent."""

    def __init__(self, store: Store, read_draft: Callable[[str], Mapping[str, Any]]) -> None:
        self._store, self._read_draft = store, read_draft
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed] = {}
        self.closed = False  # until the service is about to stop

    @property
    def follower_count(self) -> int:
        """How many follow games, all games together."""
        with self._lock:
            return sum(len(feed.followers) for feed in self._feeds.values())

    def note(
        self,
        game_id: str,
        *,
        seq: int = 0,
        state: object = None,
        draft: bool = False,
        deleted: bool = False,
    ) -> None:
        """Note that a game has event `seq`, that its draft may have changed, or that it is gone.

        An event that was committed here comes with the state after it. The game that a table
        continues with counts as a change of the draft.
        """
        with self._lock:
            feed = self._feeds.get(game_id)
            if feed is None or not (seq > feed.seq or draft or deleted):
                return
            if state is not None:
                feed.states.append((seq, json.dumps(state, ensure_ascii=False)))
            feed.seq = max(feed.seq, seq)
            feed.draft_changes += draft
            feed.is_deleted = feed.is_deleted or deleted
            followers = tuple(feed.followers)
        for follower in followers:
            follower.wake()

    def close(self) -> None:
        """End every stream and let no new one start: the service is about to stop."""
        with self._lock:
            self.closed = True
            followers = {each for feed in self._feeds.values() for each in feed.followers}
        for follower in followers:
            follower.wake()

    def look(self) -> None:
        """Note what other processes have done to the followed games."""
        self._store.database.check_file()
        with self._lock:
            feeds = dict(self._feeds)
        versions = self._store.versions([*feeds]) if feeds else {}
        for game_id, version in versions.items():
            self.note(game_id, seq=version.seq)
            if version.draft != feeds[game_id].stored_draft:
                feeds[game_id].stored_draft = version.draft
                self.note(game_id, draft=True)
        for game_id in feeds.keys() - versions.keys():
            if self._store.is_deleted(game_id):
                self._store.forget(game_id)
                self.note(game_id, deleted=True)

    async def stream(
        self, *parts: Part, labelled: bool = False, heartbeat_s: float = HEARTBEAT_S
    ) -> AsyncGenerator[str]:
        """Yield the messages of some parts, now and after each change, with heartbeats between.

        A database that is away for a while only delays them. `labelled` messages name their kind
        and game, and their ids are left out, as they mean nothing among those of other games. The
        last message of a game that cannot be followed, or no longer, has the code of the refusal.
        """
        yield RETRY
        follower, followed = Follower(), [*parts]
        with self._following(follower, {part.game_id for part in parts}):
            while followed and not self.closed:
                patience_s = heartbeat_s
                for part in [*followed]:
                    if part not in followed:
                        continue
                    try:
                        for message in await self._news(part, labelled=labelled):
                            yield message
                    except SQLAlchemyError:
                        patience_s = RETRY_S
                    except RefusedError as refusal:
                        followed = [each for each in followed if each.game_id != part.game_id]
                        yield _refusal(part.game_id, refusal.code) if labelled else DELETED
                if followed and not await follower.wait(patience_s):
                    yield HEARTBEAT

    @contextmanager
    def _following(self, follower: Follower, games: Collection[str]) -> Iterator[None]:
        with self._lock:
            for game_id in games:
                self._feeds.setdefault(game_id, Feed()).followers.add(follower)
        try:
            yield
        finally:
            with self._lock:
                for game_id in games:
                    self._feeds[game_id].followers.discard(follower)
                    if not self._feeds[game_id].followers:
                        del self._feeds[game_id]

    async def _news(self, part: Part, *, labelled: bool) -> list[str]:
        """Return the messages of what has changed since a part was read last.

        Raises RefusedError where there is no such game, or no longer.
        """
        feed = self._feeds[part.game_id]
        if feed.is_deleted:
            raise RefusedError("game_deleted", "")
        if not part.is_due(feed):
            return []
        changes = feed.draft_changes  # before reading, as there may be more meanwhile
        found = await (self._states if part.kind == "state" else self._draft)(part, feed)
        part.seen = changes
        messages = []
        for seq, text in found:
            head = f"event: {part.kind}:{part.game_id}\n" if labelled else ""
            if part.kind == "state" and not labelled:
                head = f"id: {seq}\n"
            if text != part.sent:
                messages.append(f"{head}data: {text}\n\n")
            part.after, part.sent = seq, text
        return messages

    async def _states(self, part: Part, feed: Feed) -> list[tuple[int, str]]:
        """Return the states after a part's last one; those of this process need no reading."""
        if known := feed.known_states(part.after):
            return known
        async with feed.reading:
            if known := feed.known_states(part.after):  # meanwhile
                return known
            return await anyio.to_thread.run_sync(self._read_states, part, feed)

    def _read_states(self, part: Part, feed: Feed) -> list[tuple[int, str]]:
        log = self._store.load(part.game_id)
        after = len(log.events) - 1 if part.after is None else part.after
        if after >= len(log.events):
            return []
        found = [
            (len(each.events), json.dumps(views.state(each), ensure_ascii=False))
            for each in log.logs_after(after)
        ]
        feed.states.extend(found)
        return found

    async def _draft(self, part: Part, feed: Feed) -> list[tuple[int, str]]:
        """Return the draft with the event that it follows."""
        async with feed.reading:
            changes = feed.draft_changes
            if feed.draft_read != changes or feed.draft[0] < feed.seq:
                draft = await anyio.to_thread.run_sync(self._read_draft, part.game_id)
                feed.draft = (draft["seq"], json.dumps(draft, ensure_ascii=False))
                feed.draft_read = changes
            return [feed.draft]


def resume_after(last_event_id: str | None, seq: int) -> int:
    """Return the last event not to be sent again: for a new listener, all but the newest."""
    if (
        last_event_id is not None
        and re.fullmatch(r"[0-9]{1,9}", last_event_id)
        and int(last_event_id) <= seq
    ):
        return int(last_event_id)
    return seq - 1


def _refusal(game_id: str, code: str) -> str:
    return f"event: refused:{game_id}\ndata: {json.dumps({'code': code})}\n\n"
