"""The reference of the HTTP API at /docs: a page of this service that tries the calls."""

import json
import threading
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, Response

from service.http.routes.pages import FRESH, send_packed
from service.page import assets
from service.page.assets import PackedText

FOLDER = Path(assets.__file__).with_name("reference")
PARTS = ("reference.js", "reference.css")

WRITING = threading.Lock()  # many may ask before it is there

router = APIRouter(include_in_schema=False)


@router.get("/openapi.json")
def description(request: Request) -> Response:
    """Send the description of every call, written out and compressed once."""
    kept = request.app.state
    with WRITING:
        if not hasattr(kept, "description"):
            kept.description = PackedText.of(json.dumps(request.app.openapi(), ensure_ascii=False))
    return send_packed(request, kept.description, "application/json", FRESH)


@router.get("/docs")
def reference() -> FileResponse:
    """Show every call as it is described, to be tried."""
    return FileResponse(FOLDER / "index.html", headers=FRESH)


@router.get("/docs/{name}")
def part(name: str) -> FileResponse:
    """Send what the page consists of."""
    if name not in PARTS:
        raise HTTPException(404)
    return FileResponse(FOLDER / name, headers=FRESH)
