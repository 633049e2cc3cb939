"""What players owe against what they have: customs for those who cannot pay in full."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from scorer.ledger.seats import (
    EVERYONE,
    Player,
    Points,
    Seating,
)


class PaidDues(NamedTuple):
    """What really changed hands (`changes`), and what each player still owes (`unpaid`)."""

    changes: Points
    unpaid: Points


class Debt(NamedTuple):
    """What one player owes another, more than 0."""

    payer: Player
    receiver: Player
    points: int


ShortPayment: TypeAlias = Callable[[Points, Points, Seating], PaidDues]


def debts(due: Points, seating: Seating) -> Iterator[Debt]:
    """Yield who owes what to whom, by payer, the receivers in turn from the payer's right.

    Each payer owes every receiver the share that this one has in all that is due. So it is where
    several win one discard, for whoever discarded owes each of them twice of what another does.
    """
    waiting = {player: due[player] for player in sorted(seating) if due[player] > 0}
    for chair, payer in enumerate(seating):
        owes, total = max(0, -due[payer]), sum(waiting.values())
        turn = [*seating[chair + 1 :], *seating[:chair]]
        reached = counted = 0
        for receiver in (player for player in turn if player in waiting):
            reached += waiting[receiver]
            # Shares of the whole up to here are rounded, so that they add up to what is owed.
            points = owes * reached // total - counted if total else 0
            counted += points
            waiting[receiver] -= points
            if points:
                yield Debt(payer, receiver, points)


def pay_available(points: Points, due: Points, seating: Seating = EVERYONE) -> PaidDues:
    """Each payer gives what he has and no more; what is missing is missing from the gain (A16).

    Of several receivers the first in turn from the payer's right is paid first (as in A17).
    """
    if max(due) <= 0:  # a penalty that nobody at the table gets
        changes = [max(owed, -max(0, had)) for owed, had in zip(due, points, strict=True)]
        unpaid = [paid - owed for paid, owed in zip(changes, due, strict=True)]
        return PaidDues(tuple(changes), tuple(unpaid))
    changes, unpaid = list(due), [0] * len(due)
    left = [max(0, each) for each in points]
    for payer, receiver, owed in debts(due, seating):
        missing = owed - min(owed, left[payer])
        left[payer] -= owed - missing
        changes[payer] += missing
        changes[receiver] -= missing
        unpaid[payer] += missing
    return PaidDues(tuple(changes), tuple(unpaid))


def pay_available_most_waits(points: Points, due: Points, seating: Seating) -> PaidDues:
    """Each payer gives what he has; of several receivers the one who gains most waits first.

    So games were collected that began before turns decided; their payments are not told anew.
    """
    changes, unpaid = list(due), [0] * len(due)
    for player in seating:
        if due[player] < 0:
            changes[player] = -min(-due[player], max(points[player], 0))
            unpaid[player] = changes[player] - due[player]
    missing = sum(unpaid)
    for player in sorted(seating, key=lambda player: (-due[player], player)):
        waits = min(max(due[player], 0), missing)
        changes[player] -= waits
        missing -= waits
    return PaidDues(tuple(changes), tuple(unpaid))


def go_negative(_points: Points, due: Points, _seating: Seating = EVERYONE) -> PaidDues:
    """Everyone pays in full and may end below nothing."""
    return PaidDues(due, tuple(0 for _ in due))


SHORT_PAYMENTS: Mapping[str, ShortPayment] = MappingProxyType(
    {
        "pay_available": pay_available,
        "go_negative": go_negative,
        "pay_available_most_waits": pay_available_most_waits,
    }
)
