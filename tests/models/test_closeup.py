"""What the close-up network learns from, and what its file says of crops."""

from pathlib import Path

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))
pytest.importorskip("efficientnet_lite_pytorch", reason=needs.pins("efficientnet_lite_pytorch"))

import onnx
import torch

from models.training.data.crops import SIZE
from models.training.data.store import LABELS, Crops, CropStore, numbers
from models.training.loop import losses, planes
from models.training.networks.closeup import CloseupNet
from models.training.quantisation.weights import quantise_weights
from models.training.tasks.names import BORDER, CLOSEUP, CLOSEUP_SIZE, mostly_upright
from vision.nets.faces import Closeup

# The older exporter is meant: the newer one needs a package more for the same file.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


@pytest.fixture(scope="module")
def net() -> CloseupNet:
    torch.manual_seed(5)
    return CloseupNet().eval()


@pytest.fixture(scope="module")
def exported(net: CloseupNet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("closeup") / "closeup.onnx"
    CLOSEUP.export(net, None, path)
    return path


def test_a_batch_shows_crops_with_names_and_turns_where_these_are_known(net: CloseupNet) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (4, SIZE, SIZE, 3), np.uint8)
    labels = np.array(numbers(("1f", "4g", "7m", "-")), np.int64)
    origins = np.array(["drawn/1", "photos/a", "tiles/2", "scenes"])
    store = CropStore(pixels, labels, np.array([0, -1, 0, 0], np.int64), origins)
    crops = Crops(store, 8, CLOSEUP_SIZE, BORDER, mostly_upright)
    batch = crops.batch(np.random.default_rng(1))
    assert batch["images"].shape == (8, CLOSEUP_SIZE, CLOSEUP_SIZE, 3)
    assert set(batch["labels"].tolist()) <= set(labels.tolist())
    assert all(loss.isfinite() for loss in losses(CLOSEUP, net, batch).values())


def test_the_file_names_what_the_network_names(net: CloseupNet, exported: Path) -> None:
    crops = np.random.default_rng(3).integers(0, 256, (3, CLOSEUP_SIZE, CLOSEUP_SIZE, 3), np.uint8)
    shipped = Closeup.load(exported, threads=1)
    both = np.concatenate([crops, crops[:, ::-1, ::-1]])
    with torch.no_grad():
        logits = net(planes(torch.from_numpy(both)))[0]
    assert shipped.labels == LABELS
    assert shipped.predict(crops) == pytest.approx(
        ((logits[:3] + logits[3:]) / 2).softmax(dim=1).numpy(), abs=1e-3
    )


def test_weights_of_eight_bits_take_a_quarter_of_the_room_and_say_the_same(
    exported: Path, tmp_path: Path
) -> None:
    light = tmp_path / "light.onnx"
    quantise_weights(exported, light)
    assert light.stat().st_size < 0.3 * exported.stat().st_size
    facts = [{each.key: each.value for each in onnx.load(str(path)).metadata_props}
             for path in (exported, light)]  # fmt: skip
    assert facts[0] == facts[1]
    crops = np.random.default_rng(4).integers(0, 256, (4, CLOSEUP_SIZE, CLOSEUP_SIZE, 3), np.uint8)
    before, after = (Closeup.load(path, threads=1).predict(crops) for path in (exported, light))
    assert after == pytest.approx(before, abs=0.02)
