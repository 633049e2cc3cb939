"""A game as the list of what happened: events in, the state of the table out.

`check` says whether an event may follow, `apply` adds it, and `replay` folds a whole game. An
event's number (`seq`) is its place, counted from 1. A hand keeps the settlement agreed at the
table, so a later change of a rule moves no points.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scorer.ledger_events import (
    Adjusted,
    Corrected,
    Ended,
    Event,
    FalseWin,
    GameStarted,
    HandDrawn,
    HandWon,
    Happening,
    Payment,
    PlayersSwapped,
    Undone,
)
from scorer.table import TableState, adjust, after_draw, after_win, close, collect, reseat
from scorer.table_seats import Player, Points, Seating

HAPPENINGS = (HandWon, HandDrawn, FalseWin, Adjusted, PlayersSwapped)
# An adjustment outlives the hand before it, so only a correction takes it back.
UNDOABLE = (HandWon, HandDrawn, FalseWin, PlayersSwapped, Ended)

Paid = TypeVar("Paid", bound=HandWon | FalseWin)


class LedgerError(Exception):
    """An event that cannot follow: `code` is stable, `detail` says what to do instead."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Game:
    """A game after its last event: the table, every event, and what came of some of them.

    `undone` are the numbers of events taken back; `corrected` says what counts in the place of an
    event, None for one that was struck out.
    """

    started: GameStarted
    table: TableState
    events: tuple[Event, ...]
    undone: frozenset[int] = frozenset()
    corrected: Mapping[int, Happening | None] = field(default_factory=dict)

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def latest_undoable(self) -> int | None:
        """The number of the latest hand, or the like, not yet taken back, if there is one."""
        for seq in range(self.seq, 1, -1):
            struck = self.corrected.get(seq, self.events[seq - 1]) is None
            if isinstance(self.events[seq - 1], UNDOABLE) and not struck and seq not in self.undone:
                return seq
        return None

    def counting(self) -> Iterator[tuple[int, Event | None]]:
        """Yield what counts of each event by number: not what was undone, None if struck out."""
        for seq, event in enumerate(self.events, start=1):
            if seq not in self.undone:
                yield seq, self.corrected.get(seq, event)


def paid(table: TableState, payment: Paid) -> Paid:
    """Turn what is due into what the players can pay."""
    return replace(payment, changes=collect(table, payment.due).changes)


def undo(game: Game) -> Undone:
    """Name the latest hand (false win, swap, end) not yet taken back.

    Raises LedgerError `nothing_to_undo` without one.
    """
    latest = game.latest_undoable
    if latest is None:
        raise LedgerError("nothing_to_undo", "No hand is left to take back.")
    return Undone(latest)


def check(game: Game | None, event: Event) -> None:
    """Raise LedgerError unless the event may follow; after it `apply` cannot fail."""
    if game is None:
        _begin(event)
    elif isinstance(event, GameStarted):
        raise LedgerError("already_started", "A game starts once, with its first event.")
    elif isinstance(event, Undone):
        if undo(game) != event:
            detail = f"Only event {game.latest_undoable}, the latest, can be taken back."
            raise LedgerError("not_the_latest", detail)
    elif isinstance(event, Corrected):
        _check_correction(game, event)
    else:
        _check_open(game.table)
        _check_facts(game, event)


def apply(game: Game | None, event: Event) -> Game:
    """Add an event that `check` lets pass and return the game after it."""
    if game is None:
        return _begin(event)
    check(game, event)
    events = (*game.events, event)
    if isinstance(event, Undone):
        return _folded(replace(game, events=events, undone=game.undone | {event.undoes}))
    if isinstance(event, Corrected):
        return _folded(replace(game, events=events, corrected=_with(game, event)))
    return replace(game, table=step(game.table, event), events=events)


def replay(events: Iterable[Event]) -> Game:
    """Fold a whole game from its events; LedgerError where they do not make one."""
    game: Game | None = None
    for event in events:
        game = apply(game, event)
    if game is None:
        raise LedgerError("not_started", "A game without events has not started.")
    return game


