"""Setting up the table, and the training course."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from service.schemas.fields import Answer, HandText, WindName
from service.schemas.rules import RulesQuery


class SetupQuery(RulesQuery):
    """What was thrown and agreed before the deal."""

    dice: Annotated[str, Field(max_length=40, examples=["3,4,5"])] = ""


class SetupStep(Answer):
    """One step in two languages, the document's own words, and what they leave open."""

    topic: str
    en: str
    zh: str
    wording: str
    unclear: dict[Literal["en", "zh"], str] | None


class Setup(Answer):
    """How the table is set up; what follows from the dice is null or empty without them."""

    rules: str
    direction: Literal["ccw", "cw"]
    throws: list[dict[str, Any]]
    steps: list[SetupStep]
    dice: list[int]
    said: dict[Literal["en", "zh"], str] | None
    wall: WindName | None
    walls: list[dict[str, Any]] = Field(description="E S W N, stacks from the owner's right")
    deal: list[dict[str, Any]] = Field(description="turns, each with its tiles")
    live: int | None = Field(description="tiles left to draw after the deal")


class Phase(Answer):
    """A phase of the course: so many blocks and a pair make a hand."""

    phase: int
    blocks: int
    tiles: int
    bonus: bool = Field(description="whether flowers and seasons are in play")
    en: str
    zh: str
    wording: str


class Drill(BaseModel):
    """A hand to look at; checked by the scorer itself, described here."""

    model_config = ConfigDict(extra="forbid")

    hand: HandText
    phase: int = Field(ge=1, le=5)
    seen: str | list[str] = Field(default="", description="tiles that lie open elsewhere")


class Drilled(Answer):
    """A hand in a phase: complete, or what would complete it."""

    phase: int
    blocks: int
    valid: bool
    problems: list[str]
    hand: str
    complete: bool
    sets: list[str]
    waits: list[dict[str, Any]]
    discards: list[dict[str, Any]] = Field(description="for a hand with a tile to spare")
    said: dict[Literal["en", "zh"], str] | None
