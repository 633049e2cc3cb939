"""Server-sent events: the state of a game after every change, each under its `seq`.

A `Notifier` wakes the followers of a game in this process when an event was added or its draft
changed.
"""

import asyncio
import json
import re
import threading
from collections import OrderedDict, defaultdict
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Iterator,
)
from contextlib import aclosing, contextmanager, suppress
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

    async def wait_after(self, seq: int, timeout_s: float) -> bool:
        """Wait for an event after `seq`, a change of the draft, or the end.

        Return False where the time is up before.
        """
        try:
            async with asyncio.timeout(timeout_s):
                while self.last_seq <= seq and not (self.draft_changed or self.closed):
                    self._woken.clear()
                    await self._woken.wait()
        except TimeoutError:
            return False
        return True

    def wake(self, seq: int = 0, *, draft_changed: bool = False, closed: bool = False) -> None:
        """Notify the follower; from any thread."""
        with suppress(RuntimeError):  # the loop was closed, so nobody listens on it
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
        self._closed = False

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
            self._closed = True
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
            follower.closed = self._closed
            self._listening[game_id].add(follower)
        try:
            yield follower
        finally:
            with self._lock:
                self._listening[game_id].discard(follower)
                if not self._listening[game_id]:
                    del self._listening[game_id]

    @property
    def closed(self) -> bool:
        """Whether the service is about to stop."""
        return self._closed

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


HEARTBEAT = ": still here\n\n"
HEARTBEAT_S = 15.0
# How long a browser waits before it connects again, in milliseconds.
RETRY = "retry: 1000\n\n"
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


class StateCache:
    """The state messages of games, each written once for all followers in this process.

    States of events added here are handed in; only those of other processes are read. At most
    `most` messages are kept, about a kilobyte each.
    """

    def __init__(self, store: Store, most: int = 4096) -> None:
        self._store, self._most = store, most
        self._messages: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def add(self, game_id: str, seq: int, state: object) -> None:
        """Store the state after a committed event; from any thread."""
        self._store_messages(game_id, [(seq, state_message(seq, state))])

    async def messages_after(self, game_id: str, after: int, until: int) -> list[tuple[int, str]]:
        """Return the messages after event `after`, at least up to the committed event `until`.

        Used on one event loop.
        """
        if stored := self._stored_messages(game_id, after, until):
            return stored
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            if stored := self._stored_messages(game_id, after, until):  # meanwhile
                return stored
            return await anyio.to_thread.run_sync(self._write, game_id, after)

    def forget(self, game_id: str) -> None:
        """Drop a deleted game's messages."""
        with self._lock:
            for key in [key for key in self._messages if key[0] == game_id]:
                del self._messages[key]

    def _stored_messages(self, game_id: str, after: int, until: int) -> list[tuple[int, str]]:
        """Return the wanted messages if all of them are stored, else none."""
        wanted = range(after + 1, until + 1)
        with self._lock:
            found = {seq: self._messages.get((game_id, seq)) for seq in wanted}
        stored = [(seq, text) for seq, text in found.items() if text is not None]
        return stored if len(stored) == len(wanted) else []

    def _write(self, game_id: str, after: int) -> list[tuple[int, str]]:
        log = self._store.load(game_id)
        if after >= len(log.events):
            return []
        messages = [
            (len(each_log.events), state_message(len(each_log.events), views.state(each_log)))
            for each_log in log.logs_after(after)
        ]
        self._store_messages(game_id, messages)
        return messages

    def _store_messages(self, game_id: str, messages: Iterable[tuple[int, str]]) -> None:
        with self._lock:
            for seq, text in messages:
                self._messages[game_id, seq] = text
            while len(self._messages) > self._most:
                self._messages.popitem(last=False)


async def messages(
    notifier: Notifier,
    game_id: str,
    read: Callable[[int, int], Awaitable[list[tuple[int, str]]]],
    heartbeat_s: float = HEARTBEAT_S,
    *,
    after: int = 0,
    drafts: bool = False,
) -> AsyncGenerator[str]:
    """Yield what there is to read of a game after each change, with heartbeats between.

    `read` returns messages with their events: those after an event, up to another one at least. A
    message that is the same as before is not repeated. A database that is away for a while only
    delays the next one. The stream of a game that is deleted ends with a message that says so.
    """
    with notifier.follow(game_id, drafts=drafts) as follower:
        yield RETRY
        last_text = ""
        while not follower.closed:
            follower.draft_changed = False
            try:
                found = await read(after, max(after, follower.last_seq))
            except SQLAlchemyError:
                await asyncio.sleep(min(1.0, heartbeat_s))
                yield HEARTBEAT
                continue
            except RefusedError:
                break  # the game was deleted meanwhile
            for seq, text in found:
                if text != last_text:
                    yield text
                after, last_text = seq, text
            while not await follower.wait_after(after, heartbeat_s):
                yield HEARTBEAT
        if not notifier.closed:
            yield DELETED


async def state_messages(
    state_cache: StateCache,
    notifier: Notifier,
    game_id: str,
    after: int,
    heartbeat_s: float = HEARTBEAT_S,
) -> AsyncIterator[str]:
    """Yield every state after event `after`, then each new one."""
    read = partial(state_cache.messages_after, game_id)
    async with aclosing(messages(notifier, game_id, read, heartbeat_s, after=after)) as texts:
        async for text in texts:
            if text == DELETED:
                state_cache.forget(game_id)
            yield text


def refusal(game_id: str, code: str) -> str:
    """Return the message in a stream of several games that one of them cannot be followed."""
    return f"event: refused:{game_id}\ndata: {json.dumps({'code': code})}\n\n"


async def label_messages(stream: AsyncIterator[str], kind: str, game_id: str) -> AsyncIterator[str]:
    """Yield the messages of one game's stream, each labelled with its kind and game.

    Heartbeats and ids are left out: in a stream of several games they mean nothing.
    """
    async for text in stream:
        if text == DELETED:
            yield refusal(game_id, "game_deleted")
        elif (data := text.find("data: ")) >= 0:
            yield f"event: {kind}:{game_id}\n{text[data:]}"


async def merge_streams(
    streams: Collection[AsyncIterator[str]], heartbeat_s: float = HEARTBEAT_S
) -> AsyncIterator[str]:
    """Yield the messages of several streams as they come, until the last one ends or one raises."""
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
