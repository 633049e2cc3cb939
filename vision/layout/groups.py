"""The groups of a photo: the hand, what lies around it, and whose each group is.

A tile faces its player and lies on that player's side of the table. The photo shows both, but not
surely: people lay tiles upside down, some faces look the same both ways, a set has a tile turned
sideways. A weighted sum of measurements of a group, fitted on laid tables, gives the likelihood of
each side. Groups of tiles that the roles network takes for discards are pools.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.layout.hand import HandLayout
from vision.quads.geometry import axes
from vision.quads.table import LOOK_ALIKE, Table
from vision.reading import Group, GroupKind, Side
from vision.sets import FACE_DOWN

_TOUCHING = 1.6  # tile sizes between the centres of two backs that touch


def group_tiles(table: Table, hand: HandLayout | None) -> tuple[tuple[Group, ...], tuple[int, ...]]:
    """Put every tile of a table into one group or, face down, into a wall, given its hand."""
    used = set(hand.tiles) if hand else set()
    out = _walls(table, used)
    groups = list(hand.groups()) if hand else []
    for row in table.rows:
        kept = tuple(tile for tile in row.tiles if tile not in used and tile not in out)
        if kept:
            groups.append(Group(GroupKind.OTHER, kept))
    return tuple(groups), tuple(sorted(out))


def _walls(table: Table, used: set[int]) -> set[int]:
    """Return the backs that touch other backs, which are walls; a lone back is not."""
    backs = [i for i, code in enumerate(table.codes) if code == FACE_DOWN and i not in used]
    return {i for i in backs if any(j != i and table.apart[i, j] < _TOUCHING for j in backs)}


SIDES = tuple(Side)
# Directions towards the player of each side in the photo, whose second axis points down.
_TOWARDS = np.array([(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)])
_WIDE = 10.0  # tile sizes: about the width of a hand
_ON_WALL = 1.3  # tile sizes from the wall to a tile that lies on it or was turned up in it
_MAX_ON_WALL = 2  # most tiles turned up on a wall

# Weights of each side's measures, fitted on 500 laid tables.
_SIDE = np.array((0.6, 2.48, 2.88, 4.85, 1.75))
_SURE = 0.8  # least probability at which a side is named


def assign_sides(
    groups: Sequence[Group], table: Table, wall: Sequence[int], pools: Floats
) -> tuple[Group, ...]:
    """Return the groups with their sides, pools and tiles on the wall marked as such.

    `wall` are the face-down tiles of walls; `pools` (n,) are the log-odds that a tile of no
    hand is a discard. The groups of the hand are on one side.
    """
    own = tuple(chain.from_iterable(g.tiles for g in groups if g.kind.is_hand))
    hands = _side(_side_measures(own, table, is_hand=True) @ _SIDE)
    assigned = []
    for group in groups:
        if group.kind.is_hand:
            assigned.append(replace(group, side=hands))
            continue
        if len(group.tiles) <= _MAX_ON_WALL and wall and table.reach(group.tiles, wall) < _ON_WALL:
            assigned.append(replace(group, kind=GroupKind.WALL))
            continue
        kind = GroupKind.POOL if pools[list(group.tiles)].mean() > 0 else group.kind
        side = _side(_side_measures(group.tiles, table) @ _SIDE)
        assigned.append(replace(group, kind=kind, side=side))
    return tuple(assigned)


def _side(sums: NDArray[np.float64]) -> Side | None:
    """Return the side with a sufficient probability by its sum (4,), None if there is none."""
    likely = np.exp(sums - sums.max())
    likely /= likely.sum()
    best = int(likely.argmax())
    return SIDES[best] if likely[best] >= _SURE else None


def _side_measures(
    tiles: Sequence[int], table: Table, *, is_hand: bool = False
) -> NDArray[np.float64]:
    """Return the measures (4, 5) that speak for each side.

    Share and number of faces that point towards it, how far rows lie across that direction, how far
    out the tiles lie among all tiles, and that most hands are photographed from their own side.
    """
    if not tiles:
        return np.zeros((4, 5))
    downs = axes(table.corners)[:, 1].astype(np.float64)
    downs /= np.linalg.norm(downs, axis=1, keepdims=True).clip(1e-6)
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


def _centroid(middles: Floats) -> NDArray[np.float64]:
    """Return the centre of the bounding box of these points."""
    return np.asarray((middles.min(axis=0) + middles.max(axis=0)) / 2, np.float64)
