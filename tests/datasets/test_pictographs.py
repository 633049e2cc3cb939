"""Pictures of symbol fonts on bonus tiles and as birds, where such fonts are installed."""

import numpy as np
import pytest

from datasets.synth.faces.engravings import engrave
from datasets.synth.faces.motifs import SIGN, draw_motif
from datasets.synth.faces.pictographs import BIRDS, PICTURES, draw_sign, masks
from datasets.synth.faces.rare_birds import draw_rare_bird
from datasets.synth.faces.strokes import blank, ink

RED, BLUE, GREEN = (180, 30, 40), (30, 60, 150), (20, 110, 60)
NOBODY_HAS = ("\U0010fffd",)

needs_signs = pytest.mark.skipif(
    not masks(PICTURES), reason="no font has the signs: install fonts-symbola or fonts-noto-core"
)


def drawn(seed, signs=PICTURES, place=((120.0, 160.0), 150.0), paints=(RED, BLUE)):
    canvas = blank()
    first, second = (ink(paint) for paint in paints)
    middle = np.array(place[0])
    rng = np.random.default_rng(seed)
    draw_sign(canvas, signs, (middle, place[1]), (first, second), rng)
    return canvas


@needs_signs
@pytest.mark.parametrize("seed", range(12))
def test_a_sign_is_drawn_in_its_paints_where_and_as_large_as_it_was_asked_for(seed):
    cover = drawn(seed)[..., 3] > 128
    down, right = np.nonzero(cover)
    assert 90 < max(np.ptp(down), np.ptp(right)) < 230
    assert abs((down.min() + down.max()) / 2 - 160) < 25
    assert abs((right.min() + right.max()) / 2 - 120) < 25


@needs_signs
def test_its_lower_part_is_in_the_second_paint():
    canvas = drawn(3)
    colours = {tuple(map(int, colour)) for colour in canvas[canvas[..., 3] == 255][:, :3]}
    assert colours == {RED, BLUE}
    upper, lower = (np.argwhere((canvas[..., :3] == c).all(axis=2))[:, 0] for c in (RED, BLUE))
    assert upper.max() < lower.min()


@needs_signs
def test_signs_are_many_and_a_seed_gives_one_again():
    assert len(masks(PICTURES)) > len(masks(BIRDS)) > 5
    covers = [drawn(seed) for seed in range(20)]
    assert (drawn(7) == covers[7]).all()
    assert len({round(float((each[..., 3] > 128).mean()), 4) for each in covers}) == 20


def test_nothing_is_drawn_for_a_sign_that_no_font_has():
    assert masks(NOBODY_HAS) == ()
    assert not drawn(0, NOBODY_HAS).any()


@needs_signs
def test_a_bonus_tile_may_bear_a_sign_in_two_colours_of_its_set():
    canvas = blank()
    palette = {"a": GREEN, "b": RED, "c": BLUE}
    draw_motif(canvas, SIGN, palette, np.random.default_rng(5))
    colours = {tuple(map(int, colour)) for colour in canvas[canvas[..., 3] == 255][:, :3]}
    assert 0 < len(colours) <= 2
    assert colours <= {GREEN, RED, BLUE}


def test_birds_are_drawn_without_any_font_too(monkeypatch):
    # The signs are replaced, not the code: what fonts a machine has cannot be taken away here.
    monkeypatch.setattr("datasets.synth.faces.rare_birds.BIRDS", NOBODY_HAS)
    paints = ink(GREEN), ink(RED), ink(BLUE)
    for seed in range(12):
        assert draw_rare_bird(paints, np.random.default_rng(seed))[..., 3].any()


@pytest.mark.parametrize("draw", ["engrave", "motif"])
def test_a_bonus_tile_shows_something_whatever_fonts_there_are(draw, monkeypatch):
    # The signs are replaced, not the code: what fonts a machine has cannot be taken away here.
    for module in ("engravings", "motifs"):
        monkeypatch.setattr(f"datasets.synth.faces.{module}.PICTURES", NOBODY_HAS)
    palette = {"a": GREEN, "b": RED, "c": BLUE}
    for seed in range(40):
        canvas, rng = blank(), np.random.default_rng(seed)
        if draw == "engrave":
            engrave(canvas, ink(RED), rng, None)
        else:
            draw_motif(canvas, SIGN, palette, rng)
        assert canvas[..., 3].any()
