"""The reference of the HTTP API at /docs: Swagger UI, in which calls can be tried."""

import gzip
import json
import threading
from functools import cache
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from service.http.routes.pages import FRESH, send_packed
from service.page import assets
from service.page.assets import PackedText

FOLDER = Path(assets.__file__).with_name("reference")
PAGE = "index.html"
PARTS = {
    "reference.js": "text/javascript",
    "swagger-ui.js": "text/javascript",
    "swagger-ui.css": "text/css",
}

WRITING = threading.Lock()  # many may ask at once

router = APIRouter(include_in_schema=False)


@cache
def _packed(name: str) -> PackedText:
    """Return a file of the page; vendored ones are stored compressed."""
    file = FOLDER / name
    if file.is_file():
        return PackedText.pack(file.read_text(encoding="utf-8"))
    return PackedText.pack(gzip.decompress(file.with_name(f"{name}.gz").read_bytes()).decode())


@router.get("/openapi.json")
def description(request: Request) -> Response:
    """Return the description of every call, written and compressed once."""
    state = request.app.state
    with WRITING:
        if not hasattr(state, "description"):
            state.description = PackedText.pack(
                json.dumps(request.app.openapi(), ensure_ascii=False)
            )
    return send_packed(request, state.description, "application/json", FRESH)


@router.get("/docs")
def reference(request: Request) -> Response:
    """Return the page that shows every call and lets readers try it."""
    return send_packed(request, _packed(PAGE), "text/html", FRESH)


@router.get("/docs/{name}")
def part(request: Request, name: str) -> Response:
    """Return a file of the page."""
    if name not in PARTS:
        raise HTTPException(404)
    return send_packed(request, _packed(name), PARTS[name], FRESH)
