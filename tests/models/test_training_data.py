"""What the networks are taught, on pictures made by hand; skipped without torch."""

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

from datasets.evaluation.matching import Truth
from models.training.data.crops import MARGIN, SIZE, tiles_seen, with_margin
from models.training.data.examples import EXACT, Example, draw_target
from models.training.data.store import HIDDEN_SIDES, LEAST_HIDDEN, MOST_HIDDEN, WHOLE, hide, shake
from models.training.data.views import augment
from vision.quads import geometry

TILE = geometry.quads(np.array([[100, 100, 140, 160]], np.float32))
NONE = np.zeros((0, 4, 2), np.float32)
KINDS = np.array([EXACT])


def test_centre_map_peaks_once_a_tile():
    target = draw_target(TILE, KINDS, NONE, 256, complete=True)
    assert (target.heat == 1).sum() == 1
    row, column = np.argwhere(target.heat == 1)[0]
    assert abs(column * 4 + 2 - 120) <= 4
    assert abs(row * 4 + 2 - 130) <= 4


def test_corner_offsets_lead_from_each_cell_to_the_same_corners():
    target = draw_target(TILE, KINDS, NONE, 256, complete=True)
    middles = target.cells[:, ::-1] + 0.5
    corners = (middles[:, None] + target.corners) * 4
    np.testing.assert_allclose(corners, np.repeat(TILE, len(corners), axis=0), atol=1e-3)


def test_outside_the_labelled_tiles_nothing_is_known_of_a_play_photo():
    known = draw_target(TILE, KINDS, NONE, 256, complete=True).weight
    partly = draw_target(TILE, KINDS, NONE, 256, complete=False).weight
    assert known.min() == 1
    assert partly[2, 2] == 0
    assert partly[30, 30] == 1


def test_around_a_caption_nothing_is_known():
    caption = geometry.quads(np.array([[40, 40, 60, 48]], np.float32))
    none = np.zeros(0, np.int64)
    weight = draw_target(NONE, none, caption, 256, complete=True, partial=True).weight
    assert weight[11, 12] == 0
    assert weight[16, 12] == 0
    assert weight[40, 40] == 1


def test_of_a_back_that_is_left_open_only_the_side_below_is_known_to_be_no_face():
    back = geometry.quads(np.array([[40, 40, 60, 48]], np.float32))
    weight = draw_target(NONE, np.zeros(0, np.int64), back, 256, complete=True).weight
    assert weight[11, 12] == 0
    assert weight[16, 12] == 1


def test_of_a_picture_without_a_tile_all_is_known_to_be_none():
    desk = np.full((200, 300, 3), 90, np.uint8)
    example = Example(desk, NONE, np.zeros(0, np.int64), NONE, complete=True, tight=True)
    _, target = augment(np.random.default_rng(1), example, 256)
    assert target.heat.max() == 0
    assert target.weight.min() == 1
    assert not len(target.cells)


@pytest.mark.parametrize("seed", range(12))
def test_corners_stay_on_the_tile_whatever_is_done_to_the_photo(seed):
    photo = np.full((300, 300, 3), 30, np.uint8)
    photo[100:160, 100:140] = 230
    example = Example(photo, TILE, KINDS, NONE, complete=True, tight=True)
    picture, target = augment(np.random.default_rng(seed), example, 256)
    if not len(target.cells):
        return
    row, column = target.cells[0]
    corners = (target.corners[0] + (column + 0.5, row + 0.5)) * 4
    x, y = corners.mean(axis=0)
    edge = corners.mean(axis=0) + 1.6 * (corners[0] - corners.mean(axis=0))
    inside, outside = (
        picture[int(np.clip(v, 0, 255)), int(np.clip(u, 0, 255))].astype(float).mean()
        for u, v in ((x, y), edge)
    )
    assert inside > outside or edge.min() < 0 or edge.max() > 255
    (a, b), (c, d) = corners[1] - corners[0], corners[3] - corners[0]
    assert a * d - b * c > 0, "corners run clockwise, mirrored or not"


def test_labels_find_their_quads_and_captions_the_quad_around_them():
    found = np.concatenate([TILE, TILE + np.float32(100)])
    boxes = np.array([[202, 198, 241, 262], [110, 104, 130, 112], [0, 0, 20, 20]], np.float32)
    labels = Truth(("1m", "1f", "2m"), boxes, np.array([True, False, True]))
    assert tiles_seen(labels, found) == [1, 0, None]


def test_margin_leaves_the_tile_in_the_middle():
    grown = with_margin(TILE)
    width = grown[0, 1, 0] - grown[0, 0, 0]
    assert width == pytest.approx(40 / (1 - 2 * MARGIN))
    np.testing.assert_allclose(grown.mean(axis=1), TILE.mean(axis=1))


@pytest.mark.parametrize("size", [SIZE, 152])
@pytest.mark.parametrize("quarters", range(4))
def test_a_quarter_turn_moves_the_top_left_to_the_next_corner(quarters, size):
    crop = np.zeros((size, size, 3), np.uint8)
    crop[: size // 2, : size // 2] = 255
    turned = shake(np.random.default_rng(1), crop, WHOLE, quarters, 64).astype(int).mean(axis=2)
    parts = [turned[:32, :32], turned[:32, 32:], turned[32:, 32:], turned[32:, :32]]
    assert int(np.argmax([part.mean() for part in parts])) == quarters


@pytest.mark.parametrize("seed", range(12))
def test_a_nearer_tile_hides_a_part_of_one_side_and_the_corners_stay_in_order(seed):
    bright, dark = np.full((SIZE, SIZE, 3), 200, np.uint8), np.zeros((SIZE, SIZE, 3), np.uint8)
    seen, quad = hide(np.random.default_rng(seed), bright, dark)
    hidden = (seen != bright[0, 0, 0]).mean()  # of the crop, with the margin on that side
    least, most = (MARGIN + share * (1 - 2 * MARGIN) for share in (LEAST_HIDDEN, MOST_HIDDEN))
    assert least - 1 / SIZE <= hidden <= most + 1 / SIZE
    # The first corner is still the top left one, and none lies outside of the whole tile.
    assert np.argmin(quad.sum(axis=1)) == 0
    assert np.argmax(quad.sum(axis=1)) == 2
    assert quad.min() >= WHOLE.min() - 1e-6
    assert quad.max() <= WHOLE.max() + 0.15


@pytest.mark.parametrize("side", range(len(HIDDEN_SIDES)))
def test_corners_around_what_is_left_to_see_leave_the_hidden_side(side, monkeypatch):
    sides = tuple(float(each == side) for each in range(4))
    monkeypatch.setattr("models.training.data.store.HIDDEN_SIDES", sides)
    monkeypatch.setattr("models.training.data.store.CUT_SHORT", 1.0)
    crop = np.full((SIZE, SIZE, 3), 200, np.uint8)
    _, quad = hide(np.random.default_rng(5), crop, crop)
    low, high = quad.min(axis=0), quad.max(axis=0)
    ends = [low[1], 1 - high[0], 1 - high[1], low[0]]  # margins: top, right, bottom, left
    assert int(np.argmax(ends)) == side
    assert sorted(ends)[2] == pytest.approx(MARGIN, abs=1e-6)
