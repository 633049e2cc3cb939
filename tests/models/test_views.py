"""What the detector is shown of an example; skipped without torch."""

import cv2
import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

from models.training.data import views
from models.training.data.examples import EXACT, HULL, UNKNOWN, Example
from vision.quads import geometry

TILES = geometry.quads(np.array([[100, 100, 140, 160], [150, 100, 190, 160]], np.float32))
NONE = np.zeros((0, 4, 2), np.float32)


def example(kinds: list[int], quads: np.ndarray = TILES, side: int = 300) -> Example:
    table = np.full((side, side, 3), 60, np.uint8)
    return Example(table, quads, np.array(kinds), NONE, complete=True, tight=True)


def test_fine_print_turns_grey_when_a_picture_comes_out_small():
    stripes = np.zeros((512, 512, 3), np.uint8)
    stripes[:, ::2] = 200
    shown = views.warp(stripes, np.diag([0.25, 0.25, 1.0]), 128, (0, 0, 0), cv2.BORDER_CONSTANT)
    np.testing.assert_allclose(shown[4:-4, 4:-4], 100, atol=2)


@pytest.mark.parametrize("seed", range(8))
def test_what_has_only_boxes_is_never_turned_far(seed):
    matrix = views.placement(np.random.default_rng(seed), example([HULL, HULL]), 256)
    assert matrix[2].tolist() == [0, 0, 1]
    along = np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])) % 90
    assert min(along, 90 - along) < 12  # 7 degrees, and what stretching adds


def test_of_a_turned_box_only_the_middle_counts():
    tiles = np.concatenate([TILES + 11 * step for step in range(5)])
    mixed = example([EXACT] * 9 + [HULL], tiles)
    assert mixed.can_turn
    targets = [views.augment(np.random.default_rng(seed), mixed, 256)[1] for seed in range(8)]
    assert {int(kind) for target in targets for kind in target.kinds} == {EXACT, UNKNOWN}


@pytest.mark.parametrize("seed", range(5))
def test_a_tile_too_narrow_to_be_seen_is_neither_tile_nor_table(seed):
    slim = geometry.quads(np.array([[150, 60, 151.5, 240]], np.float32))
    # 2.7 times as large and 1.3 times as wide at most: less than five pixels.
    _, target = views.augment(np.random.default_rng(seed), example([HULL], slim), 256)
    assert not len(target.cells)
    assert target.weight.min() == 0


def test_the_light_of_a_dark_set_keeps_its_hues(monkeypatch):
    monkeypatch.setattr(views, "DARK", 1.0)
    monkeypatch.setattr(views, "RECOLOURED", 0.0)
    ivory = np.full((32, 32, 3), (240, 230, 205), np.uint8)
    dark = views.recolour(np.random.default_rng(0), ivory)
    assert dark.max() < 90
    assert dark[0, 0, 0] >= dark[0, 0, 2]
