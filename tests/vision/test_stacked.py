"""Small kongs seen from above: which tile lies upon another, and what becomes of the hand."""

import numpy as np
import pytest

import models
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import render_from
from datasets.synth.scenes.profile import PROFILES
from datasets.synth.scenes.scene import Scene
from tests import needs
from tests.vision.test_arrangement import lay
from vision.decode.small_kongs import just_one
from vision.layout.arrangement import lay_out, with_small_kong
from vision.layout.handtext import hand_text
from vision.nets.session import ModelError
from vision.nets.stacked import Stacked, crops_around
from vision.reader import Reader

pytestmark = pytest.mark.slow

SMALL_KONGS = {"one, surely": [0.01, 0.97, 0.02], "the last one": [0.3, 0.02, 0.95]}
PUNGS = {
    "none": [0.1, 0.05, 0.2],
    "one, but hardly": [0.1, 0.7, 0.1],
    "two: rather none": [0.95, 0.96, 0.1],
}


@pytest.mark.parametrize("upon", SMALL_KONGS.values(), ids=SMALL_KONGS)
def test_of_a_small_kong_just_one_tile_lies_upon_another(upon: list[float]) -> None:
    assert just_one(np.array(upon, np.float32))


@pytest.mark.parametrize("upon", PUNGS.values(), ids=PUNGS)
def test_of_a_pung_none_does(upon: list[float]) -> None:
    assert not just_one(np.array(upon, np.float32))


def test_a_pung_becomes_a_small_kong_and_nothing_else_changes() -> None:
    corners, codes = lay("123m 456m 11z 234s  ", "888p")
    layout = lay_out(corners, codes)
    assert layout.hand is not None
    (pung,) = layout.hand.exposed
    after = with_small_kong(layout, pung)
    assert after.hand is not None
    assert hand_text(layout.hand, codes) == "123456m 234s 11z (888p)"
    assert hand_text(after.hand, codes) == "123456m 234s 11z (8888p+)"
    assert after.groups == layout.groups
    assert after.left_out == layout.left_out


def test_what_is_no_exposed_set_of_the_hand_becomes_nothing() -> None:
    layout = lay_out(*lay("123m 456m 11z 234s 888p"))
    with pytest.raises(ValueError, match="exposed"):
        with_small_kong(layout, (0, 1, 2))


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
    none = stacked.look(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 4, 2), np.float32))
    assert none.shape == (0,)


def test_another_model_is_refused() -> None:
    with pytest.raises(ModelError, match="of kind 'classifier', not 'stacked'"):
        Stacked.load(models.path("classifier"), threads=1)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    """Rendered hands with small kongs and with none."""
    needs.fonts()
    faces = FaceLibrary.build(("drawn",))
    mixture = PROFILES["stacked"]
    return [render_from(np.random.default_rng((5, n)), faces, (0, 0), mixture) for n in range(16)]


def test_the_truth_says_which_tiles_lie_upon_others(scenes: list[Scene]) -> None:
    upon = [[tile.code for tile in scene.tiles if tile.upon] for scene in scenes]
    assert [len(codes) for codes in upon] == [str(scene.hand).count("+)") for scene in scenes]
    assert any(upon)
    assert not all(upon)


def test_small_kongs_are_told_from_pungs(scenes: list[Scene]) -> None:
    files = models.shipped()
    counts = []
    for reader in (Reader(*files[:4], threads=1), Reader(*files, threads=1)):
        texts = [reader.read(scene.image).hand or "" for scene in scenes]
        told = [(text.count("+)"), str(scene.hand).count("+)"))
                for text, scene in zip(texts, scenes, strict=True)]  # fmt: skip
        assert all(read <= laid for read, laid in told)
        counts.append(sum(read for read, _ in told))
    by_shape, by_looking = counts
    assert by_looking > by_shape
