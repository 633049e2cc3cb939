"""A game as the list of what happened: events in, the state of the table out.

Events are facts in the past tense and never change. `check` says whether one may follow, `apply`
adds it, and `replay` folds a whole game. An event's number (`seq`) is its place, counted from 1.
A hand keeps the settlement agreed at the table, so a later correction of a rule moves no points.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from scorer.table import TableRules, TableState, adjust, after_draw, after_win, collect
from scorer.table_seats import NOTHING, Player, Points


class LedgerError(Exception):
    """An event that cannot follow: `code` is stable, `detail` says what to do instead."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Four players sat down, by player; the first is East. `table` are the customs agreed."""

    players: tuple[str, str, str, str]
    rules: str
    table: TableRules
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandWon:
    """Somebody won; `discarder` is None for a self-draw, the konger for a robbed kong.

    `changes` are the points by player that changed hands, `unpaid` what each could not pay.
    `hand` is its text, or None where only the `faan` were agreed; `circumstances` are the public
    names of RULES.md 0.4 and `answer` is the scoring as it was shown to the table.
    """

    winner: Player
    discarder: Player | None
    changes: Points
    unpaid: Points = NOTHING
    hand: str | None = None
    faan: int | None = None
    score: int | None = None
    circumstances: tuple[str, ...] = ()
    answer: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """The wall ran out and nobody won."""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points were moved outside a hand, with the reason in the table's words."""

    changes: Points
    reason: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The hand with number `undoes` was taken back; it stays in the history."""

    undoes: int


Event: TypeAlias = GameStarted | HandWon | HandDrawn | Adjusted | Undone


@dataclass(frozen=True, slots=True)
class Game:
    """A game after its last event: the table, every event, and which were taken back."""

    started: GameStarted
    table: TableState
    events: tuple[Event, ...]
    undone: frozenset[int] = frozenset()

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def latest_hand(self) -> int | None:
        """The number of the latest hand not taken back, if there is one."""
        for seq in range(self.seq, 1, -1):
            if isinstance(self.events[seq - 1], HandWon | HandDrawn) and seq not in self.undone:
                return seq
        return None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history: an event between the tables before and after it."""

    seq: int
    event: Event
    before: TableState
    after: TableState

    @property
    def changes(self) -> Points:
        """What the event did to the points by player."""
        first, second, third, fourth = (
            now - then for now, then in zip(self.after.points, self.before.points, strict=True)
        )
        return first, second, third, fourth


def win(game: Game, hand: HandWon) -> HandWon:
    """Turn a win whose `changes` are still what is due into what the players can pay."""
    collected = collect(game.table, hand.changes)
    return replace(hand, changes=collected.changes, unpaid=collected.unpaid)


def undo(game: Game) -> Undone:
    """Name the latest hand not yet taken back; LedgerError `nothing_to_undo` without one."""
    latest = game.latest_hand
    if latest is None:
        raise LedgerError("nothing_to_undo", "No hand is left to take back.")
    return Undone(latest)


def check(game: Game | None, event: Event) -> None:
    """Raise LedgerError unless the event may follow; after it `apply` cannot fail."""
    if game is None:
        _begin(event)
    elif isinstance(event, GameStarted):
        raise LedgerError("already_started", "A game starts once, with its first event.")
    else:
        _check_after_start(game, event)


def _check_after_start(game: Game, event: Event) -> None:
    if isinstance(event, Undone):
        if undo(game) != event:
            detail = f"Only hand {game.latest_hand}, the latest, can be taken back."
            raise LedgerError("not_the_latest", detail)
        return
    if game.table.finished:
        raise LedgerError(
            "game_finished",
            "The game is over. Take its last hand back to change it, or start a new game.",
        )
    if isinstance(event, Adjusted):
        _check_sum(game, event.changes)
    elif isinstance(event, HandWon):
        _check_sum(game, event.changes)
        if event.winner == event.discarder:
            raise LedgerError("winner_is_discarder", "Nobody wins on an own discard.")


def apply(game: Game | None, event: Event) -> Game:
    """Add an event that `check` lets pass and return the game after it."""
    if game is None:
        return _begin(event)
    check(game, event)
    events = (*game.events, event)
    if isinstance(event, Undone):
        undone = game.undone | {event.undoes}
        table = _fold(game.started, events, undone)
        return replace(game, table=table, events=events, undone=undone)
    return replace(game, table=_step(game.table, event), events=events)


def replay(events: Iterable[Event]) -> Game:
    """Fold a whole game from its events; LedgerError where they do not make one."""
    game: Game | None = None
    for event in events:
        game = apply(game, event)
    if game is None:
        raise LedgerError("not_started", "A game without events has not started.")
    return game


def history(events: Sequence[Event]) -> Iterator[Entry]:
    """Walk through a game, event by event."""
    game: Game | None = None
    for seq, event in enumerate(events, start=1):
        following = apply(game, event)
        yield Entry(seq, event, following.table if game is None else game.table, following.table)
        game = following


def _begin(event: Event) -> Game:
    if not isinstance(event, GameStarted):
        raise LedgerError("not_started", "A game starts with the event that says who plays.")
    return Game(event, TableState.opening(event.table), (event,))


def _check_sum(game: Game, changes: Points) -> None:
    if game.started.table.zero_sum and sum(changes) != 0:
        detail = f"The changes must sum to 0, not {sum(changes)}: what one gains another pays."
        raise LedgerError("not_zero_sum", detail)


def _step(table: TableState, event: Event) -> TableState:
    match event:
        case HandWon(changes=changes, winner=winner):
            return after_win(table, changes, (winner,))
        case HandDrawn():
            return after_draw(table)
        case Adjusted(changes=changes):
            return adjust(table, changes)
        case _:
            return table


def _fold(started: GameStarted, events: Sequence[Event], undone: frozenset[int]) -> TableState:
    table = TableState.opening(started.table)
    for seq, event in enumerate(events, start=1):
        if seq not in undone:
            table = _step(table, event)
    return table
