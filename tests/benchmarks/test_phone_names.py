"""Frames as a player aims at a hand: what is labelled lies where it did, and is found there."""

import json
import shutil
from pathlib import Path

import pytest

import models
from benchmarks.phone_names import frame
from datasets.evaluation.figures import judge_reading
from datasets.labels.truths import load_lines
from datasets.synth.video import CAMERA
from tests import needs
from vision.reader import Reader

BUNDLED = Path(__file__).parents[1] / "photos"


@pytest.fixture
def photo(tmp_path):
    """One bundled photo with what lies in it."""
    shutil.copy(BUNDLED / "concealed_row.jpg", tmp_path)
    told = json.loads((BUNDLED / "concealed_row.json").read_text(encoding="utf-8"))
    (tmp_path / "truth.jsonl").write_text(json.dumps(told) + "\n", encoding="utf-8")
    (truth,) = load_lines(tmp_path)
    return truth.photo


def test_a_frame_is_filled_by_the_labelled_tiles(photo):
    _, truth = frame(photo)
    boxes = truth.photo.boxes(*CAMERA)
    left, right = boxes[:, 0].min(), CAMERA[0] - boxes[:, 2].max()
    assert left == pytest.approx(right, abs=1)
    assert 0.04 < left / CAMERA[0] < 0.07
    assert boxes.min() >= 0
    assert boxes[:, 3].max() <= CAMERA[1]


def test_the_networks_find_what_is_labelled_where_it_is_labelled(photo):
    needs.trained()
    jpeg, truth = frame(photo)
    result = judge_reading(truth, Reader(*models.shipped()).read(jpeg))
    assert len(result.predictions) == 14
    assert result.right
    assert result.hand.right
