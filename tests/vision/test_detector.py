"""The arithmetic around the detector network, on maps made by hand."""

import numpy as np
import pytest

from vision.nets.detector import Detections, choose_larger, decode, prepare, select_peaks


def test_photo_is_scaled_and_padded():
    photo = np.zeros((300, 400, 3), np.uint8)
    pixels, scale = prepare(photo, 640)
    assert pixels.shape == (1, 480, 640, 3)
    assert scale == (1.6, 1.6)
    assert pixels.max() == 0


def test_padding_is_grey_and_to_the_right_and_below():
    pixels, _ = prepare(np.zeros((100, 130, 3), np.uint8), 130)
    assert pixels.shape == (1, 128, 160, 3)
    assert pixels[0, 99, 129].tolist() == [0, 0, 0]
    assert pixels[0, 100, 0].tolist() == pixels[0, 0, 130].tolist() == [128, 128, 128]


def test_one_peak_is_one_tile_with_its_corners():
    heat = np.zeros((16, 16), np.float32)
    heat[5, 7], heat[5, 8] = 0.9, 0.6
    corners = np.zeros((8, 16, 16), np.float32)
    corners[:, 5, 7] = [-2, -3, 2, -3, 2, 3, -2, 3]
    found = decode(heat, [corners], 0.3)
    np.testing.assert_allclose(found.confidences, [0.9])
    np.testing.assert_allclose(found.corners[0], [[22, 10], [38, 10], [38, 34], [22, 34]])


UPRIGHT = np.array([[-3, -4], [3, -4], [3, 4], [-3, 4]], np.float32)


def turned(degrees: float) -> np.ndarray:
    """Turn the upright tile clockwise, its corners in the order they had."""
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    return (UPRIGHT @ np.array([[cosine, sine], [-sine, cosine]])).astype(np.float32)


def between(quad: np.ndarray, share: float) -> np.ndarray:
    """Give what lies between a quad and the same quad begun at its next corner."""
    return quad * (1 - share) + np.roll(quad, -1, axis=0) * share


@pytest.mark.parametrize(("degrees", "of_the_next"), [(45, 0.5), (40, 0.2), (-42, 0.7)])
def test_a_tile_on_a_corner_is_given_by_the_order_that_does_not_jump_there(degrees, of_the_next):
    whole = turned(degrees)
    heat = np.zeros((16, 16), np.float32)
    heat[5, 7] = 0.9
    first, second = np.zeros((2, 8, 16, 16), np.float32)
    first[:, 5, 7], second[:, 5, 7] = between(whole, of_the_next).ravel(), whole.ravel()
    found = decode(heat, [first, second], 0.3)
    np.testing.assert_allclose(found.corners[0], 4 * (whole + np.array([7.5, 5.5])), rtol=1e-5)


def test_where_both_orders_see_the_whole_tile_the_first_is_taken():
    alike = np.stack([turned(20), turned(20) * 1.01])[:, None]
    assert choose_larger(alike).tolist() == [0]
    assert choose_larger(np.zeros((2, 0, 4, 2), np.float32)).tolist() == []


def test_nothing_above_the_threshold_is_nothing():
    found = decode(np.full((8, 8), 0.1, np.float32), [np.zeros((8, 8, 8), np.float32)], 0.3)
    assert len(found) == 0
    assert len(select_peaks(found)) == 0


@pytest.mark.parametrize(("apart", "tiles"), [(4, 1), (10, 1), (20, 2), (30, 2)])
def test_second_peak_inside_a_tile_goes_and_a_neighbour_stays(apart, tiles):
    tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    found = Detections(np.stack([tile, tile + np.array([apart, 0])]).astype(np.float32),
                       np.array([0.9, 0.8], np.float32))  # fmt: skip
    assert len(select_peaks(found)) == tiles


def test_arrays_that_do_not_belong_together_are_refused():
    with pytest.raises(ValueError, match="corners"):
        Detections(np.zeros((2, 4, 2), np.float32), np.zeros(3, np.float32))
