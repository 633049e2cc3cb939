"""The set-up guide as public JSON: the steps, and for a throw the break, the walls and the deal."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from scorer.api.requests import Catalogue, RequestError, house_rules
from scorer.api.scores import Json
from scorer.rulesets import RULE_SETS
from scorer.setup.diagram import live_tiles, opened, picture, turn
from scorer.setup.guide import Guide, Step
from scorer.setup.throw import DiceError, broken, chosen_wall, dealt, throws_of
from scorer.setup.walls import Direction, Walls
from scorer.setup.wording import said

NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


def setup_answer(
    rules: str,
    dice: Sequence[int] = (),
    options: Mapping[str, object] = NO_OPTIONS,
    known: Catalogue = RULE_SETS,
) -> Json:
    """Return the set-up guide of a rule set, and for thrown dice the break and the deal.

    `dice` are those of the throw for the wall, then those for the stack where they are others; with
    the first alone `wall` is known and `break` is null. Raises RequestError `unknown_rules`,
    `unknown_option`, `bad_option`, or `bad_dice` for dice that are not thrown there.
    """
    chosen = house_rules({"rules": rules, "options": options}, known)
    guide = chosen.guide.agreed(chosen.customs)
    walls = Walls.of(len(chosen.bonus_winds), Direction(chosen.table.direction))
    answer: Json = {
        "rules": chosen.id,
        "direction": walls.direction.value,
        "throws": [{"by": throw.by, "dice": throw.dice} for throw in guide.throws],
        "steps": [_step(guide, step, walls) for step in guide.steps],
        "dice": list(dice),
        "said": None,
        "wall": None,
        "break": None,
        "walls": picture(walls, None, ()),
        "deal": [],
        "live": None,
    }
    return {**answer, **_thrown(guide, walls, dice)} if dice else answer


def _step(guide: Guide, step: Step, walls: Walls) -> Json:
    return {
        "topic": step.topic,
        **guide.words(step.text, walls)._asdict(),
        "wording": step.wording,
        "unclear": guide.words(step.unclear, walls)._asdict() if step.unclear else None,
    }


def _thrown(guide: Guide, walls: Walls, dice: Sequence[int]) -> Json:
    try:
        throws = throws_of(guide, dice)
    except DiceError as error:
        raise RequestError("bad_dice", str(error)) from error
    wall = chosen_wall(throws)
    found = broken(guide, walls, throws)
    words: Json = {"wall": str(wall), "said": said(guide, throws, wall, found)._asdict()}
    if found is None:
        return words
    turns = dealt(guide, walls, found.first)
    return {
        **words,
        "break": opened(found),
        "walls": picture(walls, found, turns),
        "deal": [turn(taken) for taken in turns],
        "live": live_tiles(walls, found, turns),
    }
