"""The settings of a service, read once from the environment at the start."""

import ipaddress
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from scorer.core.sentences import nearest
from service import data_folder, files
from service.errors import UnusableError
from service.files import MEBIBYTE

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

DIGITS = 9  # more than any sensible count
# A variable is visible in `docker inspect` and to every child process, a file only to its readers.
PASSWORD_FILE = "TABLESIDE_DATABASE_PASSWORD_FILE"  # noqa: S105  (the name of a variable)
TILES = "TABLESIDE_TILES"  # only for the command `tiles`

EVERY: Final = "*"
Proxies: TypeAlias = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network | Literal["*"], ...]
"""The proxies that are trusted: addresses and networks, or everybody."""


def is_proxy(proxies: Proxies, address: str) -> bool:
    """Return whether an address is that of a trusted proxy."""
    if EVERY in proxies or not proxies:
        return bool(proxies)
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(network != EVERY and found in network for network in proxies)


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is an SQLAlchemy URL, None for the user's own.

    Limits are bytes or counts, times seconds. `photos_bytes` bounds a whole upload of several
    photos, `game_file_bytes` an imported game, `body_bytes` any other body, `headers_bytes` all
    headers of a request. A reading is answered within `reading_s` after its photos have arrived,
    with what was found by then; decoding one of them may take `decode_mebibytes`. An address may
    send `photos_per_minute`, `frames_per_minute` small pictures for its viewfinders, and start
    `games_per_minute` and `games_per_day`. `photo_days` is the longest that a table may keep a
    photo, `photos_kept` how many. With less than `free_mebibytes` of disk free the service reports
    itself unhealthy: there must be room for an upload of `photos_bytes` and an evening of hands.

    Of all `connections` one address may hold `connections_per_address`, and of live states
    `streams_per_address`; `proxies` are exempt from the former, and trusted about the sender's
    address. The head of a request must arrive within `head_s`. A body must arrive within `body_s`,
    with no pause longer than `silence_s`, and after `grace_s` of waiting at `body_bytes_per_s`. A
    client that reads nothing of an answer for `unread_s` is cut off. `metrics_token` lets other
    computers see the metrics.

    `https` asks for certificates of this computer's own, which are kept in the folder
    `certificates`, None for the user's own; `public_url` is the address in links, None for the one
    at which a page was opened.
    """

    database: str | None = None
    photos_bytes: int = 80 * MEBIBYTE
    game_file_bytes: int = 4 * MEBIBYTE
    body_bytes: int = MEBIBYTE
    headers_bytes: int = 16 * 1024
    head_s: float = 10.0  # a phone's head is one packet, which a bad network repeats for seconds
    body_s: float = 180.0
    silence_s: float = 30.0
    grace_s: float = 10.0
    body_bytes_per_s: int = 1000  # a tenth of the slowest mobile network (GPRS)
    unread_s: float = 30.0
    connections: int = 8192  # several times the need of 200 tables, some 100 MB
    connections_per_address: int = 2400  # 200 tables behind one router: streams, and other calls
    streams_per_address: int = 2000  # 200 tables, four phones each, two streams, and a reserve
    readings_at_once: int = 1
    readings_waiting: int = 8
    reading_s: float = 5.0
    decode_mebibytes: int = 400
    photos_per_minute: int = 240
    frames_per_minute: int = 240
    games_per_minute: int = 300
    games_per_day: int = 2_000
    photo_days: int = 30
    photos_kept: int = 200
    free_mebibytes: int = 100
    proxies: Proxies = ()
    metrics_token: str | None = None
    https: bool = False
    certificates: str | None = None
    public_url: str | None = None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings of the environment; UnusableError names a wrong one."""
        given: dict[str, Any] = {}
        for variable, (name, parse) in VARIABLES.items():
            if variable in environment:
                try:
                    given[name] = parse(environment[variable])
                except ValueError as error:
                    raise UnusableError(f"{variable} {error}") from error
        settings = replace(cls(), **given)
        if PASSWORD_FILE in environment:
            address = _with_password(settings.database, Path(environment[PASSWORD_FILE]))
            settings = replace(settings, database=address)
        return settings

    @property
    def address(self) -> "str | URL":
        """The SQLAlchemy URL of the database, even if nobody has named one."""
        # Imported here: reading photos needs no database.
        from service.db.sqlite_file import file_address  # noqa: PLC0415  (the reason is above)

        if self.database is None:
            return file_address(data_folder.default_file())
        return self.database


