"""A second way of looking at a photo is believed only where it shows more."""

import numpy as np
import pytest

from vision.detect.views import find_lost, is_better
from vision.nets.detector import Detections


def tiles(count: int, side: float, confidence: float) -> Detections:
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    return Detections(
        np.repeat(square[None], count, axis=0), np.full(count, confidence, np.float32)
    )


# How many tiles, their side in pixels, and how sure each is.
Sights = tuple[int, float, float]


@pytest.mark.parametrize(
    ("what", "photo", "negative"),
    [
        ("print of dark tiles passed for small ones", (15, 20, 0.5), (17, 40, 0.8)),
        ("few of the dark tiles were seen", (6, 40, 0.5), (17, 40, 0.8)),
    ],
)
def test_the_negative_of_dark_tiles_is_believed(what: str, photo: Sights, negative: Sights) -> None:
    assert is_better(tiles(*photo), tiles(*negative)), what


@pytest.mark.parametrize(
    ("what", "photo", "negative"),
    [
        ("their dots pass for dark tiles", (17, 40, 0.55), (60, 9, 0.65)),
        ("they are seen no better", (17, 40, 0.55), (17, 40, 0.57)),
        ("next to none of them is seen", (17, 40, 0.55), (4, 90, 0.8)),
    ],
)
def test_the_negative_of_light_tiles_is_not(what: str, photo: Sights, negative: Sights) -> None:
    assert not is_better(tiles(*photo), tiles(*negative)), what


def test_what_is_not_seen_any_more_stays_as_it_was() -> None:
    places = np.array([0, 100, 200], np.float32)[:, None, None]
    before = tiles(3, 40, 0.5)
    before = Detections(before.corners + places, before.confidences)
    now = Detections(before.corners[:2] + np.float32(3), np.full(2, 0.9, np.float32))
    assert find_lost(before, now).corners == pytest.approx(before.corners[2:])
    assert len(find_lost(before, tiles(0, 40, 0.5))) == 3
