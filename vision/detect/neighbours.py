"""What the tiles about a doubtful one say of how it stands.

Which way a painted picture stands is easily mistaken. A tile is taller than wide, and so are the
tiles about it, seen from the same place: what comes out wider than tall in their measure was turned
by a quarter too much. What is not as large as they are has wrong corners, or lies elsewhere.
"""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.nets.faces import Classifications, sure_turn_mask
from vision.quads import geometry
from vision.sets import BLANK, FACE_DOWN

_NEIGHBOURS = 5
_WIDER = 1.15  # widths over heights; half of all corners are a tenth of a side off
_AS_LARGE = 1.25  # times as long, as a side of a square
_TALLER = 4 / 3  # heights of a tile over widths


def wrong_turn_mask(
    corners: Floats, sure: NDArray[np.bool_], tiles: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Return which of `tiles` (m,) start at a wrong corner by a quarter: booleans (m,).

    `corners` (n, 4, 2) of all tiles begin at the top left of each face as it was named; `sure`
    (n,): where that can be relied on. Without any such tile the mask is empty.
    """
    known = np.flatnonzero(sure)
    wrong = np.zeros(len(tiles), np.bool_)
    if not len(known):
        return wrong
    # Ways along the width and down the height as columns.
    frames = geometry.axes(corners.astype(np.float64)).transpose(0, 2, 1)
    middles = corners.mean(axis=1)
    for place, tile in enumerate(tiles):
        others = known[known != tile]
        away = np.linalg.norm(middles[others] - middles[tile], axis=1)
        near = frames[others[np.argsort(away, kind="stable")[:_NEIGHBOURS]]]
        near = near[np.abs(np.linalg.det(near)) > 1e-6]
        if len(near):
            # The tile's sides in widths and heights of each neighbour, brought to one length.
            seen = np.linalg.solve(near, np.broadcast_to(frames[tile], near.shape))
            seen[:, 1] *= _TALLER
            wide, tall = np.median(np.linalg.norm(seen, axis=1), axis=0)
            length = np.sqrt(wide * tall / _TALLER)
            wrong[place] = wide > _WIDER * tall and 1 / _AS_LARGE < length < _AS_LARGE
    return wrong


def face_turns(
    corners: Floats, named: Classifications, labels: tuple[str, ...]
) -> NDArray[np.intp]:
    """Return the corner (n,) at which each face of quads (n, 4, 2) from `turn_upright` starts.

    A blank face and a back look the same either way: their shape and that of their neighbours
    decides.
    """
    alike = [labels.index(code) for code in (BLANK, FACE_DOWN)]
    tiles = np.flatnonzero(np.isin(named.probabilities.argmax(axis=1), alike))
    turns = named.turns.copy()
    turns[tiles] = 0
    sure = sure_turn_mask(named, labels)
    turns[tiles] += wrong_turn_mask(geometry.turn(corners, turns), sure, tiles)
    return turns
