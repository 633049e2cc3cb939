"""What a level strip shows is one row: one tile at a place, and the next one beside it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect.strip import find_next_tiles
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
def test_any_faint_sight_is_judged(given_sights: list[Sight]) -> None:
    found = sights(*given_sights)
    assert find_next_tiles(found, found).shape == (len(found),)
