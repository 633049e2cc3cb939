"""Bare table between tiles, which passes for a tile that lies face down.

A gap between two sets is as wide as a tile now and then, and the tiles at its sides bound it as
they would a back of one colour. But a back ends above and below, too, and the table goes on.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.quads import geometry
from vision.quads.axes import Quads

_ACROSS, _DEEP = 0.6, 0.18  # of a tile's width and height: the strips beyond its ends
_AWAY = 0.68  # tile heights from its middle to theirs
_INNER = 0.6  # of both sides
_POINTS = np.linspace(0.0, 1.0, 7, dtype=np.float32)
# In Lab as 8 bits, light falling off counted less: from what lies beyond one end, or both.
_SAME, _ALIKE, _AT_MOST, _LIGHTNESS = 5.0, 8.5, 13.0, 0.3
_BESIDE = 1.6  # tile sizes to a face, beside which a back may complete a kong


def find_bare_table(pixels: Pixels, backs: Floats, faces: Floats) -> NDArray[np.bool_]:
    """Tell which quads (n, 4, 2) beside faces show just what lies above or below them there.

    `faces` (m, 4, 2) are tiles from their own top left on: they say which way is down. At the
    table's edge it goes on at one end only, and there it must look the same.
    """
    if not len(backs) or not len(faces):
        return np.zeros(len(backs), np.bool_)
    quads, near = _turn_alike(backs.astype(np.float32), faces.astype(np.float32))
    within = _colours(pixels, _part(quads, 0.0, _INNER, _INNER))
    ends = [_colours(pixels, _part(quads, sense * _AWAY, _ACROSS, _DEEP)) for sense in (-1, 1)]
    away = np.stack([_differences(within, end) for end in ends])
    alike = (away.mean(axis=0) < _ALIKE) & (away.max(axis=0) < _AT_MOST)
    return np.asarray(near & (alike | (away.min(axis=0) < _SAME)), np.bool_)


def _turn_alike(backs: Floats, faces: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Turn backs (n, 4, 2) to stand as the nearest face does, and tell which (n,) are near it."""
    away = geometry.distances(backs.mean(axis=1), faces.mean(axis=1))
    nearest = faces[away.argmin(axis=1)]
    down = nearest[:, 3] - nearest[:, 0]
    along, across = (
        np.abs((side * down).sum(axis=1)) / np.linalg.norm(side, axis=1).clip(1e-6)
        for side in (backs[:, 3] - backs[:, 0], backs[:, 1] - backs[:, 0])
    )
    turned = np.where((across > along)[:, None, None], np.roll(backs, -1, axis=1), backs)
    size = np.sqrt(geometry.sides(nearest).prod(axis=1))
    return turned, np.asarray(away.min(axis=1) < _BESIDE * size, np.bool_)


def _part(quads: Floats, down: float, across: float, deep: float) -> Floats:
    """Give parts of quads (n, 4, 2): so far down from the middle, so wide and so deep."""
    tiles = Quads(quads)
    middle = tiles.middles + np.float32(down) * tiles.down
    wide, tall = tiles.right * np.float32(across / 2), tiles.down * np.float32(deep / 2)
    return np.stack(
        [middle - wide - tall, middle + wide - tall, middle + wide + tall, middle - wide + tall],
        axis=1,
    )


def _colours(pixels: Pixels, quads: Floats) -> NDArray[np.float64]:
    """Give the usual colours (n, 3) of quads in Lab as 8 bits."""
    if not len(quads):
        return np.zeros((0, 3))
    points = geometry.sample(pixels, quads, _POINTS).reshape(len(quads), -1, 3)
    lab = np.asarray(cv2.cvtColor(points, cv2.COLOR_RGB2LAB), np.uint8)
    return np.asarray(np.median(lab, axis=1), np.float64)


def _differences(ones: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compare colours (n, 3) with others."""
    away = np.abs(ones - others)
    return np.asarray(np.hypot(away[:, 1], away[:, 2]) + _LIGHTNESS * away[:, 0])
