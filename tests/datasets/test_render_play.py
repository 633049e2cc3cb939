"""Rendered hands in play: what is held stands before what is claimed; light comes from all over."""

from collections import Counter

import numpy as np
import pytest

from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.camera import Box, look_at, lying
from datasets.synth.scenes.effects import photograph
from datasets.synth.scenes.hands import Bag
from datasets.synth.scenes.layouts import Stage
from datasets.synth.scenes.materials import random_material
from datasets.synth.scenes.painter import Painter
from datasets.synth.scenes.photograph import render_from
from datasets.synth.scenes.play import lay_play
from datasets.synth.scenes.profile import PROFILES
from datasets.synth.scenes.props import RACKS, SIGNS, prop_texture


def _laid(seed: int) -> Stage:
    rng = np.random.default_rng(seed)
    stage = Stage(rng, (1.0, 1.33, 0.7), Bag(rng))
    lay_play(stage)
    return stage


@pytest.mark.parametrize("seed", range(40))
def test_claimed_tiles_lie_flat_behind_the_held_row(seed):
    boxes = _laid(seed).boxes
    row = [box for box in boxes if box.role == "hand"][:4]  # the drawn tile comes last
    behind = [box for box in boxes if box.role in ("exposed", "kong", "bonus")]
    for box in behind:
        assert abs(box.pose.out[2]) == pytest.approx(1)
        assert box.pose.centre[1] > max(held.pose.centre[1] for held in row) + 0.5


def test_rows_of_hong_kong_and_taiwanese_hands_before_and_after_the_draw():
    counts = Counter()
    for seed in range(60):
        roles = Counter(box.role for box in _laid(seed).boxes)
        counts[roles["hand"]] += 1
        assert roles["hand"] in {n - 3 * sets for n in (13, 14, 16, 17) for sets in range(4)}
    assert len(counts) > 6


def test_most_held_rows_stand_and_some_lie():
    standing = []
    for seed in range(60):
        held = next(box for box in _laid(seed).boxes if box.role == "hand")
        standing.append(abs(float(held.pose.out[2])) < 0.9)
    assert 30 <= sum(standing) <= 55


def test_no_tile_lies_on_the_table_five_times():
    for seed in range(30):
        up = Counter(box.front for box in _laid(seed).boxes if box.is_tile and box.role != "wall")
        assert all(n <= 4 for code, n in up.items() if code not in ("back", "1m"))


def test_a_name_on_a_rack_has_the_colour_of_the_rack():
    for variant in range(SIGNS):
        sign, rack = prop_texture(f"sign:{variant}"), prop_texture(f"rack:{variant % RACKS}")
        assert sign[48, 1, :3].tolist() == rack[48, 48, :3].tolist()
        assert len(np.unique(sign[..., 0])) > 2


def test_a_rack_that_reaches_behind_the_camera_is_painted():
    """Its end has no place in the photo; a texture as large as that would fill all memory."""
    rng = np.random.default_rng(3)
    camera = look_at(np.zeros(3), 0.5, 0.0, 0.0, (6.0, 300.0, 80.0))
    rack = Box(lying(20.0, -20.0, 1.0, 0.6 + np.pi), (60.0, 1.6, 0.5), "rack:0", "", "prop")
    ground = np.full((160, 160, 3), 90, np.uint8)
    sun, textures = np.array([0.0, 0.3, 0.95]), {"rack:0": prop_texture("rack:0")}
    painter = Painter(ground, camera, random_material(rng), sun, textures, rng)
    outline = painter.paint([rack])
    assert np.ptp(outline) > 1e6


@pytest.mark.parametrize(("soft", "least", "most"), [(0.0, 0.5, 0.85), (1.0, 0.99, 1.01)])
def test_soft_light_makes_a_side_as_bright_as_the_face(soft, least, most):
    rng = np.random.default_rng(3)
    sun = np.array([0.0, 0.3, 0.95])
    painter = Painter(None, None, random_material(rng), sun, {}, rng, soft)
    pose = lying(0, 0, 0.35, 0)
    assert least <= painter.shade(-pose.up) / painter.shade(pose.out) <= most


@pytest.mark.parametrize("strength", [0.0, 1.3])
def test_small_tiles_stay_sharp_enough_to_tell_their_strokes(strength):
    strokes = np.zeros((48, 48, 3), np.uint8)
    strokes[:, ::6] = strokes[:, 1::6] = strokes[:, 2::6] = 200
    for seed in range(60):
        seen = photograph(np.random.default_rng(seed), strokes, strength, unit=14.0)
        assert seen.shape == strokes.shape
        light = seen.mean() / strokes.mean()
        assert seen.mean(axis=2).std() > 0.2 * light * strokes.mean(axis=2).std()


def test_scenes_of_play_come_out_of_every_profile():
    faces = FaceLibrary.build(("drawn",), drawn=(0, 2))
    layouts = Counter()
    for seed in range(8):
        scene = render_from(np.random.default_rng(seed), faces, PROFILES["play"])
        assert scene.tiles
        layouts[scene.layout] += 1
    assert layouts["play"] >= 2
    assert len(layouts) >= 2
