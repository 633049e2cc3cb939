"""The captions network starts as the classifier it comes from, and its file says what it reads."""

from pathlib import Path

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

import torch

from models.training.data.crops import SIZE
from models.training.data.store import CropStore, numbers
from models.training.loop import planes
from models.training.networks.crops import CaptionsNet, ClassifierNet
from models.training.tasks import captions
from models.training.tasks.captions import LABELS, targets
from vision.nets.faces import Captions

# The older exporter is meant: the newer one needs a package more for the same file.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def store() -> CropStore:
    """Some crops of noise: two bonus tiles, a bird, and what is no tile."""
    pixels = np.random.default_rng(1).integers(0, 256, (4, SIZE, SIZE, 3), np.uint8)
    labels = np.array(numbers(("1f", "4g", "1s", "-")), np.int64)
    origins = np.array(["drawn/1", "photos/a", "tiles/2", "scenes"])
    return CropStore(pixels, labels, np.array([0, -1, 0, 0], np.int64), origins)


def crops(store: CropStore, count: int, side: int = captions.SIZE) -> captions.Captions:
    return captions.Captions(store, count, side, captions.BORDER, captions.mostly_upright)


def test_what_is_no_bonus_tile_is_one_name(store: CropStore) -> None:
    assert [LABELS[name] for name in targets(store)] == ["1f", "4g", "-", "-"]


def test_a_batch_shows_mostly_bonus_tiles(store: CropStore) -> None:
    batch = crops(store, 200).batch(np.random.default_rng(1))
    assert batch["images"].shape == (200, 96, 96, 3)
    assert 0.8 < float((batch["labels"] < 8).float().mean()) < 1


def test_the_side_of_what_it_sees_can_be_chosen(store: CropStore) -> None:
    batch = crops(store, 3, 128).batch(np.random.default_rng(1))
    assert batch["images"].shape == (3, 128, 128, 3)
    with torch.no_grad():
        assert CaptionsNet().eval()(torch.rand(3, 3, 128, 128)).shape == (3, len(LABELS))


def test_it_begins_with_what_the_classifier_knows() -> None:
    torch.manual_seed(4)
    known = ClassifierNet()
    with torch.no_grad():
        known.train()(torch.rand(8, 3, 64, 64))
    net, crops = CaptionsNet(), torch.rand(8, 3, 96, 96)
    captions.start(net, known.state_dict())
    with torch.no_grad():
        names = net.eval()(crops)
        wanted = known.eval()(crops)[0][:, numbers(LABELS[:-1])]
    assert torch.allclose(names[:, :-1], wanted, atol=1e-2)


def test_the_file_reads_what_the_network_reads(tmp_path: Path) -> None:
    torch.manual_seed(5)
    net, path = CaptionsNet().eval(), tmp_path / "captions.onnx"
    captions.export(net, path)
    crops = np.random.default_rng(3).integers(0, 256, (3, 96, 96, 3), np.uint8)
    words = Captions.load(path, threads=1)
    both = np.concatenate([crops, crops[:, ::-1, ::-1]])
    with torch.no_grad():
        logits = net(planes(torch.from_numpy(both)))
    wanted = (logits[:3] + logits[3:]).softmax(dim=1).numpy()
    assert words.labels == LABELS
    assert words.predict(crops) == pytest.approx(wanted, abs=1e-3)
