"""Fields that bodies and answers share: text, players, tiles and amounts, with their limits."""

import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Any, Literal, LiteralString, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticCustomError

from scorer.core.hand import LONGEST_TEXT
from scorer.core.sentences import LONGEST, Sentence, hint
from service.db.schema import GAME_ID
from service.errors import RefusedError, no_such_game


class Answer(BaseModel):
    """An answer may gain members; a client ignores those it does not know."""

    model_config = ConfigDict(extra="allow")


class Query(BaseModel):
    """A query, or a body that the scorer checks, whose fields are all known."""

    model_config = ConfigDict(extra="forbid")


class Problem(Answer):
    """An RFC 9457 problem document (`application/problem+json`)."""

    type: str
    title: str
    status: int
    code: str = Field(description="stable, for programs")
    detail: str = Field(description="what is wrong and what to do, for people")
    problems: list[str] | None = Field(default=None, description="for hands: all problems")


Wind = Literal["E", "S", "W", "N"]
Win = Literal["discard", "self-draw"]
Player = Annotated[int, Field(ge=0, le=3, description="player index 0-3")]

# Unicode categories that no line of text may contain, and those that are invisible.
UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})

UNSEEN = UNPRINTABLE | {"Cf", "Zs"}


def own_error(kind: LiteralString, message: Sentence) -> PydanticCustomError:
    """Return an error in a field with a sentence, whose braces are not placeholders."""
    return PydanticCustomError(kind, "{message}", {"message": message})


def _printable(text: str) -> str:
    """Return text of one line; ValueError for line breaks, or where nothing of it is visible."""
    kinds = {unicodedata.category(letter) for letter in text}
    if kinds & UNPRINTABLE:
        raise own_error("unprintable", Sentence("Leave out line breaks and control characters."))
    if kinds <= UNSEEN:
        raise own_error("unseen", Sentence("Enter at least one visible character."))
    return text


def must_be(pattern: str, refusal: Callable[[str], RefusedError]) -> AfterValidator:
    """Return a validator that refuses text which cannot be one of our ids, without a query."""
    fits = re.compile(pattern)

    def checked(given: str) -> str:
        if fits.fullmatch(given) is None:
            raise refusal(given)
        return given

    return AfterValidator(checked)


GameName = Annotated[str, must_be(GAME_ID, no_such_game)]

Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]*$"
    ),
    AfterValidator(_printable),
]

# Far beyond any table, far below what a database column or a phone can show.
MOST_POINTS = 1_000_000_000  # points: the largest amount in a call

Amount = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]

# An amount at a table: whole points, or points with cents where they are money.
Sum: TypeAlias = int | float

Change = Annotated[Sum, Field(ge=-MOST_POINTS, le=MOST_POINTS)]

Faan = Annotated[int, Field(ge=0, le=1_000_000)]

HAND_EXAMPLE = "123m 456m 79m 77z (555z) +8m | 2f"
HandText = Annotated[str, Field(max_length=LONGEST_TEXT, examples=[HAND_EXAMPLE])]
# The scorer answers any text: one that is too long has the problem `bad_notation`.
AnyHandText = Annotated[str, Field(examples=[HAND_EXAMPLE])]

Reason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(_printable),
]


def _optional_line(text: str) -> str:
    """Return a line of text; an empty one removes the stored one."""
    return _printable(text) if text else text


Note = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=200),
    AfterValidator(_optional_line),
    Field(description="one line; empty to remove it"),
]

Number = Annotated[int, Field(ge=1, le=1_000_000, description="the `seq` of an event")]

Seq = Annotated[int, Field(ge=0, description="the `seq` this request relies on; stale: 409")]


class Body(BaseModel):
    """A JSON object whose fields are all known; null stands for absent, as in scores."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=False)

    @model_validator(mode="before")
    @classmethod
    def _known_fields(cls, given: object) -> object:
        if isinstance(given, dict):
            given = {name: value for name, value in given.items() if value is not None}
            known = [field.alias or name for name, field in cls.model_fields.items()]
            for name in given:
                if name not in known:
                    message = Sentence(
                        "There is no field {name}{near}.",
                        name=repr(name[:LONGEST]),
                        near=hint(name, known),
                    )
                    raise own_error("unknown_field", message)
        return given


Worth: TypeAlias = int | str

RulesHash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Nothing(Body):
    """An empty object."""


PlayerKey = Literal["0", "1", "2", "3"]

PLAYERS = Field(max_length=4, fail_fast=True)

# Three times as many as any rule set has.
Options: TypeAlias = Annotated[dict[str, Any], Field(max_length=100, fail_fast=True)]

EventName = Annotated[str, StringConstraints(max_length=40)]

TileCode = Annotated[str, StringConstraints(pattern=r"^([1-9][mps]|[1-7]z|[1-4][fg]|x|[?])$")]

Pixel = Annotated[float, Field(ge=-100_000, le=100_000)]

Corner = Annotated[list[Pixel], Field(min_length=2, max_length=2, fail_fast=True)]
