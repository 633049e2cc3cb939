"""Rows that run away from the camera are levelled: their tiles come out equal and upright."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect.strip import TILE, Strip, find_hard_rows
from vision.nets.detector import Detections
from vision.quads import geometry

COUNT = 14
TABLE = np.array([[0, 0], [COUNT, 0], [COUNT, 4 / 3], [0, 4 / 3]], np.float32)


def strip_along(quads: np.ndarray) -> Strip:
    strip = Strip.along(quads)
    assert strip is not None
    return strip


def seen_as(far: list[list[float]]) -> np.ndarray:
    """Give the quads (n, 4, 2) of a row whose outline is seen at these four places."""
    matrix = cv2.getPerspectiveTransform(TABLE, np.array(far, np.float32))
    flat = [[[i, 0], [i + 1, 0], [i + 1, 4 / 3], [i, 4 / 3]] for i in range(COUNT)]
    points = np.array(flat, np.float32).reshape(-1, 1, 2)
    return cv2.perspectiveTransform(points, matrix).reshape(-1, 4, 2).astype(np.float32)


VIEWS: dict[str, list[list[float]]] = {
    "level, from above": [[100, 500], [1100, 500], [1100, 595], [100, 595]],
    "running away to the right": [[100, 900], [1300, 300], [1340, 330], [260, 1010]],
    "running away to the left": [[300, 300], [1500, 820], [1400, 960], [280, 340]],
    "running away upwards": [[700, 1300], [820, 300], [870, 300], [950, 1300]],
}


@pytest.mark.parametrize("view", VIEWS)
def test_tiles_of_a_strip_have_one_size(view: str) -> None:
    quads = seen_as(VIEWS[view])
    flat = strip_along(quads).to_strip(quads)
    width, height = geometry.sides(flat).T
    assert width.max() / width.min() < 1.25
    assert height.max() / height.min() < 1.25
    assert np.median(width) == pytest.approx(TILE[0], rel=0.15)


@pytest.mark.parametrize("view", VIEWS)
def test_tiles_lie_around_the_middle_of_their_strip(view: str) -> None:
    quads = seen_as(VIEWS[view])
    strip = strip_along(quads)
    middles = strip.to_strip(quads).mean(axis=1)
    assert np.abs(middles[:, 1] - strip.size[1] / 2).max() < TILE[1] / 3
    assert (middles[:, 0] > 0).all()
    assert (middles[:, 0] < strip.size[0]).all()
    assert (np.diff(middles[:, 0]) > 0).all()


def test_only_a_row_that_runs_away_is_steep() -> None:
    steep = {view: strip_along(seen_as(VIEWS[view])).steepness for view in VIEWS}
    assert steep.pop("level, from above") == pytest.approx(1, abs=0.02)
    assert min(steep.values()) > 1.2


def dropped(degrees: list[float]) -> Detections:
    """Give a row of tiles, unsurely seen, each turned by so many degrees about its middle."""
    upright = np.array([[-20, -27], [20, -27], [20, 27], [-20, 27]], np.float32)
    quads = []
    for place, angle in enumerate(degrees):
        sine, cosine = np.sin(np.deg2rad(angle)), np.cos(np.deg2rad(angle))
        quads.append(upright @ np.array([[cosine, sine], [-sine, cosine]]) + (70 * place, 300))
    return Detections(np.array(quads, np.float32), np.full(len(quads), 0.6, np.float32))


@pytest.mark.parametrize(
    ("degrees", "rows"),
    [([35, -35, 20, -38, 30, -18, 36, -30], 0), ([-28, -21, -14, -7, 0, 7, 14, 21], 1)],
    ids=["each anyhow", "as low cameras show a row"],
)
def test_tiles_that_lie_each_at_its_own_angle_are_no_row_to_straighten(degrees, rows) -> None:
    assert len(list(find_hard_rows(dropped(degrees)))) == rows


def test_a_strip_leads_there_and_back() -> None:
    quads = seen_as(VIEWS["running away to the right"])
    strip = strip_along(quads)
    assert np.allclose(strip.to_photo(strip.to_strip(quads)), quads, atol=0.5)


def test_a_strip_shows_the_tiles_of_the_photo() -> None:
    quads = seen_as(VIEWS["running away to the right"])
    photo = np.full((1200, 1600, 3), 40, np.uint8)
    cv2.fillPoly(photo, [quads[5].astype(np.int32)], (250, 250, 250))
    strip = strip_along(quads)
    x, y = strip.to_strip(quads[5:6]).mean(axis=(0, 1))
    cut = strip.cut(photo)
    assert cut.shape == (strip.size[1], strip.size[0], 3)
    assert cut[round(float(y)), round(float(x))].min() > 200
    assert cut[3, 3].max() < 60


@given(st.lists(st.floats(-400, 2000, width=32), min_size=40, max_size=40))
def test_any_quads_give_a_strip_of_bounded_size_or_none(numbers: list[float]) -> None:
    strip = Strip.along(np.array(numbers, np.float32).reshape(5, 4, 2))
    if strip is not None:
        assert 36 <= strip.size[0] <= 1536
        assert np.isfinite(strip.matrix).all()


def test_a_heap_of_one_point_has_no_strip() -> None:
    assert Strip.along(np.zeros((5, 4, 2), np.float32)) is None


def test_the_edges_of_leaning_tiles_come_out_upright() -> None:
    right, down = np.array([36.0, 0]), np.array([20.0, 48.0])
    edges = np.stack([-right - down, right - down, right + down, down - right]) / 2
    quads = np.array([[36.0 * place, 60] for place in range(9)])[:, None] + edges
    flat = strip_along(quads.astype(np.float32)).to_strip(quads.astype(np.float32))
    ways = np.roll(flat, -1, axis=1) - flat
    assert np.allclose(ways[:, [0, 2], 1], 0, atol=1)
    assert np.allclose(ways[:, [1, 3], 0], 0, atol=1)
