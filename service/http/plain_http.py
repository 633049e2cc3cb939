"""What plain HTTP is answered where a service speaks https: where to go, and whom to trust."""

import re

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

TRUST = "/trust"
AUTHORITY = "/authority"
# What a device needs before it trusts this service, and what programs ask that look after it.
OPEN = (TRUST, AUTHORITY, f"{AUTHORITY}.crt", f"{AUTHORITY}.mobileconfig", "/metrics")
OPEN_BELOW = ("/static/", "/healthz")
HOST = re.compile(r"(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?", re.ASCII | re.IGNORECASE)


class PlainRedirect:
    """Sends who comes by plain HTTP to the same address by https, but for what `OPEN` names.

    The host is the one that was asked for: behind a router or a container it is the only one that
    leads here.
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
        # Kept by nobody: tomorrow the service may run without https.
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
