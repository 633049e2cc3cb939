"""The table: one chair per player, whose winds rotate from hand to hand, and the points.

Nothing here knows about tiles or faan. A `Player` is a person, a `Seat` a chair that never moves,
and a `Wind` is what the chair is called for one hand. Customs are named strategies, so that a table
can be stored: `TableRules` holds their names.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from scorer.core.sentences import Sentence
from scorer.core.tiles import WINDS, Wind

PLAYERS = 4  # at most; three may play, and two to learn
FEWEST = 2

Points: TypeAlias = tuple[int, ...]


class Player(IntEnum):
    """A person, numbered in the order of first sitting down, which is the order of play."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3


class Seat(IntEnum):
    """A chair, numbered in the order of play; players move between chairs."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3


Seating: TypeAlias = tuple[Player, ...]
EVERYONE: Seating = tuple(Player)


@dataclass(frozen=True, slots=True)
class RulesStamp:
    """The edition of a rule set that was played: its id, a version, its SHA-256 in hexadecimal."""

    id: str
    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class Terms:
    """A rule set with the house's answers. `house` is the text of the house's file, if it has one.

    `rules` is the id of a rule set, or the hash of the house's file.
    """

    rules: str
    options: Mapping[str, object] = field(default_factory=dict)
    stamp: RulesStamp | None = None
    house: str | None = None


DIRECTIONS = ("ccw", "cw")
BUST_MOMENTS = ("at_once", "hand_end")


def in_points(coins: int, per_point: int) -> int | float:
    """Return coins as people count: whole points, or points with cents.

    >>> in_points(1200, 100), in_points(1225, 100)
    (12, 12.25)
    """
    whole, rest = divmod(coins, per_point)
    return coins / per_point if rest else whole


class TableRuleError(ValueError):
    """A custom of the table that does not exist or cannot be played."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """What a table agrees on before the first hand (docs/rules/README.md, 5).

    `start` and all balances are in coins. `deal`, `round_change`, `length` and `short_payment` name
    a custom of `DEALS`, `ROUND_CHANGES`, `LENGTHS` and `SHORT_PAYMENTS`; `rounds` is how many
    rounds (or hands) the length counts. If `bust_ends_game`, `bust_moment` says when: `at_once`,
    also between hands, or as the next hand ends (`hand_end`), as in games that began before
    `at_once`. `direction` is the way play goes round the table, in which players are numbered.
    `zero_sum` is false if nobody pays anybody and scores only add up. All amounts are whole coins:
    `coins` is how many make a point, 1, or 100 if points are money paid to the cent. `players` are
    four, three (without North), or two.

    Raises TableRuleError for an unknown custom or a game without a round.
    """

    start: int = 500
    rounds: int = 4
    deal: str = "always_passes"
    round_change: str = "sheet_literal"
    length: str = "rounds"
    draw_keeps_dealer: bool = True
    bust_ends_game: bool = True
    bust_moment: str = "at_once"
    short_payment: str = "pay_available"
    zero_sum: bool = True
    direction: str = "ccw"
    coins: int = 1
    players: int = PLAYERS

    def __post_init__(self) -> None:
        """Refuse customs that do not exist."""
        if self.rounds < 1:
            raise TableRuleError(
                Sentence("rounds must be at least 1, not {rounds}", rounds=self.rounds)
            )
        if not FEWEST <= self.players <= PLAYERS:
            raise TableRuleError(
                Sentence(
                    "players must be from {fewest} to {most}, not {players}",
                    fewest=FEWEST,
                    most=PLAYERS,
                    players=self.players,
                )
            )
        if self.coins < 1:
            raise TableRuleError(
                Sentence("coins must be at least 1, not {coins}", coins=self.coins)
            )
        known: Mapping[str, Collection[str]] = {
            "deal": DEALS,
            "round_change": ROUND_CHANGES,
            "length": LENGTHS,
            "short_payment": SHORT_PAYMENTS,
            "bust_moment": BUST_MOMENTS,
            "direction": DIRECTIONS,
        }
        for name, customs in known.items():
            value = getattr(self, name)
            if value not in customs:
                raise TableRuleError(
                    Sentence(
                        "{name} must be one of {customs}, not {value}",
                        name=name,
                        customs=", ".join(customs),
                        value=repr(value),
                    )
                )

    def in_points(self, coins: int) -> int | float:
        """Return an amount of coins as people count: whole points, or points with cents."""
        return in_points(coins, self.coins)

    def all_in_points(self, coins: Iterable[int]) -> list[int | float]:
        """Return several amounts of coins in points."""
        return [in_points(each, self.coins) for each in coins]

    def in_coins(self, points: float) -> int:
        """Return points as whole coins; raises ValueError if no whole coins make them."""
        from decimal import Decimal  # noqa: PLC0415  (scoring needs none)

        coins = Decimal(str(points)) * self.coins
        if coins != coins.to_integral_value():
            raise ValueError(f"{points} is not a whole number of coins of {1 / self.coins}")
        return int(coins)


class Standing(NamedTuple):
    """A player's place: equal points share a rank, and the next rank is left out."""

    player: Player
    points: int
    rank: int


