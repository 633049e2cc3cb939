"""An older event set right: the event that does it, and what it would change."""

from typing import Any

from scorer.ledger import Game
from scorer.ledger_corrections import correct
from scorer.ledger_events import Corrected, FalseWin, HandWon, Happening
from scorer.table import TableState
from service import facts, requests, views
from service.log import Log
from service.problems import RefusedError
from service.reports import hands, happenings
from service.sitting import Sitting

INSTEAD = ("hand", "false_win", "adjustment", "swap", "strike")


def event_of(game: Game, body: requests.Correction) -> Corrected:
    """The correction that the ledger is to add; RefusedError or LedgerError where none can be."""
    given = [name for name in INSTEAD if getattr(body, name)]
    if len(given) != 1:
        names = " and ".join(given) or "none of them"
        detail = f"Give exactly one of {', '.join(INSTEAD)}, not {names}."
        raise RefusedError("one_correction", detail)
    sitting = Sitting.of(game.started)
    return correct(
        game,
        body.seq,
        lambda table: _instead(sitting, table, body),
        lambda seq, table, hand: hands.again(sitting, seq, table, hand),
        body.reason or "",
    )


def _instead(sitting: Sitting, table: TableState, body: requests.Correction) -> Happening | None:
    if body.hand is not None:
        return hands.hand_at(sitting, table, body.hand)
    if body.false_win is not None:
        return happenings.false_win(sitting, table, body.false_win)
    if body.adjustment is not None:
        return happenings.adjusted(body.adjustment)
    if body.swap is not None:
        return happenings.swapped(body.swap)
    return None


def preview(log: Log, body: requests.Correction) -> dict[str, Any]:
    """What a correction would do: the states before and after, and each payment that changes."""
    event = event_of(log.game, body)
    after = views.added(log.add(event, log.times[-1]))
    counting = dict(log.game.counting())
    changed = [(event.corrects, event.replacement), *event.resettled]
    return {
        "was": views.state(log),
        "state": after["state"],
        "event": after["event"],
        "payments": [
            {"seq": seq, "was": _payment(counting[seq]), "becomes": _payment(instead)}
            for seq, instead in changed
        ],
    }


def _payment(event: object) -> dict[str, Any] | None:
    """What an event comes to, None for one that does not count or moves no points."""
    if not isinstance(event, HandWon | FalseWin):
        return None
    told = facts.facts(event)
    shown = ("winner", "player", "faan", "score", "unpaid")
    return {name: told[name] for name in shown if name in told} | {"changes": list(event.changes)}
