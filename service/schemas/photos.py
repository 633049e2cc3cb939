"""Photos read, and photos kept."""

from typing import Literal

from pydantic import Field

from service.schemas.fields import Answer


class LikelyHand(Answer):
    """A hand that a photo may show, and how likely that is."""

    hand: str
    probability: float = Field(ge=0, le=1)


class CalledSet(Answer):
    """A set of the hand, as tile numbers, and how likely it is that it was claimed."""

    tiles: list[int]
    exposed: float = Field(ge=0, le=1)


class PlayerOnPhoto(Answer):
    """The face-up tiles in front of the player at one side, by number, and the hand they form."""

    side: Literal["near", "right", "far", "left"] = Field(
        description="the side, as the photo is held"
    )
    hand: str | None = Field(description="hand text; null if the tiles are not a hand")
    probability: float = Field(ge=0, le=1)
    tiles: list[int]


class ReadTile(Answer):
    """A tile on a photo; where one hand has several photos, `photo` is the number of its photo."""

    tile: str = Field(description="its code; x face down, ? with none of the 42 faces")
    confidence: float = Field(ge=0, le=1)
    box: list[float] = Field(min_length=4, max_length=4, description="x0, y0, x1, y1, in pixels")
    corners: list[list[float]] = Field(
        min_length=4,
        max_length=4,
        description="x and y of the printed face's corners, from its top left",
    )
    unsure: bool = Field(description="whether a person should check it")
    group: int = Field(description="the index of its group in `groups`")
    alternatives: list[list[str | float]] = Field(
        description="other codes, each with its probability"
    )


class TileGroup(Answer):
    """Tiles that lie together, as numbers of `tiles`, in reading order."""

    kind: str = Field(description="concealed, exposed, concealed_kong, bonus, pool, wall, or other")
    side: Literal["near", "right", "far", "left"] | None = Field(
        description="where its player sits, as the photo is held; null where that is unknown"
    )
    tiles: list[int]


class TileSetFit(Answer):
    """How well the requested tile set fits a photo."""

    name: str
    fits: bool | None = Field(
        description="whether these are its tiles; null where too few lie there to tell"
    )


class Reading(Answer):
    """What was recognised on one photo, in pixels of the upright photo."""

    photo: str
    size: list[int] = Field(min_length=2, max_length=2, description="width and height, in pixels")
    tiles: list[ReadTile]
    groups: list[TileGroup]
    hand: str | None
    hands: list[LikelyHand] = Field(
        default=[], max_length=4, description="possible hands, the likeliest first"
    )
    called: list[CalledSet] = Field(default=[], description="every set of the likeliest hand")
    players: list[PlayerOnPhoto] = Field(
        default=[], max_length=4, description="each side of the table with tiles"
    )
    problems: list[str]
    as_seen: str | None = Field(
        default=None, description="the hand before the corrections that make it win"
    )
    advice: list[str] = Field(default=[], description="what would make a better photo")
    tile_set: TileSetFit | None = Field(default=None, description="of a reading with a tile set")
    timings_ms: dict[str, float]


class KeptPhoto(Answer):
    """A photo that is kept until `expires_at`; `seq` is the event that it shows."""

    id: str
    seq: int | None
    at: str
    expires_at: str
    bytes: int


class KeptPhotos(Answer):
    """The photos that a game keeps."""

    photos: list[KeptPhoto]
