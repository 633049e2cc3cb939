"""Crops of scenes and photos: along true corners and along those that a detector sees."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.labels.outlines import OutlinedPhoto
from datasets.labels.photos import read_pixels
from datasets.synth.render import Job, write_scenes
from models.training.data.crops import SIZE, UNKNOWN, from_outlined, from_scenes
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


def test_an_outlined_photo_shows_its_faces_and_what_is_no_tile(detector):
    path = Path("tests/photos/concealed_row.jpg")
    found = detector.detect(read_pixels(path)).corners / np.array(read_pixels(path).shape[1::-1])
    faces, left_open = np.split(found.astype(np.float32), [3])
    codes = ("1m", None, "3m")
    outlined, empty = OutlinedPhoto(path, faces, codes, left_open), OutlinedPhoto.empty(path)
    known, nothing = (list(from_outlined([each], detector)) for each in (outlined, empty))
    assert [(crop.code, crop.turn) for crop in known] == [("1m", 0), ("3m", 0)]
    assert [crop.code for crop in nothing] == ["-"] * len(found)
