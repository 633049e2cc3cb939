"""What a service may be told from outside, read once at the start."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from service import files
from service.stream import Pace

DIGITS = 9  # more than any count that is set by hand
MEBIBYTE = 1024 * 1024
# A variable shows in `docker inspect` and in every child process, a file to whom it is opened.
PASSWORD_FILE = "TABLESIDE_DATABASE_PASSWORD_FILE"  # noqa: S105  (the name of a variable)


class SettingsError(ValueError):
    """A setting that cannot be used; the message says which and what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is an SQLAlchemy URL; limits are bytes or counts, times seconds.

    `photos_bytes` bounds a whole upload of up to `photos` photos, `game_file_bytes` a game that is
    brought in, `body_bytes` any other body, `headers_bytes` all headers of a request; a body must
    be there within `body_s`, and no part of it may keep waiting for `silence_s`. An address may
    send `photos_per_minute`, for its viewfinders `frames_per_minute` small pictures, and begin
    `games_per_minute` and `games_per_day`. A reading answers within `reading_s` with what it has
    found by then. `photo_days` is the longest that a table may ask to keep a photo, `photos_kept`
    how many of them.
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
    reading_s: int = 5
    photos_per_minute: int = 240
    frames_per_minute: int = 240
    games_per_minute: int = 300
    games_per_day: int = 2_000
    photo_days: int = 30
    photos_kept: int = 200
    pace: Pace = field(default_factory=Pace)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read `TABLESIDE_DATABASE`, the file of its password, and `COUNTS` where they are set."""
        given: dict[str, Any] = {
            name: _count(variable, environment[variable])
            for variable, name in COUNTS.items()
            if variable in environment
        }
        if "TABLESIDE_DATABASE" in environment:
            given["database"] = environment["TABLESIDE_DATABASE"]
        settings = replace(cls(), **given)
        if PASSWORD_FILE in environment:
            address = _with_password(settings.database, Path(environment[PASSWORD_FILE]))
            settings = replace(settings, database=address)
        return settings


COUNTS: Mapping[str, str] = MappingProxyType(
    {
        "TABLESIDE_READINGS_AT_ONCE": "readings_at_once",
        "TABLESIDE_READINGS_WAITING": "readings_waiting",
        "TABLESIDE_READING_S": "reading_s",
        "TABLESIDE_PHOTOS_PER_MINUTE": "photos_per_minute",
        "TABLESIDE_FRAMES_PER_MINUTE": "frames_per_minute",
        "TABLESIDE_GAMES_PER_MINUTE": "games_per_minute",
        "TABLESIDE_GAMES_PER_DAY": "games_per_day",
        "TABLESIDE_PHOTO_DAYS": "photo_days",
        "TABLESIDE_PHOTOS_KEPT": "photos_kept",
    }
)


def _with_password(address: str, file: Path) -> str:
    """Put the password that a file holds into the address of a server."""
    try:
        url = make_url(address)
    except ArgumentError:
        return address  # refused in its own words when it is opened
    if url.get_backend_name() == "sqlite":
        raise SettingsError(
            f"{PASSWORD_FILE} is of no use to an SQLite file. Leave it out, or give "
            "TABLESIDE_DATABASE the address of a server, such as postgresql://user@host/tableside."
        )
    if url.password is not None:
        raise SettingsError(
            f"TABLESIDE_DATABASE holds a password and {PASSWORD_FILE} another. Leave one out."
        )
    try:
        password = files.read(file, files.MEBIBYTE).decode().rstrip("\r\n")
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"{PASSWORD_FILE} names {file}, which cannot be read ({_why(error)}). Check that it is "
            "there, is text, and may be read by this user."
        ) from error
    if not password:
        raise SettingsError(f"{PASSWORD_FILE} names {file}, which is empty. Write the password in.")
    return url.set(password=password).render_as_string(hide_password=False)


def _why(error: OSError | ValueError) -> str:
    return error.strerror or "no reason given" if isinstance(error, OSError) else "no UTF-8 text"


def _count(variable: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS and int(text) > 0):
        shown = text if len(text) <= 2 * DIGITS else f"{text[:DIGITS]}…"
        raise SettingsError(
            f"{variable} must be a whole number from 1, of at most {DIGITS} digits, not {shown!r}"
        )
    return int(text)
