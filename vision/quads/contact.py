"""Which tiles lie side by side, told by their quads alone."""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads import geometry
from vision.quads.axes import Quads

_BESIDE = 0.3  # tile widths from where a neighbour would lie
_CLEAR = 0.6  # of its shorter side, around a tile that is seen well
_ALIKE = 1.3  # ratio of sizes of neighbours


def count_touching_sides(firm: Floats, others: Floats) -> NDArray[np.intp]:
    """Count at how many of its sides, 0 to 2, a tile of `firm` (n, 4, 2) touches each of `others`.

    `others` (m, 4, 2) that lie upon a firm tile, or have another size than their neighbour, count
    as touching none.
    """
    if not len(firm) or not len(others):
        return np.zeros(len(others), np.intp)
    right = Quads(firm).right
    lengths = geometry.sides(firm)
    away = others.mean(axis=1)[:, None] - firm.mean(axis=1)[None]
    size, own = (np.sqrt(geometry.sides(quads).prod(axis=1)) for quads in (firm, others))
    ratio = own[:, None] / size[None].clip(1e-6)
    alike = (ratio < _ALIKE) & (ratio > 1 / _ALIKE)
    near = [
        (np.linalg.norm(away - way, axis=2) < _BESIDE * lengths[:, 0]) & alike
        for way in (right, -right)
    ]
    upon = (np.linalg.norm(away, axis=2) < _CLEAR * lengths.min(axis=1)).any(axis=1)
    touched = np.stack(near) & ~upon[:, None]
    return np.asarray(touched.any(axis=2).sum(axis=0), np.intp)
