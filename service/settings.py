"""What a service may be told from outside, read once at the start."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from service.stream import Pace

MEBIBYTE = 1024 * 1024


class SettingsError(ValueError):
    """A setting that cannot be used; the message says which and what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is an SQLAlchemy URL; limits are bytes or counts, times seconds.

    `photos_bytes` bounds a whole upload of up to `photos` photos, `game_file_bytes` a game that is
    brought in, `body_bytes` any other body, `headers_bytes` all headers of a request; a body must
    be there within `body_s`, and no part of it may keep waiting for `silence_s`. An address may
    send `photos_per_minute`, for its viewfinders `frames_per_minute` small pictures, and begin
    `games_per_minute`. `photo_days` is the longest that a table may ask to keep a photo,
    `photos_kept` how many of them. With less than `free_mebibytes` of disk free the service is not
    ready: an upload of `photos_bytes` has to find room, and an evening of hands.
    """

    database: str = "sqlite:///tableside.sqlite3"
    photos: int = 8
    photos_bytes: int = 80 * MEBIBYTE
    game_file_bytes: int = 4 * MEBIBYTE
    body_bytes: int = MEBIBYTE
    headers_bytes: int = 16 * 1024
    body_s: float = 180.0
    silence_s: float = 30.0
    readings_at_once: int = 1
    readings_waiting: int = 8
    photos_per_minute: int = 240
    frames_per_minute: int = 240
    games_per_minute: int = 300
    photo_days: int = 30
    photos_kept: int = 200
    free_mebibytes: int = 100
    pace: Pace = field(default_factory=Pace)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read the variables of `COUNTS` and `TABLESIDE_DATABASE` where they are set."""
        given: dict[str, Any] = {
            name: _count(variable, environment[variable])
            for variable, name in COUNTS.items()
            if variable in environment
        }
        if "TABLESIDE_DATABASE" in environment:
            given["database"] = environment["TABLESIDE_DATABASE"]
        return replace(cls(), **given)


COUNTS: Mapping[str, str] = MappingProxyType(
    {
        "TABLESIDE_READINGS_AT_ONCE": "readings_at_once",
        "TABLESIDE_READINGS_WAITING": "readings_waiting",
        "TABLESIDE_PHOTOS_PER_MINUTE": "photos_per_minute",
        "TABLESIDE_FRAMES_PER_MINUTE": "frames_per_minute",
        "TABLESIDE_GAMES_PER_MINUTE": "games_per_minute",
        "TABLESIDE_PHOTO_DAYS": "photo_days",
        "TABLESIDE_PHOTOS_KEPT": "photos_kept",
        "TABLESIDE_FREE_MEBIBYTES": "free_mebibytes",
    }
)


def _count(variable: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) == 0:
        raise SettingsError(f"{variable} must be a whole number from 1, not {text!r}")
    return int(text)
