"""Times as the database stores them, and the clock that they come from."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def wall_clock() -> datetime:
    """Return the time of this machine in UTC, which may jump."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """Return a time as it is stored: UTC, ISO 8601, milliseconds, so that texts sort by time."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
