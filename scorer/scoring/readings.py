"""Every way to read a declared hand, the place of the winning tile included."""

from collections.abc import Iterator
from functools import lru_cache

from scorer.core.arrangements import Arrangement, Arranger, Form
from scorer.core.tiles import Tile
from scorer.core.win import Declaration, Role, Win
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
            yield Win(declared, Form.PARTIAL, _with_melds(arrangement, hand.melds), None, own)
        return
    if rules.bonus_only(declared):
        yield Win(declared, Form.BONUS_ONLY, (), None, own)
    shapes = tuple(rules.forms.values())
    found = _placed(shapes, hand.standing, hand.melds, hand.winning)
    for form, ways in zip(rules.forms, found, strict=True):
        for sets, completed in ways:
            yield Win(declared, form, sets, completed, own)


# One hand is scored many times over: drawn, with other winds, by other rules, as it is entered.
@lru_cache(maxsize=1024)
def _placed(
    shapes: tuple[Arranger, ...],
    standing: tuple[Tile, ...],
    melds: Arrangement,
    winning: Tile | None,
) -> tuple[list[tuple[Arrangement, int]], ...]:
    """Each way to read a hand, by shape, and which of its sets came last."""
    found = []
    for arrange in shapes:
        ways = []
        for arrangement in arrange(standing, len(melds)):
            sets = _with_melds(arrangement, melds)
            ways += [(sets, completed) for completed in _last_places(sets, melds, winning)]
        found.append(ways)
    return tuple(found)


def _with_melds(arrangement: Arrangement, melds: Arrangement) -> Arrangement:
    """Put the sets on the table between the standing sets and the eyes, which come last."""
    if not melds:
        return arrangement
    sets = sum([not part.is_eyes for part in arrangement])
    return (*arrangement[:sets], *melds, *arrangement[sets:])


def _last_places(sets: Arrangement, melds: Arrangement, winning: Tile | None) -> Iterator[int]:
    """Yield where the winning tile can have gone: never into a set that lay on the table."""
    seen = set(melds)
    for index, part in enumerate(sets):
        if (winning is None or winning in part.tiles) and part not in seen:
            seen.add(part)
            yield index
