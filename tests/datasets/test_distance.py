"""Rows seen from far away: how large their tiles are, what is read, and what is said of it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import models
from datasets.evaluation import distance
from datasets.labels.rendered_scenes import load_rendered
from datasets.labels.tile_crops import TileCrop
from tests import needs
from vision.photo.image import load
from vision.reader import Reader

BUNDLED = Path(__file__).parents[1] / "photos"


@pytest.fixture
def row(tmp_path):
    """One bundled photo of a row of fourteen tiles, with what lies in it."""
    shutil.copy(BUNDLED / "concealed_row.jpg", tmp_path)
    told = json.loads((BUNDLED / "concealed_row.json").read_text(encoding="utf-8"))
    (tmp_path / "truth.jsonl").write_text(json.dumps(told) + "\n", encoding="utf-8")
    (photo,), _ = load_rendered(tmp_path)
    return photo


@pytest.mark.parametrize("width", [12.0, 48.0])
def test_tiles_are_as_wide_as_asked_for_in_the_middle_of_the_picture(row, width):
    boxes = distance.place_far(row, width).truth.photo.boxes(*distance.SIZE)
    assert np.median(boxes[:, 2] - boxes[:, 0]) == pytest.approx(width, rel=0.01)
    middle = (boxes[:, :2].min(axis=0) + boxes[:, 2:].max(axis=0)) / 2
    assert middle == pytest.approx(np.array(distance.SIZE) / 2, abs=1)


def test_a_row_is_read_from_near_and_from_afar_one_is_told_to_come_nearer(row):
    needs.trained()
    reader = Reader(*models.shipped(), threads=1)
    near, far = (
        distance.line(width, [distance.place_far(row, width)], reader.read, 640)
        for width in (64, 5)
    )
    assert (near[1], near[3:6]) == ("25.6", ("1 of 1 (21–100 %)", "100.0%", "100.0%"))
    assert near[-1] == "0 of 1"
    assert (far[1], far[3][:6], far[-1]) == ("2.0", "0 of 1", "1 of 1")


@pytest.fixture
def crop(row, tmp_path):
    """The picture of one tile of the row."""
    label = next(each for each in row.tiles if each.tile == "3m")
    pixels = row.image()
    high, wide = pixels.shape[:2]
    left, top, right, low = (
        round(share * side) for share, side in zip(label.box, (wide, high, wide, high), strict=True)
    )
    file = tmp_path / "tile.png"
    Image.fromarray(pixels[top:low, left:right]).save(file)
    return TileCrop(file, "3m", "of the row")


@pytest.mark.parametrize(("share", "high"), [(0.5, 600), (0.1, 120)])
def test_a_tile_fills_the_share_of_the_height_that_was_asked_for(crop, share, high):
    shown = load(distance.place_near(crop, share)).astype(int)
    assert shown.shape == (1200, 1600, 3)
    tile = np.abs(shown - (60, 110, 80)).sum(axis=2) > 60
    assert np.ptp(np.flatnonzero(tile.any(axis=1))) == pytest.approx(high, rel=0.1)


def test_tiles_alone_are_counted_by_how_they_are_read(crop):
    needs.trained()
    reader = Reader(*models.shipped(), threads=1)
    other = replace(crop, tile="9p")
    assert distance.near_line(0.5, [crop, other], reader.read) == ("0.5", "2", "1", "0", "0")


def test_without_rows_the_command_says_so(tmp_path, capsys):
    (tmp_path / "hands.jsonl").write_text("", encoding="utf-8")
    assert distance.main(["--photos", str(tmp_path)]) == 2
    assert "no single row of split val" in capsys.readouterr().err
