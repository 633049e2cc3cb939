"""Games: the bodies that report what happened, and the answers that show a table's state."""

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from scorer.core.sentences import Sentence, join_with_and
from scorer.ledger.events import HandDrawn, HandWon
from scorer.ledger.table import Player as PlayerIndex
from scorer.ledger.table import Terms
from scorer.reports.events import Report, adjustment, false_win, swap
from scorer.reports.wins import read_report
from service.errors import RefusedError
from service.schemas.fields import (
    Amount,
    Answer,
    Body,
    Change,
    Faan,
    GameName,
    HandText,
    Name,
    Note,
    Number,
    Options,
    Player,
    Query,
    Reason,
    Seq,
    Sum,
    Win,
    Wind,
)
from service.schemas.scores import Scored

Kind = Literal[
    "started",
    "hand_won",
    "hand_drawn",
    "false_win",
    "adjusted",
    "players_swapped",
    "rules_changed",
    "hand_noted",
    "players_named",
    "ended",
    "undo",
    "corrected",
]


class PlayerState(Answer):
    """A player as the table stands."""

    name: str
    points: Sum
    seat_wind: Wind


class Place(Answer):
    """A place in the standings; ties share a rank."""

    player: int
    points: Sum
    rank: int


class State(Answer):
    """A game after its last event."""

    id: str
    seq: int
    rules: str
    options: dict[str, Any]
    house_rules: dict[str, Any] | None = Field(
        description="`hash`, `id` and `version` of the table's house file"
    )
    players: list[PlayerState]
    round_wind: Wind
    round: int = Field(description="the number of the round, from 1")
    turn: int = Field(description="how often the deal has passed in this round")
    draws: int = Field(description="the number of drawn hands")
    dealer: int
    first: int
    hand_number: int
    finished: bool
    seats: list[int] = Field(description="the player in each seat, in the order of play")
    coin: Sum = Field(description="the smallest payment in points: 1, or 0.01 for money")
    direction: Literal["ccw", "cw"] = Field(description="the direction of play")
    follows: str | None = Field(description="the id of the table's previous game")
    coming: dict[str, Any] | None = Field(
        description="rules agreed on for later: `rules`, `options`, `house_rules`, `from_hand`"
    )
    standings: list[Place]


class Started(Answer):
    """A new game; the write token is shown this once."""

    id: str
    write_token: str
    state: State


class RulesEdition(Answer):
    """The edition of a rule set that scored something."""

    rules: str
    version: int
    hash: str


class Winning(Answer):
    """What one winner of a hand had; `answer` is the hand as it was scored."""

    winner: int
    faan: int | None
    score: int | None
    hand: str | None
    events: list[str]
    answer: Scored | None


class Replacement(Answer):
    """What replaces an event: its kind, and the members of that kind."""

    kind: Kind
    seq: int | None = None
    changes: list[Sum] | None = None


class Event(Answer):
    """One event; which of its other members are there depends on the kind."""

    seq: int
    kind: Kind
    at: str
    hand_number: int
    round_wind: Wind
    dealer: int
    changes: list[Sum]
    points: list[Sum]
    rules: str | None = Field(default=None, description="started: the rule set")
    players: list[str] | None = Field(default=None, description="started, players_named: the names")
    options: dict[str, Any] | None = Field(default=None, description="started: the agreed options")
    follows: str | None = Field(default=None, description="started: the table's previous game")
    edition: RulesEdition | None = Field(
        default=None, description="the edition of the rules that scored it"
    )
    winner: int | None = Field(default=None, description="hand_won: the (first) winner")
    discarder: int | None = Field(default=None, alias="from", description="hand_won: the discarder")
    win: Win | None = None
    hand: str | None = None
    faan: int | None = None
    score: int | None = None
    events: list[str] | None = Field(default=None, description="hand_won: circumstances")
    answer: Scored | None = Field(default=None, description="hand_won: the hand as scored")
    wins: list[Winning] | None = Field(default=None, description="hand_won: all winners")
    scores: list[Sum | None] | None = None
    hands: list[str | None] | None = None
    unknown: list[int] | None = Field(
        default=None, description="players whose hands were not given"
    )
    responsible: int | None = Field(default=None, description="the player who pays for all")
    responsibility: str | None = None
    due: list[Sum] | None = Field(default=None, description="what each player owed or was owed")
    unpaid: list[Sum] | None = None
    lacking: list[Sum] | None = None
    player: int | None = Field(default=None, description="false_win: who declared it")
    reason: str | None = None
    seats: list[int] | None = Field(default=None, description="players_swapped: the new seating")
    notes: int | None = Field(default=None, description="hand_noted: the hand's event")
    note: str | None = Field(default=None, description="hand_noted: the note, empty for none")
    undoes: int | None = Field(default=None, description="undo: the event taken back")
    corrects: int | None = Field(default=None, description="corrected: the event replaced")
    replacement: Replacement | None = Field(default=None, description="corrected: its replacement")
    resettled: list[Replacement] | None = Field(
        default=None, description="corrected: later events settled again"
    )


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


