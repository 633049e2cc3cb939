"""Every lawful way to read a declared win, the place of the winning tile included."""

from collections.abc import Iterator

from scorer.arrange import Arrangement, Form
from scorer.hand import Hand
from scorer.rules import RuleSet
from scorer.win import Declaration, Win


def readings(declared: Declaration, rules: RuleSet) -> Iterator[Win]:
    """Yield each reading: shape, sets, and the set or eyes that the winning tile completes.

    Without a winning tile (a dealt hand) any tile may have come last.
    """
    hand = declared.hand
    own = tuple(tile for tile in hand.bonus if rules.bonus_winds.get(tile) is declared.seat)
    if rules.bonus_only(declared):
        yield Win(declared, Form.BONUS_ONLY, (), None, own)
    for form, arrange in rules.forms.items():
        for arrangement in arrange(hand.standing, len(hand.melds)):
            sets = (
                *(part for part in arrangement if not part.is_eyes),
                *hand.melds,
                *(part for part in arrangement if part.is_eyes),
            )
            for completed in _last_places(sets, hand):
                yield Win(declared, form, sets, completed, own)


def _last_places(sets: Arrangement, hand: Hand) -> Iterator[int]:
    """Yield where the winning tile can have gone: never into a set that lay on the table."""
    seen = set(hand.melds)
    for index, part in enumerate(sets):
        if part not in seen and (hand.winning is None or hand.winning in part.tiles):
            seen.add(part)
            yield index
