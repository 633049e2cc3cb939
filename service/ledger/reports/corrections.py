"""An older event set right: the event that does it, and what it would change."""

from dataclasses import replace
from typing import Any

from scorer.core.sentences import Sentence, join_with_and
from scorer.ledger.corrections import correct
from scorer.ledger.events import Corrected, FalseWin, HandWon, Happening
from scorer.ledger.game import Game, LedgerError
from scorer.ledger.table import TableRules, TableState
from service.errors import RefusedError
from service.ledger import event_json, views
from service.ledger.agreement import Agreement
from service.ledger.event_log import EventLog
from service.ledger.reports import hands, incidents
from service.schemas import games

CHOICES = ("hand", "false_win", "adjustment", "swap", "strike")


def event_of(game: Game, body: games.Correction) -> Corrected:
    """The correction that the ledger is to add; RefusedError or LedgerError where none can be."""
    given = [name for name in CHOICES if getattr(body, name)]
    if len(given) != 1:
        names = join_with_and(given) if given else Sentence("none of them")
        detail = Sentence(
            "Give exactly one of {instead}, not {names}.", instead=", ".join(CHOICES), names=names
        )
        raise RefusedError("one_correction", detail)
    return correct(
        game,
        body.seq,
        lambda table: _instead(Agreement.at(game, table), table, body),
        lambda seq, table, hand: hands.resettle(Agreement.at(game, table), seq, table, hand),
        body.reason or "",
    )


def recount(game: Game, event: Corrected) -> Corrected:
    """Return a correction from a file with answers of our own, as `hands.recount` gives them."""
    told = dict(event.resettled)

    def resettled(seq: int, table: TableState, hand: HandWon) -> HandWon:
        own = told.get(seq)
        hand = own if isinstance(own, HandWon) else hand
        return hands.recount(Agreement.at(game, table), table, hand)

    def instead(table: TableState) -> Happening | None:
        if not isinstance(event.replacement, HandWon):
            return event.replacement
        return hands.recount(Agreement.at(game, table), table, event.replacement)

    try:
        fresh = correct(game, event.corrects, instead, resettled, event.reason)
    except LedgerError:  # what cannot be is refused where the event is added
        fresh = Corrected(event.corrects, None)
    own = dict(fresh.resettled)
    return replace(
        event,
        replacement=hands.with_answers(event.replacement, fresh.replacement),
        resettled=tuple(
            (seq, hands.with_answers(one, own.get(seq))) for seq, one in event.resettled
        ),
    )


def _instead(agreement: Agreement, table: TableState, body: games.Correction) -> Happening | None:
    if body.hand is not None:
        return hands.hand_at(agreement, table, body.hand)
    if body.false_win is not None:
        return incidents.false_win(agreement, table, body.false_win)
    if body.adjustment is not None:
        return incidents.adjustment(table, body.adjustment)
    if body.swap is not None:
        return incidents.swap(table, body.swap)
    return None


def preview(log: EventLog, body: games.Correction) -> dict[str, Any]:
    """What a correction would do: the states before and after, and each payment that changes."""
    event = event_of(log.game, body)
    after = views.added_json(log.add(event, log.times[-1]))
    rules = log.game.started.table
    counting = dict(log.game.counting())
    changed = [(event.corrects, event.replacement), *event.resettled]
    return {
        "was": views.state(log),
        "state": after["state"],
        "event": after["event"],
        "payments": [
            {
                "seq": seq,
                "was": _payment(counting[seq], rules),
                "becomes": _payment(instead, rules),
            }
            for seq, instead in changed
        ],
    }


def _payment(event: object, rules: TableRules) -> dict[str, Any] | None:
    """What an event comes to, None for one that does not count or moves no points."""
    if not isinstance(event, HandWon | FalseWin):
        return None
    told = event_json.facts(event, rules)
    shown = ("winner", "player", "faan", "score", "unpaid")
    moved = event_json.told_points(event.changes, rules)
    return {name: told[name] for name in shown if name in told} | {"changes": moved}
