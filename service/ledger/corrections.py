"""What a correction would change, shown before it is made."""

from typing import Any

from scorer.ledger import answers
from scorer.ledger.events import Corrected, FalseWin, HandWon
from scorer.ledger.table import TableRules
from service.ledger import views
from service.ledger.event_log import EventLog

PAYMENT_MEMBERS = ("winner", "player", "faan", "score", "unpaid", "changes")  # of a payment


def preview(log: EventLog, event: Corrected) -> dict[str, Any]:
    """Return the states before and after a correction, and each payment that changes."""
    after = views.added_json(log.add(event, log.times[-1]))
    rules = log.game.started.table
    payments = dict(log.game.counting())
    changed = [(event.corrects, event.replacement), *event.resettled]
    return {
        "was": views.state(log),
        "state": after["state"],
        "event": after["event"],
        "payments": [
            {
                "seq": seq,
                "was": _payment(payments[seq], rules),
                "becomes": _payment(replacement, rules),
            }
            for seq, replacement in changed
        ],
    }


def _payment(event: object, rules: TableRules) -> dict[str, Any] | None:
    """Return the payment of an event, None for one that does not count or moves no points."""
    if not isinstance(event, HandWon | FalseWin):
        return None
    facts = answers.facts(event, rules)
    return {name: facts[name] for name in PAYMENT_MEMBERS if name in facts}
