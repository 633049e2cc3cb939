"""Answers to plain HTTP where a service speaks https: where to go, and what to trust."""

import re

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

TRUST = "/trust"
AUTHORITY = "/authority"
# What a device needs before it trusts this service, and what monitoring asks.
OPEN = (TRUST, AUTHORITY, f"{AUTHORITY}.crt", f"{AUTHORITY}.mobileconfig", "/metrics")
OPEN_BELOW = ("/static/", "/healthz")
HOST = re.compile(r"(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?", re.ASCII | re.IGNORECASE)


class PlainRedirect:
    """Redirects plain HTTP to the same address by https, except for the paths in `OPEN`.

    The host is the requested one: behind a router or a container only that one leads here.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 307, which keeps its method and body."""
        if scope["type"] != "http" or scope["scheme"] == "https" or _is_open(scope["path"]):
            await self._app(scope, receive, send)
            return
        path = scope.get("raw_path") or scope["path"].encode()
        query = scope["query_string"]
        target = (path + b"?" + query if query else path).decode("ascii", "replace")
        # Not to be cached: tomorrow the service may run without https.
        headers = {"Cache-Control": "no-store"}
        location = f"https://{_host(scope)}{target}"
        await RedirectResponse(location, 307, headers)(scope, receive, send)


def _is_open(path: str) -> bool:
    return path in OPEN or path.startswith(OPEN_BELOW)


def _host(scope: Scope) -> str:
    header = Headers(scope=scope).get("host", "")
    if HOST.fullmatch(header):
        return header
    host, port = scope.get("server") or ("localhost", None)
    name = f"[{host}]" if ":" in host else host
    return name if port is None else f"{name}:{port}"
