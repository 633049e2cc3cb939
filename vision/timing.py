"""Milliseconds by stage of a reading, and the moment by which it has to answer."""

from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import Self


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment `at` of a `clock` that counts seconds and is never set back."""

    at: float
    clock: Callable[[], float] = monotonic

    @classmethod
    def after(cls, seconds: float, clock: Callable[[], float] = monotonic) -> Self:
        """The moment so many seconds from now."""
        return cls(clock() + seconds, clock)

    @property
    def left(self) -> float:
        """The seconds until then, 0 when it is over."""
        return max(0.0, self.at - self.clock())

    @property
    def over(self) -> bool:
        """Whether the moment has come."""
        return self.left == 0

    def share(self, part: float) -> Self:
        """An earlier moment, after this part (0 to 1) of the time that is left."""
        return (
            self if self.at == float("inf") else replace(self, at=self.clock() + part * self.left)
        )


NEVER = Deadline(float("inf"))


@contextmanager
def timed(timings: MutableMapping[str, float], stage: str) -> Iterator[None]:
    """Add the milliseconds spent inside to a stage."""
    start = perf_counter()
    yield
    timings[stage] = timings.get(stage, 0.0) + (perf_counter() - start) * 1000
