"""Which view of a photo is taken next."""

import numpy as np
import pytest

import models
from vision.detect.views import DetectionState, ViewReason, next_view
from vision.nets.detector import Detections, Detector
from vision.photo.photo import Photo
from vision.quads import geometry

SIDE = 30  # px of a tile, one in a row of which is seen in 640


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load(models.verify("detector"), threads=1)


def seen(detector: Detector, confidences: list[float], *, negative: bool = False) -> DetectionState:
    """Return what a first look at a photo shows: tiles in a level row, found so surely."""
    photo = Photo.of(np.full((480, 640, 3), 90, np.uint8))
    lefts = 40 + SIDE * np.arange(len(confidences))
    boxes = np.stack([lefts, lefts * 0 + 200, lefts + SIDE, lefts * 0 + 240], axis=1)
    row = Detections(geometry.quads(boxes.astype(np.float32)), np.array(confidences, np.float32))
    start = DetectionState(photo, detector, lambda _, quads: np.ones(len(quads), bool), row)
    whole = next_view(start)
    return DetectionState(
        photo.invert() if negative else photo, detector, start.are_tiles, row, (whole,), whole
    )


@pytest.mark.parametrize(
    ("confidences", "why"),
    [
        ([0.9] * 14, None),
        ([0.7] * 10 + [0.2] * 4, None),  # faint ones are none of those that are sure
        ([0.5] * 14, ViewReason.OTHER_SIZE),
    ],
)
def test_a_photo_is_enlarged_where_nothing_is_seen_surely(
    detector: Detector, confidences: list[float], why: ViewReason | None
) -> None:
    view = next_view(seen(detector, confidences))
    assert (view and view.why) == why
    if view:
        assert view.side > detector.side


def test_a_negative_is_enlarged_as_a_negative(detector: Detector) -> None:
    state, reasons = seen(detector, [0.5] * 14, negative=True), []
    while view := next_view(state):
        assert view.negative
        reasons.append(view.why)
        state = DetectionState(
            state.photo, detector, state.are_tiles, state.sights, (*state.views, view), view
        )
    assert reasons.count(ViewReason.OTHER_SIZE) == 2
