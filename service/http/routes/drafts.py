"""The win being entered at a table, shared between its phones until it becomes an event."""

from functools import partial
from typing import Annotated

import anyio.to_thread
from fastapi import Path, Query, UploadFile
from fastapi.responses import JSONResponse, Response

from service.drafts import store as draft_store
from service.errors import refusals
from service.http.dependencies import (
    AccessDep,
    EventStream,
    GameId,
    PhotoId,
    SenderDep,
    ServicesDep,
    api_router,
    serialised_write,
)
from service.http.openapi import picture_body
from service.http.uploads import bytes_of, photo_body
from service.photos.archive import MEDIA_TYPE, SCALE, redraw
from service.schemas.drafts import Draft, DraftChange, DraftPicture

router = api_router("/games/{game_id}/draft", "drafts")


@router.get("", response_model=Draft)
def show_draft(game_id: GameId, services: ServicesDep) -> JSONResponse:
    """Show what has been entered so far; everything is null or empty where nobody has begun."""
    return JSONResponse(services.drafts.current(game_id))


@router.patch("", response_model=Draft, responses=refusals(409))
@serialised_write
def change_draft(access: AccessDep, body: DraftChange, services: ServicesDep) -> JSONResponse:
    """Change parts of the draft, from any phone that may write; parts that are not named stay."""
    conditions = {"expected_seq", "expected_revision"}
    change = body.model_dump(by_alias=True, exclude_unset=True, exclude=conditions)
    shown = services.drafts.change(access, body.expected_seq, change, body.expected_revision)
    return JSONResponse(shown)


@router.delete("", status_code=204)
@serialised_write
def drop_draft(access: AccessDep, services: ServicesDep) -> Response:
    """Give up the draft with its photos; the table is not changed."""
    services.drafts.drop(access)
    return Response(status_code=204)


@router.get("/events", response_class=EventStream, responses=refusals(429))
async def follow_draft(game_id: GameId, services: ServicesDep) -> EventStream:
    """Stream the draft now and after every change of it; an event of the game empties it."""
    # Raises where there is no such game.
    await anyio.to_thread.run_sync(services.drafts.current, game_id)
    return EventStream(draft_store.draft_states(services.drafts, game_id))


@router.put(
    "/pictures/{picture}",
    openapi_extra=picture_body("image/*", "the photo of a hand, as small as the phone can make it"),
    response_model=DraftPicture,
    responses=refusals(409, 507),
)
async def put_picture(
    *,
    access: AccessDep,
    player: Annotated[
        int, Path(alias="picture", ge=0, le=3, description="whose hand it shows, player index 0-3")
    ],
    photo: Annotated[UploadFile, photo_body("photo_allowance")],
    services: ServicesDep,
    sender: SenderDep,
    expected_seq: Annotated[int, Query(ge=0, description="the event that the win follows")],
) -> JSONResponse:
    """Share the photo of a player's hand with the other phones, until the win is recorded."""
    await anyio.to_thread.run_sync(
        draft_store.check_seq, services.store, access.game_id, expected_seq
    )
    picture = await services.reader_pool.open(partial(bytes_of, photo), redraw, sender, SCALE)
    kept = await services.write_queue.run(
        lambda: services.drafts.put_picture(access, player, expected_seq, picture), access.game_id
    )
    return JSONResponse({"picture": kept})


@router.get(
    "/pictures/{picture}", response_class=Response, responses={200: {"content": {MEDIA_TYPE: {}}}}
)
def show_picture(access: AccessDep, picture: PhotoId, services: ServicesDep) -> Response:
    """Show the photo of a hand that is being entered."""
    return Response(
        services.drafts.picture(access.game_id, picture),
        media_type=MEDIA_TYPE,
        headers={"Cache-Control": "no-store"},
    )
