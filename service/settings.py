"""What a service may be told from outside, read once at the start."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from service.stream import Pace

MEBIBYTE = 1024 * 1024


class SettingsError(ValueError):
    """A setting that cannot be used; the message says which and what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is an SQLAlchemy URL; limits are bytes or counts.

    `photos_bytes` bounds a whole upload of up to `photos` photos, `body_bytes` any other body.
    """

    database: str = "sqlite:///tableside.sqlite3"
    photos: int = 8
    photos_bytes: int = 80 * MEBIBYTE
    body_bytes: int = MEBIBYTE
    readings_at_once: int = 1
    readings_waiting: int = 8
    pace: Pace = field(default_factory=Pace)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read `TABLESIDE_DATABASE` and `TABLESIDE_READINGS_AT_ONCE` where they are set."""
        settings = cls()
        if "TABLESIDE_DATABASE" in environment:
            settings = replace(settings, database=environment["TABLESIDE_DATABASE"])
        if "TABLESIDE_READINGS_AT_ONCE" in environment:
            text = environment["TABLESIDE_READINGS_AT_ONCE"]
            if not text.isdecimal() or int(text) == 0:
                raise SettingsError(
                    f"TABLESIDE_READINGS_AT_ONCE must be a whole number from 1, not {text!r}"
                )
            settings = replace(settings, readings_at_once=int(text))
        return settings
