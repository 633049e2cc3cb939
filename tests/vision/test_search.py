"""A second way of looking at a photo is believed only where it shows more."""

import numpy as np
import pytest

from vision.detect.views import weigh_evidence
from vision.nets.detector import Detections


def tiles(count: int, side: float, confidence: float) -> Detections:
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    return Detections(
        np.repeat(square[None], count, axis=0), np.full(count, confidence, np.float32)
    )


THRESHOLD = 0.35
# How many tiles, their side in pixels, and how sure each is.
Sights = tuple[int, float, float]


def explains_more(one: Sights, other: Sights) -> bool:
    return weigh_evidence(tiles(*one), THRESHOLD) > weigh_evidence(tiles(*other), THRESHOLD)


@pytest.mark.parametrize(
    ("what", "after", "before"),
    [
        ("print of dark tiles passed for small ones", (17, 40, 0.8), (15, 20, 0.5)),
        ("few of the dark tiles were seen", (17, 40, 0.8), (6, 40, 0.5)),
        ("dots of light tiles pass for dark ones", (17, 40, 0.55), (60, 9, 0.65)),
        ("next to none is seen of them in the negative", (17, 40, 0.55), (4, 60, 0.6)),
        ("one tile is no less than its parts", (1, 40, 0.7), (4, 20, 0.65)),
        ("what is below the threshold says nothing", (1, 40, 0.4), (17, 40, 0.3)),
    ],
)
def test_what_explains_more_of_the_photo_is_believed(
    what: str, after: Sights, before: Sights
) -> None:
    assert explains_more(after, before), what
    assert not explains_more(before, after), what
