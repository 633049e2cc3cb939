"""Several photos of one hand, put on one table so that they can be laid out together."""

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats
from vision.budget import ENDLESS, Budget
from vision.layout.arrangement import arrange
from vision.quads.table import Table

_BETWEEN = 0.9  # tile sizes between the tiles of two photos
_FAR = 1000.0  # tile sizes to what is no part of a hand


def side_by_side(
    photos: Sequence[tuple[Floats, Sequence[str]]], budget: Budget = ENDLESS
) -> Floats:
    """Place the tiles of photos, each corners (n, 4, 2) with codes, on one table (sum n, 4, 2).

    One photo stays as it is. Of several, each is turned upright and brought to tiles of one size;
    the hands they show lie one behind the other, the first photo's in front, and what else they
    show lies far away.
    """
    if len(photos) == 1:
        return photos[0][0]
    front = 0.0
    placed = []
    for number, (corners, codes) in enumerate(photos):
        table = Table.of(corners, codes)
        upright = _normalised(table)
        hand = arrange(table, budget).hand
        own = list(hand.tiles) if hand else list(range(len(corners)))
        if own:
            upright = upright - [upright[own, :, 0].min(), upright[own, :, 1].max() - front]
            front = float(upright[own, :, 1].min()) - _BETWEEN
        away = np.full(len(corners), _FAR * (number + 1))
        away[own] = 0.0
        upright[:, :, 0] += away[:, None]
        placed.append(upright)
    return np.concatenate(placed).astype(np.float32)


def _normalised(table: Table) -> Floats:
    """Turn a table so that its near side is down, in units of a tile's size."""
    if not len(table.corners):
        return table.corners
    x, y = table.down
    turn = np.array([[y, x], [-x, y]], np.float32)
    return np.asarray(table.corners @ turn / np.median(table.sizes), np.float32)
