"""What holds for every request: how large it may be, and what browsers are told to forbid."""

from collections.abc import Callable

from fastapi import HTTPException
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
# A client that is still sending may not listen yet: so much more is read and thrown away.
PATIENCE = 4


class BodyTooLargeError(HTTPException):
    """The body of a request passed its limit of so many bytes."""

    def __init__(self, limit: int) -> None:
        detail = f"The request has more than {limit / 1e6:.0f} MB. Send less at once."
        super().__init__(413, detail)


class BodyLimit:
    """Counts a body while it streams in, so that too much of it is never kept."""

    def __init__(self, app: ASGIApp, limit: Callable[[str], int]) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; reading its body raises BodyTooLargeError past the limit."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._limit(scope["path"])
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen <= limit:
                return message
            while message.get("more_body") and seen <= PATIENCE * limit:
                message = await receive()
                seen += len(message.get("body", b""))
            raise BodyTooLargeError(limit)

        await self._app(scope, counted, send)


class SecurityHeaders:
    """Adds the headers that keep a browser from running or loading anything foreign."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add the headers to its answer."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                # What a table shows is of the moment; the page's files say otherwise themselves.
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, guarded)
