"""Who may send now: so many a minute from one address, and of photos so many at once from all."""

import hashlib
import ipaddress
import math
import time
from collections.abc import Callable

from fastapi import HTTPException
from fastapi.responses import JSONResponse
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.documents import document

UPLOADS_AT_ONCE = 32  # on their way; how many are read at once is the recogniser's business
OPEN_TO_ALL = ("/api/v1/games", "/api/v1/imports", "/api/v1/house-rules")


def household(address: str) -> str:
    """What counts as one sender: an IPv4 address, or the /64 that an IPv6 customer is given."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def sender_mark(address: str) -> str:
    """Five digits that tell one sender from others where what he sent is kept.

    Thousands of addresses share each, so that they say of nobody that it was he.
    """
    return hashlib.sha256(household(address).encode()).hexdigest()[:5]


def takes_photos(scope: Scope) -> bool:
    """Whether a request sends a photo."""
    path = str(scope.get("path", "")).rstrip("/")
    if scope["type"] != "http":
        return False
    if scope["method"] == "PUT":
        return path.startswith("/api/v1/games/") and "/draft/pictures/" in path
    return scope["method"] == "POST" and (
        path == "/api/v1/readings"
        or (path.startswith("/api/v1/games/") and path.endswith("/photos"))
    )


def takes_frames(scope: Scope) -> bool:
    """Whether a request sends a viewfinder's picture."""
    path = str(scope.get("path", "")).rstrip("/")
    return scope["type"] == "http" and scope["method"] == "POST" and path == "/api/v1/frames"


def takes_game_file(scope: Scope) -> bool:
    """Whether a request brings a game in."""
    return scope["type"] == "http" and str(scope.get("path", "")).rstrip("/") == "/api/v1/imports"


def keeps_what_strangers_send(scope: Scope) -> bool:
    """Whether a request has something kept for whoever asks, without a token."""
    path = str(scope.get("path", "")).rstrip("/")
    return scope["type"] == "http" and scope["method"] == "POST" and path in OPEN_TO_ALL


class Turnstile:
    """Lets so many a minute through from one address, or a day.

    The count is this process's own and is forgotten with it.
    """

    def __init__(
        self, most: int, each: Callable[[int], RateLimitItem] = RateLimitItemPerMinute
    ) -> None:
        self._allowed = each(most)
        self._counted = MovingWindowRateLimiter(MemoryStorage())

    def wait_s(self, scope: Scope) -> int:
        """Let a request through and return 0, or the seconds that its sender has to wait."""
        sender = household((scope.get("client") or ("nobody", 0))[0])
        if self._counted.hit(self._allowed, sender):
            return 0
        until, _ = self._counted.get_window_stats(self._allowed, sender)
        return max(1, math.ceil(until - time.time()))


def later(reason: str, wait_s: int) -> JSONResponse:
    """Refuse a request that came too soon, and say when it may come again."""
    answer = document("too_many_requests", f"{reason} Send this one again in {wait_s} s.")
    answer.headers["Retry-After"] = str(wait_s)
    return answer


class NewcomerDoor:
    """Turns away who begins games, or has other things kept, faster than any club."""

    def __init__(self, app: ASGIApp, per_minute: int, per_day: int) -> None:
        self._app = app
        self._turnstiles = (Turnstile(per_minute), Turnstile(per_day, RateLimitItemPerDay))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 429 with the time to wait."""
        counted = self._turnstiles if keeps_what_strangers_send(scope) else ()
        # Who is turned away for this minute has not used up anything of his day.
        wait = next((wait for one in counted if (wait := one.wait_s(scope))), 0)
        if not wait:
            await self._app(scope, receive, send)
            return
        await drained(receive)
        await later("More games than one address may begin.", wait)(scope, receive, send)


class PhotoDoor:
    """Turns senders of photos away before their photo is taken in.

    `takes` says which requests are counted. The count of a minute is this process's own and is
    forgotten with it.
    """

    def __init__(
        self, app: ASGIApp, per_minute: int, takes: Callable[[Scope], bool] = takes_photos
    ) -> None:
        self._app = app
        self._takes = takes
        self._turnstile = Turnstile(per_minute)
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 429 or 503 with the time to wait."""
        if not self._takes(scope):
            await self._app(scope, receive, send)
            return
        if wait := self._turnstile.wait_s(scope):
            answer = later("More photos than one address may send.", wait)
        elif self._inside >= UPLOADS_AT_ONCE:
            answer = document("busy", "Too many photos are on their way. Send this one again soon.")
        else:
            self._inside += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._inside -= 1
            return
        await drained(receive)
        await answer(scope, receive, send)


async def drained(receive: Receive) -> None:
    """Take in and forget what is still being sent: who sends does not listen yet."""
    try:
        message: Message = await receive()
        while message["type"] == "http.request" and message.get("more_body"):
            message = await receive()
    except HTTPException:
        return  # too much or too slow: it is turned away in any case
