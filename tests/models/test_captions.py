"""The captions network starts as the classifier it comes from, and its file says what it reads."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is for training only and not installed")

import torch

from models.training.captions import LABELS, CaptionBatches, targets
from models.training.captions_net import CaptionsNet
from models.training.classifier_data import INPUT, CropStore
from models.training.classifier_data import LABELS as FACES
from models.training.classifier_net import ClassifierNet
from models.training.crops import SIZE
from models.training.export import export_captions, export_classifier
from vision.captions import Captions

# The older exporter is meant: the newer one needs a package more for the same file.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def store() -> CropStore:
    """Some crops of noise: two bonus tiles, a bird, and what is no tile."""
    pixels = np.random.default_rng(1).integers(0, 256, (4, SIZE, SIZE, 3), np.uint8)
    labels = np.array([FACES.index(code) for code in ("1f", "4g", "1s", "-")], np.int64)
    origins = np.array(["drawn/1", "photos/a", "tiles/2", "scenes"])
    return CropStore(pixels, labels, np.array([0, -1, 0, 0], np.int64), origins)


def test_what_is_no_bonus_tile_is_one_name(store: CropStore) -> None:
    assert [LABELS[name] for name in targets(store)] == ["1f", "4g", "-", "-"]


def test_a_batch_shows_mostly_bonus_tiles(store: CropStore) -> None:
    batch = next(iter(CaptionBatches(store, seed=1, batch=200)))
    assert batch["crops"].shape == (200, 96, 96, 3)
    assert 0.8 < float((batch["labels"] < 8).float().mean()) < 1


def test_the_side_of_what_it_sees_can_be_chosen(store: CropStore) -> None:
    batch = next(iter(CaptionBatches(store, seed=1, batch=3, side=128)))
    assert batch["crops"].shape == (3, 128, 128, 3)
    with torch.no_grad():
        assert CaptionsNet().eval()(torch.rand(3, 3, 128, 128)).shape == (3, len(LABELS))


def test_it_begins_with_what_the_classifier_knows(tmp_path: Path) -> None:
    torch.manual_seed(4)
    known = ClassifierNet()
    with torch.no_grad():
        known.train()(torch.rand(8, 3, INPUT, INPUT))
    path = tmp_path / "classifier.onnx"
    export_classifier(known.eval(), path, FACES, INPUT, 1.0)
    net, crops = CaptionsNet(), torch.rand(8, 3, 96, 96)
    net.start_from(path, crops)
    with torch.no_grad():
        names = net.eval()(crops)
        wanted = known(crops)[0][:, [FACES.index(code) for code in LABELS[:-1]]]
    assert torch.allclose(names[:, :-1], wanted, atol=1e-2)


def test_the_file_reads_what_the_network_reads(tmp_path: Path) -> None:
    torch.manual_seed(5)
    net, path = CaptionsNet().eval(), tmp_path / "captions.onnx"
    export_captions(net, path, LABELS, 96, 0.06)
    crops = np.random.default_rng(3).integers(0, 256, (3, 96, 96, 3), np.uint8)
    words = Captions.load(path, threads=1)
    both = np.concatenate([crops, crops[:, ::-1, ::-1]])
    with torch.no_grad():
        logits = net(torch.from_numpy(both).permute(0, 3, 1, 2).float() / 127.5 - 1)
    wanted = (logits[:3] + logits[3:]).softmax(dim=1).numpy()
    assert words.labels == LABELS
    assert words.read(crops) == pytest.approx(wanted, abs=1e-3)
