"""Settling at the end: who hands what to whom, in as few transfers as can be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorer.table_seats import Player


@dataclass(frozen=True, slots=True)
class Transfer:
    """One player hands some points, always more than 0, to another."""

    payer: Player
    receiver: Player
    points: int


def fewest_transfers(balances: Sequence[int]) -> tuple[Transfer, ...]:
    """Return the fewest transfers that bring everyone's balance to 0.

    `balances` are by player, above 0 what a player is to receive. Players whose balances already
    cancel out settle among themselves; each such group needs one transfer fewer than it has
    players, so the most groups give the fewest transfers. Raises ValueError where the balances do
    not add up to 0.
    """
    if sum(balances) != 0:
        raise ValueError(f"balances add up to 0, not {sum(balances)}")
    open_ = tuple(player for player in Player if balances[player] != 0)
    return tuple(
        transfer
        for group in max(_groupings(open_, balances), key=len)
        for transfer in _settled(group, balances)
    )


def _groupings(
    players: tuple[Player, ...], balances: Sequence[int]
) -> Iterator[tuple[tuple[Player, ...], ...]]:
    """Yield every way to divide players into groups that settle among themselves."""
    if not players:
        yield ()
        return
    first, *others = players
    for size in range(len(players)):
        for company in combinations(others, size):
            group = (first, *company)
            if sum(balances[player] for player in group) == 0:
                rest = tuple(player for player in others if player not in company)
                for following in _groupings(rest, balances):
                    yield (group, *following)


def _settled(group: tuple[Player, ...], balances: Sequence[int]) -> Iterator[Transfer]:
    """Yield one transfer fewer than there are players: who owes most pays who is owed most."""
    left = {player: balances[player] for player in group}
    while any(left.values()):
        payer = min(left, key=lambda player: left[player])
        receiver = max(left, key=lambda player: left[player])
        points = min(-left[payer], left[receiver])
        left[payer] += points
        left[receiver] -= points
        yield Transfer(payer, receiver, points)
