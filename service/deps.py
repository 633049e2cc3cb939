"""What a route may ask for, as annotated types."""

import json
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

from anyio import CapacityLimiter
from fastapi import Depends, Header, Path, Request
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from scorer.ledger import Game
from scorer.ledger_events import Event
from scorer.names import nearest
from service import store as stores
from service import views
from service.album import Album
from service.bell import Bell
from service.draft_pictures import DraftPictures
from service.drafts import Drafts
from service.links import Access, Links
from service.observing.metrics import Metrics
from service.problems import RefusedError
from service.readiness import Readiness
from service.recogniser import Recogniser
from service.settings import Settings
from service.shelf import Shelf
from service.store import Store
from service.stream import Newsroom

Decide: TypeAlias = Callable[[Game], Event]
Record: TypeAlias = Callable[[str, stores.Request, Decide], JSONResponse]


def _shared(name: str) -> Any:  # noqa: ANN401  (what FastAPI takes for a dependency)
    """What the application has one of, by its name in `app.state`."""

    # Asynchronous, because a plain function would be sent to a thread for no more than a look.
    async def found(request: Request) -> object:
        return getattr(request.app.state, name)

    return Depends(found)


StoreDep = Annotated[Store, _shared("store")]
BellDep = Annotated[Bell, _shared("bell")]
ShelfDep = Annotated[Shelf, _shared("shelf")]
DraftsDep = Annotated[Drafts, _shared("drafts")]
DraftPicturesDep = Annotated[DraftPictures, _shared("draft_pictures")]
AlbumDep = Annotated[Album, _shared("album")]
ReadinessDep = Annotated[Readiness, _shared("readiness")]
MetricsDep = Annotated[Metrics, _shared("metrics")]
LinksDep = Annotated[Links, _shared("links")]
NewsroomDep = Annotated[Newsroom, _shared("newsroom")]
RecogniserDep = Annotated[Recogniser, _shared("recogniser")]
ImportsDep = Annotated[CapacityLimiter, _shared("imports")]
SettingsDep = Annotated[Settings, _shared("settings")]
GameId = Annotated[str, Path(description="the game's id")]


async def _photo_form(request: Request) -> None:
    """Refuse a form with unknown fields or without a file, in words that say what is meant."""
    form = await request.form()
    for name in form:
        if name not in PHOTO_FORM:
            detail = f"There is no field {name!r}; the nearest is {nearest(name, PHOTO_FORM)!r}."
            raise RefusedError("unknown_field", detail)
    photos = form.getlist("photo")
    if not photos or any(isinstance(one, str) for one in photos):
        detail = "Send each photo as a file, in the field 'photo' of a multipart/form-data body."
        raise RefusedError("missing_field", detail)


PHOTO_FORM = ("photo", "rules")
PhotoForm = Depends(_photo_form)

_bearer = HTTPBearer(auto_error=False, description="the game's write token")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


def _access(game_id: GameId, links: LinksDep, bearer: Bearer) -> Access:
    return links.authorise(game_id, None if bearer is None else bearer.credentials)


AccessDep = Annotated[Access, Depends(_access)]


async def _writable(access: AccessDep) -> str:
    return access.game_id


WritableGame = Annotated[str, Depends(_writable)]


async def _append(
    request: Request,
    key: Annotated[
        str | None,
        Header(alias="Idempotency-Key", description="a repeated request is applied once"),
    ] = None,
) -> stores.Request:
    if key is not None and not 1 <= len(key) <= stores.KEY_LENGTH:
        raise RefusedError(
            "bad_key", f"An Idempotency-Key has 1 to {stores.KEY_LENGTH} characters."
        )
    try:
        body: Any = json.loads(await request.body() or b"{}")
    except ValueError:
        body = None  # refused with its reason when the route's own body is checked
    expected = body.get("expected_seq") if isinstance(body, dict) else None
    call = f"{request.method} {request.url.path}"
    return stores.Request(stores.fingerprint(call, body), key, expected)


AppendDep = Annotated[stores.Request, Depends(_append)]


async def _recorder(store: StoreDep, bell: BellDep, newsroom: NewsroomDep) -> Record:
    def record(game_id: str, request: stores.Request, decide: Decide) -> JSONResponse:
        answer = store.append(game_id, request, decide, views.added)
        newsroom.tell(game_id, answer["seq"], answer["state"])
        bell.ring(game_id, answer["seq"])
        return JSONResponse(answer, status_code=201)

    return record


RecorderDep = Annotated[Record, Depends(_recorder)]
