"""The phone page: plain files with an ETag, asked for again and rarely sent twice."""

from importlib.resources import files
from pathlib import Path

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from service import shell

STATIC = Path(str(files("service") / "static"))
# Names carry no hash, so a browser asks each time and is mostly told that nothing changed.
FRESH = {"Cache-Control": "no-cache"}
PICTURES = {"Cache-Control": "public, max-age=86400"}

router = APIRouter(include_in_schema=False)


class Assets(StaticFiles):
    """The page's files; tile pictures may be kept for a day."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Send a file with how long it may be kept."""
        response = await super().get_response(path, scope)
        response.headers.update(PICTURES if path.endswith((".svg", ".png")) else FRESH)
        return response


ASSETS = Assets(directory=STATIC, check_dir=False)


@router.api_route("/", methods=["GET", "HEAD"])
async def page(request: Request) -> Response:
    """Open the page."""
    return await ASSETS.get_response("index.html", request.scope)


@router.api_route("/manifest.webmanifest", methods=["GET", "HEAD"])
async def manifest(request: Request) -> Response:
    """Say how the page is installed."""
    return await ASSETS.get_response("manifest.webmanifest", request.scope)


@router.api_route("/sw.js", methods=["GET", "HEAD"])
async def worker() -> Response:
    """Send the service worker; only from here may it answer for the whole page."""
    text = await anyio.to_thread.run_sync(shell.worker, STATIC)
    return Response(text, media_type="text/javascript", headers=FRESH)


def mount(app: FastAPI) -> None:
    """Serve the page at `/` and its files under `/static`."""
    app.include_router(router)
    app.mount("/static", GZipMiddleware(ASSETS, minimum_size=1000), name="static")