class Coming(NamedTuple):
    """Rules that a table has agreed on for later: after `after` further hands, at least one."""

    after: int
    rules: TableRules
    terms: Terms


class TableState(NamedTuple):
    """The table before a hand is dealt, or after the last one.

    `points` are by player, `seating` is who sits on each chair, `east` the dealer's chair.
    `round_number` and `hand_number` start at 1, `turn` counts the deals passed on in this round
    (0-3), `draws` the hands that nobody won. `closed` says that a hand or the table ended the game;
    winds and numbers then stay those of the last hand. `terms` are the rules in force if they are
    not those that the game began with, `coming` those agreed on for later.
    """

    rules: TableRules
    points: Points
    east: Seat = Seat.FIRST
    seating: Seating = EVERYONE
    round_number: int = 1
    turn: int = 0
    hand_number: int = 1
    draws: int = 0
    closed: bool = False
    terms: Terms | None = None
    coming: Coming | None = None

    @classmethod
    def opening(cls, rules: TableRules) -> "TableState":
        """Return a new table: starting points for all, the first chair East, the round East."""
        points = (rules.start,) * rules.players
        return cls(rules, points, seating=EVERYONE[: rules.players])

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in the order in which they first sat down."""
        return EVERYONE[: self.rules.players]

    def gains_since(self, before: "TableState") -> Points:
        """Return what each player has gained since an earlier table."""
        return tuple([now - then for now, then in zip(self.points, before.points, strict=True)])

    @property
    def finished(self) -> bool:
        """Whether the game is over: closed, or ended by a player who has nothing left (A16).

        If everyone begins with nothing, having nothing is no end.
        """
        rules = self.rules
        at_once = rules.bust_ends_game and rules.bust_moment == "at_once" and rules.start > 0
        return self.closed or (at_once and min(self.points) <= 0)

    @property
    def round_wind(self) -> Wind:
        """The wind of the round."""
        return WINDS[(self.round_number - 1) % PLAYERS]

    @property
    def dealer(self) -> Player:
        """The player who is East in this hand."""
        return self.seating[self.east]

    @property
    def first(self) -> Player:
        """The player who takes the first turn of this hand."""
        return self.seating[ROUND_CHANGES[self.rules.round_change].first(self)]

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everyone, most points first, equals in the players' order."""
        order = sorted(self.players, key=lambda player: (-self.points[player], player))
        return tuple(
            Standing(player, mine, 1 + sum(other > mine for other in self.points))
            for player in order
            for mine in (self.points[player],)
        )

    @property
    def winds(self) -> tuple[Wind, ...]:
        """The seat wind of each player in this hand."""
        return tuple([self.wind_of(player) for player in sorted(self.seating)])

    def wind_of(self, player: Player) -> Wind:
        """Return the seat wind of a player in this hand."""
        return WINDS[(self.seating.index(player) - self.east) % len(self.seating)]

    def seat_of(self, wind: Wind) -> Seat:
        """Return the chair that has a wind in this hand."""
        return Seat((self.east + WINDS.index(wind)) % len(self.seating))

    @property
    def next_east(self) -> Seat:
        """The chair that the deal passes to: the next in turn."""
        return Seat((self.east + 1) % len(self.seating))


