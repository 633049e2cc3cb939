"""The shapes that calls answer with, as OpenAPI describes them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

WindName = Literal["E", "S", "W", "N"]
Kind = Literal[
    "started",
    "hand_won",
    "hand_drawn",
    "false_win",
    "adjusted",
    "players_swapped",
    "ended",
    "undo",
    "corrected",
]


class Answer(BaseModel):
    """An answer may gain members; a client ignores those it does not know."""

    model_config = ConfigDict(extra="allow")


class Problem(Answer):
    """An RFC 9457 problem document (`application/problem+json`)."""

    type: str
    title: str
    status: int
    code: str = Field(description="stable, for programs")
    detail: str = Field(description="what is wrong and what to do, for people")
    problems: list[str] | None = Field(default=None, description="for hands: everything wrong")


class PlayerState(Answer):
    """A player as the table stands."""

    name: str
    points: int
    seat_wind: WindName


class Place(Answer):
    """A place in the standings; ties share a rank."""

    player: int
    points: int
    rank: int


class State(Answer):
    """A game after its last event."""

    id: str
    seq: int
    rules: str
    options: dict[str, Any]
    house_rules: dict[str, Any] | None = Field(
        description="`hash`, `id` and `version` of the house's file that the table plays by"
    )
    players: list[PlayerState]
    round_wind: WindName
    dealer: int
    first: int
    hand_number: int
    finished: bool
    seats: list[int] = Field(description="the player on each chair, in the order of play")
    direction: Literal["ccw", "cw"] = Field(description="the way play goes round the table")
    follows: str | None = Field(description="the id of the game this table played before")
    standings: list[Place]


class Started(Answer):
    """A new game; the write token is shown this once."""

    id: str
    write_token: str
    state: State


class Event(Answer):
    """One event; its other members depend on the kind."""

    seq: int
    kind: Kind
    at: str
    hand_number: int
    round_wind: WindName
    dealer: int
    changes: list[int]
    points: list[int]


class Added(Answer):
    """An event was added."""

    seq: int
    event: Event
    state: State


class PaymentChange(Answer):
    """A payment that a correction changes; null where nothing is paid."""

    seq: int
    was: dict[str, Any] | None
    becomes: dict[str, Any] | None


class CorrectionPreview(Answer):
    """What a correction would do: the states around it, its event, and payments that change."""

    was: State
    state: State
    event: Event
    payments: list[PaymentChange]


class History(Answer):
    """Every event in order."""

    events: list[Event]


class CourseStep(Answer):
    """The points by player after an event."""

    seq: int
    hand_number: int
    points: list[int]


class GamePlayed(Answer):
    """A game that statistics were counted from."""

    id: str
    seq: int
    at: str
    rules: str
    players: list[str]
    finished: bool
    course: list[CourseStep]


class BestHand(Answer):
    """A player's biggest hand, by the event that tells it."""

    game: str
    seq: int
    value: int
    hand: str | None


class PlayerFigures(Answer):
    """What some games say about a player; averages and biggest hands are of the own wins."""

    name: str
    rank: int
    games: int
    points: int = Field(description="gained in all; below 0: lost")
    hands: int
    wins: int
    self_draws: int
    deal_ins: int
    deals: int
    false_wins: int
    average_faan: float | None
    average_score: float | None
    biggest_faan: BestHand | None
    biggest_score: BestHand | None
    streak: int = Field(description="most hands won one after the other")
    running: int = Field(description="hands won in a row at the end")


class Statistics(Answer):
    """Some games of a table together, the oldest first."""

    games: list[GamePlayed]
    hands: int
    draws: int
    players: list[PlayerFigures]


class Balance(Answer):
    """What a player is to receive; below 0, to pay."""

    name: str
    points: int
    money: float | None


class Transfer(Answer):
    """What one player hands to another; `chips` by name, null where they cannot pay it."""

    giver: str = Field(alias="from")
    receiver: str = Field(alias="to")
    points: int
    money: float | None
    chips: dict[str, int] | None


class Settlement(Answer):
    """Who hands what to whom; `settles` is false where scores only add up."""

    games: list[str]
    settles: bool
    money_per_point: float | None
    balances: list[Balance]
    transfers: list[Transfer]


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
    drawn: int | None = Field(
        default=None, description="more than it is worth: had the last tile been drawn"
    )
    closed: bool | None = Field(
        default=None, description="true for a limit that is one because all of it lay closed"
    )
    note: str | None = Field(default=None, description="what decided its worth, in words")


class Scored(Answer):
    """A hand as scored, or the problems that keep it from being a win."""

    rules: str
    valid: bool
    problems: list[str]
    faan: int | None = None
    points: int | None = None
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
    payments: dict[WindName, int] | None
    losers: dict[WindName, dict[str, Any]] | None = None
    notes: list[str] | None = Field(
        default=None, description="what was told and changes nothing, such as unscored losers"
    )
    refused: list[dict[str, Any]] | None = Field(
        default=None,
        description="rows missed by a little, each with `why`, and where another reading has "
        "them and is worth less, that `reading`; only with explain",
    )
    text: str | None = Field(default=None, description="all of it in words; only with explain")


class Waiting(Answer):
    """A tile that completes a hand; null where it cannot be won that way."""

    tile: str
    left: int = Field(description="copies not yet seen")
    discard: dict[str, Any] | None
    self_draw: dict[str, Any] | None


class Waits(Answer):
    """What a hand waits for, or the problems that keep it from waiting."""

    rules: str
    valid: bool
    problems: list[str]
    hand: str
    waits: list[Waiting]
    left: int


class RuleRow(Answer):
    """One row of a rule set's table."""

    id: str
    name: str
    value: Any
    wording: str


class RuleOption(Answer):
    """A house option."""

    name: str
    values: Any
    default: Any
    question: str


class RuleCircumstance(Answer):
    """A circumstance that earns something: when it can, and which others it shuts out."""

    event: str
    needs: list[str] = Field(
        description="self-draw, discard, seat-east, seat-not-east, from-east, nothing-called, "
        "nothing-exposed, kong-held, bonus-held, no-other-copy"
    )
    contradicts: list[str]


class Rules(Answer):
    """A rule set with its table and house options."""

    id: str
    name: str
    document: str
    rows: list[RuleRow]
    options: list[RuleOption]
    events: list[Any]
    circumstances: list[RuleCircumstance]


class Reading(Answer):
    """What was recognised on one photo, in pixels of the upright photo."""

    photo: str
    size: list[int] = Field(min_length=2, max_length=2, description="width and height, in pixels")
    tiles: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    hand: str | None
    problems: list[str]
    as_seen: str | None = Field(
        default=None, description="the hand without what was corrected to make it win"
    )
    advice: list[str] = Field(default=[], description="what would make a better photo")
    timings_ms: dict[str, float]


class Health(Answer):
    """`live` is true whenever this answers; `ready` when every check says ok, or busy."""

    live: bool
    ready: bool
    checks: dict[str, str]
