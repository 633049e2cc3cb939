"""Tiles that lie upon others, told by where they appear: a small kong has its fourth upon one.

What lies higher appears farther from the camera, the more so the lower it looks, and a little
larger.
"""

import math
from functools import lru_cache
from statistics import median

import numpy as np

from vision.quads.table import Table

_RAISED = 0.3  # tile heights that a tile upon another appears farther off
_RAISED_BETWEEN = 0.08  # the same of the middle one of three, which is about as large or larger
_AS_LARGE = 0.98
_SHAPE = 0.75  # of a face seen from above, its width through its height
_DEPTH = 0.5  # of a tile, in heights of its face
_OF_ITS_DEPTH = 0.5  # that a tile upon another appears farther off at least
_GROWING = 0.01  # of a tile's length, by every tile size nearer to the camera
_ROOM = 0.5  # square of the depths that tiles need for their sizes to tell: one row says nothing


def has_one_raised(table: Table, tiles: tuple[int, ...]) -> bool:
    """Whether one of three alike appears farther off than the others, as one upon another does."""
    row = next(row for row in table.rows if tiles[0] in row.tiles)
    places = [row.tiles.index(tile) for tile in tiles]
    turned = any(row.turned[place] for place in places)
    # A tile lying sideways is out of line by itself.
    least = _RAISED * (1.5 if turned else 1.0)
    lower = _lower(table)
    shifts = [lower * row.shifts[place] for place in places]
    if sum(shift < -least for shift in shifts) == 1:
        return True
    # Between two others it shows sooner, as it also covers them and is nearer to the camera.
    middle = shifts.index(min(shifts))
    others = table.sizes[[tile for tile in tiles if tile != tiles[middle]]]
    slant = _OF_ITS_DEPTH * _depth(median(row.shapes[place] for place in places))
    return (
        not turned
        and places[middle] == sorted(places)[1]
        and shifts[middle] < -max(_RAISED_BETWEEN, slant)
        and min(shift for shift in shifts if shift != shifts[middle]) > 0
        and bool(table.sizes[tiles[middle]] >= _AS_LARGE * others.mean())
    )


def _depth(shape: float) -> float:
    """Say how many heights of a face the depth of its tile seems, by the width through the height.

    A face that is seen aslant is shorter, and the more of the side below it shows.
    """
    shorter = max(shape / _SHAPE, 1.0)
    return _DEPTH * math.sqrt(shorter**2 - 1)


@lru_cache(maxsize=16)  # tables: every set of one asks for it
def _lower(table: Table) -> int:
    """Say where what is lower appears: 1 below, as rows are read, or -1 above.

    It appears nearer to the camera, and what is near looks larger: a photo taken from across the
    table is told by its sizes.
    """
    depth = table.middles @ np.asarray(table.down, np.float32) / np.median(table.sizes)
    depth = depth - depth.mean()
    # Of a plane in perspective, the cube root of the area changes evenly.
    lengths = np.cbrt((table.sizes / np.median(table.sizes)) ** 2)
    growth = float(depth @ lengths) / (float(depth @ depth) + _ROOM * len(depth))
    return -1 if growth < -_GROWING else 1
