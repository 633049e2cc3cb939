"""Photos that a table asks to keep; everybody who may write may see and delete them."""

from functools import partial
from typing import Annotated

import anyio.to_thread
from fastapi import UploadFile
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from scorer.core.sentences import Sentence
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    AccessDep,
    CreationDep,
    PhotoId,
    SenderDep,
    ServicesDep,
    api_router,
    serialised_write,
)
from service.http.openapi import form_body
from service.http.uploads import PhotoForm, bytes_of, digest_of, photo_form
from service.ledger.idempotency import Answer
from service.photos import archive as archives
from service.schemas import photos

router = api_router("/games/{game_id}/photos", "photos")


class KeepPhotoForm(PhotoForm):
    """A photo to keep."""

    photo: UploadFile = Field(description="one photo")
    days: int = Field(default=7, ge=1, description="how long to keep it")
    seq: int | None = Field(default=None, ge=1, description="the event that it shows")


@router.post(
    "",
    status_code=201,
    openapi_extra=form_body(KeepPhotoForm),
    response_model=photos.KeptPhoto,
    responses=refusals(409, 507),
)
async def keep_photo(
    *,
    access: AccessDep,
    form: Annotated[KeepPhotoForm, photo_form(KeepPhotoForm)],
    services: ServicesDep,
    sender: SenderDep,
    answer_once: CreationDep,
) -> JSONResponse:
    """Keep a photo of the table for some days, without what the phone wrote into the file."""
    days, seq = form.days, form.seq
    if days > services.settings.photo_days:
        detail = Sentence(
            "Photos can be stored for at most {most} days, not {days}.",
            most=services.settings.photo_days,
            days=days,
        )
        raise RefusedError("bad_value", detail)
    game_id = access.game_id
    log = await anyio.to_thread.run_sync(services.store.load, game_id)
    if seq is not None and seq > len(log.events):
        detail = Sentence(
            "The game has no event {seq} yet; its last event is {events}.",
            seq=seq,
            events=len(log.events),
        )
        raise RefusedError("bad_value", detail)
    photo = partial(bytes_of, form.photo)
    picture = await services.reader_pool.open(photo, archives.redraw, sender, archives.SCALE)
    digest = await anyio.to_thread.run_sync(digest_of, form.photo)

    def keep(_token: str) -> tuple[str, Answer]:
        return game_id, services.archive.keep(access, picture, days, seq).model_dump()

    answer = await services.write_queue.run(lambda: answer_once([digest, days, seq], keep), game_id)
    return JSONResponse(answer, status_code=201)


@router.get("", response_model=photos.KeptPhotos)
def list_photos(access: AccessDep, services: ServicesDep) -> JSONResponse:
    """List the kept photos, with their expiry."""
    return JSONResponse(
        {"photos": [kept.model_dump() for kept in services.archive.photos_of(access.game_id)]}
    )


@router.get(
    "/{photo_id}", response_class=Response, responses={200: {"content": {archives.MEDIA_TYPE: {}}}}
)
def show_photo(access: AccessDep, photo_id: PhotoId, services: ServicesDep) -> Response:
    """Show a kept photo."""
    return Response(
        services.archive.picture(access.game_id, photo_id), media_type=archives.MEDIA_TYPE
    )


@router.delete("/{photo_id}", status_code=204)
@serialised_write
def forget_photo(access: AccessDep, photo_id: PhotoId, services: ServicesDep) -> Response:
    """Delete a kept photo."""
    services.archive.forget(access, photo_id)
    return Response(status_code=204)
