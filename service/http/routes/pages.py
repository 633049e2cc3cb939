"""The phone page: packed once, its pictures as plain files with an ETag."""

import gzip
import logging
from pathlib import Path

import anyio.to_thread
from fastapi import APIRouter, FastAPI, HTTPException, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from models import WeightsError
from service.http.dependencies import MarkDep, RulesStoreDep, SettingsDep
from service.locale.languages import accepted
from service.page import assets, camera_parts, scorer_parts
from service.page.assets import BUNDLE, STATIC, WORDS, Packed, Page, Pages
from service.page.parts import Part
from service.rules.house_rules import RulesStore

FOLDER = Path(assets.__file__).parent
CAMERA, SCORER = FOLDER / "camera", FOLDER / "scorer"
# Names that carry no hash: a browser asks each time and is mostly told that nothing changed.
FRESH = {"Cache-Control": "no-cache"}
PICTURES = {"Cache-Control": "public, max-age=86400"}
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
PATIENCE_S = 1.0  # for the database: the page opens without it, too
OF_A_HOUSE = ("hash", "name", "base")
TYPES = {".css": "text/css", ".js": "text/javascript", ".json": "application/json"}

log = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


class Assets(StaticFiles):
    """The page's files; tile pictures may be kept for a day."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Send a file with how long it may be kept."""
        response = await super().get_response(path, scope)
        response.headers.update(PICTURES if path.endswith((".svg", ".png")) else FRESH)
        return response


ASSETS = Assets(directory=FOLDER / STATIC, check_dir=False)


async def _page(request: Request) -> Page:
    pages: Pages = request.app.state.pages
    return await anyio.to_thread.run_sync(pages.now)


def _sent(request: Request, packed: Packed, media_type: str, kept: dict[str, str]) -> Response:
    """A text as the browser takes it, or only that it has not changed."""
    headers = {"ETag": packed.etag, "Vary": "Accept-Encoding, Accept-Language", **kept}
    if packed.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(packed.plain, media_type=media_type, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(packed.gzipped, media_type=media_type, headers=headers)


def _houses(rules_store: RulesStore, sender: str) -> list[dict[str, str]] | None:
    """The house rules that a sender had kept, or None while the database is away."""
    try:
        offered = rules_store.offered(sender)
        return [{name: getattr(kept, name) for name in OF_A_HOUSE} for kept in offered]
    except SQLAlchemyError:
        return None


@router.api_route("/", methods=["GET", "HEAD"])
async def page(
    request: Request, rules_store: RulesStoreDep, sender: MarkDep, settings: SettingsDep
) -> Response:
    """Open the page, in the language that the browser asks for until its scripts know better."""
    language = accepted(request.headers.get("accept-language", ""))
    houses = None
    with anyio.move_on_after(PATIENCE_S):
        houses = await anyio.to_thread.run_sync(
            _houses, rules_store, sender, abandon_on_cancel=True
        )
    packed = (await _page(request)).packed(language.tag, houses, settings.public_url)
    return _sent(request, packed, "text/html", {"Content-Language": language.tag, **FRESH})


@router.api_route(WORDS + "/{version}/{name}", methods=["GET", "HEAD"])
async def words(request: Request, version: str, name: str) -> Response:
    """Send what a part of the page says in a language; an earlier page gets what there is now."""
    told = await _page(request)
    packed = told.words.get(name)
    if packed is None:
        raise HTTPException(404)
    kept = FOREVER if told.words_at == f"{WORDS}/{version}" else FRESH
    return _sent(request, packed, TYPES[Path(name).suffix], kept)


@router.api_route(BUNDLE + "/{version}/{name}", methods=["GET", "HEAD"])
async def bundled(request: Request, version: str, name: str) -> Response:
    """Send a bundled file; a page that is open since a forgotten version gets what there is now."""
    pages: Pages = request.app.state.pages
    packed, named = await anyio.to_thread.run_sync(pages.file, version, name)
    if packed is None:
        raise HTTPException(404)
    return _sent(request, packed, TYPES[Path(name).suffix], FOREVER if named else FRESH)


async def _camera() -> camera_parts.CameraParts:
    try:
        return await anyio.to_thread.run_sync(camera_parts.camera_parts, CAMERA)
    except (OSError, WeightsError):
        log.exception("what a phone needs to name tiles by itself is not here")
        raise HTTPException(
            404
        ) from None  # an OSError as its cause would count as one of an upload


async def _scorer() -> scorer_parts.ScorerParts:
    try:
        return await anyio.to_thread.run_sync(scorer_parts.scorer_parts, SCORER)
    except OSError:
        log.exception("what a phone needs to score by itself is not here")
        raise HTTPException(404) from None


async def _part(request: Request, part: Part | None, digest: str) -> Response:
    """One part, to be kept for good; what is not there any more is not found."""
    if part is None or part.digest != digest:
        raise HTTPException(404)
    headers = {"ETag": f'"{digest}"', "Vary": "Accept-Encoding", **FOREVER}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(part.gzipped, media_type=part.media_type, headers=headers)
    plain = await anyio.to_thread.run_sync(gzip.decompress, part.gzipped)
    return Response(plain, media_type=part.media_type, headers=headers)


@router.api_route(camera_parts.ADDRESS + "/parts.json", methods=["GET", "HEAD"])
async def camera() -> Response:
    """Say what a phone needs to name tiles by itself, where it lies, and how large it is."""
    return JSONResponse((await _camera()).to_json(), headers=FRESH)


@router.api_route(camera_parts.ADDRESS + "/{digest}/{name}", methods=["GET", "HEAD"])
async def camera_part(request: Request, digest: str, name: str) -> Response:
    """Send one part of that."""
    return await _part(request, (await _camera()).parts.get(name), digest)


@router.api_route(scorer_parts.ADDRESS + "/parts.json", methods=["GET", "HEAD"])
async def scorer() -> Response:
    """Say what a phone needs to score by itself, where it lies, and how large it is."""
    return JSONResponse((await _scorer()).to_json(), headers=FRESH)


@router.api_route(scorer_parts.ADDRESS + "/{digest}/{name}", methods=["GET", "HEAD"])
async def scorer_part(request: Request, digest: str, name: str) -> Response:
    """Send one part of that."""
    return await _part(request, (await _scorer()).parts.get(name), digest)


@router.api_route("/manifest.webmanifest", methods=["GET", "HEAD"])
async def manifest(request: Request) -> Response:
    """Say how the page is installed."""
    return await ASSETS.get_response("manifest.webmanifest", request.scope)


@router.api_route("/sw.js", methods=["GET", "HEAD"])
async def worker(request: Request) -> Response:
    """Send the service worker; only from here may it answer for the whole page."""
    return _sent(request, (await _page(request)).worker, "text/javascript", FRESH)


def mount(app: FastAPI) -> None:
    """Serve the page at `/` and its files under `/static`."""
    app.state.pages = Pages(FOLDER)
    app.routes.extend(router.routes)
    app.mount("/static", GZipMiddleware(ASSETS, minimum_size=1000), name="static")
