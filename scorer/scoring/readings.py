"""Every way to read a declared hand, the place of the winning tile included."""

from collections.abc import Iterator

from scorer.core.arrangements import Arrangement, Form
from scorer.core.hand import Hand
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
            yield Win(declared, Form.PARTIAL, _with_melds(arrangement, hand), None, own)
        return
    if rules.bonus_only(declared):
        yield Win(declared, Form.BONUS_ONLY, (), None, own)
    for form, arrange in rules.forms.items():
        for arrangement in arrange(hand.standing, len(hand.melds)):
            sets = _with_melds(arrangement, hand)
            for completed in _last_places(sets, hand):
                yield Win(declared, form, sets, completed, own)


def _with_melds(arrangement: Arrangement, hand: Hand) -> Arrangement:
    """Put the sets on the table between the standing sets and the eyes, which come last."""
    if not hand.melds:
        return arrangement
    sets = sum(not part.is_eyes for part in arrangement)
    return (*arrangement[:sets], *hand.melds, *arrangement[sets:])


def _last_places(sets: Arrangement, hand: Hand) -> Iterator[int]:
    """Yield where the winning tile can have gone: never into a set that lay on the table."""
    seen = set(hand.melds)
    for index, part in enumerate(sets):
        if (hand.winning is None or part.has(hand.winning)) and part not in seen:
            seen.add(part)
            yield index
