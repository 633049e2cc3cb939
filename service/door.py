"""Who may send photos now: so many a minute from one address, so many at once from all."""

import ipaddress
import math
import time

from fastapi import HTTPException
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.problems import document

UPLOADS_AT_ONCE = 32  # on their way; how many are read at once is the recogniser's business


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


def takes_photos(scope: Scope) -> bool:
    """Whether a request sends a photo."""
    path = str(scope.get("path", "")).rstrip("/")
    if scope["type"] != "http" or scope["method"] != "POST":
        return False
    return path == "/api/v1/readings" or (
        path.startswith("/api/v1/games/") and path.endswith("/photos")
    )


class PhotoDoor:
    """Turns senders of photos away before their photo is taken in.

    The count of a minute is this process's own and is forgotten with it.
    """

    def __init__(self, app: ASGIApp, per_minute: int) -> None:
        self._app = app
        self._allowed = RateLimitItemPerMinute(per_minute)
        self._counted = MovingWindowRateLimiter(MemoryStorage())
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 429 or 503 with the time to wait."""
        if not takes_photos(scope):
            await self._app(scope, receive, send)
            return
        sender = household((scope.get("client") or ("nobody", 0))[0])
        if not self._counted.hit(self._allowed, sender):
            until, _ = self._counted.get_window_stats(self._allowed, sender)
            wait = max(1, math.ceil(until - time.time()))
            detail = f"More photos than one address may send. Send this one again in {wait} s."
            answer = document("too_many_requests", detail)
            answer.headers["Retry-After"] = str(wait)
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
