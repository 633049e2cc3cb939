"""The time that one reading may take, and the milliseconds that its stages took."""

import math
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from time import perf_counter


class Budget:
    """Seconds for the work of one reading, counted from now; without end by default.

    Stages ask before each piece of work that can be left out whether its time is there. `shortened`
    tells afterwards whether anything was left out. `clock` gives seconds that never run backwards.
    """

    def __init__(
        self, seconds: float = math.inf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._end = clock() + seconds
        self.shortened = False

    @property
    def left(self) -> float:
        """Return the seconds that are left, 0 when there are none."""
        return max(self._end - self._clock(), 0.0)

    def share(self, part: float) -> "Budget":
        """Return a budget with a share of the remaining time."""
        return Budget(part * self.left, self._clock)

    def is_spent(self) -> bool:
        """Ask whether the time is over; the work that was asked for is then left out."""
        if not self.left:
            self.shortened = True
        return self.shortened


ENDLESS = Budget()


@contextmanager
def record_time(timings: MutableMapping[str, float], stage: str) -> Iterator[None]:
    """Add the milliseconds spent inside to a stage."""
    start = perf_counter()
    yield
    timings[stage] = timings.get(stage, 0.0) + (perf_counter() - start) * 1000
