"""The chips of hk-majlife: what a bank roll holds, and how to pay with it.

docs/rules/hk-majlife.md, 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass

CENTS_PER_FAN = 5  # "Nickel per fan"; a point is a chip of that value (B20)


@dataclass(frozen=True, slots=True)
class Chip:
    """A kind of chip: its look, its value in cents, and how many each player begins with."""

    name: str
    cents: int
    count: int


@dataclass(frozen=True, slots=True)
class BankRoll:
    """The chips that a player begins with, the most valuable first."""

    chips: tuple[Chip, ...]

    @property
    def cents(self) -> int:
        """What they are worth together."""
        return sum(chip.cents * chip.count for chip in self.chips)

    @property
    def points(self) -> int:
        """What they are worth in points of a nickel: the `start` that goes with them."""
        return self.cents // CENTS_PER_FAN

    def pay(self, cents: int) -> Mapping[str, int] | None:
        """Return the fewest chips of one bank roll that pay an amount exactly, by name.

        None where it cannot be paid: more than there is, or no sum of chips.
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
