"""What the classifier learns from: crops of every origin, with names, and turns where known."""

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

from models.training.data import store
from models.training.data.crops import SIZE as STORED_SIZE
from models.training.data.store import NO_TURN, Crops, CropStore, numbers
from models.training.loop import losses
from models.training.networks.crops import ClassifierNet
from models.training.tasks import captions, classifier

ORIGINS = ("tiles/2", "roboflow/a", "outlined/b", "scenes", "drawn/1")


@pytest.fixture
def crops() -> Crops:
    pixels = np.random.default_rng(1).integers(0, 256, (5, STORED_SIZE, STORED_SIZE, 3), np.uint8)
    labels = np.array(numbers(("1f", "4g", "7m", "-", "1z")), np.int64)
    turns = np.array([0, -1, 0, 0, 0], np.int64)
    stored = CropStore(pixels, labels, turns, np.array(ORIGINS))
    return Crops(stored, 64, classifier.SIZE, 0, classifier.any_quarters)


def test_crops_of_every_origin_are_drawn(crops: Crops) -> None:
    shares = dict(zip(crops.store.kinds().tolist(), crops.chances.tolist(), strict=True))
    assert shares == pytest.approx(store.SHARES)
    assert captions.SHARES.keys() == store.SHARES.keys()


def test_a_turn_that_is_not_known_does_not_count(crops: Crops) -> None:
    batch = crops.batch(np.random.default_rng(1))
    assert batch["images"].shape == (64, classifier.SIZE, classifier.SIZE, 3)
    open_turn = np.isin(batch["labels"], numbers(("4g", "-")))
    assert np.array_equal(batch["known"].numpy() == NO_TURN, open_turn)
    assert all(loss.isfinite() for loss in losses(classifier.TASK, ClassifierNet(), batch).values())
