"""Which tiles lie side by side, told by their quads alone."""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads import geometry
from vision.quads.axes import Quads

_BESIDE = 0.3  # tile widths from where a neighbour would lie
_CLEAR = 0.6  # of its shorter side, around a tile that is seen well
_ALIKE = 1.3  # ratio of sizes of neighbours


def sides_taken(firm: Floats, others: Floats) -> NDArray[np.intp]:
    """Count at how many of its sides, 0 to 2, a tile of `firm` (n, 4, 2) touches each of `others`.

    `others` (m, 4, 2) that lie upon a firm tile, or have another size than their neighbour, count
    as touching none.
    """
    return np.asarray(touching(firm, others).any(axis=2).sum(axis=0), np.intp)


def touching(
    firm: Floats, others: Floats, beside: float = _BESIDE, *, covered: bool = True
) -> NDArray[np.bool_]:
    """Tell (2, m, n) whether a tile of `firm` (n, 4, 2) touches one of `others` (m, 4, 2).

    First with its right, then with its left side; `beside`: tile widths from where a neighbour
    would lie. What lies upon a firm tile touches none if `covered` ones are to be left out.
    """
    if not len(firm) or not len(others):
        return np.zeros((2, len(others), len(firm)), np.bool_)
    right = Quads(firm).right
    lengths = geometry.sides(firm)
    away = others.mean(axis=1)[:, None] - firm.mean(axis=1)[None]
    size, own = (np.sqrt(geometry.sides(quads).prod(axis=1)) for quads in (firm, others))
    ratio = own[:, None] / size[None].clip(1e-6)
    alike = (ratio < _ALIKE) & (ratio > 1 / _ALIKE)
    near = [
        (np.linalg.norm(away - way, axis=2) < beside * lengths[:, 0]) & alike
        for way in (right, -right)
    ]
    touched = np.stack(near)
    if covered:
        upon = (np.linalg.norm(away, axis=2) < _CLEAR * lengths.min(axis=1)).any(axis=1)
        touched &= ~upon[:, None]
    return touched
