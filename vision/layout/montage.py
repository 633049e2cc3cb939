"""Several photos of one hand, put on one table so that they can be laid out together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads.table import Table

_BETWEEN = 0.9  # tile sizes between the tiles of two photos
_FAR = 1000.0  # tile sizes to what is no part of a hand


def join_photos(photos: Sequence[tuple[Floats, Sequence[str], NDArray[np.intp]]]) -> Floats:
    """Place the tiles of photos, each corners (n, 4, 2) with codes, on one table (sum n, 4, 2).

    With each come the numbers of the tiles of the hand that it shows; none for all of them. Each
    photo is turned upright and brought to tiles of one size; the hands they show lie one behind the
    other, the first photo's in front, and what else they show lies far away.
    """
    front = 0.0
    placed = []
    for number, (corners, codes, hand) in enumerate(photos):
        upright = _normalise(Table.of(corners, codes))
        own = hand if len(hand) else np.arange(len(corners))
        if len(own):
            upright = upright - [upright[own, :, 0].min(), upright[own, :, 1].max() - front]
            front = float(upright[own, :, 1].min()) - _BETWEEN
        away = np.full(len(corners), _FAR * (number + 1))
        away[own] = 0.0
        upright[:, :, 0] += away[:, None]
        placed.append(upright)
    return np.concatenate(placed).astype(np.float32)


def _normalise(table: Table) -> Floats:
    """Turn a table so that its near side is down, in units of a tile's size."""
    if not len(table.corners):
        return table.corners
    x, y = table.down
    turn = np.array([[y, x], [-x, y]], np.float32)
    return np.asarray(table.corners @ turn / np.median(table.sizes), np.float32)
