"""Crops of scenes: along true corners and along those that a detector sees."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.synth.render import Job, write_scenes
from models.training.data.crops import SIZE, UNKNOWN, from_scenes
from vision.nets.detector import Detector


@pytest.fixture(scope="module")
def scenes(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    job = Job(folder, 12, 9, sources=("drawn",), profile="training")
    assert len(list(write_scenes(job))) == 12
    return folder


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load(Path("models/detector.onnx"))


def test_without_a_detector_every_tile_is_cut_upright_along_its_true_corners(scenes):
    crops = list(from_scenes(scenes, 100, 1))
    assert {crop.turn for crop in crops if crop.code != "-"} == {0}


def test_with_a_detector_the_tiles_of_some_scenes_are_cut_as_it_sees_them(scenes, detector):
    crops = list(from_scenes(scenes, 100, 1, detector))
    assert {crop.turn for crop in crops if crop.code != "-"} == {0, UNKNOWN}
    assert {crop.pixels.shape for crop in crops} == {(SIZE, SIZE, 3)}


def test_crops_are_as_large_as_asked_for_and_show_the_same(scenes):
    small, large = (list(from_scenes(scenes, 40, 1, size=size)) for size in (SIZE, 152))
    assert {crop.pixels.shape for crop in large} == {(152, 152, 3)}
    assert [crop.code for crop in small] == [crop.code for crop in large]
    for one, other in zip(small, large, strict=True):
        shrunk = cv2.resize(other.pixels, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
        assert np.abs(shrunk.astype(int) - one.pixels).mean() < 8
