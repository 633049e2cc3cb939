"""Wakes the followers of a game in this process when an event was added or its draft changed."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain


class Follower:
    """One follower; `last_seq` is the highest event number that it was notified of.

    One of `drafts` is also notified when the game's draft changes, by `draft_changed`.
    """

    def __init__(self, *, drafts: bool = False) -> None:
        self.drafts = drafts
        self.last_seq = 0
        self.draft_changed = False
        self.closed = False
        self.loop = asyncio.get_running_loop()
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

    def receive(self, seq: int, *, draft_changed: bool = False, closed: bool = False) -> None:
        """Take in a notification; called on the follower's own event loop."""
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
        with self._lock:
            followers = self._listening.get(game_id, ())
            # The writer notifies, and the database listener does so again for the same event.
            waiting = [follower for follower in followers if follower.last_seq < seq]
        _wake(waiting, seq)

    def notify_of_draft(self, game_id: str) -> None:
        """Notify those who follow a game's draft that it may have changed."""
        with self._lock:
            followers = [each for each in self._listening.get(game_id, ()) if each.drafts]
        _wake(followers, 0, draft_changed=True)

    def end(self, game_id: str) -> None:
        """End the streams of a deleted game."""
        with self._lock:
            followers = tuple(self._listening.get(game_id, ()))
        _wake(followers, 0, closed=True)

    def close(self) -> None:
        """End every stream and let no new one start: the service is about to stop."""
        with self._lock:
            self._closed = True
            followers = list(chain.from_iterable(self._listening.values()))
        _wake(followers, 0, closed=True)

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

    def games_behind(self, last_seqs: Mapping[str, int]) -> tuple[str, ...]:
        """Return the games with a follower here who was not notified of these events yet."""
        with self._lock:
            return tuple(
                game_id
                for game_id, seq in last_seqs.items()
                if any(follower.last_seq < seq for follower in self._listening.get(game_id, ()))
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
    def follower_count(self) -> int:
        """How many follow the states of games, all games together."""
        with self._lock:
            return sum(not each.drafts for each in chain.from_iterable(self._listening.values()))


def _wake(followers: Iterable[Follower], seq: int, **changes: bool) -> None:
    """Wake followers from any thread, each event loop once for all of its followers."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Follower]] = defaultdict(list)
    for follower in followers:
        by_loop[follower.loop].append(follower)
    for loop, woken in by_loop.items():
        with suppress(RuntimeError):  # the loop was closed, so nobody listens on it
            loop.call_soon_threadsafe(partial(_deliver, woken, seq, **changes))


def _deliver(followers: list[Follower], seq: int, **changes: bool) -> None:
    for follower in followers:
        follower.receive(seq, **changes)
