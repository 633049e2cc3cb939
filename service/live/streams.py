"""Server-sent events: the state of a game after every change, each under its `seq`.

A `Notifier` wakes the followers of a game in this process when an event was added or its draft
changed.
"""

import asyncio
import json
import re
import threading
from collections import defaultdict, deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterator,
)
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from weakref import WeakValueDictionary

import anyio.to_thread
from sqlalchemy.exc import SQLAlchemyError

from service.errors import RefusedError
from service.ledger import views
from service.ledger.store import Store


class Follower:
    """One follower; `last_seq` is the highest event number that it was notified of.

    One of `drafts` is also notified when the game's draft changes, by `draft_changed`.
    """

    def __init__(self, *, drafts: bool = False) -> None:
        self.drafts = drafts
        self.last_seq = 0
        self.draft_changed = False
        self.closed = False
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()

    async def wait_after(self, seq: int) -> None:
        """Wait for an event after `seq`, a change of the draft, or the end."""
        while self.last_seq <= seq and not (self.draft_changed or self.closed):
            self._woken.clear()
            await self._woken.wait()

    def wake(self, seq: int = 0, *, draft_changed: bool = False, closed: bool = False) -> None:
        """Notify the follower; from any thread."""
        with suppress(RuntimeError):  # the loop is closed, so nobody listens on it
            change = partial(self._receive, seq, draft_changed=draft_changed, closed=closed)
            self._loop.call_soon_threadsafe(change)

    def _receive(self, seq: int, *, draft_changed: bool, closed: bool) -> None:
        self.last_seq = max(self.last_seq, seq)
        self.draft_changed = self.draft_changed or draft_changed
        self.closed = self.closed or closed
        self._woken.set()


class Notifier:
    """Notified from any thread; wakes followers on their event loops."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listening: dict[str, set[Follower]] = defaultdict(set)
        self.closed = False  # until the service is about to stop

    def notify(self, game_id: str, seq: int) -> None:
        """Notify followers that a game has an event of this number, which they may know already."""
        for follower in self._followers(game_id):
            # The writer notifies, and the database listener does so again for the same event.
            if follower.last_seq < seq:
                follower.wake(seq)

    def notify_of_draft(self, game_id: str) -> None:
        """Notify those who follow a game's draft that it may have changed."""
        for follower in self._followers(game_id):
            if follower.drafts:
                follower.wake(draft_changed=True)

    def end(self, game_id: str) -> None:
        """End the streams of a deleted game."""
        for follower in self._followers(game_id):
            follower.wake(closed=True)

    def close(self) -> None:
        """End every stream and let no new one start: the service is about to stop."""
        with self._lock:
            self.closed = True
        for game_id in self.games:
            self.end(game_id)

    def _followers(self, game_id: str) -> tuple[Follower, ...]:
        with self._lock:
            return tuple(self._listening.get(game_id, ()))

    @contextmanager
    def follow(self, game_id: str, *, drafts: bool = False) -> Iterator[Follower]:
        """Yield a follower of a game; look at the game after entering, then wait."""
        follower = Follower(drafts=drafts)
        with self._lock:
            follower.closed = self.closed
            self._listening[game_id].add(follower)
        try:
            yield follower
        finally:
            with self._lock:
                self._listening[game_id].discard(follower)
                if not self._listening[game_id]:
                    del self._listening[game_id]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that somebody follows here."""
        with self._lock:
            return tuple(self._listening)

    @property
    def follower_count(self) -> int:
        """How many follow the states of games, all games together."""
        with self._lock:
            return sum(not each.drafts for each in chain.from_iterable(self._listening.values()))


LATEST = 4  # messages of a game that are kept, about a kilobyte each, for 6,000 games at most
HEARTBEAT = ": still here\n\n"
HEARTBEAT_S = 15.0
RETRY_S = 1.0  # until the database is tried again, and until a browser reconnects
RETRY = f"retry: {RETRY_S * 1000:.0f}\n\n"
# The last message of a deleted game's stream; a new request for it is refused.
DELETED = 'event: deleted\ndata: {"code": "game_deleted"}\n\n'


def state_message(seq: int, state: object) -> str:
    """Return one event of the stream; browsers send its id back as `Last-Event-ID`."""
    return f"id: {seq}\ndata: {json.dumps(state, ensure_ascii=False)}\n\n"


def resume_after(last_event_id: str | None, seq: int) -> int:
    """Return the last event not to be sent again: for a new listener, all but the newest."""
    if (
        last_event_id is not None
        and re.fullmatch(r"[0-9]{1,9}", last_event_id)
        and int(last_event_id) <= seq
    ):
        return int(last_event_id)
    return seq - 1


class StateFeeds:
    """The feeds of followed games' states, which last as long as somebody follows them."""

    def __init__(self, store: Store, notifier: Notifier) -> None:
        self._store, self._notifier = store, notifier
        self._feeds: WeakValueDictionary[str, StateFeed] = WeakValueDictionary()

    def feed(self, game_id: str) -> "StateFeed":
        """Return the feed of a game."""
        return self._feeds.setdefault(game_id, StateFeed(self._store, game_id))

    def add(self, game_id: str, seq: int, state: object) -> None:
        """Send the state after an event that was committed here; from any thread."""
        if (feed := self._feeds.get(game_id)) is not None:
            feed.latest.append((seq, state_message(seq, state)))
        self._notifier.notify(game_id, seq)

    def messages(self, game_id: str, after: int) -> AsyncGenerator[str]:
        """Yield every state of a game after event `after`, then each new one."""
        read = self.feed(game_id).messages_after
        return messages(self._notifier, game_id, read, after=after)


