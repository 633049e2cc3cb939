"""The win being entered at a table, shared between its phones until it becomes an event."""

from functools import partial
from typing import Annotated, Literal, TypeAlias

import anyio.to_thread
from fastapi import Path, Query
from fastapi.responses import JSONResponse, Response
from pydantic import Field, StringConstraints

from scorer.core.hand import LONGEST_TEXT
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
from service.http.openapi import picture_body, stream_of
from service.http.uploads import PhotoBody, bytes_of
from service.live.streams import Part
from service.photos.archive import MEDIA_TYPE, SCALE, redraw
from service.schemas.fields import (
    PLAYERS,
    Amount,
    Answer,
    Body,
    Corner,
    EventName,
    Faan,
    Player,
    PlayerKey,
    Seq,
    TileCode,
    Win,
)

router = api_router("/games/{game_id}/draft", "drafts")

HandSoFar = Annotated[
    str, StringConstraints(max_length=LONGEST_TEXT, pattern=r"^[0-9mpszfgx()\[\]+| ]*$")
]
PictureId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]


class SeenTile(Body):
    """A tile on a photo: its printed face in pixels of the photo, and what else it may be."""

    tile: TileCode
    corners: list[Corner] = Field(min_length=4, max_length=4, fail_fast=True)
    unsure: bool = False
    alternatives: list[TileCode] = Field(default_factory=list, max_length=10)


class OtherReading(Body):
    """Another reading of a photo: the hand exactly `as_seen`, or the one that wins."""

    hand: HandSoFar
    as_seen: bool


class SeenHand(Body):
    """What a photo showed of a hand: its tiles in the order of the hand text, and other tiles.

    A tile that was added by hand is null; `picture` is the id of the photo itself, `otherwise`
    lists other readings to choose with a tap.
    """

    size: list[Annotated[int, Field(ge=1, le=100_000)]] = Field(min_length=2, max_length=2)
    tiles: list[SeenTile | None] = Field(max_length=40, fail_fast=True)
    beside: list[SeenTile] = Field(default_factory=list, max_length=160, fail_fast=True)
    picture: PictureId | None = None
    otherwise: OtherReading | None = None


class AlsoWins(Body):
    """Another player who wins on the same discard, with the circumstances of that win."""

    winner: Player
    events: list[EventName] = Field(default_factory=list, max_length=20)


class Agreed(Body):
    """What the table agrees on besides tiles: winners' faan by player, four scores, other winners.

    `responsible` is the player who pays for a hand at the limit. All of it is changed at once.
    """

    faan: Annotated[dict[PlayerKey, Faan], PLAYERS] = Field(default_factory=dict)
    scores: list[Amount | None] | None = Field(default=None, min_length=4, max_length=4)
    also: list[AlsoWins] = Field(default_factory=list, max_length=2)
    responsible: Player | None = None


class DraftChange(Body):
    """Parts of a win being entered; `hands` are by player index, null or empty for none."""

    winner: Player | None = None
    win: Win | None = None
    discarder: Player | None = Field(default=None, alias="from")
    events: list[EventName] = Field(default_factory=list, max_length=20)
    hands: Annotated[dict[PlayerKey, HandSoFar | None], PLAYERS] = Field(
        default_factory=dict, examples=[{"2": "123m 99p (555s)"}]
    )
    seen: Annotated[dict[PlayerKey, SeenHand | None], PLAYERS] = Field(default_factory=dict)
    pictures: Annotated[dict[PlayerKey, PictureId | None], PLAYERS] = Field(
        default_factory=dict,
        description="the ids of the photos behind `seen`, sent on their own so that changes by "
        "another phone in the meantime stay",
    )
    called: Annotated[dict[PlayerKey, bool], PLAYERS] = Field(
        default_factory=dict,
        description="whether the players have said which sets of a hand were called; reset when "
        "the hand changes without it",
    )
    agreed: Agreed = Field(default_factory=Agreed)
    by: Player | None = Field(default=None, description="the player whose phone it is, if known")
    expected_seq: Seq
    expected_revision: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = Field(
        default=None,
        description="sent by a phone that starts a win; refused if another one has started since",
    )


class Draft(Answer):
    """A win being entered at the table after event `seq`; it ends with the next event."""

    revision: int = Field(description="grows with every change; 0 before the first")
    seq: int
    winner: int | None
    win: Literal["discard", "self-draw"] | None
    discarder: int | None = Field(alias="from")
    events: list[str]
    hands: list[str | None] = Field(description="hand texts by player, as far as entered")
    seen: list[SeenHand | None] = Field(description="what the photos of these hands showed")
    called: list[bool] = Field(
        description="by player, whether the players have said which sets of the hand were called"
    )
    agreed: Agreed
    by: int | None = Field(description="the player whose phone changed it last, if known")
    next: str | None = Field(
        default=None, description="the game that the table continued with, once this one is over"
    )


class DraftPicture(Answer):
    """The id of a photo that the other phones of the table may look at now."""

    picture: str


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
    services.feeds.note(access.game_id, draft=True)
    return JSONResponse(shown)


@router.delete("", status_code=204)
@serialised_write
def drop_draft(access: AccessDep, services: ServicesDep) -> Response:
    """Delete the draft with its photos; the table is not changed."""
    services.drafts.drop(access)
    services.feeds.note(access.game_id, draft=True)
    return Response(status_code=204)


@router.get("/events", response_class=EventStream, responses=stream_of("Draft") | refusals(429))
async def follow_draft(game_id: GameId, services: ServicesDep) -> EventStream:
    """Stream the draft now and after every change of it; an event of the game empties it."""
    # Raises where there is no such game.
    await anyio.to_thread.run_sync(services.drafts.current, game_id)
    return EventStream(services.feeds.stream(Part(game_id, "draft")))


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
    photo: PhotoBody,
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
