"""Rendered photos: their truth is where the tiles are, and they hold what a table can hold."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.faces.new_designs import draw_new_faces
from datasets.synth.scenes import photograph
from datasets.synth.scenes.camera import Box, lying
from datasets.synth.scenes.crops import LABELS, render_crop
from datasets.synth.scenes.hands import Bag, sample_hand
from datasets.synth.scenes.materials import Material, dress, random_material, vary
from datasets.synth.scenes.photograph import (
    OutOfViewError,
    Print,
    fronts,
    lay_stage,
    render_from,
    render_scene,
)
from datasets.synth.scenes.profile import PROFILES, Profile
from scorer.core.hand import Hand
from vision.quads.geometry import rectify

SHARP = Profile(scale=(60, 110), filling=1, elevation=(60, 88), along=0, wear=0, varied=0)
HANDS = Profile(layouts={"hand": 1.0})
TABLES = Profile(layouts={"table": 1.0})


@pytest.fixture(scope="module")
def faces():
    return FaceLibrary.build(("drawn",), drawn=(0, 2, 4))


def _alike(crop, face, material):
    """Correlate a crop with its flat face, both in grey."""
    flat = dress(face, (64, 64), material.body, material)[..., :3]
    one, other = (
        cv2.cvtColor(np.ascontiguousarray(i), cv2.COLOR_RGB2GRAY)[6:-6, 6:-6] for i in (crop, flat)
    )
    return np.corrcoef(one.ravel(), other.ravel())[0, 1]


@pytest.mark.parametrize("seed", range(6))
def test_rectifying_at_the_corners_gives_the_face_back(faces, seed):
    scene = render_scene(np.random.default_rng(seed), faces, (960, 960), SHARP)
    material = random_material(np.random.default_rng(0))
    flat = [t for t in scene.tiles if t.visible > 0.98 and t.code not in ("x", "5z")]
    crops = rectify(scene.image, np.stack([t.corners for t in flat]), 64)
    for tile, crop in zip(flat, crops, strict=True):
        face = faces.pick(np.random.default_rng(0), scene.design, tile.code)
        upright, turned = _alike(crop, face, material), _alike(crop[::-1, ::-1], face, material)
        assert upright > 0.6, (tile.code, upright)
        if tile.code[1] == "m" or tile.code in ("1z", "2z", "4z"):
            assert upright > turned  # the first corner is the face's own top left


@pytest.mark.parametrize("seed", range(12))
def test_all_tiles_lie_inside_the_photo(faces, seed):
    scene = render_scene(np.random.default_rng(seed), faces, (640, 480))
    assert scene.image.shape == (480, 640, 3)
    assert scene.image.dtype == np.uint8
    for tile in scene.tiles:
        assert tile.code in CODES or tile.code == "x"
        assert (tile.corners >= 0).all()
        assert (tile.corners <= (640, 480)).all()


def test_corners_run_clockwise(faces):
    for seed in range(8):
        for tile in render_scene(np.random.default_rng(seed), faces).tiles:
            assert cv2.contourArea(tile.corners, oriented=True) > 0


def test_a_seed_renders_the_same_photo_again(faces):
    one, again = (render_scene(np.random.default_rng(5), faces) for _ in range(2))
    assert np.array_equal(one.image, again.image)
    assert one.hand == again.hand
    assert all(
        np.array_equal(a.corners, b.corners) for a, b in zip(one.tiles, again.tiles, strict=True)
    )


@pytest.mark.parametrize("profile", [HANDS, TABLES], ids=["hand", "table"])
@pytest.mark.parametrize("seed", range(12))
def test_a_hand_scene_holds_its_hand_and_no_fifth_copy(faces, seed, profile):
    scene = render_scene(np.random.default_rng((7, seed)), faces, profile=profile)
    assert scene.hand is not None
    hand = Hand.parse(scene.hand)
    assert hand.size == 14
    shown = Counter(tile.code for tile in scene.tiles if tile.code != "x")
    assert max(shown.values()) <= 4
    assert all(shown[code] <= 1 for code in shown if code[1] in "fg")
    laid = Counter(str(tile) for tile in (*hand.tiles, *hand.bonus))
    in_hand = Counter(t.code for t in scene.tiles if t.role in ("hand", "exposed", "kong", "bonus"))
    in_hand.pop("x", None)
    assert not in_hand - laid  # the text names everything that shows


@given(st.integers(0, 10_000))
@settings(max_examples=200, deadline=None)
def test_sampled_hands_win_in_form_and_parse(seed):
    rng = np.random.default_rng(seed)
    hand = sample_hand(Bag(rng), rng)
    for one in (hand, hand.insert_win(0)):
        parsed = Hand.parse(one.text)
        assert parsed.size == 14
        assert (parsed.winning is not None) == bool(one.win)
        assert max(Counter(parsed.tiles).values()) <= 4


def test_a_bag_never_gives_a_fifth_copy():
    bag = Bag(np.random.default_rng(1))
    drawn = Counter(bag.draw(200))
    assert sum(drawn.values()) == 144
    assert set(drawn) == set(CODES)
    assert not bag.take(("1m",))


def test_face_down_tiles_standing_rows_and_small_kongs_occur():
    stages = [lay_stage(np.random.default_rng((3, seed)), "hand") for seed in range(100)]
    boxes = [box for stage in stages for box in stage.boxes if box.is_tile]
    assert any(box.code == "x" and box.role == "kong" for box in boxes)
    assert any(abs(box.pose.out[2]) < 0.7 and box.role == "hand" for box in boxes)
    assert any("[" in (stage.hand or "") for stage in stages)
    assert any("+)" in (stage.hand or "") for stage in stages)


@pytest.mark.parametrize("seed", range(4))
def test_photos_like_the_acceptance_photos_show_every_tile_of_their_hand(faces, seed):
    mixture = [
        (share, replace(profile, sizes=((960, 720),), readable=14.0))
        for share, profile in PROFILES["acceptance"]
    ]
    scene = render_from(np.random.default_rng((8, seed)), faces, mixture)
    assert scene.image.shape == (720, 960, 3)
    assert scene.least >= 14
    assert scene.hand is not None
    hand = Hand.parse(scene.hand)
    assert hand.size in (14, 17)
    covered = scene.hand.count("+)")  # a small kong's fourth tile lies on another
    own = [t for t in scene.tiles if t.role in ("hand", "exposed", "kong", "bonus")]
    expected = len(hand.tiles) + len(hand.bonus)
    assert expected - covered <= len(own) <= expected


def test_a_photo_that_cannot_be_taken_is_refused(faces, monkeypatch):
    monkeypatch.setattr(photograph, "_TRIES", 2)
    mixture = [(1.0, Profile(layouts={"table": 1.0}, readable=500.0, sizes=((160, 160),)))]
    with pytest.raises(OutOfViewError, match="500"):
        render_from(np.random.default_rng(0), faces, mixture)


def test_an_arm_hides_only_tiles_that_the_truth_then_leaves_out(faces):
    for seed in range(4):
        armed, bare = (
            render_scene(np.random.default_rng((5, seed)), faces, profile=replace(TABLES, arms=a))
            for a in (1.0, 0.0)
        )
        kept = {tuple(t.corners.ravel()) for t in armed.tiles}
        assert kept <= {tuple(t.corners.ravel()) for t in bare.tiles}
        assert len(armed.tiles) + len(armed.ignored) <= len(bare.tiles) + len(bare.ignored)


def test_a_white_dragon_is_left_bare_unless_backs_look_like_faces(faces):
    box = Box(lying(0, 0, 0.3, 0.0), (1.0, 1.3, 0.6), "5z", "5z", "hand")
    for blank in (True, False):
        found = fronts(np.random.default_rng(0), faces, "drawn:0", [box], Print(blank=blank))
        assert (found["5z"].max() == 0) == blank
    ivory, green = (240.0, 230.0, 205.0), (30.0, 120.0, 60.0)
    assert Material(ivory, ivory, 0.6, 0.1, 0.5, 0.5).one_colour
    assert not Material(ivory, green, 0.6, 0.1, 0.5, 0.5).one_colour


def test_bonus_tiles_drawn_anew_are_of_one_set_that_no_library_holds(faces):
    one, again = (
        draw_new_faces(np.random.default_rng(seed), ["1f", "2g", "5m"]) for seed in (0, 1)
    )
    assert set(one) == set(again) == {"1f", "2g"}
    assert not np.array_equal(one["1f"], again["1f"])
    box = Box(lying(0, 0, 0.3, 0.0), (1.0, 1.3, 0.6), "1f", "1f", "bonus")
    found = fronts(np.random.default_rng(0), faces, "drawn:0", [box], Print(anew=True))
    assert not np.array_equal(found["1f"], faces.faces("drawn:0")["1f"][0])


def test_a_varied_engraving_stays_the_same_face(faces):
    ink = faces.pick(np.random.default_rng(0), "drawn:2", "5m")
    varied = vary({"5m": ink}, np.random.default_rng(3))["5m"]
    assert varied.shape == ink.shape
    assert (varied[..., :3] <= varied[..., 3:]).all()  # still premultiplied
    plain, other = (cv2.GaussianBlur(i[..., 3], (0, 0), 6).ravel() for i in (ink, varied))
    assert np.corrcoef(plain, other)[0, 1] > 0.7


@pytest.mark.parametrize("code", ["5m", "1s", "4g", "x"])
def test_crops_have_the_asked_size_and_label(faces, code):
    crop = render_crop(np.random.default_rng(1), faces, code, 64, margin=0.1)
    assert crop.image.shape == (64, 64, 3)
    assert crop.code == code


def test_labels_are_the_42_codes_then_face_down_then_unknown_faces_then_red_fives(faces):
    assert (*CODES, "x", "?", "0m", "0p", "0s") == LABELS
    with pytest.raises(ValueError, match="unknown label"):
        render_crop(np.random.default_rng(1), faces, "0z", 64)


def test_a_red_five_is_labelled_as_a_five(faces):
    crops = [render_crop(np.random.default_rng(seed), faces, "0p", 64) for seed in range(8)]
    assert {crop.code for crop in crops} == {"5p"}
    reds = []
    for crop in crops:
        red, green, blue = crop.image.reshape(-1, 3).astype(int).T
        reds.append((red - np.maximum(green, blue)).max() > 60)
    assert sum(reds) >= 5  # some are in the dark, or grey
