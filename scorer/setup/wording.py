"""A throw said aloud, in English, in Traditional Chinese or in a further language."""

from collections.abc import Iterator, Sequence

from scorer.core.tiles import Wind
from scorer.setup.guide import Break, Guide, Translation, Words
from scorer.setup.walls import Stack

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
