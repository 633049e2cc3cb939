"""A photo whose row runs aslant is turned until it is level, and every corner is found again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import Floats
from vision.detect.views import LevelView, disorder, slant


def row(count: int, degrees: float, side: float = 40.0) -> Floats:
    """Tiles side by side, 1.3 times as tall as wide, the row turned about its middle."""
    tile = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]]) * side
    quads = tile[None] + np.arange(count)[:, None, None] * np.array([side, 0])
    turn = np.radians(degrees)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = quads.reshape(-1, 2).mean(axis=0)
    return ((quads - middle) @ matrix.T + 500).astype(np.float32)


@pytest.mark.parametrize(
    ("lies", "tiles", "off"),
    [
        (0, 14, 0), (7, 14, 0), (-7, 14, 0), (90, 14, 0), (97, 14, 0),
        (30, 14, 30), (-30, 14, -30), (60, 14, -30), (120, 14, 30),
        (30, 4, 0),
    ],
    ids=[
        "level", "nearly level", "nearly level the other way", "upright", "nearly upright",
        "aslant", "aslant the other way", "steeply", "steeply the other way",
        "too few to tell",
    ],
)  # fmt: skip
def test_a_row_is_aslant_from_nine_degrees_on(lies: float, tiles: int, off: float) -> None:
    assert slant(row(tiles, lies)) == pytest.approx(off, abs=0.5)


def test_nothing_is_not_aslant() -> None:
    assert slant(np.zeros((0, 4, 2), np.float32)) == 0


def test_turned_the_row_is_level_and_in_sight() -> None:
    quads = row(14, 35)
    turned = LevelView.around(quads, (1000, 1000), slant(quads))
    inside = quads.reshape(-1, 2) @ turned.matrix[:, :2].T + turned.matrix[:, 2]
    assert slant(inside.reshape(-1, 4, 2).astype(np.float32)) == 0
    assert (inside >= 0).all()
    assert (inside <= turned.size).all()
    part = turned.cut(np.zeros((1000, 1000, 3), np.uint8))
    assert part.shape == (turned.size[1], turned.size[0], 3)


@given(st.floats(-45, 45), st.floats(20, 60))
def test_what_is_found_in_the_part_lies_where_it_did(degrees: float, side: float) -> None:
    quads = row(6, degrees, side)
    turned = LevelView.around(quads, (1000, 1000), degrees)
    there = quads.reshape(-1, 2) @ turned.matrix[:, :2].T + turned.matrix[:, 2]
    found = turned.back(there.reshape(-1, 4, 2).astype(np.float32))
    assert found == pytest.approx(quads, abs=0.01)


@given(st.floats(-180, 180), st.lists(st.integers(0, 3), min_size=8, max_size=8))
def test_a_neat_row_is_no_disorder_however_it_lies(degrees: float, starts: list[int]) -> None:
    """Neither does it matter where each quad begins, nor that a tile lies sideways."""
    quads = row(8, degrees)
    rolled = [np.roll(quad, start, axis=0) for quad, start in zip(quads, starts, strict=True)]
    assert disorder(np.stack(rolled)) == pytest.approx(0, abs=1e-3)


def test_corners_a_few_degrees_off_are_disorder() -> None:
    neat = row(8, 40)
    askew = neat.copy()
    for tile, degrees in ((2, 20), (3, -15), (6, 30)):
        askew[tile] = row(1, degrees + 40)[0] - 500 + neat[tile].mean(axis=0)
    assert disorder(askew) > 0.2
    assert disorder(neat[:2]) == 0
