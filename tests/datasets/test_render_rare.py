"""Rare scenes: what they are about is there, and the truth says which set each tile is of."""

from collections import Counter

import numpy as np
import pytest

from datasets.synth.scenes.camera import WINNING
from datasets.synth.scenes.hands import BONUS, WHITE, Bag
from datasets.synth.scenes.layouts import Stage
from datasets.synth.scenes.materials import change_backs, darken, random_material
from datasets.synth.scenes.rare import RARE
from scorer.core.hand import Hand

SEEDS = range(4)
OWN = ("hand", "exposed", "kong", "bonus")


def _stage(layout, seed):
    rng = np.random.default_rng((11, seed))
    stage = Stage(rng, (1.0, 1.3, 0.7), Bag(rng))
    RARE[layout](stage)
    return stage


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("layout", sorted(set(RARE) - {"nothing"}))
def test_the_truth_is_the_hand_that_was_laid(layout, seed):
    stage = _stage(layout, seed)
    Hand.parse(stage.hand)
    own = [box for box in stage.boxes if box.is_tile and box.role in OWN]
    assert len(own) == sum(char.isdigit() for char in stage.hand)
    parts = {box.part for box in own if box.part > 0}
    assert len(parts) == sum(stage.hand.count(bracket) for bracket in "([")
    apart = [box for box in own if box.part == WINNING]
    assert len(apart) == stage.hand.replace("+)", "").count("+")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("layout", sorted(set(RARE) - {"nothing"}))
def test_no_tile_is_there_more_often_than_a_set_has_it(layout, seed):
    boxes = _stage(layout, seed).boxes
    counts = Counter(box.code for box in boxes if box.is_tile and box.code != "x")
    assert all(n <= (1 if code in BONUS else 4) for code, n in counts.items())


@pytest.mark.parametrize("seed", SEEDS)
def test_where_nothing_is_laid_there_is_no_tile(seed):
    stage = _stage("nothing", seed)
    assert stage.hand is None
    assert len(stage.boxes) >= 5
    assert not any(box.is_tile for box in stage.boxes)


@pytest.mark.parametrize("seed", SEEDS)
def test_bare_dragons_lie_beside_drawn_ones(seed):
    fronts = {box.front for box in _stage("whites", seed).boxes if box.code == WHITE}
    assert fronts == {"", WHITE}


@pytest.mark.parametrize(("layout", "fewest"), [("two", 14), ("beside bonus", 1)])
def test_another_player_has_tiles_of_his_own(layout, fewest):
    others = [box for box in _stage(layout, 1).boxes if box.role == "other"]
    assert len(others) >= fewest


@pytest.mark.parametrize("seed", SEEDS)
def test_sets_at_the_rim_lie_beside_no_other_tile(seed):
    """Middles of tiles that lie side by side are a tile's width apart or nearly."""
    boxes = [box for box in _stage("rim", seed).boxes if box.role != "discard"]
    places = np.array([box.pose.centre[:2] for box in boxes])
    away = np.linalg.norm(places[:, None] - places[None], axis=2) + 9 * np.eye(len(places))
    assert away.min() > 0.9


def test_backs_are_faded_or_carved():
    rng = np.random.default_rng(3)
    cloth = (20.0, 110.0, 60.0)
    material = random_material(rng, cloth)
    carved = change_backs(material, "carved", cloth, rng)
    assert sum(carved.back) < sum(material.body) / 2
    faded = [change_backs(material, "faded", cloth, rng).back for _ in range(20)]
    near = [
        min(float(np.abs(np.subtract(back, other)).max()) for other in (cloth, material.body))
        for back in faded
    ]
    assert max(near) < 60
    with pytest.raises(ValueError, match="faded or carved"):
        change_backs(material, "painted", cloth, rng)


def test_a_dark_set_has_a_dark_body():
    rng = np.random.default_rng(3)
    assert sum(darken(random_material(rng), rng).body) < 330
