"""What a level strip shows is one row: one tile at a place, and the next one beside it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect.strip import find_next_tiles, join_parts
from vision.nets.detector import Detections

# Left and top, width and height, confidence.
Sight = tuple[float, float, float, float, float]


def sights(*boxes: Sight) -> Detections:
    quads = [[[x, y], [x + w, y], [x + w, y + h], [x, y + h]] for x, y, w, h, _ in boxes]
    return Detections(
        np.array(quads, np.float32).reshape(-1, 4, 2),
        np.array([box[4] for box in boxes], np.float32),
    )


def tile(place: int, confidence: float = 0.8) -> Sight:
    """Give a tile of a row, 35 x 48 pixels, at a place along it."""
    return (36.0 * place, 40, 35, 48, confidence)


ROW = tuple(tile(place) for place in (0, 1, 2, 4, 5))


def boxes(found: Detections) -> list[list[float]]:
    """Give left, top, right and bottom of what was found, left to right."""
    corners = found.corners[np.argsort(found.corners[:, :, 0].min(axis=1))]
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).tolist()


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        # The dots of a nine in three lines.
        (
            ((108, 40, 35, 15, 0.7), (108, 56, 35, 16, 0.6), (108, 73, 35, 15, 0.5)),
            [108, 40, 143, 88],
        ),
        # The sticks of an eight, above and below.
        (((108, 41, 34, 23, 0.7), (109, 65, 34, 22, 0.6)), [108, 41, 143, 87]),
        # A tile, and a character on it taken for another.
        (((108, 40, 35, 48, 0.6), (112, 60, 25, 25, 0.7)), [108, 40, 143, 88]),
    ],
)
def test_parts_one_above_another_are_one_tile(parts: tuple[Sight, ...], whole: list[float]) -> None:
    found = join_parts(sights(*ROW, *parts))
    assert len(found) == len(ROW) + 1
    assert boxes(found)[3] == whole


def test_tiles_of_two_rows_stay_two() -> None:
    above = tuple((x, y - 50, w, h, c) for x, y, w, h, c in ROW)
    assert len(join_parts(sights(*ROW, *above))) == 2 * len(ROW)
    assert len(join_parts(sights(*ROW, above[0]))) == len(ROW) + 1


@pytest.mark.parametrize("place", [3, 6])
def test_a_faint_sight_is_believed_just_beside_a_tile(place: int) -> None:
    assert find_next_tiles(sights(*ROW), sights(tile(place, 0.25))).tolist() == [True]


@pytest.mark.parametrize(
    ("what", "faint"),
    [
        ("what is hardly seen", tile(6, 0.16)),
        ("a place further on", tile(8, 0.25)),
        ("what lies out of line", (216, 52, 35, 48, 0.25)),
        ("something smaller", (216, 50, 24, 30, 0.25)),
        ("a part of the last tile", (190, 40, 20, 48, 0.25)),
    ],
)
def test_other_faint_sights_are_not(what: str, faint: Sight) -> None:
    assert find_next_tiles(sights(*ROW), sights(faint)).tolist() == [False], what


@given(
    st.lists(
        st.tuples(*[st.floats(0, 500, width=32)] * 4, st.floats(0.125, 1, width=32)),
        min_size=1,
        max_size=12,
    )
)
def test_no_sights_become_more(given_sights: list[Sight]) -> None:
    found = sights(*given_sights)
    one_each = join_parts(found)
    assert 0 < len(one_each) <= len(found)
    assert find_next_tiles(one_each, found).shape == (len(found),)
