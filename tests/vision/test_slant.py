"""A photo whose row runs aslant is turned until it is level, and every corner is found again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import Floats
from vision.detect.views import View, ViewReason, frame_tiles, slant
from vision.quads import geometry


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


def turned_view(quads: Floats, degrees: float) -> View:
    """A view of a photo of 1000 x 1000 pixels, turned back by degrees."""
    matrix, size = frame_tiles(quads, (1000, 1000), 60, degrees)
    return View(ViewReason.FITTING, matrix, size, 640)


def test_turned_the_row_is_level_and_in_sight() -> None:
    quads = row(14, 35)
    view = turned_view(quads, slant(quads))
    inside = geometry.project(quads, view.matrix)
    assert slant(inside) == 0
    assert (inside >= 0).all()
    assert (inside <= view.size).all()
    part = view.cut(np.zeros((1000, 1000, 3), np.uint8))
    assert part.shape == (view.size[1], view.size[0], 3)


@given(st.floats(-45, 45), st.floats(20, 60))
def test_what_is_found_in_the_part_lies_where_it_did(degrees: float, side: float) -> None:
    quads = row(6, degrees, side)
    view = turned_view(quads, degrees)
    assert view.to_photo(geometry.project(quads, view.matrix)) == pytest.approx(quads, abs=0.01)


def test_past_a_photo_its_usual_colour_is_seen() -> None:
    photo = np.full((60, 80, 3), 90, np.uint8)
    photo[20:40, 30:50] = 250
    view = View.window(ViewReason.AFAR, (-40, -30), (120, 90), 192)
    seen = view.cut(photo)
    assert seen.shape == (120, 160, 3)
    assert (seen[30:90, 40:120] == photo).all()
    assert (seen[:30] == 90).all()
    corners = np.array([[[70, 50], [90, 50], [90, 70], [70, 70]]], np.float32)
    assert view.to_photo(corners)[0].tolist() == [[30, 20], [50, 20], [50, 40], [30, 40]]
