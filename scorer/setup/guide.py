"""What a set-up guide is: the steps in words, and the customs that find the break and the deal.

A guide belongs to a document as its table does. `wording` is the document's own; where it leaves
something open, `unclear` says what, so that a table agrees on it before anyone throws.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib.resources.abc import Traversable
from operator import attrgetter
from typing import NamedTuple, TypeAlias

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
    """Four built walls: `lengths` in stacks for E S W N, and the direction of play.

    Seen from above, every wall runs clockwise from its owner's right hand to the left and the next
    wall goes on at that corner, so that "right to left" and "clockwise" are one direction for all.
    """

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


class Words(NamedTuple):
    """A text in English and in Traditional Chinese; {names} are filled in by `Guide.words`."""

    en: str
    zh: str


class Translation(NamedTuple):
    """A translation into a language: what a text is in it, what stands between two sentences."""

    say: Callable[[Words], str]
    space: str = ""

    @classmethod
    def of(cls, translate: Callable[[str], str], space: str = "") -> "Translation":
        """Return a translation into a further language."""
        return cls(lambda words: translate(words.en), space)


IN_ENGLISH = Translation(attrgetter("en"), " ")
IN_CHINESE = Translation(attrgetter("zh"))


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it is about, what to do, the document's words, and what they leave open."""

    topic: str
    text: Words
    wording: str
    unclear: Words | None = None


# What is otherwise where fewer than four play; the documents speak of four.
SEATING_STEPS: Mapping[int, Step] = {
    3: Step(
        "players",
        Words(
            "Three play: East, South and West. Nobody sits North. The four walls are built all "
            "the same, and counted as for four; tiles are dealt to the three.",
            "三人打：東、南、西，北位無人。照樣砌四面牌，數牌與四人相同，只派給三家。",
        ),
        "",
    ),
    2: Step(
        "players",
        Words(
            "Two play, to learn: East and South. The four walls are built all the same, and "
            "counted as for four; tiles are dealt to the two.",
            "兩人學打：東、南。照樣砌四面牌，數牌與四人相同，只派給兩家。",
        ),
        "",
    ),
}


def seating_step(players: int) -> tuple[Step, ...]:
    """Return the step that says who sits where, with fewer than four players."""
    return (SEATING_STEPS[players],) if players in SEATING_STEPS else ()


def steps(file: Traversable) -> tuple[Step, ...]:
    """Read the steps of a set-up from its TOML.

    In the texts {dice}, {chunk}, {stacks}, {way} and {side} stand for what a house may change.
    """
    return tuple(
        Step(
            topic=step["topic"],
            text=Words(step["en"], step["zh"]),
            wording=step["wording"],
            unclear=Words(step["unclear_en"], step["unclear_zh"]) if "unclear_en" in step else None,
        )
        for step in tomllib.loads(file.read_text(encoding="utf-8"))["step"]
    )


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: how many dice, and whose they are; None is who sits behind the chosen wall."""

    dice: int
    by: Wind | None = Wind.EAST


class KeptStack(NamedTuple):
    """A stack that is not dealt from its front, with the tiles that it holds for the purpose."""

    stack: Stack
    part: str
    tiles: int


@dataclass(frozen=True, slots=True)
class Break:
    """Where a throw breaks the wall.

    `count` is what was counted on the wall, `counted` the stack it reaches, `first` the stack that
    is taken first. `reserved` are the stacks of the dead wall, or those that hold loose tiles;
    `removed` is the stack that the loose tiles came from.
    """

    wall: Wind
    count: int
    counted: Stack
    first: Stack
    reserved: tuple[KeptStack, ...] = ()
    removed: Stack | None = None


Reserve: TypeAlias = Callable[[Walls, Wind, Stack], tuple[KeptStack, ...]]
Turn: TypeAlias = tuple[Wind, tuple[int, ...]]
"""A seat and which of the next tiles it takes, 0 being the next."""
ONE_EACH: tuple[Turn, ...] = tuple((seat, (place,)) for place, seat in enumerate(Wind))


@dataclass(frozen=True, slots=True)
class Deal:
    """How the tiles are dealt: `chunk` tiles a turn until everyone has 12, then `last`."""

    chunk: int
    last: tuple[Turn, ...]
    first: Wind = Wind.EAST

    def among(self, seats: tuple[Wind, ...]) -> "Deal":
        """Return the deal to some seats: tiles of the others are the next one's."""
        last = [(seat, places) for seat, places in self.last if seat in seats]
        order = sorted(place for _, places in last for place in places)
        turned = tuple((seat, tuple(map(order.index, places))) for seat, places in last)
        return replace(self, last=turned, first=self.first if self.first in seats else Wind.EAST)


