"""Wakes the streams of a game when an event was added to it."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Bell:
    """Rung from any thread, heard on the event loops that listen."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listening: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loops: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def ring(self, game_id: str) -> None:
        """Wake everyone who listens for this game."""
        with self._lock:
            heard = [(one, self._loops[one]) for one in self._listening.get(game_id, ())]
        for event, loop in heard:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)

    @contextmanager
    def listening(self, game_id: str) -> Iterator[asyncio.Event]:
        """Give an event that is set at every ring; clear it before looking, wait after."""
        event = asyncio.Event()
        with self._lock:
            self._listening[game_id].add(event)
            self._loops[event] = asyncio.get_running_loop()
        try:
            yield event
        finally:
            with self._lock:
                del self._loops[event]
                self._listening[game_id].discard(event)
                if not self._listening[game_id]:
                    del self._listening[game_id]
