"""Tells those who follow a game that an event was added to it, in whatever process."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial


class Follower:
    """One follower: `heard` is the highest number of an event that it was told of."""

    def __init__(self) -> None:
        self.heard = 0
        self.closed = False
        self.loop = asyncio.get_running_loop()
        self._told = asyncio.Event()

    async def later_than(self, seq: int, timeout_s: float) -> bool:
        """Wait for an event after `seq`, or the end; False when the time is up before."""
        try:
            async with asyncio.timeout(timeout_s):
                while self.heard <= seq and not self.closed:
                    self._told.clear()
                    await self._told.wait()
        except TimeoutError:
            return False
        return True

    def hear(self, seq: int, *, closed: bool = False) -> None:
        """Take in what was told; called on the listener's own loop."""
        self.heard = max(self.heard, seq)
        self.closed = self.closed or closed
        self._told.set()


class Notifier:
    """Told from any thread, heard on the event loops that listen."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listening: dict[str, set[Follower]] = defaultdict(set)
        self._closed = False

    def notify(self, game_id: str, seq: int) -> None:
        """Say that a game has an event of this number, which may be known already."""
        with self._lock:
            listeners = self._listening.get(game_id, ())
            # A writer tells, and the database listener tells of the same event once more.
            waiting = [one for one in listeners if one.heard < seq]
        _tell(waiting, seq)

    def end(self, game_id: str) -> None:
        """End the streams of a game that was deleted."""
        with self._lock:
            listeners = tuple(self._listening.get(game_id, ()))
        _tell(listeners, 0, closed=True)

    def close(self) -> None:
        """End every stream, now and from now on: the service is about to stop."""
        with self._lock:
            self._closed = True
            listeners = [one for some in self._listening.values() for one in some]
        _tell(listeners, 0, closed=True)

    @contextmanager
    def listening(self, game_id: str) -> Iterator[Follower]:
        """Give a listener; look at the game after entering, wait after looking."""
        listener = Follower()
        with self._lock:
            listener.closed = self._closed
            self._listening[game_id].add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._listening[game_id].discard(listener)
                if not self._listening[game_id]:
                    del self._listening[game_id]

    def awaited(self, told: Mapping[str, int]) -> tuple[str, ...]:
        """Those of some games that are followed here by somebody who has not heard of an event."""
        with self._lock:
            return tuple(
                game_id
                for game_id, seq in told.items()
                if any(one.heard < seq for one in self._listening.get(game_id, ()))
            )

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
    def listeners(self) -> int:
        """How many follow, all games together."""
        with self._lock:
            return sum(len(some) for some in self._listening.values())


def _tell(listeners: Iterable[Follower], seq: int, *, closed: bool = False) -> None:
    """Wake listeners from any thread, each loop once for all who listen on it."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Follower]] = defaultdict(list)
    for one in listeners:
        by_loop[one.loop].append(one)
    for loop, some in by_loop.items():
        with suppress(RuntimeError):  # the loop was closed, and nobody listens on it any more
            loop.call_soon_threadsafe(partial(_hear, some, seq, closed=closed))


def _hear(listeners: list[Follower], seq: int, *, closed: bool) -> None:
    for one in listeners:
        one.hear(seq, closed=closed)
