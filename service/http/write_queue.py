"""Where writing calls wait for their turn: in their own threads, few at once, none for long.

Readers have other threads, so that a locked database keeps no reader waiting. The calls of one game
take turns among themselves: they would wait for each other in the database, and a game that is
locked there blocks two threads, not all.
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import TypeVar
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread

from scorer.core.sentences import Sentence
from service.errors import RefusedError

Done = TypeVar("Done")

AT_ONCE = 8  # threads; on SQLite one writes while the others prepare
AT_ONCE_OF_A_GAME = 2  # one may wait for the database while another writes
WAITING = 300  # calls: a hand from each of 200 tables at once, and half as many again
MOST_CHANGES = AT_ONCE + WAITING  # of games, that are admitted at once
TURN_S = 3.0  # of waiting for a turn; with 200 tables at once the longest took 1.4 s


class WriteQueue:
    """Gives turns to at most `at_once` calls; at most `waiting` more wait, up to `turn_s` each.

    Used on one event loop.
    """

    def __init__(
        self, at_once: int = AT_ONCE, waiting: int = WAITING, turn_s: float = TURN_S
    ) -> None:
        self._turns = anyio.Semaphore(at_once)
        self._threads = anyio.CapacityLimiter(at_once)
        self._games: WeakValueDictionary[str, anyio.Semaphore] = WeakValueDictionary()
        self._room = at_once + waiting
        self._admitted = 0
        self._turn_s = turn_s

    @property
    def running(self) -> int:
        """How many calls have their turn."""
        return self._threads.borrowed_tokens

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
        return self._admitted - self.running

    async def run(self, work: Callable[[], Done], game_id: str | None = None) -> Done:
        """Run work that writes in a thread, in turn; raise RefusedError `database_busy`.

        `game_id` is the game that it writes to, if any.
        """
        if self._admitted >= self._room:
            raise busy()
        game = anyio.Semaphore(AT_ONCE_OF_A_GAME)
        if game_id is not None:
            game = self._games.setdefault(game_id, game)
        until = anyio.current_time() + self._turn_s
        self._admitted += 1
        with ExitStack() as held:
            held.callback(self._free_place)
            for turns in (game, self._turns):
                await _wait_for_turn(turns, until)
                held.callback(turns.release)
            return await anyio.to_thread.run_sync(work, limiter=self._threads)

    def _free_place(self) -> None:
        self._admitted -= 1


async def _wait_for_turn(turns: anyio.Semaphore, until: float) -> None:
    """Wait for a turn, by the event loop's time; raise RefusedError `database_busy`."""
    with anyio.CancelScope(deadline=until):
        await turns.acquire()
        return
    try:
        # On an overloaded machine the event loop itself may have stalled this long: what was
        # released meanwhile is free now.
        turns.acquire_nowait()
    except anyio.WouldBlock:
        raise busy() from None


def busy() -> RefusedError:
    """Return the refusal of a call that finds too many others waiting."""
    return RefusedError(
        "database_busy",
        Sentence(
            "Too many requests are waiting to write, or the database is "
            "locked. Nothing was changed: send the same request again in a "
            "few seconds with the same Idempotency-Key."
        ),
    )