class RoundChange(NamedTuple):
    """A reading of what happens to the winds when a round ends."""

    dealer: Callable[[TableState], Seat]
    first: Callable[[TableState], Seat]


# In both readings P1 P2 P3 P4 go first in turn; only the seat winds of rounds 2-4 differ.
ROUND_CHANGES: Mapping[str, RoundChange] = {
    # Only the round wind changes, not the seat winds ("changes instead", A14).
    "sheet_literal": RoundChange(
        dealer=lambda state: state.east, first=lambda state: state.seat_of(state.round_wind)
    ),
    # East moves on as after any other hand, and goes first.
    "conventional": RoundChange(
        dealer=lambda state: state.next_east, first=lambda state: state.east
    ),
}

Winners: TypeAlias = tuple[Player, ...]
Deal: TypeAlias = Callable[[TableState, Winners], TableState]


def pass_deal(state: TableState) -> TableState:
    """Pass the deal to the next chair; after the last one the round changes."""
    if state.turn < state.rules.players - 1:
        return state._replace(east=state.next_east, turn=state.turn + 1)
    east = ROUND_CHANGES[state.rules.round_change].dealer(state)
    return state._replace(east=east, turn=0, round_number=state.round_number + 1)


def passes_unless_east_wins(state: TableState, winners: Winners) -> TableState:
    """Keep East after a win by East; otherwise pass the deal (docs/rules/hk-majlife.md, 4)."""
    return state if state.dealer in winners else pass_deal(state)


def winner_deals(state: TableState, winners: Winners) -> TableState:
    """Make the winner East, the first in turn of several; there are no rounds.

    docs/rules/simplified-300.md, 4.
    """
    return state._replace(east=Seat(state.seating.index(winners[0])))


def winner_deals_after_east(state: TableState, winners: Winners) -> TableState:
    """Make the winner East; if that is East already, the next in turn."""
    following = winner_deals(state, winners)
    return state._replace(east=state.next_east) if following.east is state.east else following


DEALS: Mapping[str, Deal] = {
    "always_passes": lambda state, _winners: pass_deal(state),
    "passes_unless_east_wins": passes_unless_east_wins,
    "winner_deals": winner_deals,
    "winner_deals_after_east": winner_deals_after_east,
}


# Whether the game is over, by the table as a hand ends and as the next one would begin.
LENGTHS: Mapping[str, Callable[[TableState, TableState], bool]] = {
    # Everyone has had the deal once in each round, however long anyone kept it.
    "rounds": lambda _, following: following.round_number > following.rules.rounds,
    # Drawn hands count, or do not (docs/rules/simplified-300.md, E11).
    "hands": lambda over, _: over.hand_number >= over.rules.rounds,
    "hands_won": lambda over, after: over.hand_number - after.draws >= over.rules.rounds,
}


class Debt(NamedTuple):
    """What one player owes another, more than 0."""

    payer: Player
    receiver: Player
    points: int


ShortPayment: TypeAlias = Callable[[Points, Points, Seating], Points]
"""What changes hands, from each player's points and what each is due."""


