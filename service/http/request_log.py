"""One log line and one count per request, under an id that the answer carries too.

A line names the route, never the address itself: an address contains a game's id, which is the key
to reading the game. Who asked, and what was sent, is not logged at all.
"""

import re
import secrets
import time

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.core.sentences import Sentence
from service.http.problem_documents import document
from service.monitoring.metrics import Metrics

REQUEST_ID = "X-Request-ID"
OURS = re.compile(r"[A-Za-z0-9._-]{1,64}")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

FAULT = Sentence(
    "A fault of this service; nothing was changed. Try again, and report it if it stays."
)

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
