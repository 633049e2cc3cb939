"""The time that a reading may take, and the milliseconds that its stages took."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter


class Budget:
    """Seconds for one reading, counted from now; unlimited by default.

    Before each optional piece of work, stages ask whether there is time for it. `shortened` tells
    afterwards whether anything was left out, `timings_ms` how long each stage took. `clock` returns
    monotonic seconds.
    """

    def __init__(
        self, seconds: float = math.inf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._end = clock() + seconds
        self.shortened = False
        self.timings_ms: dict[str, float] = {}

    @property
    def left(self) -> float:
        """Return the seconds left, 0 if there are none."""
        return max(self._end - self._clock(), 0.0)

    def share(self, part: float) -> "Budget":
        """Return a budget with a share of the remaining time."""
        return Budget(part * self.left, self._clock)

    def is_spent(self) -> bool:
        """Return whether the time is over; if so, the caller leaves its work out."""
        if not self.left:
            self.shortened = True
        return self.shortened

    @contextmanager
    def record(self, stage: str) -> Iterator[None]:
        """Add the time spent in the block to a stage."""
        start = perf_counter()
        yield
        spent = (perf_counter() - start) * 1000
        self.timings_ms[stage] = self.timings_ms.get(stage, 0.0) + spent


ENDLESS = Budget()
