"""A game read backwards in time: every event with the table around it, and the hands that count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorer.ledger.events import Event
from scorer.ledger.game import Game, apply, step
from scorer.ledger.seats import Points
from scorer.ledger.table import TableState


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
        return self.after.gains_since(self.before)


def history(events: Sequence[Event]) -> Iterator[Entry]:
    """Walk through a game, event by event, as it was told."""
    game: Game | None = None
    for seq, event in enumerate(events, start=1):
        following = apply(game, event)
        yield Entry(seq, event, following.table if game is None else game.table, following.table)
        game = following


def course(game: Game) -> Iterator[Entry]:
    """Walk through what counts in the end, without what was undone and with corrections made."""
    table = TableState.opening(game.started.table)
    for seq, event in game.counting():
        if event is not None:
            after = step(table, event)
            yield Entry(seq, event, table, after)
            table = after
