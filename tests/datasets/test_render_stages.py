"""What lies on a stage: no tile in another's place, and what shows of a hand is told."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.camera import Box, lying, standing
from datasets.synth.scenes.hands import Bag, LaidHand, LaidSet
from datasets.synth.scenes.layouts import Stage
from datasets.synth.scenes.play import lay_racked
from datasets.synth.scenes.profile import PLACES, PROFILES
from datasets.synth.scenes.scatter import lay_blanks, lay_bonus_runs, lay_near, lay_strewn
from datasets.synth.scenes.scene import readability
from datasets.synth.scenes.winning_hands import lay_stacked, lay_won

SIZE = (1.0, 1.33, 0.6)  # half of a standing tile is more than its depth
HAND = LaidHand(
    ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z"),
    "1z",
    (LaidSet("pung", ("2z", "2z", "2z")),),
    ("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"),
)


def _stage(seed: int) -> Stage:
    rng = np.random.default_rng(seed)
    return Stage(rng, SIZE, Bag(rng))


def _foot(box: Box) -> tuple[float, float, float, float]:
    """Return the ends of what a tile covers of the table: left, right, near, far."""
    half = sum(
        abs(axis) * side / 2
        for axis, side in zip((box.pose.right, box.pose.up, box.pose.out), box.size, strict=True)
    )
    x, y = box.pose.centre[:2]
    return x - half[0], x + half[0], y - half[1], y + half[1]


def _overlap(one: Box, other: Box) -> bool:
    (a, b, c, d), (e, f, g, h) = _foot(one), _foot(other)
    return min(b, f) - max(a, e) > 0.2 and min(d, h) - max(c, g) > 0.2


@pytest.mark.parametrize("places", ["won", "standing"])
@pytest.mark.parametrize("seed", range(20))
def test_bonus_tiles_lie_clear_of_a_row_whether_it_stands_or_lies(seed, places):
    stage = _stage(seed)
    lay_won(stage, HAND, PLACES[places], around=False)
    bonus = [box for box in stage.boxes if box.role == "bonus"]
    row = [box for box in stage.boxes if box.role == "hand"]
    assert len(bonus) == 8
    assert not [(b.code, r.code) for b in bonus for r in row if _overlap(b, r)]


def test_a_hand_is_in_full_view_only_where_a_hidden_tile_is_one_below_its_kong():
    at = (0.5, 0.5)
    flower = Box(lying(*at, 0.3, 0.0), SIZE, "1f", "1f", "bonus")
    held = Box(standing(*at, 0.66, 0.0, 0.0), SIZE, "1m", "1m", "hand")
    over = Box(lying(*at, 0.9, 0.0), SIZE, "1z", "1z", "kong")
    quads = np.array([[[1, 1], [9, 1], [9, 9], [1, 9]]] * 2, np.float64)
    owners = np.zeros((10, 10), np.int32)
    owners[1:9, 1:9] = 2  # the second box hides the first
    assert readability([flower, held], quads, owners)[0] == 0
    assert readability([flower, over], quads, owners)[0] == 8


@pytest.mark.parametrize("seed", range(30))
def test_bonus_tiles_put_aside_are_many_and_no_two_lie_in_one_place(seed):
    stage = _stage(seed)
    lay_bonus_runs(stage)
    bonus = Counter(box.code for box in stage.boxes if box.role == "bonus")
    assert 3 <= len(bonus) <= 8
    assert set(bonus.values()) == {1}
    assert set(bonus) <= set(CODES)
    laid = [box for box in stage.boxes if box.role in ("hand", "bonus")]
    assert not [(a.code, b.code) for a, b in combinations(laid, 2) if _overlap(a, b)]


def test_their_faces_are_drawn_for_each_photo_alone():
    assert all(profile.anew == 1 for _, profile in PROFILES["aside"])


def _across(box: Box) -> float:
    """Return by how many degrees of 0 to 45 a tile is turned away from upright and from across."""
    degrees = float(np.degrees(np.arctan2(box.pose.right[1], box.pose.right[0]))) % 90
    return min(degrees, 90 - degrees)


def test_what_is_strewn_lies_at_all_angles_and_none_on_another():
    angles = []
    for seed in range(40):
        for lay in (lay_strewn, lay_near):
            stage = _stage(seed)
            lay(stage)
            laid = [box for box in stage.boxes if box.is_tile]
            middles = np.array([box.pose.centre[:2] for box in laid])
            apart = np.linalg.norm(middles[:, None] - middles, axis=2)
            assert (apart + 9 * np.eye(len(laid))).min() > 1.2
            angles += [_across(box) for box in laid]
    counts = np.histogram(angles, bins=3, range=(0, 45))[0] / len(angles)
    assert counts.min() > 0.2


def test_a_third_or_more_of_the_tiles_of_blanks_are_white_dragons():
    codes = []
    for seed in range(40):
        stage = _stage(seed)
        lay_blanks(stage)
        codes += [box.code for box in stage.boxes if box.role == "hand"]
    assert 0.33 < codes.count("5z") / len(codes) < 0.5
    assert all(profile.blank == 1 for _, profile in PROFILES["blanks"])


def test_a_white_rack_stands_at_the_foot_of_most_rows_and_bears_signs():
    racked, signs = 0, 0
    for seed in range(40):
        stage = _stage(seed)
        lay_racked(stage)
        props = [box.front for box in stage.boxes if box.role == "prop"]
        racked += any(code.startswith(("rack", "sign")) for code in props)
        signs += any(code.startswith("sign") for code in props)
    assert racked > 28
    assert 12 < signs < racked


def test_of_a_small_kong_one_tile_lies_upon_another():
    seen = 0
    for seed in range(30):
        stage = _stage(seed)
        lay_stacked(stage)
        upon = [box for box in stage.boxes if box.is_tile and box.pose.centre[2] > box.size[2]]
        laid = [box.code for box in upon if box.role == "kong"]
        assert len(laid) == str(stage.hand).count("+)")
        seen += len(laid)
    assert seen > 10
