"""What the network that tells tiles upon others learns from, and that its file says the same."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

import torch

from datasets.labels.photos import Label, Photo
from models.training.loop import losses, planes
from models.training.networks.crops import StackedNet
from models.training.quantisation.weights import quantise_weights
from models.training.tasks import stacked
from models.training.tasks.stacked import SIZE, SPAN, STORED, StackedCrops
from vision.nets.roles import Stacked, crops_around
from vision.quads import geometry

# The older exporter is meant: the newer one needs a package more for the same file.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


def tile(code: str, role: str, left: int, **told: bool) -> dict:
    """Return a tile of a scene's truth."""
    corners = [[left, 40], [left + 30, 40], [left + 30, 80], [left, 80]]
    return {"code": code, "role": role, "corners": corners, **told}


TILES = [
    tile("1z", "kong", 40),
    tile("1z", "kong", 70, upon=True),
    tile("x", "kong", 100),
    tile("5p", "discard", 150),
]


@pytest.fixture
def scenes(tmp_path: Path) -> StackedCrops:
    noise = np.random.default_rng(1).integers(0, 256, (200, 260, 3), np.uint8)
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "a.jpg"), noise)
        row = json.dumps({"file": "a.jpg", "tiles": TILES})
        (tmp_path / folder / "truth.jsonl").write_text(row + "\n")
    return StackedCrops.of_scenes(tmp_path)


def test_the_faces_of_sets_laid_down_are_cut_out(scenes: StackedCrops) -> None:
    assert scenes.pixels.shape == (4, STORED, STORED, 3)
    assert scenes.upon.tolist() == [False, True, False, True]


def test_what_is_stored_holds_what_reading_sees() -> None:
    y, x = np.mgrid[0:400, 0:400]
    image = np.stack([x * 0.6, y * 0.6, (x + y) * 0.3], axis=2).astype(np.uint8)
    tile = np.array([[[180, 170], [222, 170], [222, 230], [180, 230]]], np.float32)
    stored = crops_around(image, tile, STORED, SPAN * STORED / SIZE)
    seen, rim = crops_around(image, tile, SIZE, SPAN), (STORED - SIZE) // 2
    assert np.abs(stored[:, rim:-rim, rim:-rim].astype(int) - seen).max() <= 2


def test_of_photos_whole_tiles_are_cut_out_and_copies_are_left(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.random.default_rng(2).integers(0, 256, (100, 100, 3), np.uint8))
    labels = tuple(
        Label("1m", (0.1 * k, 0.3, 0.1 * k + 0.1, 0.5), None, whole=k > 0) for k in range(9)
    )
    photo = Photo(
        file="photo.png",
        path=path,
        source="s",
        group="g",
        split="train",
        augmented=False,
        scene="row",
        tiles=labels,
    )
    copy = replace(photo, augmented=True)
    found = StackedCrops.of_photos([photo, copy], seed=1)
    assert found.pixels.shape == (6, STORED, STORED, 3)
    assert not found.upon.any()


def test_a_quarter_of_each_batch_lies_upon_others(scenes: StackedCrops) -> None:
    photos = StackedCrops(scenes.pixels[:1], np.zeros(1, bool))
    batch = stacked.Stacked(scenes, photos, 20).batch(np.random.default_rng(1))
    assert batch["images"].shape == (20, SIZE, SIZE, 3)
    assert batch["upon"].tolist() == [1] * 5 + [0] * 15
    assert losses(stacked.TASK, StackedNet(), batch)["upon"].isfinite()


def test_the_light_file_says_what_the_network_says(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net = StackedNet()
    crops = np.random.default_rng(3).integers(0, 256, (6, SIZE, SIZE, 3), np.uint8)
    with torch.no_grad():
        net.train()(planes(torch.from_numpy(crops)))
        wanted = net.eval()(planes(torch.from_numpy(crops)))[:, 0].sigmoid()
    path, light = tmp_path / "stacked.onnx", tmp_path / "light.onnx"
    stacked.export(net, path)
    quantise_weights(path, light)
    image = np.concatenate(list(crops), axis=1)
    rim = (SIZE - SIZE / SPAN) / 2
    lefts = np.arange(6, dtype=np.float32) * SIZE
    boxes = [lefts + rim, 0 * lefts + rim, lefts + SIZE - rim, 0 * lefts + SIZE - rim]
    quads = geometry.quads(np.stack(boxes, axis=1))
    for file, close in ((path, 1e-3), (light, 0.05)):
        shipped = Stacked.load(file, threads=1)
        assert (shipped.size, shipped.span) == (SIZE, SPAN)
        assert shipped.predict(image, quads) == pytest.approx(wanted.numpy(), abs=close)
