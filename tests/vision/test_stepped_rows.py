"""Rows that careless hands laid: the last tiles out of line, the near end larger."""

import numpy as np
import pytest

from tests.vision.tables import HEIGHT, box, lay
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


@pytest.mark.parametrize("last", [1, 2])
@pytest.mark.parametrize("step", [-0.7, -0.55, 0.55, 0.7])
def test_one_or_two_tiles_out_of_line_end_the_row(step: float, last: int) -> None:
    (row,) = find_rows(row_of(8, step=step, last=last).astype(np.float32))
    assert row.tiles == tuple(range(8))


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
    assert directions[-1, 0] > 0


@pytest.mark.parametrize("growth", [1.06, 1.1, 1.14])
def test_a_row_seen_along_has_no_tile_sideways(growth: float) -> None:
    """The near end is wider for its height than the far one, tile by tile."""
    x, quads = 10.0, []
    for place in range(14):
        width, height = 8 * growth**place, 40 + 2 * place
        quads.append(box(x, 300 - height / 2, x + width, 300 + height / 2))
        x += width + 0.2
    (row,) = find_rows(np.array(quads, np.float32))
    assert not any(row.turned)


@pytest.mark.parametrize("growth", [1.0, 1.04, 1.08])
def test_a_tile_sideways_at_the_narrow_end_of_a_row_is_told_by_its_neighbours(
    growth: float,
) -> None:
    """As it lies there it is hardly wider than the upright tiles at the wide end."""
    corners, codes = lay("123m 456m 789p 1z 555s 1z~")
    places = np.arange(len(codes))
    middles = corners.mean(axis=1, keepdims=True)
    squeezed = growth ** -places[:, None, None] * np.array([1.0, 0.0]) + np.array([0.0, 1.0])
    quads = (corners - middles) * squeezed + middles * [0, 1]
    wide = np.ptp(quads[:, :, 0], axis=1)
    quads[:, :, 0] += (np.cumsum(wide) - wide / 2)[:, None]
    (row,) = find_rows(quads.astype(np.float32))
    assert [place for place, turned in zip(row.tiles, row.turned, strict=True) if turned] == [13]


def test_an_upright_tile_whose_corners_are_seen_too_wide_lies_not_sideways() -> None:
    """Nine of dots between narrower tiles, as a detector sees it now and then."""
    corners, codes = lay("123m 456m 789p 1z 555s 1z")
    ninth = codes.index("9p")
    corners[ninth + 1 :, :, 0] += 24
    corners[ninth, 1:3, 0] += 24
    (row,) = find_rows(np.array(corners, np.float32))
    assert not any(row.turned)
