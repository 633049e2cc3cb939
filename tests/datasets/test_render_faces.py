"""Faces: every tile is drawn, designs can be held out, and art is labelled as it looks."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from datasets.synth.faces import design as drawing
from datasets.synth.faces.design import CODES, FACE_SIZE
from datasets.synth.faces.library import (
    DRAWN_SEEDS,
    HELD_OUT_SEEDS,
    FaceLibrary,
    acceptance_seeds,
    ink_of,
)
from datasets.synth.faces.new_designs import draw_new_faces
from datasets.synth.faces.pictures import draw_picture
from datasets.synth.faces.plants import ORNAMENT, SIGN, draw_bonus, engrave
from datasets.synth.faces.strokes import blank, ink
from datasets.synth.faces.suits import ANOTHER_BIRD

SEEDS = (0, 1, 2)
RED, BLUE, GREEN = (180, 30, 40), (30, 60, 150), (20, 110, 60)


@pytest.fixture(scope="module")
def drawn():
    return FaceLibrary.build(("drawn",), drawn=SEEDS)


def test_a_drawn_design_has_all_42_faces(drawn):
    assert len(CODES) == 42
    for design in drawn.designs:
        assert set(drawn.faces(design)) == set(CODES)
        for code in CODES:
            assert drawn.faces(design)[code][0].shape == (FACE_SIZE[1], FACE_SIZE[0], 4)


def test_every_face_but_a_blank_white_dragon_has_ink(drawn):
    for design in drawn.designs:
        for code in CODES:
            covered = (drawn.faces(design)[code][0][..., 3] > 128).mean()
            assert code == "5z" or covered > 0.015, (design, code)


def test_no_two_faces_of_a_design_look_the_same(drawn):
    for design in drawn.designs:
        images = {c: drawn.faces(design)[c][0].astype(int) for c in CODES}
        for one, other in combinations(CODES, 2):
            assert np.abs(images[one] - images[other]).mean() > 1, (design, one, other)


def test_a_seed_draws_the_same_design_again():
    one, again = drawing.design(7), drawing.design(7)
    assert one == again
    assert np.array_equal(drawing.draw(one, "3f"), drawing.draw(again, "3f"))
    assert one != drawing.design(8)


def test_a_library_of_an_unknown_source_is_refused():
    with pytest.raises(ValueError, match="unknown source"):
        FaceLibrary.build(("painted",))


def test_unseen_designs_are_in_no_source_that_trains():
    trained = {f"drawn:{seed}" for seed in DRAWN_SEEDS}
    unseen = set(FaceLibrary.build(("unseen",)).designs)
    assert not trained & unseen
    assert set(acceptance_seeds()) < set(HELD_OUT_SEEDS)


def test_ink_leaves_the_body_out():
    face = np.full((160, 120, 3), (240, 230, 205), np.uint8)
    face[60:100, 40:80] = (180, 30, 30)
    ink = ink_of(face)
    assert ink[:40, :, 3].max() < 10
    assert ink[70:90, 50:70, 3].min() > 150


def engraved(label: str, season_label: str = "") -> drawing.Design:
    """A set with line art, flowers in red and seasons in blue."""
    look = drawing.design(3)
    bonus = replace(
        look.bonus,
        label=label,
        season_label=season_label,
        engraved=True,
        flower_colours=(RED, RED),
        season_colours=(BLUE, BLUE),
    )
    return replace(look, bonus=bonus)


@pytest.mark.parametrize(("suit", "colour"), [("f", RED), ("g", BLUE)])
@pytest.mark.parametrize("rank", range(1, 5))
def test_engraved_bonus_tiles_show_words_and_lines_of_one_colour(suit, colour, rank):
    face = drawing.draw(engraved("number_caption"), f"{rank}{suit}")
    solid = face[face[..., 3] == 255][:, :3]
    assert len(solid) > 200
    assert (solid == colour).all()


def test_every_other_engraved_flower_shows_the_plant_of_its_name():
    def drawn(plant, seed):
        canvas = blank()
        engrave(canvas, ink(RED), np.random.default_rng(seed), plant)
        assert canvas[..., 3].any()
        return canvas

    told = [(drawn("plum", seed) != drawn("bamboo", seed)).any() for seed in range(80)]
    assert 0.35 < np.mean(told) < 0.75
    other = [(drawn("plum", seed) != drawn(None, seed)).any() for seed in range(80)]
    assert 0.35 < np.mean(other) < 0.75


@pytest.mark.parametrize(
    ("look", "flowers", "seasons"),
    [
        (engraved("picture_number", "number_caption"), "picture_number", "number_caption"),
        (engraved("caption"), "caption", "caption"),
    ],
)
def test_seasons_bear_other_words_than_flowers_where_the_set_says_so(look, flowers, seasons):
    assert (look.bonus.words("f"), look.bonus.words("g")) == (flowers, seasons)


@pytest.mark.parametrize("motif", [SIGN, ORNAMENT])
def test_a_bonus_tile_may_bear_a_sign_or_an_ornament_in_colours_of_its_set(motif):
    palette = {"a": GREEN, "b": RED, "c": BLUE}
    look = drawing.design(5)
    style = replace(
        look.bonus, motif=motif, label="caption", flower_colours=(GREEN, GREEN), palette=palette
    )
    rng = np.random.default_rng(8)
    pictured = draw_bonus("f", 1, style, look.text, rng)
    colours = {tuple(map(int, colour)) for colour in pictured[pictured[..., 3] == 255][:, :3]}
    assert colours <= {GREEN, RED, BLUE}
    bare = draw_bonus("f", 1, replace(style, label="caption_only"), look.text, rng)
    assert (pictured[..., 3] > 128).sum() != (bare[..., 3] > 128).sum()


def test_birds_drawn_anew_are_many_and_of_at_most_three_paints():
    paints = ((20, 40, 90, 255), (200, 30, 40, 255), (20, 110, 60, 255))
    birds = [blank() for _ in range(30)]
    for seed, bird in enumerate(birds):
        draw_picture(bird, ANOTHER_BIRD, paints, np.random.default_rng(seed))
    covers = [float((bird[..., 3] > 128).mean()) for bird in birds]
    assert len({bird.tobytes() for bird in birds}) == 30
    assert 0.02 < min(covers) < max(covers) < 0.6
    for bird in birds:
        solid = bird[bird[..., 3] > 128].astype(float)  # an outline hardly has an opaque pixel
        solid = solid[:, :3] * 255 / solid[:, 3:]
        near = np.abs(solid[:, None] - np.array(paints)[None, :, :3]).sum(2).min(1) < 60
        assert near.mean() > 0.8


def test_a_set_drawn_anew_has_a_bird_of_its_own_and_a_seed_gives_it_again():
    one, same, other = (
        draw_new_faces(np.random.default_rng(seed), ["1s"])["1s"] for seed in (4, 4, 5)
    )
    assert (one == same).all()
    assert (one != other).any()


def test_bamboo_drawn_anew_is_a_whole_suit_of_hollow_sticks():
    sets = [draw_new_faces(np.random.default_rng(seed), CODES) for seed in range(20)]
    suits = [[f"{rank}s" for rank in range(2, 10)] for _ in sets]
    whole = [all(code in found for code in suit) for found, suit in zip(sets, suits, strict=True)]
    none = [
        not any(code in found for code in suit) for found, suit in zip(sets, suits, strict=True)
    ]
    assert 3 <= sum(whole) <= 15
    assert sum(whole) + sum(none) == 20
    for found in (found for found, is_whole in zip(sets, whole, strict=True) if is_whole):
        nine, two = (float((found[code][..., 3] > 128).mean()) for code in ("9s", "2s"))
        assert nine > 2 * two > 0
