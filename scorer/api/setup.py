"""The set-up guide as public JSON: the steps, and for a throw the break, the walls and the deal."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from scorer.api.requests import NO_OPTIONS, Catalogue, RequestError, house_rules
from scorer.api.scores import Json
from scorer.core.sentences import Sentence, join_sentences, join_with_or
from scorer.core.tiles import WIND_NAMES, WINDS, Wind
from scorer.rulesets import RULE_SETS
from scorer.setup.guide import (
    DICE_WORDS,
    Break,
    Guide,
    Place,
    Stack,
    Step,
    Walls,
    guide_of,
    seating_steps,
)

TILES_A_STACK = 2


def setup_answer(
    rules: str,
    dice: Sequence[int] = (),
    options: Mapping[str, object] = NO_OPTIONS,
    known: Catalogue = RULE_SETS,
) -> Json:
    """Return the set-up guide of a rule set and, for thrown dice, the break and the deal.

    `dice` are those of the throw for the wall, then those for the stack if that is another throw;
    with the first alone, `wall` is known and `break` is null. Raises RequestError `unknown_rules`,
    `unknown_option`, `bad_option`, or `bad_dice` for dice that the rules do not throw.
    """
    chosen = house_rules({"rules": rules, "options": options}, known)
    guide = guide_of(chosen.base or chosen.id).with_options(
        chosen.answer("dice"), chosen.answer("deal_chunk")
    )
    players = chosen.table.players
    walls = Walls.of(len(chosen.bonus_winds), chosen.table.direction)
    seating = [seating_steps()[players]] if players in seating_steps() else []
    throwers = (str(Wind.EAST), None)  # None is the player behind the chosen wall
    answer: Json = {
        "rules": chosen.id,
        "direction": walls.direction,
        "throws": [
            {"by": by, "dice": dice} for by, dice in zip(throwers, guide.throws, strict=False)
        ],
        "steps": [_step(guide, step, walls) for step in (*seating, *guide.steps)],
        "dice": list(dice),
        "said": None,
        "wall": None,
        "break": None,
        "walls": _walls(guide, walls, None, ()),
        "deal": [],
        "live": None,
    }
    return {**answer, **_thrown(guide, walls, dice, players)} if dice else answer


def guide_texts() -> Iterator[str]:
    """Yield the texts of all steps, for translation."""
    guide_steps = (step for id_ in RULE_SETS for step in guide_of(id_).steps)
    for step in (*seating_steps().values(), *guide_steps):
        yield step.text
        if step.unclear:
            yield step.unclear


def _step(guide: Guide, step: Step, walls: Walls) -> Json:
    return {
        "topic": step.topic,
        "text": guide.sentence(step.text, walls),
        "wording": step.wording,
        "unclear": guide.sentence(step.unclear, walls) if step.unclear else None,
    }


def _thrown(guide: Guide, walls: Walls, dice: Sequence[int], players: int) -> Json:
    """Return the wall that a throw chooses and, once all dice are thrown, where it is broken."""
    throws = _throws(guide, dice)
    sums = [sum(throw) for throw in throws]
    wall = WINDS[(sums[0] - 1) % len(WINDS)]  # counted in the order of play, from East as 1
    found = guide.find_break(walls, wall, sums)
    words: Json = {
        "wall": str(wall),
        "said": join_sentences(_sentences(guide, throws, wall, found)),
    }
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
    """Split dice into the throws they were made in; later throws may be missing."""
    wanted = list(accumulate(guide.throws))
    if len(dice) not in wanted:
        counts = join_with_or(str(number) for number in wanted)
        detail = Sentence(
            "dice: {counts} dice are thrown here, not {dice}.", counts=counts, dice=len(dice)
        )
        raise RequestError("bad_dice", detail)
    if any(isinstance(die, bool) or die not in range(1, 7) for die in dice):
        raise RequestError("bad_dice", Sentence("dice: each must show a number from 1 to 6."))
    throws = (dice[end - number : end] for number, end in zip(guide.throws, wanted, strict=True))
    return [throw for throw in throws if throw]


def _place(stack: Stack) -> Json:
    """Return a stack's place: whose wall it is in, and its number from the owner's right."""
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

    `side` is where the wall stands with East at the bottom. A stack has its `tiles` before the
    deal, the `part` it plays, and under `to` the seats that its top and bottom tile are dealt to.
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
    guide: Guide, throws: Sequence[Sequence[int]], wall: Wind, found: Break | None
) -> Iterator[Sentence]:
    name = WIND_NAMES[wall]
    yield Sentence("{sum}: {wall}’s wall.", sum=_sum(throws[0]), wall=name)
    if found is None:
        dice = DICE_WORDS[guide.throws[1]]
        yield Sentence("Then {wall} throws {dice} for the stack.", wall=name, dice=dice)
        return
    if len(throws) > 1:
        yield Sentence("{wall} throws {sum}.", wall=name, sum=_sum(throws[1]))
    counted = _stack_name(found.counted)
    if guide.skip:
        yield Sentence(
            "Count {count} from the right, after the {skip} flower stacks, to {counted}.",
            count=found.count,
            skip=guide.skip,
            counted=counted,
        )
    else:
        yield Sentence(
            "Count {count} from the right, to {counted}.", count=found.count, counted=counted
        )
    if guide.removes:
        yield Sentence("That stack is taken out: its two tiles are the loose tiles.")
    yield Sentence("The first tiles taken are those of {first}.", first=_stack_name(found.first))
    first, last = _stack_name(found.reserved[0]), _stack_name(found.reserved[-1])
    match guide.part:
        case "dead":
            yield Sentence("The dead wall is {first} back to {last}.", first=first, last=last)
        case "flowers":
            yield Sentence("The flower stacks are {first} to {last}.", first=first, last=last)
        case "loose":
            yield Sentence("The loose tiles lie on {first} and on {last}.", first=first, last=last)
        case _:
            yield Sentence(
                "Replacements come from {first}, then from the stacks behind it.", first=first
            )


def _stack_name(stack: Stack) -> Sentence:
    return Sentence("{wall}'s stack {number}", wall=WIND_NAMES[stack.wall], number=stack.number)


def _sum(throw: Sequence[int]) -> str:
    if len(throw) == 1:
        return str(throw[0])
    return f"{' + '.join(str(die) for die in throw)} = {sum(throw)}"
