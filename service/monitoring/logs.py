"""How the service logs: a JSON object a line, or words and colours on a terminal."""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Callable, MutableMapping
from typing import Any

import structlog

SHARED: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
)


def log_to_python() -> None:
    """Hand our lines to Python's logging, which says nothing unless it is told where to."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def log_to_stderr() -> None:
    """Print every line of this process, our own and its libraries', in one form."""
    log_to_python()
    printer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(colors=not os.environ.get("NO_COLOR"))
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=list(SHARED),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _traceback,
                printer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic"):
        logger = logging.getLogger(name)
        # What uvicorn says of calls names addresses and tokens, whoever set its loggers up before.
        logger.handlers, logger.propagate = [], name != "uvicorn.access"
    # Alembic tells of each start what only an upgrade needs.
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _traceback(
    _logger: object, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Where a fault happened, without the values that it happened to."""
    fault = line.pop("exc_info", None)
    if fault:
        kind, _, trace = sys.exc_info() if fault is True else fault
        line["fault"] = getattr(kind, "__name__", str(kind))
        where = []
        while trace is not None:
            code = trace.tb_frame.f_code
            where.append(f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}")
            where[-1] += f" {code.co_name}"
            trace = trace.tb_next
        line["where"] = where[-12:]
    return line


EVERY_S = 60.0  # between two lines about the same


class RepeatLimit:
    """Writes a line at the first time, and from then on one a minute at most."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock = clock
        self._next_s = -float("inf")
        self._suppressed = 0

    def warn(self, message: str) -> None:
        """Write the line, or only count it."""
        now = self._clock()
        if now < self._next_s:
            self._suppressed += 1
            return
        repeats = (
            f" (and {self._suppressed} times since the last such line)" if self._suppressed else ""
        )
        self._log.warning("%s%s", message, repeats)
        self._next_s, self._suppressed = now + EVERY_S, 0


class LoopErrors:
    """What asyncio does with errors that nobody awaits; those of accept() repeat."""

    def __init__(self, log: logging.Logger) -> None:
        self._repeated = RepeatLimit(log)

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Write an error down."""
        if "socket.accept()" in context.get("message", ""):
            self._repeated.warn(f"no connection can be accepted: {context.get('exception')}")
        else:
            loop.default_exception_handler(context)
