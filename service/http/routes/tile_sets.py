"""Tile sets of a table: learned with its write token, read by id."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, ClassVar

import anyio.to_thread
from fastapi import Depends, Query, UploadFile
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from scorer.core.sentences import Sentence
from service.auth.access import Access, authorise, no_token
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    CreationDep,
    SenderDep,
    ServicesDep,
    TileSetId,
    Token,
    api_router,
    serialised_write,
)
from service.http.openapi import form_body
from service.http.uploads import PhotoForm, bytes_of, digest_of, photo_form
from service.ledger.idempotency import Answer
from service.photos import tile_sets as kept_sets
from service.schemas import fields
from service.schemas.fields import Body, GameName, must_be
from vision.detect.whole_set import MOST_PHOTOS
from vision.photo.image import Picture
from vision.tilesets.tile_set import (
    MOST_BYTES,
    Origin,
    Sample,
    TileSet,
    checked_code,
    checked_name,
    data_uri,
    encode,
    with_rim,
)

router = api_router("/tile-sets", "tile sets")
SampleKey = Annotated[str, must_be(r"[0-9A-Za-z.:-]{1,64}", kept_sets.no_such_tile_set)]


class TileQuestion(fields.Answer):
    """A tile of the lesson that is not known for sure; `likely` are codes, likeliest first."""

    at: str = Field(description="row and tile, from 1")
    likely: list[str]
    picture: str = Field(description="the tile as a data URI")


class TileSetAnswer(fields.Answer):
    """What is known of a set: how many pictures of each face by code, and the missing faces."""

    id: str
    game: str
    name: str
    at: str
    revision: int
    known: dict[str, int]
    missing: list[str]
    questions: list[TileQuestion]
    bytes: int


class TileSetList(fields.Answer):
    """The tile sets of a table."""

    tile_sets: list[TileSetAnswer]


class DoubtfulTile(fields.Answer):
    """A tile to look at; `likely` are codes, likeliest first."""

    photo: int = Field(description="the number of the photo, from 1")
    corners: list[list[float]] = Field(
        min_length=4, max_length=4, description="x and y of its corners, in pixels"
    )
    likely: list[str]


class TileCount(fields.Answer):
    """How much of a whole set lies face up; `missing` and `extra` tiles by code."""

    found: int
    of: int = Field(description="the tiles of such a set: 108, 136 or 144")
    missing: dict[str, int]
    extra: dict[str, int]
    unsure: list[DoubtfulTile]


class TileSetChange(Body):
    """Answers to questions by their places, null for a tile that is not in the set; a new name."""

    name: str | None = None
    answers: Annotated[
        dict[Annotated[str, Field(pattern=r"^[0-9]{1,2}$")], str | None],
        Field(max_length=100, fail_fast=True),
    ] = Field(default_factory=dict)


def tile_set_json(kept: kept_sets.StoredTileSet) -> Answer:
    """Return what is known of a tile set."""
    known = kept.known
    return {
        "id": kept.id,
        "game": kept.game_id,
        "name": known.name,
        "at": kept.at,
        "revision": kept.revision,
        "known": dict(known.counts),
        "missing": list(known.missing),
        "questions": [
            {"at": one.at, "likely": list(one.likely), "picture": data_uri(one.picture)}
            for one in known.questions
        ],
        "bytes": len(known.dumps()),
    }


async def _shown_token(token: Token) -> str:
    if token is None:
        raise no_token()
    return token


# The form names the game, so before it is read only some token can be required.
ShownToken = Annotated[str, Depends(_shown_token)]


def _set_access(set_id: TileSetId, services: ServicesDep, token: Token) -> Access:
    game = services.tile_sets.load(set_id).game_id
    return authorise(services.database, game, token)


SetAccess = Annotated[Access, Depends(_set_access)]


class LearnTileSetForm(PhotoForm):
    """Photos of a tile set, or the set as a file."""

    most_photos: ClassVar[int] = MOST_PHOTOS
    photo: list[UploadFile] = Field(
        default=[], description="photos of all its tiles, or of one of each face"
    )
    file: UploadFile | None = Field(default=None, description="or an exported set")
    name: str | None = Field(default=None, description="its name; by default the one in the file")
    game: GameName = Field(description="the game of the table, by its write token")


class CountTilesForm(PhotoForm):
    """Photos of a whole set."""

    most_photos: ClassVar[int] = MOST_PHOTOS
    photo: list[UploadFile] = Field(description="photos of all its tiles, face up")


class CorrectTileForm(PhotoForm):
    """A tile that was corrected."""

    photo: UploadFile = Field(description="the tile alone, upright")
    tile: str = Field(description="its code")


@router.post(
    "",
    status_code=201,
    openapi_extra=form_body(LearnTileSetForm),
    response_model=TileSetAnswer,
    responses=refusals(401, 403, 404, 409, 410, 503, 507),
)
async def learn_tile_set(
    *,
    token: ShownToken,
    form: Annotated[LearnTileSetForm, photo_form(LearnTileSetForm)],
    services: ServicesDep,
    sender: SenderDep,
    answer_once: CreationDep,
) -> JSONResponse:
    """Learn a tile set from photos of its faces, or import one from a file.

    Tiles that were not recognised for sure are listed in `questions`.
    """
    game, name, file = form.game, form.name, form.file
    access = await anyio.to_thread.run_sync(authorise, services.database, game, token)
    if bool(form.photo) == (file is not None):
        detail = Sentence(
            'Send either photos of the faces as "photo" or an exported tile set as "file".'
        )
        raise RefusedError("one_file", detail)
    if file is not None:
        data = await file.read(MOST_BYTES + 1)
        known = await anyio.to_thread.run_sync(TileSet.loads, data)
        known = known if name is None else known.named(name)
    else:
        sources, label = [partial(bytes_of, one) for one in form.photo], checked_name(name)
        pool = services.reader_pool
        known = await pool.run_queued(
            lambda budget: pool.reader().learn(*sources, name=label, budget=budget),
            sender,
            len(sources),
        )

    def keep(_token: str) -> tuple[str, Answer]:
        return game, tile_set_json(services.tile_sets.keep(access, known))

    sent = form.photo if file is None else [file]
    digests = [await anyio.to_thread.run_sync(digest_of, one) for one in sent]
    answer = await services.write_queue.run(lambda: answer_once([*digests, name, game], keep), game)
    return JSONResponse(answer, status_code=201)


@router.post(
    "/count",
    openapi_extra=form_body(CountTilesForm),
    response_model=TileCount,
    responses=refusals(503),
)
async def count_tiles(
    form: Annotated[CountTilesForm, photo_form(CountTilesForm)],
    services: ServicesDep,
    sender: SenderDep,
) -> JSONResponse:
    """Count whether a tile set is complete; nothing is kept."""
    sources, pool = [partial(bytes_of, one) for one in form.photo], services.reader_pool
    count = await pool.run_queued(
        lambda budget: pool.reader().count(*sources, budget=budget), sender, len(sources)
    )
    return JSONResponse(count.to_json())


@router.get("", response_model=TileSetList, responses=refusals(404, 410, 503))
def list_tile_sets(
    game: Annotated[GameName, Query(description="the game of the table")],
    services: ServicesDep,
) -> JSONResponse:
    """List the tile sets of a table."""
    services.store.load(game)
    return JSONResponse(
        {"tile_sets": [tile_set_json(kept) for kept in services.tile_sets.sets_of(game)]}
    )


@router.get("/{set_id}", response_model=TileSetAnswer)
def show_tile_set(set_id: TileSetId, services: ServicesDep) -> JSONResponse:
    """Show what is known of a tile set."""
    return JSONResponse(tile_set_json(services.tile_sets.load(set_id)))


@router.get(
    "/{set_id}/file",
    response_class=Response,
    responses={
        200: {
            "content": {"application/json": {}},
            "description": "for POST /tile-sets, or tableside tiles import",
        }
    },
)
def export_tile_set(set_id: TileSetId, services: ServicesDep) -> Response:
    """Download a tile set as a file, with its pictures."""
    return Response(services.tile_sets.load(set_id).known.dumps(), media_type="application/json")


def _change_set(
    tile_sets: kept_sets.TileSets,
    access: Access,
    set_id: str,
    change: Callable[[TileSet], TileSet],
    revision: int | None = None,
) -> JSONResponse:
    return JSONResponse(tile_set_json(tile_sets.change(access, set_id, change, revision)))


@router.patch("/{set_id}", response_model=TileSetAnswer, responses=refusals(507, 408, 429))
async def change_tile_set(
    *,
    set_id: TileSetId,
    access: SetAccess,
    body: TileSetChange,
    services: ServicesDep,
    sender: SenderDep,
) -> JSONResponse:
    """Answer the questions of a lesson, or rename the set."""
    answers = {int(place): code for place, code in body.answers.items()}

    def write(answered: TileSet | None, revision: int) -> JSONResponse:
        def change(known: TileSet) -> TileSet:
            base = known if answered is None else answered
            return base if body.name is None else base.named(body.name)

        required_revision = None if answered is None else revision
        return _change_set(services.tile_sets, access, set_id, change, required_revision)

    kept = await anyio.to_thread.run_sync(services.tile_sets.load, set_id)
    while True:  # another phone may answer meanwhile
        answered = None
        if answers:
            answered = await services.reader_pool.answer(kept.known, answers, sender)
        try:
            return await services.write_queue.run(
                partial(write, answered, kept.revision), access.game_id
            )
        except kept_sets.ChangedError:
            latest = await anyio.to_thread.run_sync(services.tile_sets.load, set_id)
            answers, kept = kept_sets.answers_by_place(answers, kept.known, latest.known), latest


@router.put(
    "/{set_id}/samples/{key}",
    openapi_extra=form_body(CorrectTileForm),
    response_model=TileSetAnswer,
    responses=refusals(507),
)
async def correct_tile(
    *,
    set_id: TileSetId,
    key: SampleKey,
    access: SetAccess,
    form: Annotated[CorrectTileForm, photo_form(CorrectTileForm)],
    services: ServicesDep,
    sender: SenderDep,
) -> JSONResponse:
    """Learn a tile that was corrected by a tap; another one with the same key replaces it."""
    checked_code(form.tile)
    if (form.photo.size or 0) > MOST_OF_A_TILE:
        detail = Sentence(
            "The picture of a tile can have at most {most} bytes. Send a smaller one.",
            most=MOST_OF_A_TILE,
        )
        raise RefusedError("file_too_large", detail)

    def cut_out(opened: Picture) -> bytes:
        return encode(with_rim(opened.pixels))

    picture = await services.reader_pool.open(partial(bytes_of, form.photo), cut_out, sender)
    sample = Sample(form.tile, picture, Origin.CORRECTED, key)

    def change(known: TileSet) -> TileSet:
        return known.without(key).with_samples(sample)

    return await services.write_queue.run(
        lambda: _change_set(services.tile_sets, access, set_id, change), access.game_id
    )


MOST_OF_A_TILE = 100_000  # bytes: a tile of 300 px, hardly compressed


@router.delete(
    "/{set_id}/samples/{key}", response_model=TileSetAnswer, responses=refusals(400, 413, 507)
)
@serialised_write
def take_back(
    set_id: TileSetId,
    key: SampleKey,
    access: SetAccess,
    services: ServicesDep,
) -> JSONResponse:
    """Remove a tile that was learned from a correction."""
    return _change_set(services.tile_sets, access, set_id, lambda known: known.without(key))


@router.delete("/{set_id}", status_code=204, responses=refusals(507))
@serialised_write
def forget_tile_set(set_id: TileSetId, access: SetAccess, services: ServicesDep) -> Response:
    """Delete a tile set with its pictures."""
    services.tile_sets.forget(access, set_id)
    return Response(status_code=204)
