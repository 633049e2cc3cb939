"""Hands scored, compared and waited for."""

from typing import Any, Literal

from pydantic import Field

from service.schemas.fields import Answer, AnyHandText, Body, HandText, Query, Sum, Win, Wind


class ScoreRow(Answer):
    """One row of the breakdown, with `faan`, `points` or `times`; swallowed rows say by what."""

    id: str
    name: str
    zh: str
    value: str = Field(description="as the table prints it")
    wording: str
    count: int
    faan: int | None = None
    points: int | None = None
    times: int | None = None
    tiles: str
    excluded_by: str | None
    why: str | None = None
    part: bool | None = Field(
        default=None, description="whether it is part of the row that `excluded_by` names"
    )
    drawn: int | None = Field(
        default=None, description="its higher worth, had the last tile been self-drawn"
    )
    closed: bool | None = Field(
        default=None, description="whether it is a limit because the whole hand was concealed"
    )
    note: str | None = Field(default=None, description="the reason for its value, in words")


class HandWorth(Answer):
    """What a hand is worth, or the problems that prevent a win."""

    valid: bool
    problems: list[str]
    faan: int | None = None
    points: Sum | None = None
    score: int | None = None
    base: int | None = None
    multiplier: int | None = None
    added: int | None = None
    final_multiplier: int | None = None
    limit: bool | None = None
    rows: list[ScoreRow]
    sets: list[str]
    claimed: int | None = Field(
        default=None,
        description="the place in `sets` of what another player's tile completed, where it counts",
    )


class Scored(HandWorth):
    """A hand as scored by a rule set, with the payments."""

    rules: str
    payments: dict[Wind, Sum] | None
    losers: dict[Wind, HandWorth] | None = None
    notes: list[str] | None = Field(
        default=None, description="given values that change nothing, such as unscored losers"
    )
    refused: list[dict[str, Any]] | None = Field(
        default=None,
        description="rows missed by a little, each with `why`: in `lack` the kind of change that "
        "would earn it, or the `reading` that has it and is worth less; only with explain",
    )
    text: str | None = Field(
        default=None, description="the whole answer in words; only with explain"
    )


class Waiting(Answer):
    """A tile that completes a hand; null where it cannot be won that way."""

    tile: str
    left: int = Field(description="copies that are not visible")
    discard: HandWorth | None
    self_draw: HandWorth | None


class Waits(Answer):
    """What a hand waits for, or the problems that prevent it from waiting."""

    rules: str
    valid: bool
    problems: list[str]
    hand: str
    waits: list[Waiting]
    left: int


class ScoreRequest(Query):
    """A hand to score; checked by the scorer itself, described here."""

    rules: str = Field(examples=["hk-500"])
    hand: AnyHandText
    role: Literal["winner", "loser"] = "winner"
    seat: Wind = "E"
    round: Wind = "E"
    win: Win = "discard"
    discarder: Wind | None = Field(default=None, alias="from")
    events: list[str] = Field(default_factory=list)
    options: dict[str, Any] = Field(default_factory=dict)
    losers: dict[Wind, str] = Field(default_factory=dict)
    responsible: Wind | None = None
    responsibility: str | None = None


class WaitsRequest(Query):
    """A hand of 13 tiles that waits; checked by the scorer itself, described here."""

    rules: str = Field(examples=["hk-500"])
    hand: AnyHandText
    seat: Wind = "E"
    round: Wind = "E"
    options: dict[str, Any] = Field(default_factory=dict)
    seen: str | list[str] = Field(default="", description="face-up tiles elsewhere")


class WaitsQuery(Body):
    """The same request in an address; `seen` and `option` may be repeated."""

    rules: str = Field(examples=["hk-500"])
    hand: HandText
    seat: Wind = "E"
    round: Wind = "E"
    option: list[str] = Field(default_factory=list, description="a house option, name=value")
    seen: list[str] = Field(default_factory=list, description="face-up tiles elsewhere")


class Compared(Answer):
    """A hand under every rule set, by id."""

    rules: Literal["all"]
    answers: dict[str, Scored]
