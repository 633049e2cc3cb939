"""A tile that was found in two halves is one tile again; real neighbours stay two."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect.merge import join_halves, join_tall_halves
from vision.nets.detector import Detections

# Left and top, width and height, confidence.
Sight = tuple[float, float, float, float, float]


def sights(*boxes: Sight, degrees: float = 0.0) -> Detections:
    """Give level boxes as sights, the photo turned by some degrees."""
    quads = [[[x, y], [x + w, y], [x + w, y + h], [x, y + h]] for x, y, w, h, _ in boxes]
    turn = np.deg2rad(degrees)
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array(quads, np.float32).reshape(-1, 4, 2) @ turned
    return Detections(corners.astype(np.float32), np.array([box[4] for box in boxes], np.float32))


# Five tiles of a row, and room for one more between the third and the fourth.
ROW: tuple[Sight, ...] = tuple((46.0 * place, 40, 44, 58, 0.8) for place in (0, 1, 2, 4, 5))


@pytest.mark.parametrize("degrees", [0, 30, 90])
@pytest.mark.parametrize(
    ("what", "halves"),
    [
        ("side by side", ((138, 40, 23, 58, 0.4), (160, 40, 22, 58, 0.45))),
        ("one above the other", ((138, 42, 44, 26, 0.4), (138, 66, 44, 26, 0.45))),
        ("a whole one and a half", ((139, 40, 43, 58, 0.5), (160, 41, 22, 56, 0.4))),
    ],
)
def test_two_halves_are_one_tile(what: str, halves: tuple[Sight, Sight], degrees: float) -> None:
    found = join_halves(sights(*ROW, *halves, degrees=degrees))
    assert len(found) == len(ROW) + 1, what
    middle = sights((138, 40, 44, 58, 1), degrees=degrees).corners.mean(axis=1)
    assert np.linalg.norm(found.corners.mean(axis=1) - middle, axis=1).min() < 3


@pytest.mark.parametrize(
    ("what", "other"),
    [
        ("the next tile", (138, 40, 44, 58, 0.4)),
        ("a tile pushed up against the last", (265, 40, 44, 58, 0.4)),
        ("a tile laid upon two others", (23, 5, 44, 58, 0.4)),
        ("something small beside the row", (100, 100, 20, 15, 0.4)),
    ],
)
def test_real_tiles_stay(what: str, other: Sight) -> None:
    assert len(join_halves(sights(*ROW, other))) == len(ROW) + 1, what


TALL: tuple[Sight, Sight] = ((138, 38, 44, 30, 0.6), (138, 69, 44, 30, 0.7))


@pytest.mark.parametrize(
    ("what", "others", "tiles_together", "expected"),
    [
        ("halves that are a tile together", TALL, 1, 6),
        ("two tiles of a steep row, which are none together", TALL, 0, 7),
        ("a whole tile and one behind", ((138, 40, 44, 58, 0.8), (138, 6, 44, 57, 0.7)), 1, 7),
    ],
)
def test_halves_of_a_tall_face_are_one_tile_where_it_has_a_name(
    what: str, others: tuple[Sight, Sight], tiles_together: int, expected: int
) -> None:
    found = join_tall_halves(
        sights(*ROW, *others), lambda quads: np.full(len(quads), tiles_together, np.bool_)
    )
    assert len(found) == expected, what


@given(
    st.lists(
        st.tuples(*[st.floats(0, 500, width=32)] * 4, st.floats(0.125, 1, width=32)), max_size=12
    )
)
def test_no_sights_become_more(given_sights: list[Sight]) -> None:
    found = sights(*given_sights)
    one_each = join_halves(found)
    assert len(one_each) <= len(found)
    assert np.isfinite(one_each.corners).all()
