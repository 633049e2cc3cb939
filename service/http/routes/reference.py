"""The reference of the HTTP API at /docs: a page of this service that tries the calls."""

from pathlib import Path

from fastapi import APIRouter, HTTPException
from fastapi.responses import FileResponse

from service.page import assets

FOLDER = Path(assets.__file__).with_name("reference")
PARTS = ("reference.js", "reference.css")
# Names that carry no hash: a browser asks each time whether they have changed.
FRESH = {"Cache-Control": "no-cache"}

router = APIRouter(include_in_schema=False)


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
