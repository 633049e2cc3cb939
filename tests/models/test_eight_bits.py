"""A network in eight bits says from the same bytes what it says in floating point."""

from pathlib import Path

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

import torch

from models.training.loop import planes
from models.training.networks.crops import ClassifierNet
from models.training.networks.detector import DetectorNet
from models.training.quantisation.static import quantise
from models.training.tasks import classifier, detector
from vision.nets.faces import Classifier
from vision.nets.session import Session

# The older exporter is meant: the newer one needs a package more for the same file.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

KINDS = {"detector": DetectorNet, "classifier": ClassifierNet}


def photos(count: int, seed: int) -> np.ndarray:
    """Draw smooth photos: noise of 8 x 8 pixels each."""
    small = np.random.default_rng(seed).integers(0, 256, (count, 8, 8, 3), np.uint8)
    return small.repeat(8, axis=1).repeat(8, axis=2)


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_network_in_eight_bits_says_nearly_the_same(kind: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    plain, small = tmp_path / "plain.onnx", tmp_path / "small.onnx"
    net = KINDS[kind]()
    with torch.no_grad():
        net.train()(planes(torch.from_numpy(photos(8, 1))))
    if kind == "detector":
        detector.export(net.eval(), plain)
    else:
        classifier.TASK.export(net.eval(), None, plain)
    quantise(plain, small, [photos(4, 2)])
    before, after = Session.load(plain, kind, 1), Session.load(small, kind, 1)
    for wanted, given in zip(before.run(photos(3, 4)), after.run(photos(3, 4)), strict=True):
        assert given.shape == wanted.shape
        assert np.abs(given - wanted).mean() < 0.03 * np.ptp(wanted)
    assert after.metadata == before.metadata
    assert {each.type for each in after.runtime.get_inputs()} == {"tensor(uint8)"}
    assert small.stat().st_size < 0.4 * plain.stat().st_size


def test_a_classifier_also_says_what_it_names_tiles_by(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net, path, crops = ClassifierNet().eval(), tmp_path / "plain.onnx", photos(3, 6)
    classifier.TASK.export(net, None, path)
    given = Classifier.load(path, threads=1).classify(crops)
    with torch.no_grad():
        wanted = net.features(planes(torch.from_numpy(crops))).numpy()
    assert given.embeddings == pytest.approx(wanted, abs=1e-4)
