"""Tiles that were found in two halves: sights too near each other to be two tiles.

A four of dots may be seen as two tiles side by side, each of two dots, where tiles are squeezed or
small. Real ones lie beside each other, so that their middles are never that near.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.nets.detector import Detections
from vision.quads import geometry
from vision.quads.axes import Quads

_TOO_NEAR = 0.6  # usual short sides between two middles
_HALVES_NEAR = 0.8  # the same, of halves of a tall face
_AROUND = 6  # tiles that tell what is usual
_FEWEST = 5
_AS_LARGE = (0.75, 1.3)  # of a neighbour's width and height: the two together
_WHOLE = 0.75  # of both: a sight so large is the tile, not a half of it

AreTiles: TypeAlias = Callable[[Floats], NDArray[np.bool_]]


def join_halves(found: Detections) -> Detections:
    """Put one tile in the place of each two sights that together are as large as a neighbour."""
    return _join(found, -1.0, _TOO_NEAR, None)


def join_tall_halves(found: Detections, are_tiles: AreTiles) -> Detections:
    """Do the same with sights one above the other, where `are_tiles` says so of the two together.

    They lie farther apart, as tiles of a steep row do, too.
    """
    return _join(found, _TOO_NEAR, _HALVES_NEAR, are_tiles)


def _join(found: Detections, near: float, far: float, are_tiles: AreTiles | None) -> Detections:
    """Join sights that lie from `near` to `far` usual short sides apart."""
    count = len(found)
    if count < _FEWEST:
        return found
    middles = found.corners.mean(axis=1)
    short = geometry.sides(found.corners).min(axis=1)
    apart = geometry.distances(middles, middles)
    np.fill_diagonal(apart, np.inf)
    nearest = apart.argmin(axis=1)
    corners, confidences = found.corners.copy(), found.confidences.copy()
    kept = np.ones(count, np.bool_)
    for one, other in enumerate(nearest.tolist()):
        if other < one or nearest[other] != one:
            continue
        around = np.argsort(apart[one], kind="stable")[1 : _AROUND + 1]
        usual = float(np.median(short[around]))
        if not near * usual < apart[one, other] <= far * usual:
            continue
        pair = np.array([one, other])
        frames = (_unite(found.corners[pair], found.corners[tile]) for tile in around)
        quad, shares = next((both for both in frames if both is not None), (None, None))
        if quad is None or shares is None:
            continue
        if are_tiles is not None and (shares.max() > _WHOLE or not are_tiles(quad[None])[0]):
            continue
        if shares.max() > _WHOLE:
            kept[pair[1 - int(shares.argmax())]] = False
        else:
            kept[other] = False
            corners[one], confidences[one] = quad, found.confidences[pair].max()
    return Detections(corners[kept], confidences[kept])


def _unite(pair: Floats, neighbour: Floats) -> tuple[Floats, Floats] | None:
    """Give the quad (4, 2) around two in a neighbour's frame, and how much of it each is (2,).

    None where it is not as large as the neighbour.
    """
    axes = Quads(neighbour).axes
    if abs(np.linalg.det(axes)) < 1:
        return None
    flat = (pair @ np.linalg.inv(axes)).astype(np.float32)
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    if not ((high - low > _AS_LARGE[0]) & (high - low < _AS_LARGE[1])).all():
        return None
    box = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    sizes = flat.max(axis=1) - flat.min(axis=1)
    return (box @ axes).astype(np.float32), np.asarray((sizes / (high - low)).min(axis=1))
