"""How the service logs: a JSON object a line, or words and colours on a terminal."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SHARED: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
)


def through_logging() -> None:
    """Hand our lines to Python's logging, which says nothing unless it is told where to."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def to_stderr() -> None:
    """Print every line of this process, our own and its libraries', in one form."""
    through_logging()
    printer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer()
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
        logger.handlers, logger.propagate = [], True
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
