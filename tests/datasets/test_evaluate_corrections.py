"""Corrections change just the label they name, and never one that is not as they say."""

import json
from pathlib import Path
from typing import Any

import pytest

from datasets.labels.corrections import (
    FILE,
    Correction,
    apply_corrections,
    load_corrections,
)
from datasets.labels.lines import DatasetError
from datasets.labels.photos import load_photos, load_tile_crops

BOX = [0.1, 0.2, 0.3, 0.4]
ROW: dict[str, Any] = {
    "file": "hands/a.jpg",
    "scene": "row",
    "tiles": [{"tile": "5m", "box": BOX}, {"tile": "8s", "box": BOX, "plain": True}],
}


def correct(*corrections: dict[str, Any]) -> list[dict[str, object]]:
    parsed = [
        Correction(**{"file": "hands/a.jpg", "why": "by eye", **each}) for each in corrections
    ]
    tiles = apply_corrections(ROW, {"hands/a.jpg": parsed})["tiles"]
    assert isinstance(tiles, list)
    return tiles


def test_without_corrections_the_line_stays():
    assert apply_corrections(ROW, {}) == ROW


def test_a_label_is_named_anew_and_keeps_the_rest():
    assert correct({"tile": 1, "was": "8s", "label": "8m"}) == [
        {"tile": "5m", "box": BOX},
        {"tile": "8m", "box": BOX, "plain": True},
    ]
    assert ROW["tiles"][1]["tile"] == "8s"


def test_a_doubted_label_stays():
    assert correct({"tile": 0, "was": "5m", "label": "5m"}) == ROW["tiles"]


def test_indexes_are_those_of_the_file_whatever_else_is_dropped():
    dropped = {"tile": 0, "was": "5m", "label": None}
    renamed = {"tile": 1, "was": "8s", "label": "8m"}
    assert [tile["tile"] for tile in correct(dropped, renamed)] == ["8m"]


def test_a_tile_without_label_is_added():
    assert correct({"label": "3z", "box": BOX})[-1] == {"tile": "3z", "box": BOX}


def test_other_photos_are_left_alone():
    other = Correction("hands/b.jpg", "2m", "by eye", 7, "1m")
    assert apply_corrections(ROW, {other.file: [other]}) == ROW


@pytest.mark.parametrize("tile", [0, 2, -1])
def test_a_correction_of_another_label_is_refused(tile):
    with pytest.raises(DatasetError, match=r"hands/a\.jpg"):
        correct({"tile": tile, "was": "8s", "label": "8m"})


@pytest.mark.parametrize(
    "damage",
    [
        {"tile": 0, "label": "5p"},
        {"was": "5m", "label": "5p"},
        {"label": "5p"},
        {"label": None, "box": BOX},
        {"label": "5p", "box": [0.3, 0.2, 0.1, 0.4]},
        {"label": "5p", "box": [1, 2]},
        {"tile": 0, "was": "5m", "label": "5m", "box": [0.3, 0.2, 0.1, 0.4]},
        {"tile": 0, "was": "5m", "label": "5p", "why": ""},
    ],
)
def test_a_damaged_correction_is_refused(damage):
    with pytest.raises((ValueError, TypeError)):
        correct(damage)


def test_a_line_that_is_no_json_is_named(tmp_path):
    path = tmp_path / "corrections.jsonl"
    path.write_text('{"file": \n', encoding="utf-8")
    with pytest.raises(DatasetError, match=r"corrections\.jsonl, line 1"):
        load_corrections(path)


def test_the_corrections_kept_here_fit_the_photos(shared):
    """Every line names a label that is there, and the photos load with all of them applied."""
    lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    every = [Correction(**line) for line in lines]
    pictures = {crop.path.name: crop.tile for crop in load_tile_crops(shared / "photos")}
    for correction in (each for each in every if each.file.startswith("tiles/")):
        assert pictures[Path(correction.file).name] == correction.label
    corrections = [each for each in every if not each.file.startswith("tiles/")]
    photos = {photo.file: photo for photo in load_photos(shared / "photos")}
    rows = map(json.loads, (shared / "photos" / "hands.jsonl").read_text("utf-8").splitlines())
    published = {row["file"]: row["tiles"] for row in rows}
    for correction in corrections:
        tiles = [(tile.tile, tile.box) for tile in photos[correction.file].tiles]
        if correction.tile is None:
            assert (correction.label, tuple(correction.box)) in tiles
        else:
            box = tuple(correction.box or published[correction.file][correction.tile]["box"])
            assert ((correction.label, box) in tiles) == (correction.label is not None)