NO_SERVER = (
    f"{PASSWORD_FILE} does not apply to an SQLite file. Leave it out, or set TABLESIDE_DATABASE to "
    "the address of a server, such as postgresql://user@host/tableside."
)
ON, OFF = "1", "0"


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS and int(text) > 0):
        shown = text if len(text) <= 2 * DIGITS else f"{text[:DIGITS]}…"
        raise ValueError(
            f"must be a whole number from 1, of at most {DIGITS} digits, not {shown!r}"
        )
    return int(text)


def _text(text: str) -> str | None:
    return text or None


def page_address(text: str) -> str:
    """Return a page's address with its final slash; ValueError unless it is an http(s) address."""
    try:
        parts = urlsplit(text)
        has_host = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an impossible port, or brackets around what is no address
        has_host = False
    if not has_host or parts.query or parts.fragment:
        raise ValueError(
            f"{text!r}: give an address such as http://192.168.1.5:8000/ (ports go from 1 to 65535)"
        )
    return text if text.endswith("/") else f"{text}/"


def _public_url(text: str) -> str | None:
    return page_address(text) if text else None


def _switch(text: str) -> bool:
    if text not in (ON, OFF, ""):
        raise ValueError(f"must be {ON} or {OFF}, not {text[:DIGITS]!r}")
    return text == ON


def _proxies(text: str) -> Proxies:
    parts = [part for part in (part.strip() for part in text.split(",")) if part]
    try:
        return (EVERY,) if EVERY in parts else tuple(map(ipaddress.ip_network, parts))
    except ValueError as error:
        raise ValueError(
            f"must be addresses or networks, divided by commas, or *: {error}"
        ) from error


PREFIX = "TABLESIDE_"
PROXIES = "FORWARDED_ALLOW_IPS"  # the name that uvicorn and others use
COUNTS = (
    *("readings_at_once", "readings_waiting", "reading_s", "decode_mebibytes"),
    *("photos_per_minute", "frames_per_minute", "games_per_minute", "games_per_day"),
    *("connections", "connections_per_address", "streams_per_address"),
    *("photo_days", "photos_kept", "free_mebibytes"),
)
TEXTS = ("database", "metrics_token", "certificates")
# The setting that a variable of the environment names, and the function that reads its value.
VARIABLES: Mapping[str, tuple[str, Callable[[str], object]]] = MappingProxyType(
    {PREFIX + name.upper(): (name, _count) for name in COUNTS}
    | {PREFIX + name.upper(): (name, _text) for name in TEXTS}
    | {
        f"{PREFIX}HTTPS": ("https", _switch),
        f"{PREFIX}PUBLIC_URL": ("public_url", _public_url),
        PROXIES: ("proxies", _proxies),
    }
)


def unknown_variables(environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Yield a sentence for each variable that has our prefix but is not a setting."""
    known = [*VARIABLES, PASSWORD_FILE, TILES]
    for variable in sorted(environment):
        if variable.startswith(PREFIX) and variable not in known:
            meant = nearest(variable, known)
            near = f"; the nearest is {meant}" if meant else ""
            yield f"{variable} is not a setting and has no effect{near}."


def _with_password(address: str | None, file: Path) -> str:
    """Return the address of a server with the password from a file."""
    if address is None:
        raise UnusableError(NO_SERVER)
    # Imported here: reading photos needs no database.
    from sqlalchemy.engine import make_url  # noqa: PLC0415  (the reason is above)
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415  (the same)

    try:
        url = make_url(address)
    except ArgumentError:
        return address  # refused with its reason when it is opened
    if url.get_backend_name() == "sqlite":
        raise UnusableError(NO_SERVER)
    if url.password is not None:
        raise UnusableError(
            f"TABLESIDE_DATABASE holds a password and {PASSWORD_FILE} another. Leave one out."
        )
    try:
        password = files.read(file, MEBIBYTE).decode().rstrip("\r\n")
    except (OSError, ValueError) as error:
        raise UnusableError(
            f"{PASSWORD_FILE} names {file}, which cannot be read ({_why(error)}). Check that it "
            "exists, is text, and may be read by this user."
        ) from error
    if not password:
        raise UnusableError(
            f"{PASSWORD_FILE} names {file}, which is empty. Write the password into it."
        )
    return url.set(password=password).render_as_string(hide_password=False)


def _why(error: OSError | ValueError) -> str:
    return error.strerror or "no reason given" if isinstance(error, OSError) else "no UTF-8 text"
