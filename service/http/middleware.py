"""What applies to every request and its answer: a line in the log, headers for safety, limits.

A line names the route, never the address itself: an address contains a game's id, which is the key
to reading the game. Neither the sender nor the contents are logged.
"""

import re
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from typing import TypeAlias

import anyio
import structlog
from starlette.datastructures import URL, Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.core.sentences import Sentence
from service.errors import RefusedError
from service.http.bodies import Bodies, Body
from service.http.problem_documents import document, refusal_document
from service.http.rate_limits import drain, sender_of
from service.monitoring.metrics import Metrics
from service.settings import Settings

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
REQUEST_ID = "X-Request-ID"
OURS = re.compile(r"[A-Za-z0-9._-]{1,64}")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

FAULT = Sentence("Internal error; nothing was changed. Try again, and report it if it persists.")

log = structlog.get_logger("tableside.request")


class RequestLog:
    """Numbers, times, counts and logs every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and log its outcome."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given_id = Headers(scope=scope).get(REQUEST_ID, "")
        number = given_id if OURS.fullmatch(given_id) else secrets.token_hex(8)
        begun_s, status, streams, answer_begun = time.perf_counter(), 500, False, False

        async def send_numbered(message: Message) -> None:
            nonlocal status, streams, answer_begun
            if message["type"] == "http.response.start":
                status, answer_begun = message["status"], True
                headers = MutableHeaders(scope=message)
                headers[REQUEST_ID] = number
                streams = headers.get("content-type", "").startswith("text/event-stream")
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=number):
            try:
                await self._app(scope, receive, send_numbered)
            except Exception:
                # The log says where it happened; the client learns nothing of it.
                log.exception("fault")
                if answer_begun:
                    raise
                await document("internal_error", FAULT)(scope, receive, send_numbered)
            finally:
                seconds = time.perf_counter() - begun_s
                self._write(scope, status, seconds, streams=streams)

    def _write(self, scope: Scope, status: int, seconds: float, *, streams: bool) -> None:
        route = getattr(scope.get("route"), "path", "unknown")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._metrics.requests.labels(method, route, status).inc()
        if not streams:
            self._metrics.request_seconds.labels(route).observe(seconds)
        ms = round(seconds * 1000, 1)
        log.info("request", method=method, route=route, status=status, ms=ms)


def head_as_get(app: ASGIApp) -> ASGIApp:
    """Return an application that answers HEAD with the status and headers of GET, without a body.

    A stream is ended as soon as its headers are sent.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await app(scope, receive, send)
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
                await app(scope, receive, without_body)
        finally:
            scope["method"] = "HEAD"

    return answer


def security_headers(app: ASGIApp) -> ASGIApp:
    """Return an application whose answers keep browsers from running or loading foreign content."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                # Tables change at any moment; the page's files set their own header.
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await app(scope, receive, guarded)

    return answer


class IncomingRequest:
    """A request that no route has seen yet."""

    def __init__(self, scope: Scope, body: Body, send: Send) -> None:
        self.scope, self.body, self.sender = scope, body, body.sender
        self.method, self.path = str(scope["method"]), str(scope["path"])
        self.receive: Receive = body.receive
        self._send = send
        self.answered, self.ended = ExitStack(), ExitStack()  # what to call then

    async def send(self, message: Message) -> None:
        """Send a part of the answer; for the application in place of `send`."""
        if not self.body.answered:
            self.body.answered = True
            self.answered.close()
            # What is still arriving would be read and dropped for as long as it lasts.
            if not self.body.complete and self._is_open_ended():
                MutableHeaders(scope=message)["Connection"] = "close"
        await self._send(message)

    def _is_open_ended(self) -> bool:
        """Return whether it announces a body of unknown length, or longer than allowed."""
        headers = Headers(scope=self.scope)
        length = headers.get("content-length", "0")
        too_long = length.isdecimal() and int(length) > self.body.limit
        return "transfer-encoding" in headers or too_long

    async def buffer_body(self) -> None:
        """Receive the whole body, for the application to read later."""
        messages = [await self.receive()]
        while messages[-1].get("more_body", False):
            messages.append(await self.receive())
        messages.reverse()
        receive = self.receive

        async def replay() -> Message:
            return messages.pop() if messages else await receive()

        self.receive = replay


Limit: TypeAlias = Callable[[IncomingRequest], Awaitable[None]]
"""Something that a request has to pass: it returns, or raises RefusedError."""

Bound: TypeAlias = tuple[int, Bodies]
"""How many bytes a body may have, and with which others it is counted."""


class RequestLimits:
    """Passes a request on if all limits admit it; answers it otherwise."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Sequence[Limit],
        body_bound: Callable[[str, str], Bound],
        settings: Settings,
    ) -> None:
        self._app, self._limits = app, limits
        self._body_bound, self._settings = body_bound, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer with the refusal."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most, bodies = self._body_bound(scope["method"], scope["path"])
        body = Body(sender_of(scope), receive, self._settings, bodies, most)
        request = IncomingRequest(scope, body, send)
        with request.ended, request.answered:
            request.ended.callback(bodies.release, body)
            try:
                for limit in self._limits:
                    await limit(request)
            except RefusedError as refusal:
                if not body.complete:
                    await drain(request.receive)  # clients listen only after sending
                await refusal_document(refusal)(scope, request.receive, request.send)
                return
            await self._app(scope, request.receive, request.send)


TRUST = "/trust"
AUTHORITY = "/authority"
# What a device needs before it trusts this service, and what monitoring asks.
OPEN = (TRUST, AUTHORITY, f"{AUTHORITY}.crt", f"{AUTHORITY}.mobileconfig", "/metrics")
OPEN_BELOW = ("/static/", "/healthz")


class PlainRedirect:
    """Redirects plain HTTP to the same address by https, except for the paths in `OPEN`.

    Host and port are the requested ones: behind a router or a container only these lead here.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 307, which keeps its method and body."""
        path = scope.get("path", "")
        if scope.get("scheme") != "http" or path in OPEN or path.startswith(OPEN_BELOW):
            await self._app(scope, receive, send)
            return
        url = URL(scope=scope)
        netloc = url.netloc if url.port else f"{url.netloc}:80"
        there = url.replace(scheme="https", netloc=netloc)
        await RedirectResponse(there, status_code=307)(scope, receive, send)
