"""A throw of the dice: whose wall breaks, at which stack, and who takes which tiles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, cycle, islice

from scorer.core.sentences import Sentence, join_with_or
from scorer.core.tiles import Wind
from scorer.setup.guide import Break, Guide
from scorer.setup.walls import WINDS, Stack, Walls

DEALT_IN_CHUNKS = 12
PLAYERS = 4


class DiceError(ValueError):
    """Dice that nobody threw for this rule set; the message says what is thrown."""


@dataclass(frozen=True, slots=True)
class DealTurn:
    """One turn of the deal: a seat and the tiles it takes, each a stack and its level."""

    seat: Wind
    tiles: tuple[tuple[Stack, str], ...]


def throws_of(guide: Guide, dice: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Divide dice into the throws they were made in; later throws may be missing.

    Raises DiceError for another number of dice and for a die that is none.
    """
    wanted = list(accumulate(throw.dice for throw in guide.throws))
    if len(dice) not in wanted:
        counts = join_with_or(str(number) for number in wanted)
        raise DiceError(
            Sentence("dice: {counts} are thrown here, not {dice}.", counts=counts, dice=len(dice))
        )
    if any(isinstance(die, bool) or die not in range(1, 7) for die in dice):
        raise DiceError(Sentence("dice: each shows a number from 1 to 6."))
    starts = [0, *wanted]
    return tuple(
        tuple(dice[start:end])
        for start, end in zip(starts, wanted, strict=False)
        if start < len(dice)
    )


def chosen_wall(throws: Sequence[Sequence[int]]) -> Wind:
    """Count seats in the order of play, East being 1."""
    return WINDS[(sum(throws[0]) - 1) % PLAYERS]


def find_break(guide: Guide, walls: Walls, throws: Sequence[Sequence[int]]) -> Break | None:
    """Find the break, None while a throw is missing."""
    count = guide.counts(tuple(sum(throw) for throw in throws))
    if count is None:
        return None
    wall = chosen_wall(throws)
    counted = walls.at(wall, guide.skip + count)
    return Break(
        wall=wall,
        count=count,
        counted=counted,
        first=walls.at(wall, guide.skip + count + 1),
        reserved=guide.reserve(walls, wall, counted),
        removed=counted if guide.removes else None,
    )


def front_tiles(walls: Walls, first: Stack) -> Iterator[tuple[Stack, str]]:
    """Yield the tiles in the order in which they are taken: clockwise, top before bottom."""
    for stack in walls.onward(first):
        yield stack, "top"
        yield stack, "bottom"


def deal(guide: Guide, walls: Walls, first: Stack, players: int = PLAYERS) -> tuple[DealTurn, ...]:
    """Deal every hand from the break on, turn by turn, to as many seats as there are players."""
    deal = guide.deal.among(WINDS[:players])
    start = WINDS.index(deal.first)
    turns_in_all = players * DEALT_IN_CHUNKS // deal.chunk
    seats = islice(cycle(WINDS[:players]), start, start + turns_in_all)
    tiles = front_tiles(walls, first)
    turns = [DealTurn(seat, tuple(islice(tiles, deal.chunk))) for seat in seats]
    left = tuple(islice(tiles, sum(len(places) for _, places in deal.last)))
    turns += [DealTurn(seat, tuple(left[place] for place in places)) for seat, places in deal.last]
    return tuple(turns)
