"""Photos read, and photos kept."""

from typing import Any, Literal

from pydantic import Field

from service.schemas.fields import Answer


class LikelyHand(Answer):
    """A hand that a photo may show, and how likely that is."""

    hand: str
    probability: float = Field(ge=0, le=1)


class CalledSet(Answer):
    """A set of the hand, as numbers of tiles, and how likely it is that it was claimed."""

    tiles: list[int]
    exposed: float = Field(ge=0, le=1)


class PlayerOnPhoto(Answer):
    """What lies face up before the player at one side: tiles by number, and the hand they are."""

    side: Literal["near", "right", "far", "left"] = Field(description="as the photo is held")
    hand: str | None = Field(description="hand text; null where the tiles are no hand")
    probability: float = Field(ge=0, le=1)
    tiles: list[int]


class Reading(Answer):
    """What was recognised on one photo, in pixels of the upright photo."""

    photo: str
    size: list[int] = Field(min_length=2, max_length=2, description="width and height, in pixels")
    tiles: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    hand: str | None
    hands: list[LikelyHand] = Field(
        default=[], max_length=4, description="what the hand may be, the likeliest first"
    )
    called: list[CalledSet] = Field(default=[], description="every set of the first of them")
    players: list[PlayerOnPhoto] = Field(
        default=[], max_length=4, description="each side of the table at which tiles lie"
    )
    problems: list[str]
    as_seen: str | None = Field(
        default=None, description="the hand without what was corrected to make it win"
    )
    advice: list[str] = Field(default=[], description="what would make a better photo")
    tile_set: dict[str, Any] | None = Field(
        default=None, description="of a reading with one: its name, and whether these are its tiles"
    )
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
