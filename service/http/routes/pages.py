"""The phone page: packed once, its pictures as plain files with an ETag."""

import gzip
import logging
from collections.abc import Callable
from functools import partial
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
from service.locale.languages import match_header
from service.page import assets, parts
from service.page.assets import BUNDLE, STATIC, WORDS, PackedText, Page, Pages
from service.page.parts import CameraParts, Part, ScorerParts
from service.rules.house_rules import RulesStore

FOLDER = Path(assets.__file__).parent
CAMERA, SCORER = FOLDER / "camera", FOLDER / "scorer"
# Names without a hash: browsers ask each time and mostly hear that nothing changed.
FRESH = {"Cache-Control": "no-cache"}
PICTURES = {"Cache-Control": "public, max-age=86400"}
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
DATABASE_WAIT_S = 1.0  # for the database; the page opens without it, too
OF_A_HOUSE = ("hash", "name", "base")
TYPES = {".css": "text/css", ".js": "text/javascript", ".json": "application/json"}

log = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


class Assets(StaticFiles):
    """The page's files; tile pictures may be cached for a day."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file with how long it may be cached."""
        response = await super().get_response(path, scope)
        response.headers.update(PICTURES if path.endswith((".svg", ".png")) else FRESH)
        return response


ASSETS = Assets(directory=FOLDER / STATIC, check_dir=False)


async def _page(request: Request) -> Page:
    pages: Pages = request.app.state.pages
    return await anyio.to_thread.run_sync(pages.current)


def send_packed(
    request: Request, packed: PackedText, media_type: str, caching: dict[str, str]
) -> Response:
    """Return a text in an encoding that the client accepts, or that it has not changed."""
    headers = {"ETag": packed.etag, "Vary": "Accept-Encoding, Accept-Language", **caching}
    if packed.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return _encoded_response(request, packed.gzipped, lambda: packed.plain, media_type, headers)


def _encoded_response(
    request: Request,
    gzipped: bytes,
    plain: Callable[[], bytes],
    media_type: str,
    headers: dict[str, str],
) -> Response:
    """Return a file compressed, or plain for a browser that accepts nothing else."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {**headers, "Content-Encoding": "gzip"}
        return Response(gzipped, media_type=media_type, headers=headers)
    return Response(plain(), media_type=media_type, headers=headers)


def _file(request: Request, packed: PackedText | None, name: str, *, is_named: bool) -> Response:
    """Return a file of a page's version; unless it `is_named` by that version, it may be newer."""
    if packed is None:
        raise HTTPException(404)
    return send_packed(request, packed, TYPES[Path(name).suffix], FOREVER if is_named else FRESH)


def _houses(rules_store: RulesStore, sender: str) -> list[dict[str, str]] | None:
    """Return the house rules that a sender stored, None while the database is away."""
    try:
        known = rules_store.known_to(sender)
        return [{name: getattr(rules, name) for name in OF_A_HOUSE} for rules in known]
    except SQLAlchemyError:
        return None


@router.api_route("/", methods=["GET", "HEAD"])
async def page(
    request: Request, rules_store: RulesStoreDep, sender: MarkDep, settings: SettingsDep
) -> Response:
    """Return the page in the browser's language; its scripts may choose another one later."""
    language = match_header(request.headers.get("accept-language", ""))
    houses = None
    with anyio.move_on_after(DATABASE_WAIT_S):
        houses = await anyio.to_thread.run_sync(
            _houses, rules_store, sender, abandon_on_cancel=True
        )
    packed = (await _page(request)).packed(language.tag, houses, settings.public_url)
    return send_packed(request, packed, "text/html", {"Content-Language": language.tag, **FRESH})


@router.api_route(WORDS + "/{version}/{name}", methods=["GET", "HEAD"])
async def translations_file(request: Request, version: str, name: str) -> Response:
    """Return a part's translations; an older page gets the current ones."""
    page_now = await _page(request)
    is_named = page_now.words_at == f"{WORDS}/{version}"
    return _file(request, page_now.words.get(name), name, is_named=is_named)


@router.api_route(BUNDLE + "/{version}/{name}", methods=["GET", "HEAD"])
async def bundled_file(request: Request, version: str, name: str) -> Response:
    """Return a bundled file; a page of a forgotten version gets the current one."""
    pages: Pages = request.app.state.pages
    packed, is_named = await anyio.to_thread.run_sync(pages.file, version, name)
    return _file(request, packed, name, is_named=is_named)


def _send_part(request: Request, part: Part | None, digest: str) -> Response:
    """Return a part, to be cached for good; a part that has changed is not found."""
    if part is None or part.digest != digest:
        raise HTTPException(404)
    headers = {"ETag": f'"{digest}"', "Vary": "Accept-Encoding", **FOREVER}
    plain = partial(gzip.decompress, part.gzipped)
    return _encoded_response(request, part.gzipped, plain, part.media_type, headers)


def _add_parts(address: str, purpose: str, read: Callable[[], CameraParts | ScorerParts]) -> None:
    """Add routes below an address that list and send the parts a phone needs for a purpose."""

    def load_parts() -> CameraParts | ScorerParts:
        try:
            return read()
        except (OSError, WeightsError):
            log.exception("what a phone needs to %s is not here", purpose)
            # An OSError as its cause would be taken for one of an upload.
            raise HTTPException(404) from None

    @router.api_route(address + "/parts.json", methods=["GET", "HEAD"])
    def list_parts() -> Response:
        return JSONResponse(load_parts().to_json(), headers=FRESH)

    @router.api_route(address + "/{digest}/{name}", methods=["GET", "HEAD"])
    def part(request: Request, digest: str, name: str) -> Response:
        return _send_part(request, load_parts().parts.get(name), digest)


_add_parts(parts.CAMERA_ADDRESS, "name tiles by itself", lambda: parts.camera_parts(CAMERA))
_add_parts(parts.SCORER_ADDRESS, "score by itself", lambda: parts.scorer_parts(SCORER))


@router.api_route("/manifest.webmanifest", methods=["GET", "HEAD"])
async def manifest(request: Request) -> Response:
    """Return the manifest for installing the page."""
    return await ASSETS.get_response("manifest.webmanifest", request.scope)


@router.api_route("/sw.js", methods=["GET", "HEAD"])
async def service_worker(request: Request) -> Response:
    """Return the service worker; only from this address may it serve the whole page."""
    return send_packed(request, (await _page(request)).worker, "text/javascript", FRESH)


def mount(app: FastAPI) -> None:
    """Serve the page at `/` and its files under `/static`."""
    app.state.pages = Pages(FOLDER)
    app.routes.extend(router.routes)
    app.mount("/static", GZipMiddleware(ASSETS, minimum_size=1000), name="static")
