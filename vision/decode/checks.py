"""Which tiles a person is asked to check although each of them, by itself, seems sure enough.

Confidence says how far one name may be trusted. What follows from the whole reading is told here:
a bonus tile seen twice, a tile beside a hand that lacks a set.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.decode.finder import TableReading
from vision.reading import GroupKind
from vision.sets import FACE_DOWN, is_bonus

_LACKS_A_SET = (10, 11, 12)  # tiles of a hand, where thirteen wait
_BESIDE = 6.5  # tile sizes from a hand to what may be the set it lacks
_A_SET = 4  # tiles at most


def find_checks(
    found: TableReading, probabilities: Floats, named: NDArray[np.intp]
) -> frozenset[int]:
    """List the tiles, by number, of `probabilities` (n, k) that are `named` (n,) so."""
    return frozenset(
        {
            *found.corrected,
            *_seen_twice(found, probabilities[np.arange(len(named)), named]),
            *_left_out(found),
        }
    )


def _seen_twice(found: TableReading, given: Floats) -> Iterator[int]:
    """Give bonus tiles that are there once more, and likelier: of each a set has one."""
    codes = found.table.codes
    for tile, code in enumerate(codes):
        same = [other for other in range(len(codes)) if codes[other] == code]
        if is_bonus(code) and tile != max(same, key=lambda other: float(given[other])):
            yield tile


def _left_out(found: TableReading) -> Iterator[int]:
    """Give what lies by itself beside a hand that lacks a set: it may be just that."""
    table, hand = found.table, found.layout.hand
    if hand is None or hand.counted not in _LACKS_A_SET:
        return
    for group in found.layout.groups:
        few = len(group.tiles) <= _A_SET
        beside = group.kind in (GroupKind.OTHER, GroupKind.POOL)
        if few and beside and table.reach(group.tiles, hand.tiles) < _BESIDE:
            yield from (tile for tile in group.tiles if table.codes[tile] != FACE_DOWN)