class StateFeed:
    """The state messages of a game, each written once for all followers in this process.

    States of events added here are handed in; only those of other processes are read.
    """

    def __init__(self, store: Store, game_id: str) -> None:
        self._store, self._game_id = store, game_id
        self._lock = asyncio.Lock()
        self.latest: deque[tuple[int, str]] = deque(maxlen=LATEST)

    async def messages_after(self, after: int, until: int) -> list[tuple[int, str]]:
        """Return the messages after event `after`, at least up to the committed event `until`.

        Used on one event loop.
        """
        if known := self._known_messages(after, until):
            return known
        async with self._lock:
            if known := self._known_messages(after, until):  # meanwhile
                return known
            return await anyio.to_thread.run_sync(self._read_messages, after)

    def _known_messages(self, after: int, until: int) -> list[tuple[int, str]]:
        """Return the wanted messages if all of them are known, else none."""
        wanted, known = range(after + 1, until + 1), dict(tuple(self.latest))
        return [(seq, known[seq]) for seq in wanted] if known.keys() >= {*wanted} else []

    def _read_messages(self, after: int) -> list[tuple[int, str]]:
        log = self._store.load(self._game_id)
        if after >= len(log.events):
            return []
        found = [
            (len(each_log.events), state_message(len(each_log.events), views.state(each_log)))
            for each_log in log.logs_after(after)
        ]
        self.latest.extend(found)
        return found


async def messages(
    notifier: Notifier,
    game_id: str,
    read: Callable[[int, int], Awaitable[list[tuple[int, str]]]],
    *,
    after: int = 0,
    drafts: bool = False,
) -> AsyncGenerator[str]:
    """Yield the messages of a game, now and after each change.

    `read` returns messages with their events: those after an event, up to at least another one. A
    message that equals the previous one is not repeated. A database that is away for a while only
    delays the next one. The stream of a game that is deleted ends with a message that says so.
    """
    with notifier.follow(game_id, drafts=drafts) as follower:
        last_text = ""
        while not follower.closed:
            follower.draft_changed = False
            try:
                found = await read(after, max(after, follower.last_seq))
            except SQLAlchemyError:
                await asyncio.sleep(RETRY_S)
                continue
            except RefusedError:
                break  # the game was deleted meanwhile
            for seq, text in found:
                if text != last_text:
                    yield text
                after, last_text = seq, text
            await follower.wait_after(after)
        if not notifier.closed:
            yield DELETED


def refusal(game_id: str, code: str) -> str:
    """Return the message in a stream of several games that one of them cannot be followed."""
    return f"event: refused:{game_id}\ndata: {json.dumps({'code': code})}\n\n"


async def label_messages(stream: AsyncIterator[str], kind: str, game_id: str) -> AsyncIterator[str]:
    """Yield the messages of one game's stream, each labelled with its kind and game.

    Ids are left out: in a stream of several games they mean nothing.
    """
    async for text in stream:
        if text == DELETED:
            yield refusal(game_id, "game_deleted")
        else:
            yield f"event: {kind}:{game_id}\n{text[text.index('data: ') :]}"


async def merge_streams(
    streams: Collection[AsyncIterator[str]], heartbeat_s: float = HEARTBEAT_S
) -> AsyncIterator[str]:
    """Yield the messages of streams as they come, with heartbeats between them.

    It ends with the last one of them, or when one raises.
    """
    # At most one message waits to be sent: a slow reader slows down all streams, as with one.
    queue: asyncio.Queue[str | Exception | None] = asyncio.Queue(maxsize=1)

    async def forward(stream: AsyncIterator[str]) -> None:
        try:
            async for text in stream:
                await queue.put(text)
        except Exception as fault:  # noqa: BLE001  (raised where it is written down)
            await queue.put(fault)
        else:
            await queue.put(None)

    tasks = [asyncio.create_task(forward(stream)) for stream in streams]
    running = len(tasks)
    try:
        yield RETRY
        while running:
            try:
                text = await asyncio.wait_for(queue.get(), heartbeat_s)
            except TimeoutError:
                yield HEARTBEAT
                continue
            if isinstance(text, Exception):
                raise text
            if text is None:
                running -= 1
            else:
                yield text
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
