"""Pictures of symbol fonts on bonus tiles and as birds."""

from dataclasses import replace

import numpy as np
import pytest

from datasets.synth.faces.design import design
from datasets.synth.faces.pictographs import BIRDS, PICTURES, draw_sign, masks
from datasets.synth.faces.plants import ORNAMENT, SIGN, draw_bonus
from datasets.synth.faces.strokes import blank, ink

RED, BLUE, GREEN = (180, 30, 40), (30, 60, 150), (20, 110, 60)
NOBODY_HAS = ("\U0010fffd",)


def drawn(seed, signs=PICTURES, place=((120.0, 160.0), 150.0), paints=(RED, BLUE)):
    canvas = blank()
    first, second = (ink(paint) for paint in paints)
    middle = np.array(place[0])
    rng = np.random.default_rng(seed)
    draw_sign(canvas, signs, (middle, place[1]), (first, second), rng)
    return canvas


@pytest.mark.parametrize("seed", range(12))
def test_a_sign_is_drawn_in_its_paints_where_and_as_large_as_it_was_asked_for(seed):
    cover = drawn(seed)[..., 3] > 128
    down, right = np.nonzero(cover)
    assert 90 < max(np.ptp(down), np.ptp(right)) < 230
    assert abs((down.min() + down.max()) / 2 - 160) < 25
    assert abs((right.min() + right.max()) / 2 - 120) < 25


def test_its_lower_part_is_in_the_second_paint():
    canvas = drawn(3)
    colours = {tuple(map(int, colour)) for colour in canvas[canvas[..., 3] == 255][:, :3]}
    assert colours == {RED, BLUE}
    upper, lower = (np.argwhere((canvas[..., :3] == c).all(axis=2))[:, 0] for c in (RED, BLUE))
    assert upper.max() < lower.min()


def test_signs_are_many_and_a_seed_gives_one_again():
    assert len(masks(PICTURES)) > len(masks(BIRDS)) > 1
    covers = [drawn(seed) for seed in range(20)]
    assert (drawn(7) == covers[7]).all()
    assert len({round(float((each[..., 3] > 128).mean()), 4) for each in covers}) == 20


def test_nothing_is_drawn_for_a_sign_that_no_font_has():
    assert masks(NOBODY_HAS) == ()
    assert not drawn(0, NOBODY_HAS).any()


@pytest.mark.parametrize("motif", [SIGN, ORNAMENT])
def test_a_bonus_tile_may_bear_a_sign_or_an_ornament_in_colours_of_its_set(motif):
    palette = {"a": GREEN, "b": RED, "c": BLUE}
    set_ = design(5)
    style = replace(
        set_.bonus, motif=motif, label="caption", flower_colours=(GREEN, GREEN), palette=palette
    )
    rng = np.random.default_rng(8)
    pictured = draw_bonus("f", 1, style, set_.text, rng)
    colours = {tuple(map(int, colour)) for colour in pictured[pictured[..., 3] == 255][:, :3]}
    assert colours <= {GREEN, RED, BLUE}
    bare = draw_bonus("f", 1, replace(style, label="caption_only"), set_.text, rng)
    assert (pictured[..., 3] > 128).sum() != (bare[..., 3] > 128).sum()
