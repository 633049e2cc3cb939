"""A network in order for speed says what the quantised one says."""

from pathlib import Path

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

import torch

from models.training.networks.crops import ClassifierNet
from models.training.networks.detector import DetectorNet
from models.training.quantisation.layout import LayoutError, reorder
from models.training.quantisation.static import quantise
from models.training.tasks import detector
from models.training.tasks.names import CLASSIFIER
from vision.nets.faces import Classifier
from vision.nets.session import Session, planes

# The older exporter is meant: the newer one needs a package more for the same file.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

KINDS = {"detector": DetectorNet, "classifier": ClassifierNet}


def photos(count: int, seed: int) -> np.ndarray:
    """Draw smooth photos: noise of 8 x 8 pixels each."""
    small = np.random.default_rng(seed).integers(0, 256, (count, 8, 8, 3), np.uint8)
    return small.repeat(8, axis=1).repeat(8, axis=2)


@pytest.fixture(params=list(KINDS))
def files(request, tmp_path: Path) -> tuple[str, Path, Path, Path]:
    """Export a network with drawn weights, quantise it, and bring it to order."""
    torch.manual_seed(3)
    kind = request.param
    plain, small, fast = (tmp_path / f"{name}.onnx" for name in ("plain", "small", "fast"))
    net = KINDS[kind]()
    with torch.no_grad():
        net.train()(torch.from_numpy(planes(photos(8, 1))))
    if kind == "detector":
        detector.export(net.eval(), plain)
    else:
        CLASSIFIER.export(net.eval(), None, plain)
    quantise(plain, small, [planes(photos(4, 2))])
    reorder(small, fast)
    return kind, plain, small, fast


def test_it_says_the_same_from_bytes(files) -> None:
    kind, _, small, fast = files
    seen = photos(3, 4)
    for wanted, given in zip(
        Session.load(small, kind, 1).run(seen),
        Session.load(fast, kind, 1).run(seen),
        strict=True,
    ):
        assert given.shape == wanted.shape
        assert np.abs(given - wanted).mean() < 0.02 * np.ptp(wanted)
    assert Session.load(fast, kind).metadata == Session.load(small, kind).metadata


def test_what_is_not_quantised_is_refused(files) -> None:
    _, plain, _, fast = files
    with pytest.raises(LayoutError):
        reorder(plain, fast)


def test_a_classifier_also_says_what_it_names_tiles_by(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net, path, crops = ClassifierNet().eval(), tmp_path / "plain.onnx", photos(3, 6)
    CLASSIFIER.export(net, None, path)
    given = Classifier.load(path, threads=1).classify(crops)
    with torch.no_grad():
        wanted = net.features(torch.from_numpy(planes(crops))).numpy()
    assert given.embeddings == pytest.approx(wanted, abs=1e-4)
