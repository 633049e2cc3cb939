"""Sights that are no tiles of the set on the table, whatever they look like by themselves.

A seat marker, a die or a chip may bear what passes for a flower. Tiles of one set have bodies of
one colour, and what lies at one place of a photo has one size there; and no tile lies in another.
"""

import math
from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.detect.filters.bodies import is_plain
from vision.quads import geometry
from vision.sets import BLANK, FACE_DOWN, is_bonus

_FEWEST = 5  # suit tiles and honours by which the others are judged
_SURE = 0.9
_OTHER_BODY = 24.0  # in CIE Lab as 8 bits: print of one colour makes up to 20
_SMALLER = 0.45  # natural logarithm of a size, of what lies there
# How strongly sizes are held to be the same across the table, and down it, where nothing shows that
# they change: people hold a camera level, so that what lies higher in the photo lies farther off.
_STEADY = (0.5, 0.05)
_LEAST_SIZE = 0.2  # of the usual one, that is believed of any place
_WITHIN = 0.5  # of the smaller of two sights
_CROWDED = 0.2  # the same: then it may be a tile of which only a part was seen


def find_strangers(
    crops: Pixels,
    bodies: NDArray[np.float64],
    corners: Floats,
    probabilities: Floats,
    labels: Sequence[str],
) -> NDArray[np.bool_]:
    """Tell of sights (n, 4, 2) which are no tiles of the set that most of them show.

    `crops` (n, s, s, 3) RGB with the colours (n, 3) of their `bodies`, as `bodies.body_colours`
    gives them; `probabilities` (n, k) are those of `labels`. What is blank or lies face down may
    have another colour and is not judged. Without five sure tiles nothing is a stranger but what
    lies within another sight.
    """
    likely = probabilities.max(axis=1, initial=0.0)
    names = [labels[name] for name in probabilities.argmax(axis=1)]
    plain = np.array(
        [
            name == FACE_DOWN or (name == BLANK and is_plain(crop))
            for name, crop in zip(names, crops, strict=True)
        ],
        np.bool_,
    )
    bonus = np.array([is_bonus(name) for name in names], np.bool_)
    areas = np.array([cv2.contourArea(quad) for quad in corners.astype(np.float32)], np.float64)
    overlaps = _overlaps(corners, areas)
    surer = likely[None] > likely[:, None]
    strange: NDArray[np.bool_] = ((overlaps > _WITHIN) & surer).any(axis=1)
    tiles = np.flatnonzero((likely > _SURE) & ~plain & ~bonus & ~strange)
    if len(tiles) < _FEWEST:
        return strange
    small = _sizes_for_their_places(corners, areas, tiles) < -_SMALLER
    strange |= small & ~plain & (overlaps < _CROWDED).all(axis=1)
    away = bodies - np.median(bodies[tiles], axis=0)
    strange |= ~plain & (np.hypot(away[:, 1], away[:, 2]) > _OTHER_BODY)
    return strange


def _sizes_for_their_places(
    corners: Floats, areas: NDArray[np.float64], tiles: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Compare sizes (n,) with those that `tiles` let expect, as natural logarithms.

    Lengths across the view shrink with the distance, those along it with its square, so the cube
    root of the area changes evenly across the photo of a plane.
    """
    areas = areas.clip(1)
    middle = median(areas[tiles].tolist())
    roots = np.cbrt(areas / middle)
    middles = corners.mean(axis=1).astype(np.float64)
    away = (middles - middles[tiles].mean(axis=0)) / (10 * math.sqrt(middle))
    every = np.column_stack([np.ones(len(middles)), away])
    known = every[tiles]
    plane = np.linalg.solve(known.T @ known + np.diag([0.0, *_STEADY]), known.T @ roots[tiles])
    expected = (every @ plane).clip(_LEAST_SIZE)
    return np.asarray(1.5 * np.log(roots / expected), np.float64)


def _overlaps(corners: Floats, areas: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give what share (n, n) of the smaller of two sights both of them cover."""
    shares = np.zeros((len(corners), len(corners)))
    quads, areas = corners.astype(np.float32), areas.clip(1e-6)
    middles, reach = corners.mean(axis=1), geometry.sides(corners).max(axis=1, initial=0.0)
    apart = geometry.distances(middles, middles)
    for one, other in np.argwhere(np.triu(apart < reach[:, None], k=1)):
        shared, _ = cv2.intersectConvexConvex(quads[one], quads[other])
        shares[one, other] = shares[other, one] = shared / min(areas[one], areas[other])
    return shares
