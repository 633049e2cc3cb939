"""Which tiles make up a row, and from which side it is read."""

import numpy as np
import pytest

from tests.vision.tables import HEIGHT, box
from vision.quads.chains import TileFrames
from vision.quads.table import find_rows


def row_of(count: int, *, step: float, last: int) -> np.ndarray:
    """Lay tiles side by side, the last ones lower by a share of their height."""
    quads = [box(60 + 44 * i, 100, 100 + 44 * i, 154) for i in range(count)]
    lower = step * HEIGHT * (np.arange(count) >= count - last)
    return np.array(quads) + np.stack([np.zeros(count), lower], axis=1)[:, None, :]


def along(x: float, y: float, degrees: float) -> np.ndarray:
    """Lay a tile whose face is read in this direction."""
    way = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
    across = np.array([-way[1], way[0]])
    corners = [way * 20 * i + across * 27 * j for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.array([x, y]) + corners


def test_three_tiles_a_whole_height_lower_are_a_row_of_their_own() -> None:
    rows = find_rows(row_of(9, step=1.0, last=3).astype(np.float32))
    assert [len(row) for row in rows] == [6, 3]


@pytest.mark.parametrize("degrees", [-5, 0, 5])
@pytest.mark.parametrize("askew", [-25, 0, 25])
def test_tiles_across_the_common_line_are_read_from_left_to_right(
    degrees: float, askew: float
) -> None:
    discards = [along(x, 100, 90 + degrees) for x in range(0, 1600, 80)]
    one = along(0, 300, degrees + askew)
    directions = TileFrames.of(np.array([*discards, one], np.float32)).directions
    assert directions[len(discards), 0] > 0
