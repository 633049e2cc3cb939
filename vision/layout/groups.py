"""The groups of a photo: what is the hand, what lies around it, and whose that is.

A tile faces its player, and lies on his side of the table: the photo says both, each with doubts.
People lay tiles on their heads, some faces look alike both ways, a set has a tile across, and a
pool lies nearer to the middle than a hand. Two sums of what a group looks like, with weights that
were fitted on laid tables, say how likely each answer is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.layout.hand import HandLayout
from vision.quads.geometry import axes
from vision.quads.table import LOOK_ALIKE, Table
from vision.reading import Group, GroupKind, Side
from vision.sets import FACE_DOWN, divide, is_bonus

_TOUCHING = 1.6  # tile sizes between the middles of two backs that touch


@dataclass(frozen=True, slots=True)
class Layout:
    """The groups of a photo; `hand` is None where none lies there.

    `left_out` are the face-down tiles of walls.
    """

    groups: tuple[Group, ...]
    hand: HandLayout | None
    left_out: tuple[int, ...]


def group_tiles(table: Table, hand: HandLayout | None) -> Layout:
    """Put every tile of a table into one group, or into `left_out`, around its hand."""
    used = set(hand.tiles) if hand else set()
    out = _walls(table, used)
    groups = list(hand.groups()) if hand else []
    for row in table.rows:
        kept = tuple(tile for tile in row.tiles if tile not in used and tile not in out)
        if kept:
            groups.append(Group(GroupKind.OTHER, kept))
    return Layout(tuple(groups), hand, tuple(sorted(out)))


def _walls(table: Table, used: set[int]) -> set[int]:
    """Backs that touch other backs are a wall; one that lies alone is kept."""
    backs = [i for i, code in enumerate(table.codes) if code == FACE_DOWN and i not in used]
    return {i for i in backs if any(j != i and table.distance(i, j) < _TOUCHING for j in backs)}


SIDES = tuple(Side)
# Towards the player of each side in the photo, whose second axis points down.
_TOWARDS = np.array([(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)])
_WIDE = 10.0  # tile sizes: a hand is about as wide
_NEAR = 2.5  # tile sizes to the other tiles of a pool about a tile
_UPON = 1.3  # tile sizes from a wall's tile to one that lies upon it or was turned in it
_FEW = 2  # tiles that a wall shows
_GAP = 2  # ranks between two tiles of a chow

# Weights of what is measured of each side, and of what tells a pool, fitted on 500 laid tables.
_SIDE = np.array((0.6, 2.48, 2.88, 4.85, 1.75))
_POOL = np.array((-0.87, 3.31, 1.48, -0.11, -0.71, -2.6, -2.7, -3.07, -1.25, 2.56))
_SURE = 0.8  # probability of a side from which on it is named


def assign_sides(groups: Sequence[Group], table: Table, wall: Sequence[int]) -> tuple[Group, ...]:
    """Return the side of each group of a photo, and which groups are pools.

    `wall` are the face-down tiles of walls. The groups of the hand are on one side.
    """
    own = tuple(chain.from_iterable(g.tiles for g in groups if g.kind.is_hand))
    hands = _side(_side_measures(own, table, is_hand=True) @ _SIDE)
    assigned = []
    for group in groups:
        if group.kind.is_hand:
            assigned.append(replace(group, side=hands))
            continue
        sums, kind = _side_measures(group.tiles, table) @ _SIDE, group.kind
        if len(group.tiles) <= _FEW and wall and table.reach(group.tiles, wall) < _UPON:
            assigned.append(replace(group, kind=GroupKind.WALL))
            continue
        if _pool_measures(group, groups, table, int(sums.argmax())) @ _POOL > 0:
            kind = GroupKind.POOL
        assigned.append(replace(group, kind=kind, side=_side(sums)))
    return tuple(assigned)


def _side(sums: NDArray[np.float64]) -> Side | None:
    """Return the side that is likely enough by what speaks for each (4,), None where none is."""
    likely = np.exp(sums - sums.max())
    likely /= likely.sum()
    best = int(likely.argmax())
    return SIDES[best] if likely[best] >= _SURE else None


def _side_measures(
    tiles: Sequence[int], table: Table, *, is_hand: bool = False
) -> NDArray[np.float64]:
    """Measure for each side (4, 5) what speaks for it.

    What share of faces points there, how many do, how far rows lie across the way there, how far
    out the tiles lie among all tiles, and that the hand is mostly photographed from its own side.
    """
    if not tiles:
        return np.zeros((4, 5))
    downs = _unit_vectors(axes(table.corners)[:, 1])
    own = list(tiles)
    telling = [tile for tile in own if table.codes[tile] not in LOOK_ALIKE]
    facing = (downs[telling] @ _TOWARDS.T).sum(axis=0)
    across = abs(downs[own] @ _TOWARDS.T).mean(axis=0)
    unit = float(np.median(table.sizes)) or 1.0
    middle = table.middles[own].mean(axis=0)
    among = (middle - _centroid(table.middles)) / (unit * _WIDE)
    near = np.array([float(is_hand and side is Side.NEAR) for side in SIDES])
    return np.stack(
        [
            facing / len(own),
            facing / _WIDE,
            across,
            among @ _TOWARDS.T,
            near,
        ],
        axis=1,
    )


def _pool_measures(
    group: Group, groups: Sequence[Group], table: Table, side: int
) -> NDArray[np.float64]:
    """Measure (10,) what tells a pool from what a player laid before him; the last one is 1.

    How many tiles the group has, how many tiles that are no hand's lie about each of its own, how
    much nearer to the middle it lies than the outermost tiles of its likeliest `side`, what share
    of all tiles lies farther out there, how far it is from the hand and from the middle, whether it
    is sets, how far it is sorted, and its share of bonus tiles.
    """
    others = list(chain.from_iterable(g.tiles for g in groups if not g.kind.is_hand))
    own = list(group.tiles)
    hand = list(chain.from_iterable(g.tiles for g in groups if g.kind.is_hand))
    about = (table.apart[np.ix_(own, others)] < _NEAR).sum(axis=1).mean() - 1
    unit = float(np.median(table.sizes)) or 1.0
    outward = table.middles @ _TOWARDS[side]
    here = float(outward[own].mean())
    inside = (float(outward.max()) - here) / (unit * _WIDE)
    beyond = float((outward > here + unit).mean())
    apart = np.linalg.norm(table.middles[own].mean(axis=0) - _centroid(table.middles))
    away = min(table.reach(own, hand), 2 * _WIDE) / _WIDE if hand else 1.0
    names = table.names(own)
    return np.array(
        [
            min(len(own), _WIDE) / _WIDE,
            about / _WIDE,
            inside,
            beyond,
            away,
            apart / (unit * _WIDE),
            float(divide(names) is not None),
            _sortedness(names),
            sum(map(is_bonus, names)) / len(own),
            1.0,
        ]
    )


def _sortedness(names: Sequence[str]) -> float:
    """Return the share of neighbours that may be of one set."""
    near = [
        one[1] == other[1] and abs(int(one[0]) - int(other[0])) <= (_GAP if one[1] in "mps" else 0)
        for one, other in pairwise(names)
        if FACE_DOWN not in (one, other)
    ]
    return sum(near) / len(near) if near else 0.0


def _centroid(middles: Floats) -> NDArray[np.float64]:
    """Return the middle of all that lies there."""
    return np.asarray((middles.min(axis=0) + middles.max(axis=0)) / 2, np.float64)


def _unit_vectors(ways: Floats) -> NDArray[np.float64]:
    return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True).clip(1e-6), np.float64)
