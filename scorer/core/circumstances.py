"""What each circumstance of a win needs, and which contradict each other.

docs/rules/README.md, 4.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from scorer.core.hand import Hand
from scorer.core.sentences import Sentence
from scorer.core.tiles import Wind
from scorer.core.win import Circumstance, Declaration


class Need(NamedTuple):
    """A condition of a circumstance: its public name, and the sentence that says it."""

    name: str
    holds: Callable[[Declaration], bool]
    sentence: Sentence


def drawn(declared: Declaration) -> bool:
    """The winner drew the tile."""
    return declared.self_drawn


def discarded(declared: Declaration) -> bool:
    """The tile is another player's."""
    return not declared.self_drawn


def nothing_called(declared: Declaration) -> bool:
    """The winner has claimed no set and declared no kong; closed sets laid down do not matter.

    That a tile replaced a kong says so, too, where the tiles are not known.
    """
    if declared.has(Circumstance.KONG_REPLACEMENT):
        return False
    return not any(meld.is_exposed or meld.is_kong for meld in declared.hand.melds)


def nothing_exposed(declared: Declaration) -> bool:
    """The winner has claimed no set."""
    return not any(meld.is_exposed for meld in declared.hand.melds)


def seat_east(declared: Declaration) -> bool:
    """The winner is East."""
    return declared.seat is Wind.EAST


def seat_not_east(declared: Declaration) -> bool:
    """The winner is not East."""
    return not seat_east(declared)


def from_east(declared: Declaration) -> bool:
    """The tile is East's, as far as anybody said whose it is."""
    return declared.discarder in (None, Wind.EAST)


def tiles_unknown(declared: Declaration) -> bool:
    """The win was agreed on without its tiles, or some of them could not be read."""
    return declared.hand == Hand() or not declared.all_read


def kong_held(declared: Declaration) -> bool:
    """The winner has a kong, as far as the tiles are known."""
    return tiles_unknown(declared) or any(meld.is_kong for meld in declared.hand.melds)


def two_kongs_held(declared: Declaration) -> bool:
    """The winner has two kongs or more, as far as the tiles are known."""
    kongs = sum(meld.is_kong for meld in declared.hand.melds)
    return tiles_unknown(declared) or kongs >= 2


def kong_replaced(declared: Declaration) -> bool:
    """The winner drew the tile for a kong."""
    return declared.has(Circumstance.KONG_REPLACEMENT)


def bonus_held(declared: Declaration) -> bool:
    """The winner has a bonus tile, as far as the tiles are known."""
    return tiles_unknown(declared) or bool(declared.hand.bonus)


def no_other_copy(declared: Declaration) -> bool:
    """The winner holds no further copy of the winning tile, for the konger has the other three."""
    hand = declared.hand
    return hand.winning is None or hand.tiles.count(hand.winning) == 1


SELF_DRAW = Need("self-draw", drawn, Sentence("needs a self-draw"))
DISCARD = Need("discard", discarded, Sentence("needs another player's tile"))
NOTHING_CALLED = Need(
    "nothing-called", nothing_called, Sentence("needs a hand with no claimed set and no kong")
)
SEAT_EAST = Need("seat-east", seat_east, Sentence("is East's only"))

NEEDS: Mapping[Circumstance, tuple[Need, ...]] = {
    Circumstance.FIRST_DRAW: (SELF_DRAW, NOTHING_CALLED),
    Circumstance.FIRST_DISCARD: (
        DISCARD,
        Need("seat-not-east", seat_not_east, Sentence("is not East's, who discards first")),
        Need("from-east", from_east, Sentence("comes from East, who discards first")),
        NOTHING_CALLED,
    ),
    Circumstance.LAST_WALL_TILE: (SELF_DRAW,),
    Circumstance.LAST_DISCARD: (DISCARD,),
    Circumstance.KONG_REPLACEMENT: (
        SELF_DRAW,
        Need("kong-held", kong_held, Sentence("needs a kong in the hand")),
    ),
    Circumstance.BONUS_REPLACEMENT: (
        SELF_DRAW,
        Need("bonus-held", bonus_held, Sentence("needs a bonus tile")),
    ),
    Circumstance.ROBBING_KONG: (
        DISCARD,
        Need(
            "no-other-copy",
            no_other_copy,
            Sentence("leaves no other copy of the winning tile for the winner"),
        ),
    ),
    Circumstance.ORIGINAL_HAND: (
        Need("nothing-exposed", nothing_exposed, Sentence("needs a hand with no claimed set")),
    ),
    Circumstance.DEALT_HAND: (SELF_DRAW, SEAT_EAST, NOTHING_CALLED),
    Circumstance.KONG_ON_KONG: (
        Need("kong-replacement", kong_replaced, Sentence("needs kong-replacement as well")),
        Need("two-kongs-held", two_kongs_held, Sentence("needs two kongs in the hand")),
    ),
}

# What can only be said of another player's tile.
OF_A_DISCARD = reduce(or_, (each for each, needs in NEEDS.items() if DISCARD in needs))

LAST_AND_DEAD_WALL = (
    Circumstance.LAST_WALL_TILE | Circumstance.KONG_REPLACEMENT,
    Circumstance.LAST_WALL_TILE | Circumstance.BONUS_REPLACEMENT,
)
CONTRADICTIONS = (
    *LAST_AND_DEAD_WALL,
    Circumstance.FIRST_DRAW | Circumstance.LAST_WALL_TILE,
    Circumstance.DEALT_HAND | Circumstance.LAST_WALL_TILE,
    Circumstance.FIRST_DISCARD | Circumstance.LAST_DISCARD,
    Circumstance.FIRST_DISCARD | Circumstance.ROBBING_KONG,
    Circumstance.LAST_DISCARD | Circumstance.ROBBING_KONG,
)


def broken_needs(declared: Declaration, earning: Circumstance) -> Iterator[str]:
    """Yield a sentence for each need that a declared circumstance does not meet.

    Only circumstances in `earning` are asked: one that earns nothing is ignored.
    """
    for circumstance in declared.circumstances & earning:
        for need in NEEDS[circumstance]:
            if not need.holds(declared):
                yield Sentence("{event} {needs}.", event=circumstance.public, needs=need.sentence)
