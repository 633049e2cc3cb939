"""The phone page, packed once, its pictures as files with an ETag, and the API's reference."""

import json
import logging
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from models import WeightsError
from service.http.dependencies import MarkDep, ServicesDep
from service.locale.languages import match_header
from service.page import assets, parts
from service.page.assets import BUNDLE, STATIC, WORDS, WORKER, PackedFile, Page, read_page
from service.page.parts import TYPES, Parts
from service.rules.house_rules import RulesStore

FOLDER = Path(assets.__file__).parent
CAMERA, SCORER = FOLDER / "camera", FOLDER / "scorer"
# Names without a hash: browsers ask each time and mostly hear that nothing changed.
FRESH = {"Cache-Control": "no-cache"}
PICTURES = {"Cache-Control": "public, max-age=86400"}
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
DATABASE_WAIT_S = 1.0  # for the database; the page opens without it, too
OF_A_HOUSE = ("hash", "name", "base")

# The reference of the API at /docs: Swagger UI, in which calls can be tried.
REFERENCE = FOLDER / "reference"
REFERENCE_PARTS = ("reference.js", "swagger-ui.js", "swagger-ui.css")
WRITING = threading.Lock()  # many may ask for the description at once

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


# Read once, so that a page and the parts that it asks for a moment later are of one version.
shipped_page = cache(read_page)


async def _page() -> Page:
    return await anyio.to_thread.run_sync(shipped_page, FOLDER)


PageDep = Annotated[Page, Depends(_page)]


def send_packed(
    request: Request, packed: PackedFile, name: str, caching: dict[str, str]
) -> Response:
    """Return a file in an encoding that the client accepts, or that it has not changed."""
    etag = f'"{packed.digest}"'
    headers = {"ETag": etag, "Vary": "Accept-Encoding, Accept-Language", **caching}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    media_type = TYPES[Path(name).suffix]
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(packed.gzipped, media_type=media_type, headers=headers)
    return Response(packed.plain, media_type=media_type, headers=headers)


def _file(request: Request, packed: PackedFile | None, name: str, *, is_named: bool) -> Response:
    """Return a file of a page's version; unless it `is_named` by that version, it may be newer."""
    if packed is None:
        raise HTTPException(404)
    return send_packed(request, packed, name, FOREVER if is_named else FRESH)


def _houses(rules_store: RulesStore, sender: str) -> list[dict[str, str]] | None:
    """Return the house rules that a sender stored, None while the database is away."""
    try:
        known = rules_store.known_to(sender)
        return [{name: getattr(rules, name) for name in OF_A_HOUSE} for rules in known]
    except SQLAlchemyError:
        return None


@router.get("/")
async def page(
    request: Request, services: ServicesDep, sender: MarkDep, page_now: PageDep
) -> Response:
    """Return the page in the browser's language; its scripts may choose another one later."""
    language = match_header(request.headers.get("accept-language", ""))
    houses = None
    with anyio.move_on_after(DATABASE_WAIT_S):
        houses = await anyio.to_thread.run_sync(
            _houses, services.rules_store, sender, abandon_on_cancel=True
        )
    packed = page_now.packed(language.tag, houses, services.settings.public_url)
    return send_packed(request, packed, "index.html", {"Content-Language": language.tag, **FRESH})


@router.get(WORDS + "/{version}/{name}")
async def translations_file(
    request: Request, page_now: PageDep, version: str, name: str
) -> Response:
    """Return a part's translations; an older page gets the current ones."""
    is_named = page_now.words_at == f"{WORDS}/{version}"
    return _file(request, page_now.words.get(name), name, is_named=is_named)


@router.get(BUNDLE + "/{version}/{name}")
async def bundled_file(request: Request, page_now: PageDep, version: str, name: str) -> Response:
    """Return a bundled file; a page of another version gets the current one."""
    is_named = page_now.version == version
    return _file(request, page_now.files.get(name), name, is_named=is_named)


def _add_parts(address: str, purpose: str, read: Callable[[], Parts]) -> None:
    """Add routes below an address that list and send the parts a phone needs for a purpose."""

    def load_parts() -> Parts:
        try:
            return read()
        except (OSError, WeightsError):
            log.exception("what a phone needs to %s is not here", purpose)
            # An OSError as its cause would be taken for one of an upload.
            raise HTTPException(404) from None

    @router.get(address + "/parts.json")
    def list_parts() -> Response:
        return JSONResponse(load_parts().to_json(), headers=FRESH)

    @router.get(address + "/{digest}/{name}")
    def part(request: Request, digest: str, name: str) -> Response:
        # To be cached for good; a part that has changed is not found.
        found = load_parts().files.get(name)
        if found is None or found.digest != digest:
            raise HTTPException(404)
        return send_packed(request, found, name, FOREVER)


_add_parts(parts.CAMERA_ADDRESS, "name tiles by itself", lambda: parts.camera_parts(CAMERA))
_add_parts(parts.SCORER_ADDRESS, "score by itself", lambda: parts.scorer_parts(SCORER))


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Return the manifest for installing the page."""
    return await ASSETS.get_response("manifest.webmanifest", request.scope)


@router.get("/sw.js")
async def service_worker(request: Request, page_now: PageDep) -> Response:
    """Return the service worker; only from this address may it serve the whole page."""
    return send_packed(request, page_now.worker, WORKER, FRESH)


@cache
def _packed_reference(name: str) -> PackedFile:
    return PackedFile.read(REFERENCE / name)


@router.get("/openapi.json")
def description(request: Request, services: ServicesDep) -> Response:
    """Return the description of every call, written and compressed once."""
    with WRITING:
        packed = services.description
        if packed is None:
            text = json.dumps(request.app.openapi(), ensure_ascii=False)
            packed = services.description = PackedFile.pack(text.encode())
    return send_packed(request, packed, "openapi.json", FRESH)


@router.get("/docs")
def reference(request: Request) -> Response:
    """Return the page that shows every call and lets readers try it."""
    return send_packed(request, _packed_reference("index.html"), "index.html", FRESH)


@router.get("/docs/{name}")
def reference_part(request: Request, name: str) -> Response:
    """Return a file of that page."""
    if name not in REFERENCE_PARTS:
        raise HTTPException(404)
    return send_packed(request, _packed_reference(name), name, FRESH)


def mount(app: FastAPI) -> None:
    """Serve the page at `/` and its files under `/static`."""
    app.routes.extend(router.routes)
    app.mount("/static", ASSETS, name="static")
