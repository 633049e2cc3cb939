"""Bonus tiles without a picture: a word, and a frame, ring, wreath or spot around it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.synth.faces import design as drawing
from datasets.synth.faces.new_designs import draw_new_design
from datasets.synth.faces.pictures import draw_picture
from datasets.synth.faces.plants import draw_border
from datasets.synth.faces.strokes import CANVAS, blank, ink

RED, BLUE = (180, 30, 40), (30, 60, 150)
WIDE, TALL = CANVAS


def surroundings(seed: int) -> np.ndarray:
    canvas = blank()
    draw_border(canvas, (ink(RED), ink(BLUE)), np.random.default_rng(seed))
    return canvas


def framed_set(seed: int) -> drawing.Design:
    """A set that says plum to winter in one large word each."""
    look = drawing.design(seed)
    bonus = replace(look.bonus, label="caption_only", framed=True, caption_size=0.3)
    return replace(look, bonus=bonus)


def test_what_surrounds_the_words_differs_and_leaves_room_for_them():
    drawn = [surroundings(seed) for seed in range(60)]
    assert all((canvas[..., 3] > 0).any() for canvas in drawn)
    assert len({canvas.tobytes() for canvas in drawn}) == 60
    inside = (slice(TALL // 2 - 40, TALL // 2 + 40), slice(WIDE // 2 - 34, WIDE // 2 + 34))
    solid = [(canvas[inside][..., 3] > 128).mean() for canvas in drawn]
    assert np.mean([share == 0 for share in solid]) > 0.8
    assert max(solid) < 0.1


def test_each_of_them_stays_on_the_tile_and_is_of_one_paint():
    for seed in range(200):
        canvas = blank()
        draw_picture(canvas, "border", (ink(RED),), np.random.default_rng(seed), loose=0.05)
        assert 0.002 < (canvas[..., 3] > 0).mean() < 0.85, seed
        solid = canvas[canvas[..., 3] == 255][:, :3]
        assert (solid == RED).all()


@pytest.mark.parametrize("code", ["1f", "3f", "2g", "4g"])
def test_the_word_stands_in_the_middle_in_the_colour_of_its_suit(code):
    look = framed_set(5)
    look = replace(
        look,
        bonus=replace(look.bonus, flower_colours=(RED, RED), season_colours=(BLUE, BLUE)),
    )
    face = drawing.draw(look, code)
    height, width = face.shape[:2]
    middle = face[height // 3 : -height // 3, width // 3 : -width // 3]
    solid = middle[middle[..., 3] == 255][:, :3]
    assert len(solid) > 60
    assert (solid == (RED if code[1] == "f" else BLUE)).all(axis=1).mean() > 0.95


def test_the_four_words_of_a_suit_differ():
    faces = [drawing.draw(framed_set(9), f"{rank}f") for rank in range(1, 5)]
    grey = [cv2.resize(face[40:120, 30:90, 3], (20, 26)).astype(float) for face in faces]
    apart = [np.abs(a - b).mean() for i, a in enumerate(grey) for b in grey[:i]]
    assert min(apart) > 10


def test_some_of_the_sets_drawn_anew_have_no_pictures():
    looks = [draw_new_design(np.random.default_rng(seed)) for seed in range(1000)]
    assert 0.05 < np.mean([look.bonus.framed for look in looks]) < 0.25
    assert not any(look.bonus.framed and look.bonus.engraved for look in looks)
