"""A throw said aloud, in English and in Traditional Chinese."""

from collections.abc import Sequence

from scorer.core.tiles import Wind
from scorer.setup.guide import Break, Guide, Words
from scorer.setup.walls import Stack

WIND_WORDS = {
    Wind.EAST: Words("East", "東"),
    Wind.SOUTH: Words("South", "南"),
    Wind.WEST: Words("West", "西"),
    Wind.NORTH: Words("North", "北"),
}
KEPT = {
    "dead": Words("The dead wall is {0} back to {1}.", "留牌由{0}數回{1}。"),
    "flowers": Words("The flower stacks are {0} to {1}.", "花墩是{0}至{1}。"),
    "back": Words("Replacements come from {0}, then from those behind it.", "由{0}起往後補牌。"),
    "loose": Words("The loose tiles lie on {0} and on {1}.", "散牌放在{0}與{1}上。"),
}


def said(guide: Guide, throws: Sequence[Sequence[int]], wall: Wind, found: Break | None) -> Words:
    """Say whose wall a throw chooses, and where it breaks if all dice are thrown."""
    name = WIND_WORDS[wall]
    english = [f"{_sum(throws[0])}: {name.en}’s wall."]
    chinese = [f"{_sum(throws[0])}：開{name.zh}牆。"]
    if found is None:
        dice = guide.throws[1].dice
        english.append(f"Now {name.en} throws {dice} dice for the stack.")
        chinese.append(f"由{name.zh}家再擲{'零一兩三'[dice]}粒骰子定墩數。")
        return Words(" ".join(english), "".join(chinese))
    if len(throws) > 1:
        english.append(f"{name.en} throws {_sum(throws[1])}.")
        chinese.append(f"{name.zh}家擲 {_sum(throws[1])}。")
    counted, first = _stack(found.counted), _stack(found.first)
    after = Words("", "")
    if guide.skip:
        after = Words(f" after {guide.skip} for flowers", f"在{guide.skip}墩花墩之後")
    english.append(f"Count {found.count} from the right{after.en}, to {counted.en}.")
    chinese.append(f"由右端{after.zh}數 {found.count} 墩，至{counted.zh}。")
    if found.removed:
        english.append("That stack is taken out: its two are the loose tiles.")
        chinese.append("取出該墩，兩張作散牌。")
    english.append(f"The first tiles are those of {first.en}.")
    chinese.append(f"由{first.zh}起取牌。")
    kept = KEPT[found.reserved[0].part]
    ends = [_stack(found.reserved[end].stack) for end in (0, -1)]
    english.append(kept.en.format(*(end.en for end in ends)))
    chinese.append(kept.zh.format(*(end.zh for end in ends)))
    return Words(" ".join(english), "".join(chinese))


def _sum(throw: Sequence[int]) -> str:
    if len(throw) == 1:
        return str(throw[0])
    return f"{' + '.join(str(die) for die in throw)} = {sum(throw)}"


def _stack(stack: Stack) -> Words:
    name = WIND_WORDS[stack.wall]
    return Words(f"{name.en}’s stack {stack.number}", f"{name.zh}牆第 {stack.number} 墩")
