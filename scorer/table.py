"""The table: four chairs, whose winds turn from hand to hand, and what each player has.

Nothing here knows about tiles or faan. A `Seat` is a chair and never moves; a `Wind` is what the
chair is called for one hand. Customs that a house may choose are values of `TableRules`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from types import MappingProxyType
from typing import TypeAlias

from scorer.tiles import Wind

WINDS = tuple(Wind)
PLAYERS = 4

Points: TypeAlias = tuple[int, int, int, int]


class Seat(IntEnum):
    """A chair at the table, numbered in the order of play; the first begins as East."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3

    @property
    def right(self) -> "Seat":
        """The chair on this one's right, which plays next."""
        return Seat((self + 1) % PLAYERS)


class TableRuleError(ValueError):
    """A custom of the table that does not exist or cannot be played."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """What a table agrees on before the first hand (RULES.md 1.3, A14-A16, A27, section 6).

    `start` and all balances are points. `rounds` counts rounds of four deals. `round_change` and
    `short_payment` name a custom of `ROUND_CHANGES` and `SHORT_PAYMENTS`. Where nobody pays anybody
    and scores only add up, `zero_sum` is false.
    Raises TableRuleError for a custom that is not there or a game without a round.
    """

    start: int = 500
    rounds: int = 4
    round_change: str = "sheet_literal"
    draw_keeps_dealer: bool = True
    bust_ends_game: bool = True
    short_payment: str = "pay_available"
    zero_sum: bool = True

    def __post_init__(self) -> None:
        """Refuse customs that do not exist."""
        if self.rounds < 1:
            raise TableRuleError(f"rounds must be at least 1, not {self.rounds}")
        for name, known in (("round_change", ROUND_CHANGES), ("short_payment", SHORT_PAYMENTS)):
            value = getattr(self, name)
            if value not in known:
                raise TableRuleError(f"{name} must be one of {', '.join(known)}, not {value!r}")


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place: equal points share a rank, and the next rank is left out."""

    seat: Seat
    points: int
    rank: int


@dataclass(frozen=True, slots=True)
class TableState:
    """The table before a hand is dealt, or after the last one.

    `round_number` and `hand_number` start at 1, `turn` counts the deals passed on in this round
    (0-3). Once `finished`, winds and numbers stay those of the last hand.
    """

    rules: TableRules
    points: Points
    dealer: Seat = Seat.FIRST
    round_number: int = 1
    turn: int = 0
    hand_number: int = 1
    finished: bool = False

    @classmethod
    def opening(cls, rules: TableRules) -> "TableState":
        """Everyone with the starting points, the first chair East, round East."""
        return cls(rules, (rules.start, rules.start, rules.start, rules.start))

    @property
    def round_wind(self) -> Wind:
        """The wind of the round."""
        return WINDS[(self.round_number - 1) % PLAYERS]

    @property
    def first(self) -> Seat:
        """The chair that takes the first turn of this hand."""
        return ROUND_CHANGES[self.rules.round_change].first(self)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everyone from most points to least, equals in seat order."""
        order = sorted(Seat, key=lambda seat: (-self.points[seat], seat))
        return tuple(
            Standing(seat, mine, 1 + sum(other > mine for other in self.points))
            for seat in order
            for mine in (self.points[seat],)
        )

    def wind_of(self, seat: Seat) -> Wind:
        """The seat wind of a chair in this hand."""
        return WINDS[(seat - self.dealer) % PLAYERS]

    def seat_of(self, wind: Wind) -> Seat:
        """The chair that a wind sits on in this hand."""
        return Seat((self.dealer + WINDS.index(wind)) % PLAYERS)


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A reading of what happens to the winds when the round is over."""

    dealer: Callable[[TableState], Seat]
    first: Callable[[TableState], Seat]


def dealer_stays(state: TableState) -> Seat:
    """Only the round wind changes, the seat winds do not ("changes instead", A14)."""
    return state.dealer


def dealer_passes(state: TableState) -> Seat:
    """East moves to the right as after any other hand."""
    return state.dealer.right


def round_wind_first(state: TableState) -> Seat:
    """The player whose seat wind is the round wind goes first (A14)."""
    return state.seat_of(state.round_wind)


def dealer_first(state: TableState) -> Seat:
    """East goes first."""
    return state.dealer


# Both readings let P1 P2 P3 P4 go first in turn; only the seat winds of rounds 2-4 differ.
ROUND_CHANGES: Mapping[str, RoundChange] = MappingProxyType(
    {
        "sheet_literal": RoundChange(dealer=dealer_stays, first=round_wind_first),
        "conventional": RoundChange(dealer=dealer_passes, first=dealer_first),
    }
)


@dataclass(frozen=True, slots=True)
class Collected:
    """What really changed hands (`changes`), and what each player still owes (`unpaid`)."""

    changes: Points
    unpaid: Points


def pay_available(points: Points, due: Points) -> Collected:
    """Each payer gives what he has and no more; what is missing is missing from the gain (A16).

    With several receivers the one who gains most waits first, equals in seat order.
    """
    changes, unpaid = list(due), [0] * PLAYERS
    for seat in Seat:
        if due[seat] < 0:
            changes[seat] = -min(-due[seat], max(points[seat], 0))
            unpaid[seat] = changes[seat] - due[seat]
    missing = sum(unpaid)
    for seat in sorted(Seat, key=lambda seat: (-due[seat], seat)):
        waits = min(max(due[seat], 0), missing)
        changes[seat] -= waits
        missing -= waits
    return Collected(four(changes), four(unpaid))


def go_negative(points: Points, due: Points) -> Collected:  # noqa: ARG001  (one signature for all)
    """Everyone pays in full and may end below nothing."""
    return Collected(due, (0, 0, 0, 0))


SHORT_PAYMENTS: Mapping[str, Callable[[Points, Points], Collected]] = MappingProxyType(
    {"pay_available": pay_available, "go_negative": go_negative}
)


def four(values: list[int]) -> Points:
    """The four numbers of a list as a tuple; ValueError for any other count."""
    first, second, third, fourth = values
    return first, second, third, fourth


def collect(state: TableState, due: Points) -> Collected:
    """Turn what is due by seat (negative pays) into what is paid, as the table agreed."""
    return SHORT_PAYMENTS[state.rules.short_payment](state.points, due)


def adjust(state: TableState, changes: Points) -> TableState:
    """Move points outside a hand; winds stay, and only a hand can end the game (A16)."""
    return replace(
        state, points=four([have + more for have, more in zip(state.points, changes, strict=True)])
    )


def after_win(state: TableState, changes: Points) -> TableState:
    """The table after a hand somebody won: paid, and East moves whoever won (RULES.md 1.3)."""
    return _next_hand(adjust(state, changes), passes=True)


def after_draw(state: TableState) -> TableState:
    """The table after a tie: nobody pays, and East stays unless the house passes the deal (A15)."""
    return _next_hand(state, passes=not state.rules.draw_keeps_dealer)


def _next_hand(state: TableState, *, passes: bool) -> TableState:
    last_turn = state.turn == PLAYERS - 1
    bust = state.rules.bust_ends_game and min(state.points) <= 0
    if bust or (passes and last_turn and state.round_number >= state.rules.rounds):
        return replace(state, finished=True)
    following = replace(state, hand_number=state.hand_number + 1)
    if not passes:
        return following
    if not last_turn:
        return replace(following, dealer=state.dealer.right, turn=state.turn + 1)
    dealer = ROUND_CHANGES[state.rules.round_change].dealer(state)
    return replace(following, dealer=dealer, turn=0, round_number=state.round_number + 1)