DICE_WORDS = {
    1: Words("one die", "一粒骰子"),
    2: Words("two dice", "兩粒骰子"),
    3: Words("three dice", "三粒骰子"),
}
CHUNK_WORDS = {
    2: Words("one stack of two tiles", "一墩（兩張）"),
    4: Words("two stacks of two tiles", "兩墩（四張）"),
}
CLOCKWISE, COUNTER_CLOCKWISE = Words("clockwise", "順時針"), Words("counter-clockwise", "逆時針")
LEFT, RIGHT = Words("left", "左"), Words("right", "右")
PLACES = (*DICE_WORDS.values(), *CHUNK_WORDS.values(), CLOCKWISE, COUNTER_CLOCKWISE, LEFT, RIGHT)
"""What stands in the places of a guide's texts."""

Change: TypeAlias = Callable[["Guide"], "Guide"]


@dataclass(frozen=True)
class Guide:
    """The set-up of a document: its steps, and the customs as values.

    `throws` find the wall and the stack; `counts` turns the sums of the throws made so far into
    what is counted, None while a throw is missing. `skip` stacks are set aside before counting;
    with `removes` the stack that is reached is taken out. `customs` are the answers to house
    options that change the guide.
    """

    steps: tuple[Step, ...]
    throws: tuple[Throw, ...]
    counts: Callable[[tuple[int, ...]], int | None]
    deal: Deal
    reserve: Reserve
    skip: int = 0
    removes: bool = False
    customs: Mapping[str, Mapping[object, Change]] = field(default_factory=dict)

    def agreed(self, answers: Mapping[str, object]) -> "Guide":
        """Return the guide as a house plays it, from its answers to options."""
        guide = self
        for name, changes in self.customs.items():
            if name in answers and answers[name] in changes:
                guide = changes[answers[name]](guide)
        return guide

    def words(self, text: Words, walls: Walls, translation: Translation) -> str:
        """Return what a house may change: dice, stacks a wall, tiles a turn, direction."""
        clockwise = walls.direction is Direction.CLOCKWISE
        say = translation.say
        return say(text).format(
            dice=say(DICE_WORDS[self.throws[0].dice]),
            chunk=say(CHUNK_WORDS[self.deal.chunk]),
            stacks=max(walls.lengths),
            way=say(CLOCKWISE if clockwise else COUNTER_CLOCKWISE),
            side=say(LEFT if clockwise else RIGHT),
        )


def last_sum(sums: tuple[int, ...]) -> int | None:
    """Count what was thrown last: a second throw, or the first one again."""
    return sums[-1]


def second_sum(sums: tuple[int, ...]) -> int | None:
    """Count what the second throw shows."""
    return sums[1] if len(sums) > 1 else None


def sum_of_all(sums: tuple[int, ...]) -> int | None:
    """Count what both throws show together."""
    return sum(sums) if len(sums) > 1 else None


def with_dice(number: int) -> Change:
    """Return the guide with another number of dice for the wall."""
    return lambda guide: replace(guide, throws=(Throw(number), *guide.throws[1:]))


def with_chunk(tiles: int) -> Change:
    """Return the guide with another number of tiles a turn."""
    return lambda guide: replace(guide, deal=replace(guide.deal, chunk=tiles))


DEAD_STACKS = 7
FLOWER_STACKS = 7


def dead_wall(walls: Walls, _wall: Wind, counted: Stack) -> tuple[KeptStack, ...]:
    """Fourteen tiles: the seven stacks before the break, the one at the break first."""
    return tuple(
        KeptStack(walls.at(counted.wall, counted.number - back), "dead", 2)
        for back in range(DEAD_STACKS)
    )


def back_of_the_wall(walls: Walls, _wall: Wind, counted: Stack) -> tuple[KeptStack, ...]:
    """No dead wall: replacements come from the stack before the break, then from those behind."""
    return (KeptStack(walls.at(counted.wall, counted.number), "back", 2),)


def flower_stacks(walls: Walls, wall: Wind, _counted: Stack) -> tuple[KeptStack, ...]:
    """Seven stacks at the right end of the chosen wall."""
    return tuple(
        KeptStack(walls.at(wall, number), "flowers", 2) for number in range(1, FLOWER_STACKS + 1)
    )


def loose_on_third_and_first(walls: Walls, _wall: Wind, counted: Stack) -> tuple[KeptStack, ...]:
    """The broken stack's top tile on the third stack to the right, its bottom tile on the first."""
    return (
        KeptStack(walls.at(counted.wall, counted.number - 3), "loose", 1),
        KeptStack(walls.at(counted.wall, counted.number - 1), "loose", 1),
    )


def loose_on_last_two(walls: Walls, _wall: Wind, counted: Stack) -> tuple[KeptStack, ...]:
    """The broken stack's bottom tile on the last stack of the wall, its top tile on the next."""
    return (
        KeptStack(walls.at(counted.wall, counted.number - 2), "loose", 1),
        KeptStack(walls.at(counted.wall, counted.number - 1), "loose", 1),
    )
