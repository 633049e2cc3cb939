"""The limits that a request has to pass before a route sees it (`middleware.RequestLimits`)."""

import asyncio
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs
from weakref import WeakValueDictionary

from scorer.core.sentences import Sentence
from service.db.database_errors import FULL
from service.errors import RefusedError
from service.files import MEBIBYTE
from service.http.bodies import Bodies
from service.http.middleware import Bound, IncomingRequest, Limit
from service.http.rate_limits import DAY_S, Allowance
from service.http.uploads import FIELD_BYTES, FIELDS
from service.http.write_queue import MOST_CHANGES, busy
from service.settings import Settings
from vision.photo.image import LIMITS


def request_limits(settings: Settings, disk: Path | None) -> list[Limit]:
    """Return the limits in their order; `disk` is the folder of an SQLite database."""
    room = [] if disk is None else [disk_limit(disk, settings.free_mebibytes * MEBIBYTE)]
    return [
        header_limit(settings.headers_bytes),
        change_limit(),
        stream_limit(
            of_one=settings.streams_per_address,
            of_all=round(settings.connections * SHARE_OF_STREAMS),
        ),
        *room,
        allowance_limit(settings),
        read_limit(),
    ]


# Bodies that are arriving or being answered: photos lie on the disk, two of the largest uploads in
# a /tmp of 256 MB; other bodies lie in memory, sixteen of the longest.
PHOTO_BYTES, OTHER_BYTES = 160 * MEBIBYTE, 64 * MEBIBYTE
UPLOADS_AT_ONCE = 32  # photos arriving at once; how many are read is the reader pool's business


def body_bounds(settings: Settings) -> Callable[[str, str], Bound]:
    """Return a function from method and path to a body's limit and the bodies it counts with."""
    photos = Bodies(PHOTO_BYTES, UPLOADS_AT_ONCE)
    frames = Bodies(UPLOADS_AT_ONCE * settings.body_bytes, UPLOADS_AT_ONCE)
    others = Bodies(OTHER_BYTES)

    def body_bound(method: str, path: str) -> Bound:
        if (most := most_photo_bytes(method, path, settings.photos_bytes)) is not None:
            return most, photos
        if path == "/api/v1/imports":
            return settings.game_file_bytes, others
        return settings.body_bytes, frames if path == "/api/v1/frames" else others

    return body_bound


_SEVERAL_PHOTOS = frozenset(["/api/v1/readings", "/api/v1/tile-sets", "/api/v1/tile-sets/count"])


def most_photo_bytes(method: str, path: str, several: int) -> int | None:
    """Return the size limit of a photo upload: `several` for one of several photos, else a photo's.

    None for a request without photos.
    """
    if method == "POST" and path in _SEVERAL_PHOTOS:
        return several
    keeps_photo = (
        method == "POST" and path.startswith("/api/v1/games/") and path.endswith("/photos")
    )
    passes_draft_photo = method == "PUT" and "/draft/pictures/" in path
    corrects_tile = method == "PUT" and path.startswith("/api/v1/tile-sets/")
    if keeps_photo or passes_draft_photo or corrects_tile:
        return LIMITS.file_bytes + FIELDS * FIELD_BYTES
    return None


def header_limit(most: int) -> Limit:
    """Return the limit on the bytes of headers and address, `headers_too_large`."""

    async def admit(request: IncomingRequest) -> None:
        scope = request.scope
        size = sum(len(name) + len(value) + 4 for name, value in scope["headers"])
        size += len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")
        if size > most:
            detail = Sentence(
                "The headers and address are longer than {limit} bytes. Shorten them.", limit=most
            )
            raise RefusedError("headers_too_large", detail)

    return admit


CHANGES = ("POST", "PUT", "PATCH", "DELETE")


def change_limit(most: int = MOST_CHANGES) -> Limit:
    """Return the limit on changes of games while the write queue is full of them, `database_busy`.

    Only requests that have arrived completely count, and none is processed before that.
    """
    admitted: set[IncomingRequest] = set()

    async def admit(request: IncomingRequest) -> None:
        if (
            request.method not in CHANGES
            or not request.path.startswith("/api/v1/games/")
            or most_photo_bytes(request.method, request.path, 0) is not None
        ):
            return
        await request.buffer_body()
        if len(admitted) >= most:
            raise busy()
        admitted.add(request)
        request.ended.callback(admitted.discard, request)

    return admit


STREAM = re.compile("/api/v1/(games/[^/]+/(draft/)?)?events")
SHARE_OF_STREAMS = 0.75  # of all connections; the rest is for short calls


def stream_limit(of_one: int, of_all: int) -> Limit:
    """Return the limit on games that one address may follow, and all: `too_many_streams`, `busy`.

    Each game that a stream follows counts.
    """
    followed: Counter[str] = Counter()

    def release(sender: str, games: int) -> None:
        followed[sender] -= games
        if not followed[sender]:
            del followed[sender]

    async def admit(request: IncomingRequest) -> None:
        if not STREAM.fullmatch(request.path):
            return
        query = request.scope.get("query_string", b"").decode("latin-1")
        sender, games = request.sender, max(1, len(set(parse_qs(query).get("game", ()))))
        if followed[sender] + games > of_one:
            detail = Sentence(
                "One address can follow {most} games at once. Close a page first.", most=of_one
            )
            raise RefusedError("too_many_streams", detail)
        if followed.total() + games > of_all:
            detail = Sentence("Too many phones are following games here. Try again later.")
            raise RefusedError("busy", detail)
        followed[sender] += games
        request.ended.callback(release, sender, games)

    return admit


