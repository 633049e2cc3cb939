"""Photos in, tiles out; and what the picture of a viewfinder shows."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, ClassVar

import anyio.to_thread
from fastapi import UploadFile
from fastapi.responses import JSONResponse
from pydantic import Field

from scorer.api import requests
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    SenderDep,
    ServicesDep,
    api_router,
)
from service.http.openapi import form_body, picture_body
from service.http.uploads import PhotoBody, PhotoForm, bytes_of, photo_form
from service.monitoring.metrics import Metrics
from service.rules.house_rules import RulesStore
from service.schemas import photos
from service.schemas.fields import Answer

router = api_router("", "readings")


class ReadPhotosForm(PhotoForm):
    """Photos of one hand."""

    most_photos: ClassVar[int] = 8
    photo: list[UploadFile] = Field(description="photos of one hand")
    rules: str | None = Field(default=None, description="a rule set that helps decoding")
    tile_set: str | None = Field(default=None, description="the id of the table's tile set")


class Frame(Answer):
    """What one picture shows; nothing of it is kept."""

    size: list[int] = Field(min_length=2, max_length=2, description="width and height, in pixels")
    tiles: int = Field(description="how many tiles are visible")
    corners: list[list[list[float]]] = Field(
        description="the corners of each tile, as pairs x, y in pixels"
    )
    advice: list[str] = Field(description="what would make a better photo")


@router.post(
    "/readings",
    openapi_extra=form_body(ReadPhotosForm),
    response_model=photos.Reading,
    responses=refusals(404, 503),
)
async def read_photos(
    *,
    form: Annotated[ReadPhotosForm, photo_form(ReadPhotosForm)],
    services: ServicesDep,
    sender: SenderDep,
) -> JSONResponse:
    """Recognise the tiles of a hand on one photo or several."""
    rules, tile_set = form.rules, form.tile_set
    if rules is not None:
        rules = await anyio.to_thread.run_sync(_base_rules, rules, services.rules_store)
    kept = None
    if tile_set is not None:
        kept = await anyio.to_thread.run_sync(services.tile_sets.load, tile_set)
    # A form of another character set can name half of a surrogate pair, which no answer can have.
    given = [(one.filename or "").encode(errors="replace").decode() for one in form.photo]
    names = [name or f"photo {number}" for number, name in enumerate(given, start=1)]
    sources = [partial(bytes_of, one) for one in form.photo]
    with count_outcome(services.metrics):
        reading = await services.reader_pool.read(sources, rules, sender, kept)
    return JSONResponse(reading.to_json(names))


@router.post(
    "/frames",
    openapi_extra=picture_body("image/jpeg", "one picture, its long side about 640 pixels"),
    response_model=Frame,
    responses=refusals(503),
)
async def look_at_frame(photo: PhotoBody, services: ServicesDep) -> JSONResponse:
    """Count the tiles in a viewfinder's picture and say what would make a better photo."""
    preview = await services.reader_pool.preview(await photo.read())
    return JSONResponse(preview.to_json())


def _base_rules(rules: str, rules_store: RulesStore) -> str:
    """Return the document's id behind rules; a house's values do not change what wins."""
    return requests.known_rules(rules, rules_store.catalogue(rules)).base or rules


@contextmanager
def count_outcome(metrics: Metrics) -> Iterator[None]:
    """Count the outcome of a reading: read, or the code of its refusal."""
    begun_s = time.perf_counter()
    try:
        yield
    except RefusedError as error:
        metrics.readings.labels(error.code).inc()
        raise
    metrics.readings.labels("read").inc()
    metrics.reading_seconds.observe(time.perf_counter() - begun_s)