def step(table: TableState, event: Event | None) -> TableState:
    """The table after one event that counts; what does not count, or moves nothing, leaves it."""
    match event:
        case HandWon(changes=changes):
            return after_win(table, changes, event.winners)
        case HandDrawn():
            return after_draw(table)
        case FalseWin(changes=changes) | Adjusted(changes=changes):
            return adjust(table, changes)
        case PlayersSwapped(seating=seating):
            return reseat(table, seating)
        case Ended():
            return close(table)
        case _:
            return table


def correctable(game: Game, seq: int) -> None:
    """Raise LedgerError `not_correctable` unless event `seq` may be set right."""
    if not 1 < seq <= game.seq or not isinstance(game.events[seq - 1], HAPPENINGS):
        detail = (
            f"Event {seq} cannot be corrected. Name a hand, a false win, an adjustment or a swap "
            f"of players by its number in the history."
        )
        raise LedgerError("not_correctable", detail)
    if seq in game.undone:
        detail = f"Event {seq} was taken back. Add it again as it should be."
        raise LedgerError("not_correctable", detail)


def _with(game: Game, event: Corrected) -> dict[int, Happening | None]:
    return {**game.corrected, event.corrects: event.replacement, **dict(event.resettled)}


def _check_correction(game: Game, event: Corrected) -> None:
    correctable(game, event.corrects)
    for seq, payment in event.resettled:
        correctable(game, seq)
        if seq <= event.corrects:
            raise LedgerError("not_correctable", f"Event {seq} does not follow the corrected one.")
        _check_facts(game, payment)
    if event.replacement is not None:
        _check_facts(game, event.replacement)
    _folded(replace(game, corrected=_with(game, event)))


def _check_open(table: TableState) -> None:
    if table.finished:
        raise LedgerError(
            "game_finished",
            "The game is over. Take its last hand back to change it, or start a new game.",
        )


def _check_facts(game: Game, event: Happening | Ended | Payment) -> None:
    match event:
        case HandWon():
            _check_winners(event)
            _check_sum(game, event.changes)
        case FalseWin(changes=changes) | Adjusted(changes=changes):
            _check_sum(game, changes)
        case PlayersSwapped(seating=seating):
            _check_seating(seating)
        case _:
            return


def _check_winners(event: HandWon) -> None:
    winners = event.winners
    if event.discarder in winners:
        raise LedgerError("winner_is_discarder", "Nobody wins on an own discard.")
    several = len(winners) > 1
    if len(set(winners)) < len(winners) or not winners or (several and event.self_drawn):
        detail = "One player wins, or several different ones on the discard of another."
        raise LedgerError("not_the_winners", detail)


def _check_seating(seating: Seating) -> None:
    if sorted(seating) != list(Player):
        raise LedgerError("not_a_seating", "Every player sits on one chair, none on two.")


def _check_sum(game: Game, changes: Points) -> None:
    if game.started.table.zero_sum and sum(changes) != 0:
        detail = f"The four changes must add up to 0, not {sum(changes)}."
        raise LedgerError("not_zero_sum", detail)


def _begin(event: Event) -> Game:
    if not isinstance(event, GameStarted):
        raise LedgerError("not_started", "A game starts with the event that says who plays.")
    return Game(event, TableState.opening(event.table), (event,))


def _folded(game: Game) -> Game:
    """The game with its table folded anew; LedgerError `would_have_ended` half way."""
    table = TableState.opening(game.started.table)
    for seq, event in game.counting():
        if table.finished and isinstance(event, HAPPENINGS):
            raise would_have_ended(seq)
        table = step(table, event)
    return replace(game, table=table)


def would_have_ended(seq: int) -> LedgerError:
    """The error of a correction after which event `seq` could not have happened."""
    detail = (
        f"Corrected like this, the game would have been over before event {seq}. "
        "Take back what came after its end first."
    )
    return LedgerError("would_have_ended", detail)
