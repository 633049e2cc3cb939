"""The set-up guide as public JSON: the steps, and for a throw the break, the walls and the deal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from scorer.api.requests import Catalogue, RequestError, house_rules
from scorer.api.scores import Json
from scorer.rulesets import RULE_SETS
from scorer.setup.guide import (
    IN_CHINESE,
    IN_ENGLISH,
    PLACES,
    SEATING_STEPS,
    WINDS,
    Break,
    Direction,
    Guide,
    Stack,
    Step,
    Translation,
    Walls,
    seating_step,
)
from scorer.setup.guides import GUIDES
from scorer.setup.throw import (
    TEXTS,
    DealTurn,
    DiceError,
    chosen_wall,
    deal,
    find_break,
    throw_text,
    throws_of,
)

NO_OPTIONS: Mapping[str, object] = {}


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
    guide = GUIDES[chosen.base or chosen.id].agreed(chosen.customs)
    players = chosen.table.players
    walls = Walls.of(len(chosen.bonus_winds), Direction(chosen.table.direction))
    answer: Json = {
        "rules": chosen.id,
        "direction": walls.direction.value,
        "throws": [{"by": throw.by, "dice": throw.dice} for throw in guide.throws],
        "steps": [
            _step(guide, step, walls, translation)
            for step in (*seating_step(players), *guide.steps)
        ],
        "dice": list(dice),
        "said": None,
        "wall": None,
        "break": None,
        "walls": picture(walls, None, ()),
        "deal": [],
        "live": None,
    }
    return {**answer, **_thrown(guide, walls, dice, players, translation)} if dice else answer


def guide_texts() -> Iterator[str]:
    """Yield every English text of the guides, for translations into further languages."""
    guide_steps = (step for guide in GUIDES.values() for step in guide.steps)
    for step in (*SEATING_STEPS.values(), *guide_steps):
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
    try:
        throws = throws_of(guide, dice)
    except DiceError as error:
        raise RequestError("bad_dice", str(error)) from error
    wall = chosen_wall(throws)
    found = find_break(guide, walls, throws)
    told = in_words(partial(throw_text, guide, throws, wall, found), translation)
    words: Json = {"wall": str(wall), "said": told}
    if found is None:
        return words
    turns = deal(guide, walls, found.first, players)
    return {
        **words,
        "break": wall_break(found),
        "walls": picture(walls, found, turns),
        "deal": [turn(taken) for taken in turns],
        "live": live_tiles(walls, found, turns),
    }


TILES_A_STACK = 2


def place(stack: Stack) -> Json:
    """Name a stack: whose wall, and its number from the owner's right."""
    return {"wall": str(stack.wall), "stack": stack.number}


def turn(taken: DealTurn) -> Json:
    """Return one turn of the deal as JSON."""
    tiles = [{**place(stack), "level": level} for stack, level in taken.tiles]
    return {"seat": str(taken.seat), "tiles": tiles}


def picture(walls: Walls, found: Break | None, deal: Sequence[DealTurn]) -> list[Json]:
    """Return the walls E S W N as JSON, each stack from the owner's right.

    `side` is where the wall stands with East at the bottom. A stack has `tiles` before the deal,
    the `part` it plays, and under `to` the seats that its top and bottom tile are dealt to.
    """
    parts = {reserved.stack: reserved.part for reserved in found.reserved} if found else {}
    heights = dict.fromkeys(walls.ring, TILES_A_STACK)
    if found and found.removed:
        parts[found.removed] = "removed"
        heights[found.removed] = 0
        for reserved in found.reserved:
            heights[reserved.stack] += reserved.tiles
    to = {(stack, level): str(taken.seat) for taken in deal for stack, level in taken.tiles}
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


def wall_break(found: Break) -> Json:
    """Return the break as JSON: what was counted, which stack comes first, what is kept apart."""
    return {
        "wall": str(found.wall),
        "count": found.count,
        "counted": place(found.counted),
        "first": place(found.first),
        "removed": place(found.removed) if found.removed else None,
        "reserved": [
            {**place(kept.stack), "part": kept.part, "tiles": kept.tiles} for kept in found.reserved
        ],
    }


def live_tiles(walls: Walls, found: Break, deal: Sequence[DealTurn]) -> int:
    """Count the tiles left to draw after the deal, without what is kept for replacements."""
    kept = sum(reserved.tiles for reserved in found.reserved if reserved.part != "back")
    return TILES_A_STACK * len(walls.ring) - kept - sum(len(taken.tiles) for taken in deal)
