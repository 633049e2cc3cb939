"""Scenes that were never painted: what lies in view, and what it is to the hand."""

import numpy as np
import pytest

from datasets.frozen.scene import OWN, Role
from datasets.synth.scenes.camera import WINNING
from datasets.synth.scenes.hands import Bag, LaidHand
from datasets.synth.scenes.layouts import Stage
from datasets.synth.scenes.profile import PLACES
from datasets.synth.scenes.winning_hands import lay_hand
from datasets.synth.sights import see
from vision.quads import geometry

COUNT = 40
ROUNDED = 8  # pixels: what is in view is counted in a smaller picture


@pytest.fixture(scope="module")
def scenes():
    return [see(np.random.default_rng((3, number))) for number in range(COUNT)]


def test_the_same_seed_gives_the_same_scene(scenes) -> None:
    real, size = see(np.random.default_rng((3, 7)))
    assert size == scenes[7][1]
    assert real.codes == scenes[7][0].codes
    assert np.array_equal(real.corners, scenes[7][0].corners)


def test_every_role_comes_up(scenes) -> None:
    roles = {role for real, _ in scenes for role in real.roles}
    assert roles >= {*OWN, Role.DISCARD, Role.OTHER, Role.WALL, Role.HIDDEN}


def test_what_can_be_read_lies_in_the_picture_and_on_nothing_else(scenes) -> None:
    for real, (width, height) in scenes:
        shown = [i for i, role in enumerate(real.roles) if role not in (Role.HIDDEN, Role.WALL)]
        corners = real.corners[shown]
        assert (corners >= -ROUNDED).all()
        assert (corners <= np.array([width, height]) + ROUNDED).all()
        assert (geometry.areas(corners) > 0).all()
        assert (real.visible[shown] > 0.5).all()


def test_no_tile_is_there_five_times(scenes) -> None:
    for real, _ in scenes:
        codes = [code for code in real.codes if code != "x"]
        limits = {code: 1 if code[-1] in "fg" else 4 for code in codes}
        crowded = [code for code in limits if codes.count(code) > limits[code]]
        assert not [code for code in crowded if code[-1] in "fg"]


def test_sets_have_three_or_four_tiles(scenes) -> None:
    for real, _ in scenes:
        for part in {part for part in real.parts if part}:
            assert real.parts.count(part) <= 4


def test_a_winning_tile_that_lies_across_within_its_row_has_room_there() -> None:
    tall, within = 1.35, 0
    for seed in range(60):
        stage = Stage(np.random.default_rng(seed), (1.0, tall, 0.8), Bag(np.random.default_rng(1)))
        row = ("1m", "2m", "3m", "5p", "5p", "5p", "7s", "8s", "9s", "2z", "2z", "4z", "4z")
        places = {**PLACES["sides"], "win": {"within": 1.0}}
        _, end, _ = lay_hand(stage, LaidHand(row, "4z", (), ()), places)
        (won,) = (box for box in stage.boxes if box.part == WINNING)
        others = np.array(
            [box.pose.centre for box in stage.boxes if box.is_tile and box is not won]
        )
        assert len(others) == len(row)
        away = abs(others - won.pose.centre)
        across = abs(won.pose.right[0]) < 0.5
        if across and (away[:, 1] < 0.4).all() and others[:, 0].min() < won.pose.centre[0] < end:
            within += bool((others[:, 0] > won.pose.centre[0]).any())
            assert away[:, 0].min() > (1 + tall) / 2 - 0.15, seed
    assert within >= 3
