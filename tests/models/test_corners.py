"""Corners for labelled boxes, from quads that agree with them."""

from pathlib import Path

import numpy as np
import pytest

from datasets.labels.photos import Label, Photo
from models.training.data.corners import UNNAMED, match_boxes, with_corners
from vision.quads import geometry

BOXES = np.array([[10, 10, 30, 40], [30, 10, 50, 40]], np.float32)
NONE = np.zeros((0, 4, 2), np.float32)
TILTED = np.array([[12, 10], [30, 13], [28, 40], [10, 37]], np.float32)


def test_a_quad_agrees_with_the_box_that_is_its_hull():
    assert match_boxes(BOXES, TILTED[None]) == [0, None]
    assert match_boxes(BOXES, TILTED[None] + np.float32(5)) == [None, None]
    assert match_boxes(BOXES, np.zeros((0, 4, 2), np.float32)) == [None, None]


def test_no_quad_serves_two_boxes():
    twice = np.concatenate([BOXES[:1], BOXES[:1] + np.float32(1)])
    assert match_boxes(twice, TILTED[None]) == [0, None]


def photo(*labels: Label) -> Photo:
    return Photo(
        file="a.jpg",
        path=Path("a.jpg"),
        source="s",
        group="g",
        split="train",
        augmented=False,
        scene="row",
        tiles=labels,
    )


def label(place: int, outline=None, *, whole: bool = True) -> Label:
    x0, y0, x1, y1 = (BOXES[place] / 100).tolist()
    return Label("1f", (x0, y0, x1, y1), outline, whole)


def test_labels_take_the_corners_that_agree_and_keep_their_own():
    quads = np.stack([TILTED, geometry.quads(BOXES[1:])[0]]) / np.float32(100)
    looks = [quads.astype(np.float32)] * 2
    own = ((0.3, 0.1), (0.5, 0.1), (0.5, 0.4), (0.3, 0.4))
    bare, kept = with_corners(photo(label(0), label(1, own)), looks).tiles
    (caption,) = with_corners(photo(label(0, whole=False)), [looks[0][:1]]).tiles
    np.testing.assert_allclose(bare.outline, TILTED / 100, atol=1e-6)
    assert kept.outline == own
    assert caption.outline is None


def test_what_lies_on_no_label_is_neither_tile_nor_table():
    spare = np.stack([TILTED, TILTED + np.float32(50)]) / np.float32(100)
    first, second = with_corners(photo(label(0)), [spare.astype(np.float32), NONE]).tiles
    assert first.tile == "1f"
    assert (second.tile, second.whole) == (UNNAMED, False)
    assert second.box == pytest.approx((0.6, 0.6, 0.8, 0.9))
