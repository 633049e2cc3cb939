"""Another look at a photo whose hand did not come out complete, larger and then smaller.

What one scale loses, a corner, a blank tile, a tile half hidden, another often shows. A hand that
is complete only there is believed, but said so: what differs from the first look is marked.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import compress

from vision.budget import ENDLESS, Budget
from vision.decode.finder import TableReading
from vision.detect.recogniser import PhotoTiles
from vision.quads import geometry

SCALES = (1.25, 0.9)  # of the usual look
# Tiles that a player counts of a hand that won, with a name wrong or without a set or most of one.
# Thirteen wait for one more, and ten and fewer are hardly a hand.
_NEARLY = (11, 12, 14, 17)
# Who asks for a score says that the hand won: thirteen lack one then, and fewer are of it, too.
_NEARLY_TO_SCORE = (8, 9, 10, 13, *_NEARLY)
_SAME_PLACE = 0.5  # tile sizes
_LOST = 0.5  # share of the first look's hand that may not be there again, else it is another hand

Look = tuple[Sequence[PhotoTiles], TableReading]


def look_at_other_scales(
    first: TableReading,
    look: Callable[[float], Look],
    *,
    to_score: bool = False,
    budget: Budget = ENDLESS,
) -> Look | None:
    """Give a look at another scale in which the hand is complete; None without any, or any need.

    `look` sees the photo at a scale and lays it out. Half of the hand of the `first` look must be
    there again; what was not in that hand, or was named otherwise, counts as corrected. Of a hand
    photographed `to_score` it fewer tiles may be found at first, or thirteen.
    """
    hand = first.layout.hand
    nearly = _NEARLY_TO_SCORE if to_score else _NEARLY
    if first.wins or hand is None or hand.counted not in nearly:
        return None
    for scale in SCALES:
        if budget.is_spent():
            break
        seen, other = look(scale)
        if not other.wins:
            continue
        lost = _missing(first, other)
        if len(lost) <= _LOST * len(hand.tiles):
            return seen, replace(other, corrected=other.corrected | _missing(other, first))
    return None


def _missing(one: TableReading, other: TableReading) -> frozenset[int]:
    """List the tiles of one hand, by number, that are not by place and name in the other hand."""
    own, others = _tiles(one), _tiles(other)
    middles = one.table.middles[own], other.table.middles[others]
    apart = geometry.distances(middles[0], middles[1])
    near = apart < _SAME_PLACE * one.table.sizes[own, None]
    return frozenset(
        tile
        for tile, there in zip(own, near, strict=True)
        if one.table.codes[tile] not in other.table.names(list(compress(others, there)))
    )


def _tiles(found: TableReading) -> list[int]:
    return [] if found.layout.hand is None else list(found.layout.hand.tiles)
