"""The classifier's branch for unknown faces: what it learns from, and what it adds to the file."""

from pathlib import Path

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

import torch

from models.training.data.store import STORED, CropStore
from models.training.loop import losses, planes
from models.training.quantisation.static import quantise
from models.training.tasks import classifier, unknown
from models.training.tasks.classifier import SIZE, any_quarters
from vision.nets.faces import NOT_A_TILE, Classifier
from vision.sets import UNKNOWN_FACE

# The older exporter is meant: the newer one needs a package more for the same file.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


@pytest.fixture
def crops(tmp_path: Path) -> unknown.UnknownCrops:
    codes = [UNKNOWN_FACE] * 3 + ["5z", "1m", "x", NOT_A_TILE] * 4
    pixels = np.random.default_rng(1).integers(0, 256, (len(codes), 96, 96, 3), np.uint8)
    labels = np.array([STORED.index(code) for code in codes])
    origins = np.full(len(codes), "photos/one")
    store = CropStore(pixels, labels, np.zeros(len(codes), np.int64), origins)
    return unknown.UnknownCrops(store, 6, SIZE, 0, any_quarters, 0.0, tmp_path / "small.onnx")


def test_two_crops_in_five_bear_an_unknown_face_and_none_is_no_tile(
    crops: unknown.UnknownCrops,
) -> None:
    chances = {code: crops.chances[crops.store.labels == i].sum() for i, code in enumerate(STORED)}
    assert chances[UNKNOWN_FACE] == pytest.approx(unknown.SHARE)
    assert chances[NOT_A_TILE] == 0
    assert sum(chances.values()) == pytest.approx(1)


def test_the_branch_alone_learns(crops: unknown.UnknownCrops) -> None:
    net = unknown.UnknownNet().train()
    before = {name: value.clone() for name, value in net.state_dict().items()}
    optimiser = torch.optim.AdamW(net.parameters(), lr=0.1)
    batch = crops.batch(np.random.default_rng(2))
    sum(losses(unknown.TASK, net, batch).values()).backward()
    optimiser.step()
    changed = {
        name.split(".")[0]
        for name, value in net.state_dict().items()
        if (value != before[name]).any()
    }
    assert changed == {"branch"}


def test_the_file_names_tiles_as_before_and_says_what_the_branch_says(
    crops: unknown.UnknownCrops, tmp_path: Path
) -> None:
    torch.manual_seed(3)
    net, small = unknown.UnknownNet(), crops.classifier
    colours = np.random.default_rng(2).integers(0, 256, (19, 8, 8, 3), np.uint8)
    pixels = colours.repeat(SIZE // 8, axis=1).repeat(SIZE // 8, axis=2)
    with torch.no_grad():  # normalised like a network that has learned
        for _ in range(20):
            net.eye.train()(planes(torch.from_numpy(pixels)))
            net.branch.train()(net.eye.eval().maps(planes(torch.from_numpy(pixels))))
        net.eval()
    classifier.TASK.export(net.eye, None, small)
    quantise(small, small, [pixels])
    before = Classifier.load(small, 1)
    for _ in range(2):  # the second time it takes the place of the first
        unknown.export(net, crops, small)
    after = Classifier.load(small, 1)
    for old, new in zip(before.session.run(pixels), after.session.run(pixels)[:3], strict=True):
        np.testing.assert_allclose(new, old, atol=1e-5)
    assert after.session.metadata == before.session.metadata
    odds = after.session.run(pixels)[3]
    with torch.no_grad():
        wanted = net(planes(torch.from_numpy(pixels))).numpy()
    assert np.abs(odds - wanted).mean() < 0.05 * np.ptp(wanted)
