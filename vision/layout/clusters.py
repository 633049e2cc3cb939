"""Three alike that lie close together, though in no common row: laid askew, or beside a pool."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vision.layout.candidates import is_complete
from vision.layout.hand import HandLayout
from vision.quads.table import Table
from vision.sets import FACE_DOWN, is_bonus

_WITHOUT_ONE_SET = 11  # tiles that a player counts
# Distances are in tile sizes.
_TOUCHING = 1.35
_AT_HAND = 4.0
_SURE = 0.5  # trust in each
_PUNG, _KONG = 3, 4


def with_scattered_set(table: Table, hand: HandLayout) -> HandLayout:
    """Add a pung or kong that lies near a hand and in no row, where the hand is complete with it.

    Three of a pool that touch are hardly ever alike; where two sets would do, neither is taken.
    """
    if hand.counted != _WITHOUT_ONE_SET or is_complete(table, hand):
        return hand
    found = [
        laid
        for tiles in _alike(table, frozenset(hand.tiles))
        if table.reach(tiles, hand.held) <= _AT_HAND
        and is_complete(table, laid := replace(hand, exposed=(*hand.exposed, tuple(tiles))))
    ]
    return found[0] if len(found) == 1 else hand


def _alike(table: Table, used: frozenset[int]) -> Iterator[Sequence[int]]:
    """Give groups of three or four sure tiles of one face that touch each other."""
    faces: dict[str, list[int]] = defaultdict(list)
    for tile, code in enumerate(table.codes):
        if tile not in used and code != FACE_DOWN and not is_bonus(code):
            faces[code].append(tile)
    for tiles in faces.values():
        left = [tile for tile in tiles if table.trust[tile] >= _SURE]
        while left:
            group = [left.pop()]
            for member in group:
                near = [tile for tile in left if table.distance(tile, member) <= _TOUCHING]
                group += near
                left = [tile for tile in left if tile not in near]
            if len(group) in (_PUNG, _KONG):
                yield sorted(group, key=lambda tile: table.middles[tile][0])
