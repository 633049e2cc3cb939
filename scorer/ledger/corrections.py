"""Setting an older event right, as if it had been told so from the start."""

from collections.abc import Callable
from typing import TypeAlias

from scorer.ledger import game as ledger
from scorer.ledger.events import Corrected, FalseWin, HandWon, Happening
from scorer.ledger.game import OPEN_GAME_EVENTS, Game
from scorer.ledger.table import TableState

Decide: TypeAlias = Callable[[TableState], Happening | None]
Rescore: TypeAlias = Callable[[int, TableState, HandWon], HandWon]


def correct(game: Game, seq: int, decide: Decide, rescore: Rescore, reason: str = "") -> Corrected:
    """Make the event that puts another in the place of event `seq` and settles what follows anew.

    `decide` is given the table as it stood before that event and returns what happened instead, or
    None for nothing. `rescore` is given each later hand whose winds or rules have changed by it,
    with its number and the table as it stands now; other payments are only collected again.

    Raises LedgerError `not_correctable`, `would_have_ended` where later events could not have
    happened, or `too_many_corrections` where those of this game went over too many events already.
    """
    ledger.check_correctable(game, seq)
    first = game.before(seq)
    ledger.check_refolds(game.refolded + ledger.refolds(game, first.seq))
    then = now = first.table
    replacement: Happening | None = None
    resettled: list[tuple[int, HandWon | FalseWin]] = []
    for number, event in game.counting(first.seq):
        instead = event
        if now.finished and number > seq and isinstance(event, OPEN_GAME_EVENTS):
            raise ledger.would_have_ended(number)
        if number == seq:
            instead = replacement = decide(now)
        elif number > seq and isinstance(event, HandWon | FalseWin):
            instead = _resettle(number, event, then, now, rescore)
            if instead != event:
                resettled.append((number, instead))
        then, now = ledger.step(then, event), ledger.step(now, instead)
    return Corrected(seq, replacement, tuple(resettled), reason)


def _resettle(
    number: int, payment: HandWon | FalseWin, then: TableState, now: TableState, rescore: Rescore
) -> HandWon | FalseWin:
    if isinstance(payment, FalseWin):
        return ledger.pay(now, payment)
    return ledger.pay(
        now,
        payment if _scoring_terms(then) == _scoring_terms(now) else rescore(number, now, payment),
    )


def _scoring_terms(table: TableState) -> tuple[object, ...]:
    """Return what a hand is scored by at a table: its rules and its winds."""
    return table.terms, table.round_wind, *(table.wind_of(player) for player in table.players)
