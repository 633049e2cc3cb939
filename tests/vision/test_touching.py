"""Whether a sight touches the tiles of a row."""

import numpy as np
import pytest

from vision.quads.geometry import touching_mask

WIDTH, HEIGHT = 40.0, 54.0


def tile(place: float, row: float = 0.0, size: float = 1.0) -> np.ndarray:
    """Place a tile so many widths along, and so many heights down."""
    x, y = 100 + place * WIDTH, 100 + row * HEIGHT
    w, h = WIDTH * size, HEIGHT * size
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)


def tiles(*places: float) -> np.ndarray:
    return np.stack([tile(place) for place in places])


SIDES = {
    "between two": (tile(1), True),
    "at the right end": (tile(3), True),
    "upon one": (tile(2.2), False),
    "too far": (tile(4), False),
    "in the row behind": (tile(0, -1.05), False),
    "half as large": (tile(1, size=0.5), False),
}


@pytest.mark.parametrize("case", SIDES)
def test_where_a_neighbour_touches(case: str) -> None:
    quad, touches = SIDES[case]
    assert touching_mask(tiles(0, 2), quad[None]).tolist() == [touches]


def test_nothing_touches_where_there_is_nothing() -> None:
    none = np.zeros((0, 4, 2), np.float32)
    assert touching_mask(none, tiles(1)).tolist() == [False]
    assert len(touching_mask(tiles(1), none)) == 0
