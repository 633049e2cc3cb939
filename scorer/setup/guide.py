"""Setting up a table: the steps in words, where a throw breaks the wall, who takes which tiles.

A guide belongs to a document as its table does, and is read from a TOML file. `wording` is the
document's own; where it leaves something open, `unclear` says what, so that a table agrees on it
before anyone throws.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from scorer.core.sentences import Sentence
from scorer.core.tiles import WINDS, Wind

PLAIN_TILES = 136
DEALT_IN_CHUNKS = 12


# East sits at the bottom of the picture.
SIDES = {
    "ccw": ("bottom", "right", "top", "left"),
    "cw": ("bottom", "left", "top", "right"),
}


class Stack(NamedTuple):
    """A place in a wall: the seat wind it stands in front of, and its number from the right."""

    wall: Wind
    number: int


Place: TypeAlias = tuple[Stack, str]
"""A tile in a wall: its stack, and the level at which it lies there."""


@dataclass(frozen=True, slots=True)
class Walls:
    """Four built walls: `lengths` in stacks for E S W N, and the direction of play (`cw`, `ccw`).

    Seen from above, every wall runs clockwise from its owner's right hand to the left and the next
    wall continues at that corner, so "right to left" and "clockwise" are the same direction.
    """

    lengths: tuple[int, int, int, int]
    direction: str

    @classmethod
    def of(cls, bonus: int, direction: str) -> "Walls":
        """Build walls with some number of bonus tiles; odd stacks go to East, West, South."""
        stacks = (PLAIN_TILES + bonus) // 2
        short, longer = divmod(stacks, len(WINDS))
        return cls(
            (short + (longer > 0), short + (longer > 2), short + (longer > 1), short), direction
        )

    @property
    def ring(self) -> tuple[Stack, ...]:
        """All stacks, clockwise as seen from above, from East's right corner."""
        order = WINDS if self.direction == "cw" else (WINDS[0], *WINDS[:0:-1])
        return tuple(
            Stack(wall, number)
            for wall in order
            for number in range(1, self.lengths[WINDS.index(wall)] + 1)
        )

    def side(self, wall: Wind) -> str:
        """Return the side on which a wall stands in a picture with East at the bottom."""
        return SIDES[self.direction][WINDS.index(wall)]

    def at(self, wall: Wind, number: int) -> Stack:
        """Return a stack by its number from the right, counted on into the next wall."""
        ring = self.ring
        return ring[(ring.index(Stack(wall, 1)) + number - 1) % len(ring)]

    def tiles_from(self, first: Stack) -> Iterator[Place]:
        """Yield the tiles in the order in which they are taken: clockwise, top before bottom."""
        ring = self.ring
        start = ring.index(first)
        for stack in (*ring[start:], *ring[:start]):
            yield stack, "top"
            yield stack, "bottom"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its title, its instructions, the document's wording, and what that leaves open.

    In the texts {dice}, {chunk}, {stacks}, {way} and {side} stand for what a house may change.
    """

    topic: str
    text: str
    wording: str
    unclear: str | None = None


@dataclass(frozen=True, slots=True)
class Break:
    """Where a throw breaks the wall.

    `count` is the number of stacks to count, `counted` the stack where the count ends, `first` the
    one that is taken first. `reserved` are the stacks of the dead wall, or those with loose tiles.
    """

    wall: Wind
    count: int
    counted: Stack
    first: Stack
    reserved: tuple[Stack, ...]


DICE_WORDS = {1: Sentence("one die"), 2: Sentence("two dice"), 3: Sentence("three dice")}
CHUNK_WORDS = {2: Sentence("one stack of two tiles"), 4: Sentence("two stacks of two tiles")}
# The direction of turns, and where the next player sits.
WAYS = {
    "cw": (Sentence("clockwise"), Sentence("left")),
    "ccw": (Sentence("counter-clockwise"), Sentence("right")),
}


@dataclass(frozen=True)
class Guide:
    """The set-up of a document: its steps, and its customs as values.

    `throws` are the numbers of dice of each throw: the first finds the wall and is East's, the
    second is made by the player behind that wall. The dice of the last throw are counted, or as
    `counts` says. `chunk` tiles are dealt per turn until everyone has 12, from the `first` seat on;
    `last` says who takes which of the next tiles. `reserve` says which stacks are set aside.
    """

    steps: tuple[Step, ...]
    throws: tuple[int, ...]
    chunk: int
    last: tuple[tuple[Wind, tuple[int, ...]], ...]
    reserve: Mapping[str, Any]
    counts: str = "last"
    first: Wind = Wind.EAST

    @property
    def part(self) -> str:
        """The role of the reserved stacks: `dead`, `back`, `flowers` or `loose`."""
        return str(self.reserve["part"])

    @property
    def removes(self) -> bool:
        """Whether the counted stack is taken out, for loose tiles."""
        return self.part == "loose"

    @property
    def skip(self) -> int:
        """The number of stacks set aside before counting."""
        return len(self.reserve.get("from_right", ()))

    def with_options(self, dice: object, chunk: object) -> "Guide":
        """Return the guide as a house plays it, from its answers to the options."""
        return replace(
            self,
            throws=(int(str(dice)[0]), *self.throws[1:]) if dice else self.throws,
            chunk=chunk if isinstance(chunk, int) else self.chunk,
        )

    def sentence(self, text: str, walls: Walls) -> Sentence:
        """Return a text with the house's values: dice, stacks, tiles per turn, direction."""
        way, side = WAYS[walls.direction]
        return Sentence(
            text,
            dice=DICE_WORDS[self.throws[0]],
            chunk=CHUNK_WORDS[self.chunk],
            stacks=max(walls.lengths),
            way=way,
            side=side,
        )

    def find_break(self, walls: Walls, wall: Wind, sums: Sequence[int]) -> Break | None:
        """Return where the throws break the wall, None while a throw is missing."""
        if self.counts != "last" and len(sums) < len(self.throws):
            return None
        count = sum(sums) if self.counts == "both" else sums[-1]
        counted = walls.at(wall, self.skip + count)
        reserved = [walls.at(wall, number) for number in self.reserve.get("from_right", ())]
        back = self.reserve.get("back_from_break", ())
        reserved += [walls.at(counted.wall, counted.number - number) for number in back]
        first = walls.at(wall, self.skip + count + 1)
        return Break(wall, count, counted, first, tuple(reserved))

    def deal(
        self, walls: Walls, first: Stack, players: int = len(WINDS)
    ) -> list[tuple[Wind, tuple[Place, ...]]]:
        """Return who takes which tiles from the break on, turn by turn.

        If seats are missing, the next player takes what they would take of the last tiles.
        """
        seats = WINDS[:players]
        start = seats.index(self.first) if self.first in seats else 0
        tiles = walls.tiles_from(first)
        takers = islice(cycle(seats), start, start + players * DEALT_IN_CHUNKS // self.chunk)
        turns = [(seat, tuple(islice(tiles, self.chunk))) for seat in takers]
        last = [(seat, places) for seat, places in self.last if seat in seats]
        order = sorted(place for _, places in last for place in places)
        left = dict(zip(order, tiles, strict=False))
        return turns + [(seat, tuple(left[place] for place in places)) for seat, places in last]


def read_file(name: str) -> dict[str, Any]:
    """Return the contents of a file of this folder, by its name before `.toml`."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


@cache
def guide_of(rules: str) -> Guide:
    """Return the guide of a document by the id of its rule set."""
    written = read_file(rules)
    return Guide(
        steps=tuple(Step(**step) for step in written["step"]),
        throws=tuple(written["throws"]),
        chunk=written["chunk"],
        last=tuple((Wind(turn[0]), tuple(map(int, turn[1:]))) for turn in written["last"]),
        reserve=written["reserve"],
        counts=written.get("counts", "last"),
        first=Wind(written.get("first", "E")),
    )


@cache
def seating_steps() -> Mapping[int, Step]:
    """Return the step that says who sits where, by the number of players if they are few."""
    return {step.pop("players"): Step(**step) for step in read_file("fewer_players")["step"]}
