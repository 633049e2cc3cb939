"""Another look at a photo whose hand did not come out complete, larger and then smaller.

What one scale loses, a corner, a blank tile, a tile half hidden, another often shows. A hand that
is complete only there is believed, but said so: what differs from the first look is marked.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.decode import Decoded
from vision.eye import Seen
from vision.supposed import whole
from vision.surroundings import Table

SCALES = (1.25, 0.9)  # of the usual look
# Tiles that a player counts of a hand that won, with a name wrong or without a set or most of one.
# Thirteen wait for one more, and ten and fewer are hardly a hand.
_NEARLY = (11, 12, 14, 17)
_SAME_PLACE = 0.5  # tile sizes
_LOST = 0.5  # share of the first look's hand that may not be there again, else it is another hand

Looked = tuple[Sequence[Seen], Decoded]


def look_at_other_scales(first: Decoded, look: Callable[[float], Looked]) -> Looked | None:
    """Give a look at another scale in which the hand is complete; None without any, or any need.

    `look` sees the photo at a scale and lays it out. Most of the hand of the `first` look must be
    there again; what was not there, or was named otherwise, counts as corrected.
    """
    hand = first.layout.hand
    if whole(first) or hand is None or hand.counted not in _NEARLY:
        return None
    for scale in SCALES:
        seen, other = look(scale)
        if not whole(other):
            continue
        missed = _missing(first.table, hand.tiles, other.table, _tiles(other))
        if len(missed) <= _LOST * len(hand.tiles):
            every = range(len(first.table.codes))
            new = _missing(other.table, _tiles(other), first.table, every)
            return seen, replace(other, corrected=other.corrected | new)
    return None


def _missing(
    one: Table, tiles: Sequence[int], other: Table, among: Sequence[int]
) -> frozenset[int]:
    """List those `tiles` of one table that are not, by place and name, `among` those of another."""
    apart = np.linalg.norm(
        one.middles[list(tiles), None] - other.middles[None, list(among)], axis=2
    )
    near = apart < _SAME_PLACE * one.sizes[list(tiles), None]
    return frozenset(
        tile
        for tile, places in zip(tiles, near, strict=True)
        if one.codes[tile]
        not in {other.codes[among[place]] for place in np.flatnonzero(places).tolist()}
    )


def _tiles(decoded: Decoded) -> tuple[int, ...]:
    return () if decoded.layout.hand is None else tuple(decoded.layout.hand.tiles)
