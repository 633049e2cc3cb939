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


def _has_no_called_set(declared: Declaration) -> bool:
    """Whether the winner has no claimed set and no kong; closed sets laid down do not matter.

    That a tile replaced a kong says so, too, where the tiles are not known.
    """
    if declared.has(Circumstance.KONG_REPLACEMENT):
        return False
    return not any(meld.is_exposed or meld.is_kong for meld in declared.hand.melds)


def _has_unknown_tiles(declared: Declaration) -> bool:
    """Whether the win was agreed on without its tiles, or some of them could not be read."""
    return declared.hand == Hand() or not declared.all_read


def _has_kongs(declared: Declaration, least: int) -> bool:
    """Whether the winner has so many kongs, as far as the tiles are known."""
    kongs = sum(meld.is_kong for meld in declared.hand.melds)
    return _has_unknown_tiles(declared) or kongs >= least


def _no_other_copy(declared: Declaration) -> bool:
    """Whether the winner has one copy of the winning tile; the konger has the other three."""
    hand = declared.hand
    return hand.winning is None or hand.tiles.count(hand.winning) == 1


SELF_DRAW = Need("self-draw", lambda one: one.self_drawn, Sentence("needs a self-draw"))
DISCARD = Need("discard", lambda one: not one.self_drawn, Sentence("needs another player's tile"))
NOTHING_CALLED = Need(
    "nothing-called", _has_no_called_set, Sentence("needs a hand with no claimed set and no kong")
)
SEAT_EAST = Need("seat-east", lambda one: one.seat is Wind.EAST, Sentence("is East's only"))
NEEDS: Mapping[Circumstance, tuple[Need, ...]] = {
    Circumstance.FIRST_DRAW: (SELF_DRAW, NOTHING_CALLED),
    Circumstance.FIRST_DISCARD: (
        DISCARD,
        Need(
            "seat-not-east",
            lambda one: one.seat is not Wind.EAST,
            Sentence("is not East's, who discards first"),
        ),
        Need(
            "from-east",
            lambda one: one.discarder in (None, Wind.EAST),
            Sentence("comes from East, who discards first"),
        ),
        NOTHING_CALLED,
    ),
    Circumstance.LAST_WALL_TILE: (SELF_DRAW,),
    Circumstance.LAST_DISCARD: (DISCARD,),
    Circumstance.KONG_REPLACEMENT: (
        SELF_DRAW,
        Need("kong-held", lambda one: _has_kongs(one, 1), Sentence("needs a kong in the hand")),
    ),
    Circumstance.BONUS_REPLACEMENT: (
        SELF_DRAW,
        Need(
            "bonus-held",
            lambda one: _has_unknown_tiles(one) or bool(one.hand.bonus),
            Sentence("needs a bonus tile"),
        ),
    ),
    Circumstance.ROBBING_KONG: (
        DISCARD,
        Need(
            "no-other-copy",
            _no_other_copy,
            Sentence("leaves no other copy of the winning tile for the winner"),
        ),
    ),
    Circumstance.ORIGINAL_HAND: (
        Need(
            "nothing-exposed",
            lambda one: not any(meld.is_exposed for meld in one.hand.melds),
            Sentence("needs a hand with no claimed set"),
        ),
    ),
    Circumstance.DEALT_HAND: (SELF_DRAW, SEAT_EAST, NOTHING_CALLED),
    Circumstance.KONG_ON_KONG: (
        Need(
            "kong-replacement",
            lambda one: one.has(Circumstance.KONG_REPLACEMENT),
            Sentence("needs kong-replacement as well"),
        ),
        Need(
            "two-kongs-held",
            lambda one: _has_kongs(one, 2),
            Sentence("needs two kongs in the hand"),
        ),
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
