"""The tile sets that a table has taught."""

from typing import Annotated

from pydantic import Field

from service.schemas.fields import Answer, Body, KeyLimit


class TileQuestion(Answer):
    """A tile of the lesson that is not known for sure; `likely` are codes, likeliest first."""

    at: str = Field(description="row and tile, from 1")
    likely: list[str]
    picture: str = Field(description="the tile as a data URI")


class TileSetAnswer(Answer):
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


class TileSetList(Answer):
    """The tile sets of a table."""

    tile_sets: list[TileSetAnswer]


class DoubtfulTile(Answer):
    """A tile to look at; `likely` are codes, likeliest first."""

    photo: int = Field(description="the number of the photo, from 1")
    corners: list[list[float]] = Field(
        min_length=4, max_length=4, description="x and y of its corners, in pixels"
    )
    likely: list[str]


class TileCount(Answer):
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
        dict[Annotated[str, Field(pattern=r"^[0-9]{1,2}$")], str | None], KeyLimit(100)
    ] = Field(default_factory=dict)
