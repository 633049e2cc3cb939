"""Lines about trouble that comes by the thousand: one a minute says how often it was."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

EVERY_S = 60.0  # between two lines about the same


class Repeated:
    """Writes a line at the first time, and from then on one a minute at most."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock = clock
        self._next = -float("inf")
        self._unsaid = 0

    def warn(self, said: str) -> None:
        """Write the line, or only count it."""
        now = self._clock()
        if now < self._next:
            self._unsaid += 1
            return
        more = f" (and {self._unsaid} times since the last such line)" if self._unsaid else ""
        self._log.warning("%s%s", said, more)
        self._next, self._unsaid = now + EVERY_S, 0


class LoopErrors:
    """What asyncio does with errors that nobody awaits; those of accept() repeat."""

    def __init__(self, log: logging.Logger) -> None:
        self._repeated = Repeated(log)

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Write an error down."""
        if "socket.accept()" in context.get("message", ""):
            self._repeated.warn(f"no connection can be accepted: {context.get('exception')}")
        else:
            loop.default_exception_handler(context)
