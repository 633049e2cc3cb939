"""The four walls as a ring of stacks, two tiles high, each counted from its owner's right.

Seen from above, every wall runs clockwise from its owner's right hand to the left and the next wall
goes on at that corner, so that "right to left" and "clockwise" are one direction for all seats.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorer.core.tiles import Wind

WINDS = tuple(Wind)
PLAIN_TILES = 136


class Direction(StrEnum):
    """Which way around the table the turn goes, seen from above."""

    COUNTER_CLOCKWISE = "ccw"
    CLOCKWISE = "cw"


# East sits at the bottom of the picture.
SIDES = {
    Direction.COUNTER_CLOCKWISE: ("bottom", "right", "top", "left"),
    Direction.CLOCKWISE: ("bottom", "left", "top", "right"),
}


@dataclass(frozen=True, slots=True)
class Stack:
    """A place in a wall: the seat wind that it stands before, and its number from the right."""

    wall: Wind
    number: int


@dataclass(frozen=True, slots=True)
class Walls:
    """Four built walls: `lengths` in stacks for E S W N, and the direction of play."""

    lengths: tuple[int, int, int, int]
    direction: Direction

    @classmethod
    def of(cls, bonus: int, direction: Direction) -> "Walls":
        """Build the walls with some number of bonus tiles; odd stacks go to East and West."""
        stacks = (PLAIN_TILES + bonus) // 2
        short, longer = divmod(stacks, len(WINDS))
        return cls(
            (short + (longer > 0), short + (longer > 2), short + (longer > 1), short), direction
        )

    @property
    def clockwise(self) -> tuple[Wind, ...]:
        """The walls from East's on, clockwise seen from above."""
        if self.direction is Direction.CLOCKWISE:
            return WINDS
        return (Wind.EAST, Wind.NORTH, Wind.WEST, Wind.SOUTH)

    @property
    def ring(self) -> tuple[Stack, ...]:
        """All stacks, clockwise from East's right corner."""
        return tuple(
            Stack(wall, number)
            for wall in self.clockwise
            for number in range(1, self.length(wall) + 1)
        )

    def length(self, wall: Wind) -> int:
        """Return how many stacks a wall has."""
        return self.lengths[WINDS.index(wall)]

    def side(self, wall: Wind) -> str:
        """Return the side on which a wall stands in a picture with East at the bottom."""
        return SIDES[self.direction][WINDS.index(wall)]

    def at(self, wall: Wind, number: int) -> Stack:
        """Return the stack of some number from the right, on a neighbour beyond the wall's end."""
        ring = self.ring
        return ring[(ring.index(Stack(wall, 1)) + number - 1) % len(ring)]

    def onward(self, stack: Stack) -> Iterator[Stack]:
        """Yield every stack clockwise, from one on."""
        ring = self.ring
        start = ring.index(stack)
        yield from (*ring[start:], *ring[:start])
