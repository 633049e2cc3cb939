"""The set-up guide as public JSON: the steps, and for a throw the break, the walls and the deal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate

from scorer.api.requests import NO_OPTIONS, Catalogue, RequestError, house_rules
from scorer.api.scores import Json
from scorer.core.sentences import Sentence, join_with_or
from scorer.core.tiles import Wind
from scorer.rulesets import RULE_SETS
from scorer.setup.guide import (
    IN_CHINESE,
    IN_ENGLISH,
    PLACES,
    WINDS,
    Break,
    Direction,
    Guide,
    Place,
    Stack,
    Step,
    Translation,
    Walls,
    Words,
    guide_of,
    seating_steps,
)

TILES_A_STACK = 2
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


def setup_answer(
    rules: str,
    dice: Sequence[int] = (),
    options: Mapping[str, object] = NO_OPTIONS,
    known: Catalogue = RULE_SETS,
    translation: Translation | None = None,
) -> Json:
    """Return the set-up guide of a rule set, and for thrown dice the break and the deal.

    `dice` are those of the throw for the wall, then those for the stack where they are others; with
    the first alone `wall` is known and `break` is null. Beside `en` and `zh` what is said has
    a `text` in the language of `translation`, if that is given. Raises RequestError
    `unknown_rules`, `unknown_option`, `bad_option`, or `bad_dice` for dice that are not thrown
    there.
    """
    chosen = house_rules({"rules": rules, "options": options}, known)
    guide = guide_of(chosen.base or chosen.id).agreed(chosen.customs)
    players = chosen.table.players
    walls = Walls.of(len(chosen.bonus_winds), Direction(chosen.table.direction))
    seating = [seating_steps()[players]] if players in seating_steps() else []
    throwers = (str(Wind.EAST), None)  # None is who sits behind the chosen wall
    answer: Json = {
        "rules": chosen.id,
        "direction": walls.direction.value,
        "throws": [
            {"by": by, "dice": dice} for by, dice in zip(throwers, guide.throws, strict=False)
        ],
        "steps": [_step(guide, step, walls, translation) for step in (*seating, *guide.steps)],
        "dice": list(dice),
        "said": None,
        "wall": None,
        "break": None,
        "walls": _walls(guide, walls, None, ()),
        "deal": [],
        "live": None,
    }
    return {**answer, **_thrown(guide, walls, dice, players, translation)} if dice else answer


def guide_texts() -> Iterator[str]:
    """Yield every English text of the guides, for translations into further languages."""
    guide_steps = (step for id_ in RULE_SETS for step in guide_of(id_).steps)
    for step in (*seating_steps().values(), *guide_steps):
        yield step.text.en
        if step.unclear:
            yield step.unclear.en
    yield from (words.en for words in (*PLACES, *TEXTS))


def in_words(say: Callable[[Translation], str], translation: Translation | None) -> Json:
    """Return a text in English, in Chinese, and as `text` in a further language."""
    words = {"en": say(IN_ENGLISH), "zh": say(IN_CHINESE)}
    return words if translation is None else {**words, "text": say(translation)}


def _step(guide: Guide, step: Step, walls: Walls, translation: Translation | None) -> Json:
    unclear = step.unclear
    return {
        "topic": step.topic,
        **in_words(partial(guide.words, step.text, walls), translation),
        "wording": step.wording,
        "unclear": in_words(partial(guide.words, unclear, walls), translation) if unclear else None,
    }


def _thrown(
    guide: Guide, walls: Walls, dice: Sequence[int], players: int, translation: Translation | None
) -> Json:
    """Return the wall that a throw chooses and, if all dice are thrown, where it is broken."""
    throws = _throws(guide, dice)
    sums = [sum(throw) for throw in throws]
    wall = WINDS[(sums[0] - 1) % len(WINDS)]  # counted in the order of play, East being 1
    found = guide.find_break(walls, wall, sums)

    def sentences(translation: Translation) -> str:
        return translation.space.join(_sentences(guide, throws, wall, found, translation.say))

    words: Json = {"wall": str(wall), "said": in_words(sentences, translation)}
    if found is None:
        return words
    deal = guide.deal(walls, found.first, players)
    reserved = 0 if guide.part == "back" else _reserved_tiles(guide) * len(found.reserved)
    dealt = sum(len(tiles) for _, tiles in deal)
    return {
        **words,
        "break": {
            "wall": str(found.wall),
            "count": found.count,
            "counted": _place(found.counted),
            "first": _place(found.first),
            "removed": _place(found.counted) if guide.removes else None,
            "reserved": [
                {**_place(stack), "part": guide.part, "tiles": _reserved_tiles(guide)}
                for stack in found.reserved
            ],
        },
        "walls": _walls(guide, walls, found, deal),
        "deal": [
            {
                "seat": str(seat),
                "tiles": [{**_place(stack), "level": level} for stack, level in tiles],
            }
            for seat, tiles in deal
        ],
        "live": TILES_A_STACK * len(walls.ring) - reserved - dealt,
    }


def _throws(guide: Guide, dice: Sequence[int]) -> list[Sequence[int]]:
    """Divide dice into the throws they were made in; later throws may be missing."""
    wanted = list(accumulate(guide.throws))
    if len(dice) not in wanted:
        counts = join_with_or(str(number) for number in wanted)
        detail = Sentence(
            "dice: {counts} are thrown here, not {dice}.", counts=counts, dice=len(dice)
        )
        raise RequestError("bad_dice", detail)
    if any(isinstance(die, bool) or die not in range(1, 7) for die in dice):
        raise RequestError("bad_dice", Sentence("dice: each shows a number from 1 to 6."))
    throws = (dice[end - number : end] for number, end in zip(guide.throws, wanted, strict=True))
    return [throw for throw in throws if throw]


def _place(stack: Stack) -> Json:
    """Name a stack: whose wall, and its number from the owner's right."""
    return {"wall": str(stack.wall), "stack": stack.number}


