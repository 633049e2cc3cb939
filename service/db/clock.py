"""Moments as the database has them, and the clock that tells them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def wall_clock() -> datetime:
    """The time of this machine, which may jump."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as it is stored: UTC, ISO 8601, milliseconds; later ones sort behind earlier."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