BULK = re.compile(
    "/api/v1/(games|imports|house-rules|tile-sets"
    "|games/[^/]+/(photos|draft/pictures/[^/]+)|tile-sets/[^/]+/samples/[^/]+)"
)
SHARE = 1 / 8  # of the free bytes above the floor, for one sender per day
LEAST = 4096  # bytes of a share at least: a page of the database
# On a small disk the floors are at most these parts of it, so that a table can still play.
FLOOR_PART, RESERVE_PART = 1 / 20, 1 / 100
RESERVE = 8 * 2**20  # bytes: deleting the largest game with its photos takes less
WRITES = ("POST", "PUT", "PATCH")
NEARLY_FULL = Sentence(
    "The server's disk is nearly full: hands are still "
    "recorded, but nothing else is stored. Its operator has to "
    "free some space."
)


def disk_limit(folder: Path, floor: int) -> Limit:
    """Return the limit on bulky writes while less than `floor` bytes are free.

    Hands are refused below the reserve, deletions never; a sender's bulky writes may take a share
    of the free bytes a day. `folder` is the database's folder.
    """
    shares = Allowance(1.0, period_s=DAY_S)

    async def admit(request: IncomingRequest) -> None:
        if request.method not in WRITES:
            return
        try:
            disk = shutil.disk_usage(folder)
        except OSError:
            return  # the folder is gone: the database says so to calls that need it
        reserve = min(RESERVE, disk.total * RESERVE_PART)
        least = max(reserve, min(floor, disk.total * FLOOR_PART))
        bulk = BULK.fullmatch(request.path) is not None
        if disk.free < (least if bulk else reserve) and request.path.startswith("/api/v1/"):
            raise RefusedError(FULL.code, NEARLY_FULL if bulk else FULL.detail)
        if not bulk:
            return
        reason = Sentence("This address has used up its disk space for today.")
        shares.require(request.sender, reason, 0.0)
        share = max(LEAST, (disk.free - least) * SHARE)
        request.ended.callback(
            lambda: shares.charge(request.sender, request.body.held_bytes / share)
        )

    return admit


# What needs no token to be stored.
OPEN_TO_ALL = ("/api/v1/games", "/api/v1/imports", "/api/v1/house-rules")
GAMES = Sentence("Too many games were started from this address.")
PHOTOS = Sentence("Too many photos were sent from this address.")
CODES = Sentence("Too many codes were tried from this address.")
# Codes that one address may try, such as the phones of a club behind one router, and that all may.
# Of 85 million codes, at 200 a day, one of a hundred valid ones is guessed once in 11 years.
CODES_PER_MINUTE, CODES_PER_DAY, ALL_CODES_PER_MINUTE = 20, 200, 60


def allowance_limit(settings: Settings) -> Limit:
    """Return the limit on senders who do something more often than any club."""
    per_day = Allowance(settings.games_per_day, period_s=DAY_S)
    games = (Allowance(settings.games_per_minute), per_day)
    photos, frames = Allowance(settings.photos_per_minute), Allowance(settings.frames_per_minute)
    codes = (Allowance(CODES_PER_MINUTE), Allowance(CODES_PER_DAY, period_s=DAY_S))
    all_codes = Allowance(ALL_CODES_PER_MINUTE)

    async def admit(request: IncomingRequest) -> None:
        # A sender refused for this minute uses up nothing of the day's allowance.
        match request.method, request.path:
            case "POST", path if path in OPEN_TO_ALL:
                for allowance in games:
                    allowance.require(request.sender, GAMES)
            case "POST", "/api/v1/frames":
                frames.require(request.sender, PHOTOS)
            case "POST", "/api/v1/invitations":
                for allowance in codes:
                    allowance.require(request.sender, CODES)
                all_codes.require("all", CODES)
            case method, path if most_photo_bytes(method, path, 0) is not None:
                photos.require(request.sender, PHOTOS)

    return admit


# Seconds of work for one sender's reads at once, and per minute: a third of what two turns can do,
# and more than 800 phones behind one router need for their histories after a restart.
READ_S = 40.0
READS_AT_ONCE = 2  # of one sender; an opening page asks for several things, none of them long
# What is computed for each request, and the long descriptions of rules; a state or links take a
# moment.
COSTLY_READS = {
    "GET": re.compile(
        "/api/v1/(waits|training|patterns|rules(/[^/]+)?(/setup)?"
        "|games/[^/]+/(history|statistics)([.]csv)?|games/[^/]+/settlement)"
    ),
    "POST": re.compile(
        "/api/v1/(scores|comparisons|waits|training|house-rules/preview"
        "|games/[^/]+/(hands|corrections)/preview)"
    ),
}


def read_limit() -> Limit:
    """Return the limit on a sender's costly reads: those at once, and their seconds per minute.

    A read waits for its turn, and is refused when the seconds are used up. It ends when its answer
    begins, so that a slow phone uses up nobody's time.
    """
    seconds = Allowance(READ_S)
    turns_by_sender: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def admit(request: IncomingRequest) -> None:
        pattern = COSTLY_READS.get(request.method)
        if pattern is None or not pattern.fullmatch(request.path):
            return
        sender = request.sender
        reason = Sentence("This address has made too many demanding requests.")
        seconds.require(sender, reason, 0.0)
        turns = turns_by_sender.setdefault(sender, asyncio.Semaphore(READS_AT_ONCE))
        await turns.acquire()
        begun_s = time.perf_counter()
        request.answered.callback(turns.release)
        request.answered.callback(lambda: seconds.charge(sender, time.perf_counter() - begun_s))

    return admit
