"""A line that says how far a long command is, on a terminal and nowhere else."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TextIO, TypeVar

T = TypeVar("T")
SHORTEST = 2  # of a list: one photo says by itself when it is done


class Progress:
    """Counts what is done of `total`, and tells how long the rest will take at the same pace.

    Written to `stream` (standard error by default) if that is a terminal; without colours and
    without control sequences, so that any terminal can show it.
    """

    def __init__(
        self,
        total: int,
        what: str,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total, self._what, self._clock = total, what, clock
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty() and total >= SHORTEST
        self._begun, self._done, self._width = clock(), 0, 0

    def follow(self, several: Iterable[T]) -> Iterator[T]:
        """Hand on each of them, with the line out of the way while it is worked on."""
        self._write(self._line())
        try:
            for one in several:
                self._done += 1
                self._write("")
                yield one
                self._write(self._line())
        finally:
            self._write("")

    def _line(self) -> str:
        if self._done >= self._total:
            return ""
        said = f"{self._done} of {self._total} {self._what}"
        if not self._done:
            return said
        left = (self._clock() - self._begun) / self._done * (self._total - self._done)
        return f"{said}, {duration(left)} left"

    def _write(self, line: str) -> None:
        if not self._shown:
            return
        blank = " " * self._width
        self._width = len(line)
        with suppress(OSError):  # nobody looks at it any more
            self._stream.write(f"\r{blank}\r{line}")
            self._stream.flush()


def duration(seconds: float) -> str:
    """Say how long something takes: `40 s`, `3 min 20 s`, `1 h 05 min`.

    >>> duration(200)
    '3 min 20 s'
    """
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