def _reserved_tiles(guide: Guide) -> int:
    """Return how many tiles each reserved stack holds for its purpose."""
    return 1 if guide.removes else TILES_A_STACK


def _walls(
    guide: Guide,
    walls: Walls,
    found: Break | None,
    deal: Sequence[tuple[Wind, tuple[Place, ...]]],
) -> list[Json]:
    """Return the walls E S W N as JSON, each stack from the owner's right.

    `side` is where the wall stands with East at the bottom. A stack has `tiles` before the deal,
    the `part` it plays, and under `to` the seats that its top and bottom tile are dealt to.
    """
    parts = dict.fromkeys(found.reserved, guide.part) if found else {}
    heights = dict.fromkeys(walls.ring, TILES_A_STACK)
    if found and guide.removes:
        parts[found.counted] = "removed"
        heights[found.counted] = 0
        for stack in found.reserved:
            heights[stack] += 1
    to = {place: str(seat) for seat, tiles in deal for place in tiles}
    return [
        {
            "seat": str(wall),
            "side": walls.side(wall),
            "stacks": [
                {
                    "number": stack.number,
                    "tiles": heights[stack],
                    "part": parts.get(stack, "live"),
                    "to": [to.get((stack, "top")), to.get((stack, "bottom"))],
                }
                for stack in walls.ring
                if stack.wall is wall
            ],
        }
        for wall in WINDS
    ]


def _sentences(
    guide: Guide,
    throws: Sequence[Sequence[int]],
    wall: Wind,
    found: Break | None,
    say: Callable[[Words], str],
) -> Iterator[str]:
    def stack_text(stack: Stack) -> str:
        return say(STACK).format(wall=say(WIND_WORDS[stack.wall]), number=stack.number)

    name = say(WIND_WORDS[wall])
    yield say(WALL).format(sum=_sum(throws[0]), wall=name)
    if found is None:
        yield say(NEXT).format(wall=name, dice=say(DICE[guide.throws[1]]))
        return
    if len(throws) > 1:
        yield say(SECOND).format(wall=name, sum=_sum(throws[1]))
    count = COUNT_AFTER if guide.skip else COUNT
    counted = stack_text(found.counted)
    yield say(count).format(count=found.count, skip=guide.skip, counted=counted)
    if guide.removes:
        yield say(REMOVED)
    yield say(FIRST).format(first=stack_text(found.first))
    ends = (found.reserved[0], found.reserved[-1])
    yield say(RESERVE_TEXTS[guide.part]).format(*map(stack_text, ends))


def _sum(throw: Sequence[int]) -> str:
    if len(throw) == 1:
        return str(throw[0])
    return f"{' + '.join(str(die) for die in throw)} = {sum(throw)}"
