"""A line that says how far a long command is, on a terminal and nowhere else."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TextIO, TypeVar

from scorer.core.sentences import Say, Sentence

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
        say: Say = str,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total, self._say, self._clock = total, say, clock
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
        said = Sentence("{done} of {total} photos", done=self._done, total=self._total)
        if not self._done:
            return self._say(said)
        left = (self._clock() - self._begun) / self._done * (self._total - self._done)
        return self._say(Sentence("{done}, {time} left", done=said, time=duration(left)))

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
        return Sentence("{seconds} s", seconds=whole)
    if whole < 3600:
        minutes, seconds = divmod(whole, 60)
        return Sentence("{minutes} min {seconds} s", minutes=minutes, seconds=f"{seconds:02}")
    hours, minutes = divmod(whole // 60, 60)
    return Sentence("{hours} h {minutes} min", hours=hours, minutes=f"{minutes:02}")
