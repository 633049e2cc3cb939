"""A throw of the dice, also in words: whose wall breaks, at which stack, who takes which tiles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, cycle, islice

from scorer.core.sentences import Sentence, join_with_or
from scorer.core.tiles import Wind
from scorer.setup.guide import WINDS, Break, Guide, Stack, Translation, Walls, Words

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


WIND_WORDS = {
    Wind.EAST: Words("East", "東"),
    Wind.SOUTH: Words("South", "南"),
    Wind.WEST: Words("West", "西"),
    Wind.NORTH: Words("North", "北"),
}
DICE = (Words("0", "零"), Words("1", "一"), Words("2", "兩"), Words("3", "三"))
RESERVE_TEXTS = {
    "dead": Words("The dead wall is {0} back to {1}.", "留牌由{0}數回{1}。"),
    "flowers": Words("The flower stacks are {0} to {1}.", "花墩是{0}至{1}。"),
    "back": Words("Replacements come from {0}, then from those behind it.", "由{0}起往後補牌。"),
    "loose": Words("The loose tiles lie on {0} and on {1}.", "散牌放在{0}與{1}上。"),
}
WALL = Words("{sum}: {wall}’s wall.", "{sum}：開{wall}牆。")
NEXT = Words("Now {wall} throws {dice} dice for the stack.", "由{wall}家再擲{dice}粒骰子定墩數。")
SECOND = Words("{wall} throws {sum}.", "{wall}家擲 {sum}。")
COUNT = Words("Count {count} from the right, to {counted}.", "由右端數 {count} 墩，至{counted}。")
COUNT_AFTER = Words(
    "Count {count} from the right after {skip} for flowers, to {counted}.",
    "由右端在{skip}墩花墩之後數 {count} 墩，至{counted}。",
)
REMOVED = Words("That stack is taken out: its two are the loose tiles.", "取出該墩，兩張作散牌。")
FIRST = Words("The first tiles are those of {first}.", "由{first}起取牌。")
STACK = Words("{wall}’s stack {number}", "{wall}牆第 {number} 墩")
TEXTS = (
    *WIND_WORDS.values(),
    *RESERVE_TEXTS.values(),
    *(WALL, NEXT, SECOND, COUNT, COUNT_AFTER, REMOVED, FIRST, STACK),
)


def throw_text(
    guide: Guide,
    throws: Sequence[Sequence[int]],
    wall: Wind,
    found: Break | None,
    translation: Translation,
) -> str:
    """Return whose wall a throw chooses, and where it breaks if all dice are thrown."""
    return translation.space.join(_sentences(guide, throws, wall, found, translation))


def _sentences(
    guide: Guide,
    throws: Sequence[Sequence[int]],
    wall: Wind,
    found: Break | None,
    translation: Translation,
) -> Iterator[str]:
    say = translation.say
    name = say(WIND_WORDS[wall])
    yield say(WALL).format(sum=_sum(throws[0]), wall=name)
    if found is None:
        yield say(NEXT).format(wall=name, dice=say(DICE[guide.throws[1].dice]))
        return
    if len(throws) > 1:
        yield say(SECOND).format(wall=name, sum=_sum(throws[1]))
    counted = _stack(found.counted, translation)
    count = COUNT_AFTER if guide.skip else COUNT
    yield say(count).format(count=found.count, skip=guide.skip, counted=counted)
    if found.removed:
        yield say(REMOVED)
    yield say(FIRST).format(first=_stack(found.first, translation))
    kept = say(RESERVE_TEXTS[found.reserved[0].part])
    yield kept.format(*(_stack(found.reserved[end].stack, translation) for end in (0, -1)))


def _sum(throw: Sequence[int]) -> str:
    if len(throw) == 1:
        return str(throw[0])
    return f"{' + '.join(str(die) for die in throw)} = {sum(throw)}"


def _stack(stack: Stack, translation: Translation) -> str:
    wall = translation.say(WIND_WORDS[stack.wall])
    return translation.say(STACK).format(wall=wall, number=stack.number)
