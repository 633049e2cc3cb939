"""Settling at the end: who pays whom, in the fewest transfers, and in which chips."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

MOST_EXACT = 10  # players; all divisions into groups are tried, three times as many for each more

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Transfer(Generic[P]):
    """One player pays some points, always more than 0, to another."""

    payer: P
    receiver: P
    points: int


def fewest_transfers(balances: Mapping[P, int]) -> tuple[Transfer[P], ...]:
    """Return the fewest transfers that bring everyone's balance to 0.

    `balances` are what each player is to receive, below 0 to pay. Players whose balances cancel out
    settle among themselves, and each such group needs one transfer fewer than it has players: the
    most groups give the fewest transfers. With more than `MOST_EXACT` balances other than 0, all
    are one group. Raises ValueError if the balances do not add up to 0.
    """
    if sum(balances.values()) != 0:
        raise ValueError(f"balances add up to 0, not {sum(balances.values())}")
    players = tuple(player for player, points in balances.items() if points != 0)
    amounts = tuple(balances[player] for player in players)
    everyone = (1 << len(players)) - 1
    groups = _most_groups(amounts) if len(players) <= MOST_EXACT else (everyone,)
    return tuple(
        transfer
        for group in groups
        for transfer in _transfers_in_group(
            {player: balances[player] for place, player in enumerate(players) if group >> place & 1}
        )
    )


def _most_groups(amounts: tuple[int, ...]) -> tuple[int, ...]:
    """Divide everyone into the most groups that add up to 0; a group is a set of bits."""

    @cache
    def divided(players: int) -> tuple[int, ...]:
        ways = (
            (group, *divided(players & ~group))
            for group in _with_the_first(players)
            if sum(amount for place, amount in enumerate(amounts) if group >> place & 1) == 0
        )
        return max(ways, key=len, default=())

    return divided((1 << len(amounts)) - 1)


def _with_the_first(players: int) -> Iterator[int]:
    """Yield every set of some players that includes the first of them, smallest numbers first."""
    first = players & -players
    others, some = players & ~first, 0
    while players:
        yield first | some
        some = (some - others) & others
        if some == 0:
            return


def _transfers_in_group(left: dict[P, int]) -> Iterator[Transfer[P]]:
    """Yield one transfer fewer than players: the biggest debtor pays the biggest creditor."""
    while any(left.values()):
        payer = min(left, key=lambda player: left[player])
        receiver = max(left, key=lambda player: left[player])
        points = min(-left[payer], left[receiver])
        left[payer] += points
        left[receiver] -= points
        yield Transfer(payer, receiver, points)


@dataclass(frozen=True, slots=True)
class Chip:
    """A kind of chip: its look, its value in cents, and how many each player begins with."""

    name: str
    cents: int
    count: int


@dataclass(frozen=True, slots=True)
class BankRoll:
    """The chips that a player begins with, most valuable first."""

    chips: tuple[Chip, ...]

    def pay(self, cents: int) -> Mapping[str, int] | None:
        """Return the fewest chips of one bank roll that pay an amount exactly, by name.

        None if it cannot be paid exactly with these chips.
        """
        best: dict[int, tuple[int, ...]] = {0: ()}
        for chip in self.chips:
            ways = [
                (paid + number * chip.cents, (*chosen, number))
                for paid, chosen in best.items()
                for number in range(chip.count + 1)
                if paid + number * chip.cents <= cents
            ]
            best = dict(sorted(ways, key=lambda way: -sum(way[1])))  # of equal sums the last stays
        chosen = best.get(cents)
        if chosen is None:
            return None
        numbers = zip(self.chips, chosen, strict=True)
        return {chip.name: number for chip, number in numbers if number}


BANK_ROLLS: Mapping[int, BankRoll] = {
    10: BankRoll(
        (
            Chip("yellow", 100, 5),
            Chip("white", 50, 5),
            Chip("green", 25, 6),
            Chip("blue", 10, 6),
            Chip("red", 5, 8),
        )
    ),
    5: BankRoll(
        (
            Chip("9 dots", 100, 2),
            Chip("5 dots", 25, 8),
            Chip("1 dot", 10, 6),
            Chip("8 dots", 5, 8),
        )
    ),
}
