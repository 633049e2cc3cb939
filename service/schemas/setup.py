"""Setting up the table, and the training course."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from service.schemas.fields import Answer, AnyHandText, Query, Wind
from service.schemas.rules import RulesQuery

ASKED_FOR = "in the language that Accept-Language asks for"
Said: TypeAlias = dict[Literal["en", "zh", "text"], str]
"""The same in English, in Chinese, and as `text` in the language that was asked for."""


class SetupQuery(RulesQuery):
    """What was thrown and agreed before the deal."""

    dice: Annotated[str, Field(max_length=40, examples=["3,4,5"])] = ""


class SetupStep(Answer):
    """One step in several languages, the document's own words, and what they leave open."""

    topic: str
    en: str
    zh: str
    text: str = Field(description=ASKED_FOR)
    wording: str
    unclear: Said | None


class Throw(Answer):
    """A throw of dice: by a seat wind, or null for the player whom the first throw chose."""

    by: Wind | None
    dice: int = Field(description="how many")


class WallStack(Answer):
    """A stack of a wall, counted from its owner's right."""

    number: int
    tiles: int
    part: str = Field(description="live, dead, or another name in the document")
    to: list[Wind | None] = Field(description="the seats that are dealt its upper and lower tile")


class Wall(Answer):
    """The wall in front of a seat, and the side of the picture on which it lies."""

    seat: Wind
    side: Literal["bottom", "right", "top", "left"]
    stacks: list[WallStack]


class DealtTile(Answer):
    """Where a dealt tile comes from."""

    wall: Wind
    stack: int
    level: str = Field(description="top or bottom")


class Turn(Answer):
    """What a seat takes in its turn of the deal."""

    seat: Wind
    tiles: list[DealtTile]


class Setup(Answer):
    """How the table is set up; what depends on the dice is null or empty without them."""

    rules: str
    direction: Literal["ccw", "cw"]
    throws: list[Throw]
    steps: list[SetupStep]
    dice: list[int]
    said: Said | None
    wall: Wind | None
    walls: list[Wall] = Field(description="E S W N, stacks from the owner's right")
    deal: list[Turn] = Field(description="turns, each with its tiles")
    live: int | None = Field(description="tiles left to draw after the deal")


class Phase(Answer):
    """A phase of the course: how many sets and a pair make a hand."""

    phase: int
    blocks: int
    tiles: int
    bonus: bool = Field(description="whether flowers and seasons are in play")
    en: str
    zh: str
    text: str = Field(description=ASKED_FOR)
    wording: str


class TrainingHand(Query):
    """A hand to look at; checked by the scorer itself, described here."""

    hand: AnyHandText
    phase: int = Field(ge=1, le=5)
    seen: str | list[str] = Field(default="", description="face-up tiles elsewhere")


class TrainingWait(Answer):
    """A tile that would complete a hand, and how many are left of it."""

    tile: str
    left: int


class TrainingDiscard(Answer):
    """A tile to discard, and what completes the hand without it."""

    tile: str
    waits: list[TrainingWait]


class Drilled(Answer):
    """A hand in a phase: complete, or what would complete it."""

    phase: int
    blocks: int
    valid: bool
    problems: list[str]
    hand: str
    complete: bool
    sets: list[str]
    waits: list[TrainingWait]
    discards: list[TrainingDiscard] = Field(description="for a hand with one tile too many")
    said: Said | None