def debts(due: Points, seating: Seating) -> Iterator[Debt]:
    """Yield each debt, by payer, the receivers in turn from the payer's right.

    Each payer owes every receiver that receiver's share of all that is due. If several win on one
    discard, the discarder owes each of them twice what the others do.
    """
    waiting = {player: due[player] for player in sorted(seating) if due[player] > 0}
    for chair, payer in enumerate(seating):
        owes, total = max(0, -due[payer]), sum(waiting.values())
        turn = [*seating[chair + 1 :], *seating[:chair]]
        reached = counted = 0
        for receiver in (player for player in turn if player in waiting):
            reached += waiting[receiver]
            # Cumulative shares are rounded, so that the parts add up to what is owed.
            points = owes * reached // total - counted if total else 0
            counted += points
            waiting[receiver] -= points
            if points:
                yield Debt(payer, receiver, points)


def pay_available(points: Points, due: Points, seating: Seating = EVERYONE) -> Points:
    """Let payers give at most what they have; receivers lose what is missing (A16).

    The first receiver in turn from the payer's right is paid first (as in A17).
    """
    if max(due) <= 0:  # a penalty paid to nobody at the table
        return tuple(max(owed, -max(0, had)) for owed, had in zip(due, points, strict=True))
    changes, left = list(due), [max(0, each) for each in points]
    for payer, receiver, owed in debts(due, seating):
        missing = owed - min(owed, left[payer])
        left[payer] -= owed - missing
        changes[payer] += missing
        changes[receiver] -= missing
    return tuple(changes)


def pay_available_most_waits(points: Points, due: Points, seating: Seating) -> Points:
    """Let payers give at most what they have; the receiver who gains most is paid last.

    Games that began before turns decided were collected like this and keep their payments.
    """
    changes, missing = list(due), 0
    for player in seating:
        if due[player] < 0:
            changes[player] = -min(-due[player], max(points[player], 0))
            missing += changes[player] - due[player]
    for player in sorted(seating, key=lambda player: (-due[player], player)):
        waits = min(max(due[player], 0), missing)
        changes[player] -= waits
        missing -= waits
    return tuple(changes)


SHORT_PAYMENTS: Mapping[str, ShortPayment] = {
    "pay_available": pay_available,
    # Everyone pays in full and may end below zero.
    "go_negative": lambda _points, due, _seating: due,
    "pay_available_most_waits": pay_available_most_waits,
}


def collect(state: TableState, due: Points) -> Points:
    """Return what is paid of what is due by player (negative: pays), as the table agreed."""
    return SHORT_PAYMENTS[state.rules.short_payment](state.points, due, state.seating)


def adjust(state: TableState, changes: Points) -> TableState:
    """Move points outside a hand; winds stay. A player with nothing left may end the game (A16)."""
    points = tuple([had + more for had, more in zip(state.points, changes, strict=True)])
    return state._replace(points=points)


def agree(state: TableState, rules: TableRules, terms: Terms, after: int) -> TableState:
    """Let other rules apply from now on, or after some more hands; they replace any coming."""
    if after > 0:
        return state._replace(coming=Coming(after, rules, terms))
    return state._replace(rules=rules, terms=terms, coming=None)


def after_win(state: TableState, changes: Points, winners: Winners) -> TableState:
    """Return the table after a won hand: points paid, and the deal passed or kept."""
    points = tuple([had + more for had, more in zip(state.points, changes, strict=True)])
    return _next_hand(state, DEALS[state.rules.deal](state, winners), points)


def after_draw(state: TableState) -> TableState:
    """Return the table after a tie: nobody pays; East stays or not, as agreed (A15, B5)."""
    over = state._replace(draws=state.draws + 1)
    following = over if state.rules.draw_keeps_dealer else pass_deal(over)
    return _next_hand(over, following, state.points)


def _next_hand(over: TableState, following: TableState, points: Points) -> TableState:
    bust = over.rules.bust_ends_game and min(points) <= 0
    if bust or LENGTHS[over.rules.length](over, following):
        return over._replace(points=points, closed=True)
    following = following._replace(points=points, hand_number=over.hand_number + 1)
    coming = following.coming
    if coming is None:
        return following
    return agree(following, coming.rules, coming.terms, coming.after - 1)
