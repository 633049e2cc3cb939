"""Games looked back on: figures of the players, and who settles with whom."""

from typing import Literal

from pydantic import Field

from service.schemas.fields import Answer, GameName, Query, Sum


class CourseStep(Answer):
    """The points by player after an event."""

    seq: int
    hand_number: int
    points: list[Sum]


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
    """A player's biggest hand, with the event that recorded it."""

    game: str
    seq: int
    value: int
    hand: str | None


class FaanWon(Answer):
    """How many wins a player had with this number of faan."""

    faan: int
    wins: int


class RowWon(Answer):
    """A row that a player has won with, and how often."""

    id: str
    name: str
    zh: str
    times: int


class PlayerFigures(Answer):
    """The statistics of a player in some games; averages and biggest hands are of own wins."""

    name: str
    rank: int
    games: int
    points: Sum = Field(description="points gained in all; negative if lost")
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
    streak: int = Field(description="the longest series of wins")
    running: int = Field(description="the current series of wins")
    wins_by_faan: list[FaanWon] = Field(description="fewest faan first; none where points count")
    rows: list[RowWon] = Field(description="the rows won with most often, five at most")


class Statistics(Answer):
    """Some games of a table together, the oldest first."""

    games: list[GamePlayed]
    hands: int
    draws: int
    players: list[PlayerFigures]


class Balance(Answer):
    """What a player is to receive; below 0, to pay."""

    name: str
    points: Sum
    money: float | None


class Transfer(Answer):
    """A payment from one player to another; `chips` by name, null where chips cannot pay it."""

    giver: str = Field(alias="from")
    receiver: str | None = Field(alias="to", description="null for the bank")
    points: Sum
    money: float | None
    chips: dict[str, int] | None


class Settlement(Answer):
    """Who pays whom; `settles` is false where scores only add up."""

    games: list[str]
    settles: bool
    money_per_point: float | None
    balances: list[Balance]
    transfers: list[Transfer]


class LookBack(Query):
    """Which games to include, besides the one that is named."""

    others: list[GameName] = Field(
        default_factory=list, alias="with", max_length=50, description="ids of further games"
    )
    earlier: bool = Field(default=False, description="include the games before this one")


class Settle(LookBack):
    """The games to settle together, and the chips to pay with."""

    bank_roll: Literal["5", "10"] | None = Field(
        default=None, description="show payments in the chips of this bank roll, in dollars"
    )
