"""Faces: every tile is drawn, designs can be held out, and art is labelled as it looks."""

from dataclasses import replace
from itertools import combinations, permutations

import cv2
import numpy as np
import pytest

from datasets.synth.faces import art
from datasets.synth.faces import design as drawing
from datasets.synth.faces import face as stored
from datasets.synth.faces.design import CODES, FACE_SIZE
from datasets.synth.faces.face import ink_of
from datasets.synth.faces.fonts import glyph, installed
from datasets.synth.faces.library import DRAWN_SEEDS, HELD_OUT_SEEDS, FaceLibrary, acceptance_seeds
from datasets.synth.faces.new_designs import draw_new_faces
from datasets.synth.faces.plants import engrave
from datasets.synth.faces.strokes import blank, ink
from datasets.synth.faces.suits import draw_other_bird

SEEDS = (0, 1, 2)
RED, BLUE = (180, 30, 40), (30, 60, 150)


@pytest.fixture(scope="module")
def drawn():
    return FaceLibrary.build(("drawn",), drawn=SEEDS)


def test_a_drawn_design_has_all_42_faces(drawn):
    assert len(CODES) == 42
    for design in drawn.designs:
        assert set(drawn.faces(design)) == set(CODES)
        for code in CODES:
            assert drawn.faces(design)[code][0].image.shape == (FACE_SIZE[1], FACE_SIZE[0], 4)


def test_every_face_but_a_blank_white_dragon_has_ink(drawn):
    for design in drawn.designs:
        for code in CODES:
            covered = (drawn.faces(design)[code][0].image[..., 3] > 128).mean()
            assert code == "5z" or covered > 0.015, (design, code)


def test_no_two_faces_of_a_design_look_the_same(drawn):
    for design in drawn.designs:
        images = {c: drawn.faces(design)[c][0].image.astype(int) for c in CODES}
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


def test_absent_packages_leave_notes_and_no_error(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    notes: list[str] = []
    found = art.loaders(notes)
    assert not any(name in found for name in art.SHEETS)
    assert any(note.endswith("skipped: install xmahjongg") for note in notes)


def test_unseen_designs_are_in_no_source_that_trains():
    trained = {f"drawn:{seed}" for seed in DRAWN_SEEDS} | set(art.loaders([]))
    unseen = set(FaceLibrary.build(("unseen",)).designs)
    assert not trained & unseen
    assert set(acceptance_seeds()) < set(HELD_OUT_SEEDS)


def faces_of(design):
    """The faces of a design of tile art; the test skips where its package is not installed."""
    notes: list[str] = []
    found = art.loaders(notes)
    if design not in found:
        pytest.skip(next(note for note in notes if f" {design} " in note))
    return found[design]()


def test_ink_leaves_the_body_out():
    face = np.full((160, 120, 3), (240, 230, 205), np.uint8)
    face[60:100, 40:80] = (180, 30, 30)
    ink = ink_of(face)
    assert ink[:40, :, 3].max() < 10
    assert ink[70:90, 50:70, 3].min() > 150


def _likeness(face, word, family):
    """How well ink covers a glyph stretched over the ink's own box: 1 is the same."""
    cover = face[..., 3].astype(np.float32)
    rows, columns = np.nonzero(cover > 100)
    cut = cover[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    small = [cv2.resize(m.astype(np.float32), (48, 48)) for m in (cut, glyph(word, family))]
    ink, mask = (cv2.GaussianBlur(m, (0, 0), 2) for m in small)
    return float(np.corrcoef(ink.ravel(), mask.ravel())[0, 1])


def _read(images, words):
    """The order of ``words`` that suits all images best together."""
    fonts = list(installed())
    table = [[max(_likeness(i, w, font) for font in fonts) for w in words] for i in images]
    orders = permutations(range(len(words)))
    best = max(orders, key=lambda order: sum(table[i][k] for i, k in enumerate(order)))
    return "".join(words[k] for k in best)


# Orders differ from file to file: kmahjongg's winds run N, S, E, W; xmahjongg's N, W, S, E; and
# kmahjongg writes a letter above the wind, so that the character stands in the lower part.
@pytest.mark.parametrize(
    ("design", "area"),
    [
        ("art:smooth", (10, 12, 110, 148)),
        ("art:gnome", (10, 12, 110, 148)),
        ("art:symbols2", (10, 12, 110, 148)),
        ("art:kde-default", (10, 48, 110, 148)),
        ("art:kde-traditional", (10, 48, 110, 148)),
    ],
)
def test_winds_of_art_are_what_they_say(design, area):
    faces = faces_of(design)
    x0, y0, x1, y1 = area
    images = [faces[code][0].image[y0:y1, x0:x1] for code in ("1z", "2z", "3z", "4z")]
    assert _read(images, "東南西北") == "東南西北"


@pytest.mark.parametrize(("suit", "words"), [("f", "梅蘭菊竹"), ("g", "春夏秋冬")])
def test_flowers_of_art_that_is_all_captions_are_what_they_say(suit, words):
    faces = faces_of("art:smooth")
    images = [faces[f"{rank}{suit}"][0].image[40:120, 24:96] for rank in range(1, 5)]
    assert _read(images, words) == words


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


def test_birds_drawn_anew_are_many_and_of_at_most_three_paints():
    paints = ((20, 40, 90, 255), (200, 30, 40, 255), (20, 110, 60, 255))
    birds = [draw_other_bird(paints, np.random.default_rng(seed)) for seed in range(30)]
    covers = {round(float((bird[..., 3] > 128).mean()), 4) for bird in birds}
    assert len(covers) == 30
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


def test_faces_that_were_drawn_with_other_fonts_are_drawn_anew(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(stored, "FOLDER", tmp_path / "cache" / "faces")

    def faces(tone: int, fonts: str) -> int:
        made = {"1m": [np.full((2, 2, 4), tone, np.uint8)]}
        return int(stored.cached("drawn:1", lambda: made, fonts)["1m"][0].image[0, 0, 0])

    assert [faces(10, "one"), faces(20, "two"), faces(30, "one")] == [10, 20, 10]
