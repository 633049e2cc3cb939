"""The axes of quads: which way a tile's face runs to the right and down, and how far."""

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", np.float32, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Quads(Generic[Number]):
    """Corners (..., 4, 2), clockwise from the top left: of one tile, or of many.

    What it tells has the corners' own kind of numbers. In perspective the opposite sides of a quad
    differ, so an axis is the mean of two of them.
    """

    corners: NDArray[Number]

    @property
    def right(self) -> NDArray[Number]:
        """The way (..., 2) along the face from its left side to its right one."""
        one, two, three, four = np.moveaxis(self.corners, -2, 0)
        return np.asarray((two - one + three - four) / 2, self.corners.dtype)

    @property
    def down(self) -> NDArray[Number]:
        """The way (..., 2) along the face from its top to its bottom."""
        one, two, three, four = np.moveaxis(self.corners, -2, 0)
        return np.asarray((four - one + three - two) / 2, self.corners.dtype)

    @property
    def axes(self) -> NDArray[Number]:
        """Both ways (..., 2, 2), `right` first, as rows."""
        return np.stack([self.right, self.down], axis=-2)

    @property
    def middles(self) -> NDArray[Number]:
        """The means (..., 2) of the corners."""
        return np.asarray(self.corners.mean(axis=-2), self.corners.dtype)
