"""What holds for every request: limits on size and speed, and headers for browsers' safety."""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit, urlunsplit

import anyio
from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.core.sentences import Sentence
from service.http.problem_documents import document
from service.http.rate_limits import sender_of

SECURITY = {
    "Content-Security-Policy": (
        # WebAssembly runs the networks on a phone; this turns no text into a script.
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
# A client that is still sending may not listen yet: up to this multiple is read and dropped.
DRAIN_FACTOR = 4
# Slower senders make room for others, once this is known: a tenth of a poor mobile network, and a
# time in which even a good one may still be starting.
SLOW_BYTES_PER_S, KNOWN_S = 20_000, 5.0


class BodyTooLargeError(HTTPException):
    """The body of a request is larger than its limit in bytes."""

    def __init__(self, limit: int) -> None:
        detail = Sentence(
            "The request has more than {limit} MB. Send less at once.",
            limit=format(limit / 1e6, ".0f"),
        )
        super().__init__(413, detail)


class BodyTooSlowError(HTTPException):
    """The body of a request did not arrive, or not completely, in time."""

    def __init__(self) -> None:
        super().__init__(
            408, Sentence("The rest of the request did not come in time. Send it again.")
        )


@dataclass(frozen=True, slots=True)
class BodyPace:
    """How fast a body must arrive: all within `body_s`, each next part within `silence_s`.

    After `grace_s` of waiting for parts, `bytes_per_s` must have arrived since.
    """

    body_s: float
    silence_s: float
    grace_s: float
    bytes_per_s: float

    def patience_s(self, since_begun_s: float, waited_s: float, arrived: int) -> float:
        """Return how long the next part may take, in seconds; at most 0 if it is late already."""
        due = self.grace_s + arrived / self.bytes_per_s
        return min(self.silence_s, self.body_s - since_begun_s, due - waited_s)


class BodyRefusedError(HTTPException):
    """A body that was refused to make room for others."""

    def __init__(self) -> None:
        super().__init__(503, Sentence("Too much is on its way here. Send this again soon."))


class Bodies:
    """The bodies that are held: `most_bytes` in all, and at most `at_once` still arriving.

    Beyond that, the sender of most makes room, and among equals the slow ones.
    """

    def __init__(self, most_bytes: int, at_once: float = math.inf) -> None:
        self._most_bytes, self._at_once = most_bytes, at_once
        self._bodies: set[Body] = set()
        self.held_bytes = 0

    def __len__(self) -> int:
        return len(self._bodies)

    def admit(self, body: "Body", now: float) -> None:
        """Add a body, or refuse it; `now` is in seconds of a clock.

        The slowest body of the sender with most arriving is cancelled for it; among equals the
        slowest of all, where it is slow.
        """
        incomplete = self._incomplete() if len(self) >= self._at_once else []
        if len(incomplete) >= self._at_once:
            by_sender = Counter(each.sender for each in incomplete)
            largest_share = max(by_sender.values())
            if largest_share > by_sender[body.sender] + 1:
                rivals = [each for each in incomplete if by_sender[each.sender] == largest_share]
            else:
                rivals = [each for each in incomplete if each.is_slow(now)]
            loser = min(rivals, key=lambda each: each.bytes_per_s(now), default=body)
            self.release(loser)
            loser.cancel()
        if not body.cancelled:
            self._bodies.add(body)

    def count(self, body: "Body", size: int) -> None:
        """Count further bytes of a body that was admitted.

        For them the largest arriving body of the sender who holds most is cancelled.
        """
        body.received_bytes += size
        self.held_bytes += size
        if self.held_bytes > self._most_bytes:
            held: Counter[str] = Counter()
            for each in self._bodies:
                held[each.sender] += each.received_bytes
            cancelled = max(
                self._incomplete(),
                key=lambda each: (held[each.sender], each.received_bytes),
                default=body,
            )
            self.release(cancelled)
            cancelled.cancel()

    def _incomplete(self) -> list["Body"]:
        return [each for each in self._bodies if not each.complete]

    def release(self, body: "Body") -> None:
        """Note that nothing of a body is held any more."""
        if body in self._bodies:
            self._bodies.discard(body)
            self.held_bytes -= body.received_bytes


class Body:
    """An arriving body: its sender, its size so far, and whether it is complete."""

    def __init__(self, sender: str, receive: Receive, pace: BodyPace, bodies: Bodies) -> None:
        self.sender = sender
        self._receive, self._pace, self._bodies = receive, pace, bodies
        self.begun_s: float | None = None
        self._waited_s = 0.0
        self._waiting: anyio.CancelScope | None = None
        self.received_bytes = 0
        self.complete = self.answered = self.cancelled = False

    def bytes_per_s(self, now: float) -> float:
        """Return how fast it arrives."""
        return self.received_bytes / max(now - (self.begun_s or now), 1e-3)

    def is_slow(self, now: float) -> bool:
        """Return whether it has arrived slowly for long enough to know."""
        known = self.begun_s is not None and now - self.begun_s > KNOWN_S
        return known and self.bytes_per_s(now) < SLOW_BYTES_PER_S

    def cancel(self) -> None:
        """Make room for other bodies."""
        self.cancelled = True
        if self._waiting is not None:
            self._waiting.cancel()

    async def next_part(self) -> Message:
        """Return the next part; raise BodyTooSlowError, or BodyRefusedError once cancelled."""
        if self.complete:  # only the client's leaving can come now
            return await self._receive()
        asked_s = time.monotonic()
        if self.begun_s is None:
            self.begun_s = asked_s
            self._bodies.admit(self, asked_s)
        if not self.cancelled:
            message = await self._next(asked_s - self.begun_s)
            self._waited_s += time.monotonic() - asked_s
        if self.cancelled:
            self.complete = True
            raise BodyRefusedError
        return message

    async def _next(self, since_begun_s: float) -> Message:
        patience = self._pace.patience_s(since_begun_s, self._waited_s, self.received_bytes)
        message: Message = {"type": "http.disconnect"}
        try:
            with anyio.fail_after(max(patience, 0)) as self._waiting:
                message = await self._receive()
        except TimeoutError:
            self.complete = True
            if self.answered:  # the body is not wanted, only whether the client is still there
                return message
            raise BodyTooSlowError from None
        self._waiting = None
        if not self.cancelled:
            self.complete = not message.get("more_body", False)
            self._bodies.count(self, len(message.get("body", b"")))
        return message


Bound: TypeAlias = tuple[int, Bodies]
"""How many bytes a body may have, and with which others it is counted."""


class BodyLimit:
    """Counts and times a body while it streams in, so that too much of it is never held."""

    def __init__(self, app: ASGIApp, bound: Callable[[Scope], Bound], pace: BodyPace) -> None:
        self._app = app
        self._bound = bound
        self._pace = pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; reading its body raises this module's HTTPExceptions."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit, bodies = self._bound(scope)
        body = Body(sender_of(scope), receive, self._pace, bodies)

        async def counted() -> Message:
            message = await body.next_part()
            if body.received_bytes <= limit:
                return message
            while not body.complete and body.received_bytes <= DRAIN_FACTOR * limit:
                await body.next_part()
            raise BodyTooLargeError(limit)

        async def closing(message: Message) -> None:
            body.answered = True
            # What is still arriving would be read and dropped for as long as it lasts.
            if (
                message["type"] == "http.response.start"
                and not body.complete
                and _open_ended(scope, limit)
            ):
                MutableHeaders(scope=message)["Connection"] = "close"
            await send(message)

        try:
            await self._app(scope, counted, closing)
        finally:
            bodies.release(body)


def _open_ended(scope: Scope, limit: int) -> bool:
    """Return whether a request announces a body of unknown length, or longer than allowed."""
    headers = Headers(scope=scope)
    length = headers.get("content-length", "0")
    return "transfer-encoding" in headers or (length.isdecimal() and int(length) > limit)


class HeaderLimit:
    """Refuses requests with longer headers and address than any of ours."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 431."""
        if scope["type"] == "http":
            size = sum(len(name) + len(value) + 4 for name, value in scope["headers"])
            size += len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")
            if size > self._limit:
                detail = Sentence(
                    "Headers and address have more than {limit} bytes. Send fewer.",
                    limit=self._limit,
                )
                await document("headers_too_large", detail)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class HeadAsGet:
    """Answers HEAD with the status and headers of GET, without a body.

    A stream is ended as soon as its headers are sent.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as a GET, and its answer back without the body."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        answered = False

        async def without_body(message: Message) -> None:
            nonlocal answered
            if message["type"] != "http.response.body":
                await send(message)
                return
            if not answered:
                answered = True
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            if message.get("more_body", False):
                # Takes effect where the rest is produced, which then ends in order.
                request.cancel()

        scope["method"] = "GET"
        try:
            with anyio.CancelScope() as request:
                await self._app(scope, receive, without_body)
        finally:
            scope["method"] = "HEAD"


class RelativeRedirects:
    """Makes redirects relative, since the host that a client names may be anybody's."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and remove scheme and host from a redirect in its answer."""

        async def shortened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "location" in headers:
                    target = urlsplit(headers["location"])
                    # Two slashes at the beginning would name a host again.
                    path = "/" + target.path.lstrip("/\\")
                    headers["location"] = urlunsplit(("", "", path, target.query, ""))
            await send(message)

        await self._app(scope, receive, shortened)


class SecurityHeaders:
    """Adds headers that keep browsers from running or loading foreign content."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to its answer."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                # Tables change at any moment; the page's files set their own header.
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, guarded)


PIECE = 32_768  # bytes that are compressed in a millisecond or two
LONG = 8 * PIECE  # shorter answers are compressed in one go, with their length known


class SplitResponses:
    """Sends long answers in pieces, so that other requests get a turn during compression."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and send its answer piece by piece."""

        async def send_pieces(message: Message) -> None:
            body = message.get("body", b"")
            if len(body) > LONG:
                while len(body) > PIECE:
                    await send({**message, "body": body[:PIECE], "more_body": True})
                    await asyncio.sleep(0)
                    body = body[PIECE:]
            await send({**message, "body": body} if body else message)

        await self._app(scope, receive, send if scope["type"] != "http" else send_pieces)
