"""Small kongs seen from above: which tile lies upon another, and what becomes of the hand."""

import numpy as np
import pytest

import models
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import render_from
from datasets.synth.scenes.profile import PROFILES
from datasets.synth.scenes.scene import Scene
from tests.soak import full
from vision.nets.roles import Stacked, crops_around
from vision.nets.session import ModelError
from vision.reader import Reader

pytestmark = pytest.mark.slow


def test_a_crop_lies_level_with_the_tile_in_its_middle() -> None:
    image = np.zeros((300, 400, 3), np.uint8)
    image[100:200, 150:225] = 255
    tile = np.array([[[225, 100], [225, 200], [150, 200], [150, 100]]], np.float32)
    (crop,) = crops_around(image, tile, 60, 3.0)
    side = np.sqrt(100 * 75) * 3
    white = (crop[..., 0] > 128).astype(float)
    assert white[30].sum() == pytest.approx(60 * 75 / side, abs=1)
    assert white[:, 30].sum() == pytest.approx(60 * 100 / side, abs=1)
    assert white[:, :8].sum() == white[:, -8:].sum() == 0


def test_nothing_to_look_at() -> None:
    stacked = Stacked.load(models.verify("stacked"), threads=1)
    none = stacked.predict(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 4, 2), np.float32))
    assert none.shape == (0,)


def test_another_model_is_refused() -> None:
    with pytest.raises(ModelError, match="of kind 'classifier', not 'stacked'"):
        Stacked.load(models.path("classifier"), threads=1)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    """Rendered hands with small kongs and with none."""
    faces = FaceLibrary.build(("drawn",))
    mixture = PROFILES["stacked"]
    seeds = [(5, number) for number in range(full(8, 16))]
    return [render_from(np.random.default_rng(seed), faces, mixture) for seed in seeds]


def test_the_truth_says_which_tiles_lie_upon_others(scenes: list[Scene]) -> None:
    upon = [[tile.code for tile in scene.tiles if tile.upon] for scene in scenes]
    assert [len(codes) for codes in upon] == [str(scene.hand).count("+)") for scene in scenes]
    assert any(upon)
    assert not all(upon)


def test_small_kongs_are_told_from_pungs(scenes: list[Scene]) -> None:
    reader = Reader(*models.shipped(), threads=1)
    read = [(reader.read(scene.image).hand or "").count("+)") for scene in scenes]
    laid = [str(scene.hand).count("+)") for scene in scenes]
    assert all(found <= real for found, real in zip(read, laid, strict=True))
    assert sum(read) > 0
