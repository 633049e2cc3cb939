"""Quads, hulls and rectified crops."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.quads import geometry

BOX = np.array([[10, 20, 40, 60]], np.float32)


def placed(angle: float, *, width: float = 30, height: float = 40) -> np.ndarray:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (corners @ turn.T + (100, 100)).astype(np.float32)[None]


def test_box_to_quad_and_back():
    np.testing.assert_array_equal(geometry.hulls(geometry.quads(BOX)), BOX)


@given(st.floats(0, 2 * np.pi), st.integers(0, 3))
def test_a_turned_tile_covers_as_much_as_an_upright_one(angle, first):
    corners = np.roll(placed(angle), first, axis=1)
    assert geometry.areas(corners) == pytest.approx([30 * 40], rel=1e-3)
    assert geometry.areas(corners[:, ::-1]) == pytest.approx([30 * 40], rel=1e-3)


def test_overlap_of_boxes():
    others = np.array([[10, 20, 40, 60], [40, 20, 70, 60], [25, 20, 55, 60]], np.float32)
    np.testing.assert_allclose(geometry.box_iou(BOX, others), [[1, 0, 1 / 3]], atol=1e-6)


def test_overlap_with_nothing():
    assert geometry.box_iou(BOX, np.zeros((0, 4), np.float32)).shape == (1, 0)


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("degrees", [0, 10, -30, 44])
def test_upright_tile_starts_at_its_top_left(degrees, start):
    quad = placed(np.radians(degrees))
    found = geometry.turn_upright(np.roll(quad, start, axis=1))
    np.testing.assert_allclose(found, quad)


@given(st.floats(-3.1, 3.1), st.integers(0, 3))
def test_upright_puts_the_short_side_first(angle, start):
    width, height = geometry.sides(geometry.turn_upright(np.roll(placed(angle), start, axis=1)))[0]
    assert width < height


def test_turn_starts_at_the_named_corner():
    quad = geometry.quads(BOX)
    turned = geometry.turn(np.repeat(quad, 2, axis=0), np.array([0, 3]))
    np.testing.assert_array_equal(turned[0], quad[0])
    np.testing.assert_array_equal(turned[1][0], quad[0][3])


def test_rectified_crop_shows_the_face_upright():
    face = np.zeros((64, 64, 3), np.uint8)
    face[:32, :32] = (255, 0, 0)
    face[:32, 32:] = (0, 255, 0)
    face[32:, :32] = (0, 0, 255)
    photo = np.full((300, 300, 3), 90, np.uint8)
    quad = placed(0.7, width=90, height=120)
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [64, 0], [64, 64], [0, 64]], np.float32), quad[0]
    )
    cv2.warpPerspective(face, matrix, (300, 300), dst=photo, borderMode=cv2.BORDER_TRANSPARENT)
    crop = geometry.rectify(photo, quad, 64)[0].astype(int)
    assert np.abs(crop[4:-4, 4:-4] - face[4:-4, 4:-4]).mean() < 12


def test_large_tiles_are_averaged_not_picked():
    stripes = np.zeros((512, 512, 3), np.uint8)
    stripes[:, ::2] = 255
    crop = geometry.rectify(stripes, geometry.quads(np.array([[0, 0, 512, 512]], np.float32)), 64)
    assert crop.std() < 10
