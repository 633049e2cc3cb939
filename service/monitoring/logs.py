"""How the service logs: one JSON object per line, or words and colours on a terminal."""

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
    """Send our lines to Python's logging, which is silent until it is configured."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def log_to_stderr() -> None:
    """Print every line of this process, our own and the libraries', in one form."""
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
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        # uvicorn's access log would contain addresses and tokens, whoever configured it.
        logger.handlers, logger.propagate = [], name != "uvicorn.access"


def _traceback(
    _logger: object, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Replace a line's exception by where it happened, without the values involved."""
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


REPEAT_EVERY_S = 60.0  # between two lines about the same thing


class RepeatLimit:
    """Logs a warning the first time, and then at most once a minute."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock = clock
        self._next_s = -float("inf")
        self._suppressed = 0

    def warn(self, message: str) -> None:
        """Log the message, or only count it."""
        now = self._clock()
        if now < self._next_s:
            self._suppressed += 1
            return
        repeats = (
            f" (and {self._suppressed} times since the last such line)" if self._suppressed else ""
        )
        self._log.warning("%s%s", message, repeats)
        self._next_s, self._suppressed = now + REPEAT_EVERY_S, 0


class LoopErrors:
    """An asyncio exception handler that limits the repeated errors of accept()."""

    def __init__(self, log: logging.Logger) -> None:
        self._repeated = RepeatLimit(log)

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an error."""
        if "socket.accept()" in context.get("message", ""):
            self._repeated.warn(f"no connection can be accepted: {context.get('exception')}")
        else:
            loop.default_exception_handler(context)
