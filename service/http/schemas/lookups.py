"""The shapes of calls that look something up and change nothing: set-up and training."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from scorer.rules.house_file import LONGEST_FILE
from service.http.schemas.answers import Answer, Rules, Scored, WindName
from service.http.schemas.requests import Body, HandText

Worth: TypeAlias = int | str


class RulesQuery(Body):
    """What a table agreed on."""

    option: list[str] = Field(default_factory=list, description="a house option, name=value")


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


class Compared(Answer):
    """A hand under every rule set, by id."""

    rules: Literal["all"]
    answers: dict[str, Scored]


class HouseFile(Body):
    """A house's rule set as its TOML file, or what such a file is to say."""

    toml: Annotated[str, Field(max_length=LONGEST_FILE)] | None = None
    base: str | None = Field(default=None, examples=["hk-500"])
    name: Annotated[str, Field(max_length=80)] | None = None
    version: int | None = Field(default=None, ge=1)
    options: dict[str, Any] | None = None
    rows: dict[str, Worth | dict[str, Worth]] | None = Field(
        default=None, description="values of rows, as the file has them"
    )


RulesHash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class HousesQuery(Body):
    """Which house rules a phone knows of, because its tables play by them."""

    hash: list[RulesHash] = Field(default_factory=list, max_length=20)


class HouseChoice(Answer):
    """House rules that are known: their `hash` is what `rules` takes in other calls."""

    hash: str
    id: str
    name: str
    base: str
    version: int
    at: str


class HouseRules(Rules):
    """A house's rule set with its file, its version and the hash of what decides a score."""

    base: str
    version: int
    hash: str
    toml: str
    at: str
