"""Every way to read a declared hand, the place of the winning tile included."""

from collections.abc import Iterator
from functools import lru_cache

from scorer.core.arrangements import Arrangement, Arranger, Form
from scorer.core.tiles import Tile
from scorer.core.win import Declaration, Role, Shape, Win
from scorer.rules.rule_set import RuleSet


def readings(declared: Declaration, rules: RuleSet) -> Iterator[Win]:
    """Yield each reading: shape, sets, and the set or eyes that the winning tile completes.

    Without a winning tile (a dealt hand) any tile may have come last. A hand that did not win is
    read as the sets that its tiles happen to make.
    """
    hand = declared.hand
    own: tuple[Tile, ...] = ()
    if hand.bonus:
        own = tuple(tile for tile in hand.bonus if rules.bonus_winds.get(tile) is declared.seat)
    if declared.role is Role.LOSER:
        for arrangement in rules.held(hand.standing):
            sets = _with_melds(arrangement, hand.melds)
            yield Win(declared, Shape(Form.PARTIAL, sets), None, own)
        return
    if rules.bonus_only(declared):
        yield Win(declared, Shape(Form.BONUS_ONLY, ()), None, own)
    forms = tuple(rules.forms.items())
    for shape, completed in _placed(forms, hand.standing, hand.melds, hand.winning):
        yield Win(declared, shape, completed, own)


# One hand is scored many times over: drawn, with other winds, by other rules, as it is entered.
@lru_cache(maxsize=1024)
def _placed(
    forms: tuple[tuple[Form, Arranger], ...],
    standing: tuple[Tile, ...],
    melds: Arrangement,
    winning: Tile | None,
) -> tuple[tuple[Shape, int], ...]:
    """Each way to read a hand, and which of its sets came last."""
    found = []
    arrangers = tuple([arrange for _, arrange in forms])
    for form, arrange in forms:
        for arrangement in arrange(standing, len(melds)):
            sets = _with_melds(arrangement, melds)
            shape = Shape(form, sets, arrangers)
            found += [(shape, place) for place in _last_places(sets, melds, winning)]
    return tuple(found)


def _with_melds(arrangement: Arrangement, melds: Arrangement) -> Arrangement:
    """Put the sets on the table between the standing sets and the eyes, which come last."""
    if not melds:
        return arrangement
    sets = sum([not part.is_eyes for part in arrangement])
    return (*arrangement[:sets], *melds, *arrangement[sets:])


def _last_places(sets: Arrangement, melds: Arrangement, winning: Tile | None) -> Iterator[int]:
    """Yield where the winning tile can have gone: never into a set that lay on the table."""
    seen = {meld.text for meld in melds}
    for index, part in enumerate(sets):
        if part.text not in seen and (winning is None or part.has(winning)):
            seen.add(part.text)
            yield index
