"""A network that goes on from a shipped file begins with just what the file reads."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

import torch
from torch import nn

from models.training.average import AverageError, average
from models.training.networks.crops import ClassifierNet
from models.training.networks.detector import SPARE, DetectorNet
from models.training.quantisation.static import quantise
from models.training.tasks import classifier, detector
from models.training.warm_start import WarmStartError, fold, start_from

# The older exporter is meant: the newer one needs a package more for the same file.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Export both networks with drawn weights and normalisations that do something."""
    torch.manual_seed(3)
    paths = {name: tmp_path / f"{name}.onnx" for name in ("detector", "classifier")}
    nets = {"detector": DetectorNet(), "classifier": ClassifierNet()}
    with torch.no_grad():
        for net, side in ((nets["detector"], 64), (nets["classifier"], 64)):
            for _ in range(3):
                net.train()(torch.rand(4, 3, side, side))
    detector.export(nets["detector"].eval(), paths["detector"])
    classifier.export(nets["classifier"].eval(), paths["classifier"])
    return paths


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize(
    ("kind", "network"), [("detector", DetectorNet), ("classifier", ClassifierNet)]
)
def test_the_network_gives_what_the_file_gives(files, kind, network, folded):
    net = network()
    start_from(files[kind], net, torch.rand(4, 3, 64, 64))
    if folded:
        fold(net)
        assert not any(isinstance(part, nn.BatchNorm2d) for part in net.modules())
    photos = torch.rand(2, 3, 64, 64)
    session = onnxruntime.InferenceSession(str(files[kind]))
    wanted = session.run(None, {session.get_inputs()[0].name: photos.numpy()})
    with torch.no_grad():
        given = [part.numpy() for part in net.eval()(photos)]
    if kind == "detector":
        given[0] = 1 / (1 + np.exp(-given[0]))
    for mine, others in zip(given, wanted, strict=True):
        np.testing.assert_allclose(mine, others, atol=1e-4)


def test_a_quantised_file_gives_its_weights_back(files, tmp_path):
    path, photos = tmp_path / "eight-bits.onnx", torch.rand(4, 3, 64, 64) * 2 - 1
    quantise(files["detector"], path, [photos.numpy()])
    exact, near = DetectorNet(), DetectorNet()
    start_from(files["detector"], exact, photos)
    start_from(path, near, photos)
    pairs = zip(exact.named_parameters(), near.parameters(), strict=True)
    weights = [(name, a, b) for (name, a), b in pairs if name.endswith("weight") and a.ndim == 4]
    for name, whole, rounded in weights:
        step = whole.abs().amax() / 127
        assert (whole - rounded).abs().max() <= step, name


def test_the_mean_of_two_networks_lies_between_them(files, tmp_path):
    path, photos = tmp_path / "mean.onnx", torch.rand(4, 3, 64, 64)
    torch.manual_seed(4)
    other, mean = ClassifierNet(), ClassifierNet()
    with torch.no_grad():
        other.train()(torch.rand(8, 3, 64, 64))
    classifier.export(other.eval(), tmp_path / "other.onnx")
    average(files["classifier"], tmp_path / "other.onnx", 0.25, path)
    first = ClassifierNet()
    start_from(files["classifier"], first, photos)
    start_from(path, mean, photos)
    wanted = 0.75 * first.names.weight + 0.25 * other.names.weight
    torch.testing.assert_close(mean.names.weight, wanted)
    with pytest.raises(AverageError):
        average(files["classifier"], files["detector"], 0.5, path)


class OneOrder(DetectorNet):
    """The detector as it was before its corners were given in a second order."""

    def forward(self, photos):
        """Look at photos."""
        return super().forward(photos)[:2]


def test_a_detector_with_one_order_of_corners_goes_on_and_learns_the_second(tmp_path):
    path, photos = tmp_path / "before.onnx", torch.rand(4, 3, 64, 64)
    before, net = OneOrder(), DetectorNet()
    with torch.no_grad():
        before.train()(photos)
    torch.onnx.export(
        before.eval(), (photos,), str(path), output_names=["centres", "corners"], dynamo=False
    )
    with pytest.raises(WarmStartError, match="turned"):
        start_from(path, net, photos)
    start_from(path, net, photos, spare=SPARE)
    with torch.no_grad():
        for wanted, given in zip(before(photos), net.eval()(photos), strict=False):
            torch.testing.assert_close(wanted, given, atol=1e-4, rtol=1e-3)


def test_the_mean_with_a_detector_of_one_order_keeps_the_second_as_it_is(tmp_path):
    before, after, photos = OneOrder(), DetectorNet(), torch.rand(4, 3, 64, 64)
    with torch.no_grad():
        before.train()(photos)
        after.train()(photos)
    for net, name in ((before, "before"), (after, "after")):
        torch.onnx.export(net.eval(), (photos,), str(tmp_path / f"{name}.onnx"), dynamo=False)
    average(tmp_path / "before.onnx", tmp_path / "after.onnx", 0.5, tmp_path / "mean.onnx")
    mean = DetectorNet()
    start_from(tmp_path / "mean.onnx", mean, photos)
    torch.testing.assert_close(mean.turned.weight, after.turned.weight)
    between = (before.corners.weight + after.corners.weight) / 2
    torch.testing.assert_close(mean.corners.weight, between)


def test_another_network_is_refused(files):
    with pytest.raises(WarmStartError):
        start_from(files["classifier"], DetectorNet(), torch.rand(1, 3, 64, 64))


def test_what_was_trained_without_normalisations_goes_on_and_averages_like_any(files, tmp_path):
    path, photos = tmp_path / "folded.onnx", torch.rand(4, 3, 64, 64)
    net, again = DetectorNet(), DetectorNet()
    start_from(files["detector"], net, photos)
    fold(net)
    with torch.no_grad():
        net.centre.bias.add_(1.0)
    detector.export(net.eval(), path)
    start_from(path, again, photos)
    with torch.no_grad():
        for wanted, given in zip(net(photos), again.eval()(photos), strict=True):
            torch.testing.assert_close(wanted, given, atol=1e-4, rtol=1e-3)
    average(files["detector"], path, 0.5, tmp_path / "mean.onnx")
    start_from(tmp_path / "mean.onnx", again, photos)
    torch.testing.assert_close(again.centre.bias, net.centre.bias - 0.5)
