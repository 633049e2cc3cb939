"""What players owe against what they have: customs for those who cannot pay in full."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scorer.table_seats import NOTHING, PLAYERS, Player, Points, four


@dataclass(frozen=True, slots=True)
class Collected:
    """What really changed hands (`changes`), and what each player still owes (`unpaid`)."""

    changes: Points
    unpaid: Points


def pay_available(points: Points, due: Points) -> Collected:
    """Each payer gives what he has and no more; what is missing is missing from the gain (A16).

    With several receivers the one who gains most waits first, equals in the players' order.
    """
    changes, unpaid = list(due), [0] * PLAYERS
    for player in Player:
        if due[player] < 0:
            changes[player] = -min(-due[player], max(points[player], 0))
            unpaid[player] = changes[player] - due[player]
    missing = sum(unpaid)
    for player in sorted(Player, key=lambda player: (-due[player], player)):
        waits = min(max(due[player], 0), missing)
        changes[player] -= waits
        missing -= waits
    return Collected(four(changes), four(unpaid))


def go_negative(points: Points, due: Points) -> Collected:  # noqa: ARG001  (one signature for all)
    """Everyone pays in full and may end below nothing."""
    return Collected(due, NOTHING)


SHORT_PAYMENTS: Mapping[str, Callable[[Points, Points], Collected]] = MappingProxyType(
    {"pay_available": pay_available, "go_negative": go_negative}
)
