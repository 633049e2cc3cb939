"""Another look at a photo whose hand did not come out complete, larger and then smaller.

What one scale loses, a corner, a blank tile, a tile half hidden, another often shows. A hand that
is complete only there is believed, but said so: what differs from the first look is marked.

A hand may pass for complete because something was supposed: that a tile is another one than it
looks like, or what a tile set says of it. Then a kong's hidden fourth or half of a double is not
missed. Such a hand is looked for again, too, and gives way to one that has the rest of it with less
supposed, or with more tiles: what is supposed of a kong's backs is more than of a pung.
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
    there again, of a complete one all but what was corrected; what was not in that hand, or was
    named otherwise, counts as corrected. Of a hand photographed `to_score` it fewer tiles may be
    found at first, or thirteen.
    """
    hand = first.layout.hand
    nearly = _NEARLY_TO_SCORE if to_score else _NEARLY
    if hand is None or not (first.supposed if first.wins else hand.counted in nearly):
        return None
    for scale in SCALES:
        if budget.is_spent():
            break
        seen, other = look(scale)
        if not other.wins:
            continue
        lost = _missing(first, other)
        if first.wins:
            is_better = lost <= first.corrected and _tells_more(other, first)
        else:
            is_better = len(lost) <= _LOST * len(hand.tiles)
        if is_better:
            return seen, replace(other, corrected=other.corrected | _missing(other, first))
    return None


def _tells_more(other: TableReading, first: TableReading) -> bool:
    """Tell whether a hand has less that is supposed than another, or more tiles."""
    return len(other.supposed) < len(first.supposed) or len(_tiles(other)) > len(_tiles(first))


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
