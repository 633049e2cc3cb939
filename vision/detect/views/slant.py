"""Photos whose longest row runs aslant, looked at once more turned so that it is level.

Corners are found best where tiles stand upright in the picture; half-way between upright and lying
the four of them look alike, and a quad a few degrees off takes a tile's print away.
"""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.quads import geometry
from vision.quads.axes import Quads
from vision.quads.rows import tiles_of_rows

_ASLANT = 9.0  # degrees from level or upright
_FEWEST = 5  # tiles of a row that tell which way the photo should be turned
_NEAREST = 2  # tiles with which the direction of one is compared
_MARGIN = 3.0  # tile sizes around the tiles


def slant(corners: Floats) -> float:
    """Give by how many degrees (-45 to 45) the longest row of quads (n, 4, 2) is off a right angle.

    Nothing (0) where it is level enough, or where no row has five tiles.
    """
    if len(corners) < _FEWEST or _all_level(corners.mean(axis=1)):
        return 0.0
    longest = tiles_of_rows(corners)[0]
    if len(longest) < _FEWEST:
        return 0.0
    middles = corners[list(longest)].mean(axis=1)
    along = np.linalg.svd(middles - middles.mean(axis=0))[2][0]
    off = float((np.degrees(np.arctan2(along[1], along[0])) + 45) % 90 - 45)
    return off if abs(off) >= _ASLANT else 0.0


def disorder(corners: Floats) -> float:
    """Say from 0 to 1 how much the sides of quads (n, 4, 2) differ in direction from the nearest.

    Tiles lie side by side, so that those of good corners run alike, or at right angles: 0.
    """
    if len(corners) <= _NEAREST:
        return 0.0
    middles = corners.mean(axis=1)
    apart = geometry.distances(middles, middles)
    near = np.argsort(apart, axis=1, kind="stable")[:, 1 : _NEAREST + 1]
    along = Quads(corners).right
    angles = np.arctan2(along[:, 1], along[:, 0])
    return float(np.abs(np.sin(2 * (angles[:, None] - angles[near]))).mean())


def _all_level(middles: Floats) -> bool:
    """Whether each two of the points (n, 2) lie level, or upright: then so do any rows of them."""
    x, y = np.abs(middles[:, None] - middles).transpose(2, 0, 1)
    steepest = np.tan(np.radians(_ASLANT))
    return bool((y <= steepest * x).all() or (x <= steepest * y).all())


@dataclass(frozen=True, slots=True)
class LevelView:
    """The part of a photo that holds its tiles, turned; `matrix` (2, 3) leads into its pixels."""

    matrix: NDArray[np.float64]
    size: tuple[int, int]

    @classmethod
    def around(cls, corners: Floats, photo: tuple[int, int], degrees: float) -> Self:
        """Turn a photo of this width and height back by degrees; all quads (n, 4, 2) are in it."""
        width, height = photo
        middle = (width / 2, height / 2)
        matrix = np.asarray(cv2.getRotationMatrix2D(middle, degrees, 1.0), np.float64)
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        whole, tiles = _map(frame, matrix), _map(corners.reshape(-1, 2), matrix)
        sides = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
        margin = _MARGIN * float(np.median(sides))
        low = np.maximum(tiles.min(axis=0) - margin, whole.min(axis=0)).astype(int)
        high = np.minimum(tiles.max(axis=0) + margin, whole.max(axis=0)).astype(int)
        matrix[:, 2] -= low
        return cls(matrix, (max(1, int(high[0] - low[0])), max(1, int(high[1] - low[1]))))

    def cut(self, image: Pixels) -> Pixels:
        """Give the turned part of an RGB photo; what lies outside goes on as its edge does."""
        part = cv2.warpAffine(image, self.matrix, self.size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(part, np.uint8)

    def back(self, corners: Floats) -> Floats:
        """Bring quads (n, 4, 2) of the part to where they lie in the photo."""
        inverse = np.asarray(cv2.invertAffineTransform(self.matrix), np.float64)
        return _map(corners.reshape(-1, 2), inverse).reshape(-1, 4, 2).astype(np.float32)


def _map(points: NDArray[np.floating], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2], np.float64)