class RulesChoice(Body):
    """The rules that a table wants to play by: a rule set or a house's hash, and its options."""

    rules: str = Field(examples=["hk-500"])
    options: Options = Field(default_factory=dict)

    def terms(self, house: str | None) -> Terms:
        """Return the requested terms, with a house's file or none."""
        return Terms(self.rules, self.options, house=house)


class TableChange(Body):
    """What is added to a game, if it is still at the event that the sender saw."""

    expected_seq: Seq | None = None


class NewGame(RulesChoice):
    """Four players sit down, in seat order E S W N; or three, or two."""

    players: list[Name] = Field(min_length=2, max_length=4)
    follows: GameName | None = Field(
        default=None, description="the id of the table's previous game"
    )


class Undo(TableChange):
    """The latest hand not yet taken back is taken back."""


class Adjustment(TableChange):
    """Points move outside a hand, one change a player."""

    changes: list[Change] = Field(min_length=2, max_length=4)
    reason: Reason

    def report(self) -> Report:
        """Return the report of the adjustment."""
        return partial(adjustment, changes=self.changes, reason=self.reason)


class AlsoWon(Body):
    """Another player who won on the same discard, where the house lets all of them win."""

    winner: Player
    hand: HandText | None = None
    faan: Faan | None = None
    events: list[str] = Field(default_factory=list, max_length=20)


class Hand(TableChange):
    """A finished hand: drawn, or won with `hand` or an agreed `faan` (or `scores`, `hands`).

    `responsible` is the player who pays for all (包), `responsibility` the id of why, where the
    house has several ways (option `responsibility`, or `payment` of the rules).
    """

    draw: bool = False
    winner: Player | None = None
    discarder: Player | None = Field(default=None, alias="from")
    win: Win = "discard"
    hand: HandText | None = None
    faan: Faan | None = None
    scores: list[Amount | None] | None = Field(default=None, min_length=2, max_length=4)
    hands: list[HandText | None] | None = Field(default=None, min_length=2, max_length=4)
    events: list[str] = Field(default_factory=list, max_length=20)
    also: list[AlsoWon] = Field(default_factory=list, max_length=2)
    responsible: Player | None = None
    responsibility: Annotated[str, Field(max_length=40)] | None = None

    def report(self) -> HandWon | HandDrawn:
        """Return the report of the hand; RefusedError where it is drawn and won, or neither."""
        return read_report(self.model_dump(by_alias=True, exclude_unset=True))


class FalseWin(TableChange):
    """A player declared a win that was none; it costs what the house agreed on."""

    player: Player
    hand: HandText | None = None

    def report(self) -> Report:
        """Return the report of the false win."""
        return partial(false_win, player=PlayerIndex(self.player), hand=self.hand)


class Swap(TableChange):
    """Players change chairs: who sits on each from now on, in the order of play."""

    seats: list[Player] = Field(min_length=2, max_length=4)

    def report(self) -> Report:
        """Return the report of the swap."""
        return partial(swap, seats=self.seats)


class RulesChange(RulesChoice, TableChange):
    """Other rules apply from this hand on, or from a later one: a rule set or a house's hash."""

    from_hand: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        default=None, description="the `hand_number` from which they apply; null for this hand"
    )


class HandNote(TableChange):
    """A note on a hand, replacing an earlier one; it moves no points."""

    seq: Number
    note: Note


class PlayerNames(TableChange):
    """Other names for the players, in the order of the start; they move no points."""

    players: list[Name] = Field(min_length=2, max_length=4)


class End(TableChange):
    """The table ends the game before its length is played."""

    reason: Reason | None = None


class Correction(TableChange):
    """An older event is corrected: what happened instead, or `strike` for nothing."""

    seq: Number
    hand: Hand | None = None
    false_win: FalseWin | None = None
    adjustment: Adjustment | None = None
    swap: Swap | None = None
    strike: bool = False
    reason: Reason | None = None

    def report(self) -> Report | None:
        """Return what replaces the event, None to strike it; RefusedError for both or neither."""
        reports = {
            "hand": self.hand,
            "false_win": self.false_win,
            "adjustment": self.adjustment,
            "swap": self.swap,
        }
        given = [name for name, body in reports.items() if body] + ["strike"] * self.strike
        if len(given) != 1:
            names = join_with_and(given) if given else Sentence("none of them")
            detail = Sentence(
                "Send exactly one of {instead}, not {names}.",
                instead=", ".join([*reports, "strike"]),
                names=names,
            )
            raise RefusedError("one_correction", detail)
        body = reports.get(given[0])
        return None if body is None else body.report()


class Page(Query):
    """Which part of a history; without a limit, all that follows."""

    after: int = Field(default=0, ge=0, le=1_000_000, description="the `seq` of the last one seen")
    limit: int | None = Field(
        default=None, ge=1, le=500, description="the maximum number of events"
    )


class Download(Query):
    """How a history is downloaded."""

    plain: bool = Field(default=False, description="adds names, winds and rows to the codes")


class GameFile(Answer):
    """A game with all of its events, as they are stored; `digest` is a hash of them."""

    format: Literal["tableside-game"]
    version: int
    id: str
    exported_at: str
    digest: str
    events: list[dict[str, Any]]
