"""Two tiles that were found as one: without a seam in sight, a pair passes for one wide tile."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.nets.detector import Detections
from vision.quads import geometry
from vision.quads.axes import Quads

_FEWEST = 5  # tiles that tell what is usual
_AROUND = 3  # neighbours: a sight must be twice as large as each of them
_AS_LARGE = (0.8, 1.25)  # of a neighbour, across the pair
_TWICE = (1.55, 2.4)  # of a neighbour, along it

Sure = Callable[[Floats], NDArray[np.bool_]]


def split_doubles(found: Detections, sure: Sure) -> Detections:
    """Put two tiles in the place of each sight as large as two, where both then have a sure name.

    `sure` tells of quads (n, 4, 2) whether what lies there is surely a tile.
    """
    if len(found) < _FEWEST:
        return found
    middles = found.corners.mean(axis=1)
    away = geometry.distances(middles, middles)
    np.fill_diagonal(away, np.inf)
    near = np.argsort(away, axis=1, kind="stable")[:, :_AROUND]
    areas = geometry.areas(found.corners)
    large = areas > _AS_LARGE[0] * _TWICE[0] * areas[near].max(axis=1)
    split = {}
    for tile in np.flatnonzero(large).tolist():
        ways = [_halves(found.corners[tile], other) for other in found.corners[near[tile]]]
        fitting = [halves for halves in ways if halves is not None]
        if len(fitting) == _AROUND:
            split[tile] = fitting[0]
    if not split:
        return found
    named = sure(np.concatenate(list(split.values()))).reshape(-1, 2)
    chosen = [tile for tile, both in zip(split, named, strict=True) if both.all()]
    if not chosen:
        return found
    corners, rest = np.concatenate([split[tile] for tile in chosen]), np.ones(len(found), np.bool_)
    rest[chosen] = False
    halves = Detections(geometry.turn_upright(corners), np.repeat(found.confidences[chosen], 2))
    return found[rest].append(halves)


def _halves(quad: Floats, neighbour: Floats) -> Floats | None:
    """Divide a quad (4, 2) as large as two of its neighbour side by side: (2, 4, 2), else None."""
    axes = Quads(neighbour).axes
    if abs(np.linalg.det(axes)) < 1:
        return None
    flat = quad @ np.linalg.inv(axes)
    size = np.ptp(flat, axis=0)
    for along in (0, 1):
        across = size[1 - along]
        if not (_AS_LARGE[0] < across < _AS_LARGE[1] and _TWICE[0] < size[along] < _TWICE[1]):
            continue
        edges = np.roll(flat, -1, axis=0) - flat
        start = int(edges[:, along].argmax())
        one, two, three, four = np.roll(quad, -start, axis=0)
        first, last = (one + two) / 2, (four + three) / 2
        return np.asarray([[one, first, last, four], [first, two, three, last]], np.float32)
    return None
