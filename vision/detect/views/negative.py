"""Tells dark tiles with light print from light ones with dark print."""

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.quads import geometry

# Tiles are judged by a dozen of them, at 20 x 20 points without their rims; contrasts below 30 of
# 255 are no print, and fewer than three tiles with print say nothing.
_JUDGED = 12
_POINTS = np.linspace(0.1, 0.9, 20, dtype=np.float32)
_PRINTED, _FEWEST = 30.0, 3
_DARK = 0.2
_LARGE = 0.5  # of the third largest: what is smaller may be the keys of a keyboard


def are_dark(image: Pixels, corners: Floats) -> bool:
    """Whether tiles (n, 4, 2) are dark with light print: what is usual on them is near the darkest.

    Their usual lightness then lies at most .16 of the way from the darkest to the lightest; that
    of light tiles at .40 or more, of 367 photos and rendered hands.
    """
    if len(corners) < _FEWEST:
        return False
    sizes = geometry.sides(corners).mean(axis=1)
    large = corners[sizes >= _LARGE * np.sort(sizes)[-_FEWEST]]
    points = geometry.sample(image, large[:: -(-len(large) // _JUDGED)], _POINTS)
    flat = points.reshape(len(points), -1, 3)
    tones = np.sort(cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY), axis=1).astype(np.float64)
    low, usual, high = (tones[:, int(share * tones.shape[1])] for share in (0.05, 0.5, 0.95))
    printed = high - low >= _PRINTED
    if printed.sum() < _FEWEST:
        return False
    ways = (usual[printed] - low[printed]) / (high[printed] - low[printed])
    return bool(np.median(ways) < _DARK)
