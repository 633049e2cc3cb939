"""Photos in, tiles out."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated

import anyio.to_thread
from fastapi import File, Form, UploadFile
from fastapi.responses import JSONResponse

from scorer.api import requests
from scorer.core.sentences import Sentence
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    MetricsDep,
    PhotoForm,
    ReaderPoolDep,
    RulesStoreDep,
    SenderDep,
    SettingsDep,
    TileSetsDep,
    api_router,
)
from service.monitoring.metrics import Metrics
from service.rules.house_rules import RulesStore
from service.schemas import photos
from vision.photo.image import LIMITS, PhotoError

router = api_router("", "readings")


@router.post(
    "/readings",
    dependencies=[PhotoForm],
    responses={200: {"model": photos.Reading}, **refusals(400, 404, 408, 413, 415, 422, 429, 503)},
)
async def read_photos(
    *,
    photo: Annotated[list[UploadFile], File(description="photos of one hand")],
    reader_pool: ReaderPoolDep,
    sender: SenderDep,
    settings: SettingsDep,
    metrics: MetricsDep,
    rules_store: RulesStoreDep,
    tile_sets: TileSetsDep,
    rules: Annotated[str | None, Form(description="a rule set that helps decoding")] = None,
    tile_set: Annotated[str | None, Form(description="the id of the table's tile set")] = None,
) -> JSONResponse:
    """Recognise the tiles of a hand on one photo or several."""
    if len(photo) > settings.photos:
        detail = Sentence(
            "At most {most} photos show one hand, not {photos}.",
            most=settings.photos,
            photos=len(photo),
        )
        raise RefusedError("too_many_photos", detail)
    if rules is not None:
        rules = await anyio.to_thread.run_sync(_document, rules, rules_store)
    kept = None if tile_set is None else await anyio.to_thread.run_sync(tile_sets.load, tile_set)
    names = [one.filename or f"photo {number}" for number, one in enumerate(photo, start=1)]
    sources = [partial(bytes_of, one) for one in photo]
    with outcome(metrics):
        reading = await reader_pool.read(sources, rules, sender, kept)
    return JSONResponse(reading.to_json(names))


def bytes_of(photo: UploadFile) -> bytes:
    """The bytes of a photo, which may be asked for again when it is decoded finer."""
    photo.file.seek(0)
    # One byte more than allowed is enough to refuse a photo by its size.
    return photo.file.read(LIMITS.file_bytes + 1)


def _document(rules: str, rules_store: RulesStore) -> str:
    """The id of the document behind rules: a house's own values make no other hands win."""
    return requests.known_rules(rules, rules_store.catalogue(rules)).base or rules


@contextmanager
def outcome(metrics: Metrics) -> Iterator[None]:
    """Count what becomes of a reading: read, or the code that it is refused by."""
    begun = time.perf_counter()
    try:
        yield
    except (PhotoError, RefusedError) as error:
        metrics.readings.labels(error.code).inc()
        raise
    metrics.readings.labels("read").inc()
    metrics.reading_seconds.observe(time.perf_counter() - begun)
