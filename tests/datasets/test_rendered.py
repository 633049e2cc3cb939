"""Rendered scenes read as labelled photos."""

import json

import pytest

from datasets.labels.lines import DatasetError
from datasets.labels.truths import load_lines

SCENE = {
    "file": "scene-1.jpg",
    "size": [200, 100],
    "layout": "winning",
    "design": "drawn:1",
    "hand": "1m [2222z] | 3f",
    "tiles": [
        {"code": "1m", "corners": [[20, 10], [40, 12], [38, 52], [18, 50]], "role": "hand"},
        {"code": "x", "corners": [[60, 10], [80, 12], [78, 52], [58, 50]], "role": "kong"},
    ],
}


def test_face_up_tiles_are_labels_with_exact_outlines(tmp_path):
    (tmp_path / "truth.jsonl").write_text(json.dumps(SCENE) + "\n", encoding="utf-8")
    (truth,) = load_lines(tmp_path)
    (label,) = truth.photo.tiles
    assert label.tile == "1m"
    assert label.box == pytest.approx((0.09, 0.10, 0.20, 0.52))
    assert label.outline[0] == pytest.approx((0.1, 0.1))
    assert truth.hand == "1m [2222z] | 3f"


def test_tiles_cut_off_are_known_and_bear_no_label(tmp_path):
    scene = {**SCENE, "ignored": [[[180, 10], [220, 12], [218, 52], [178, 50]]]}
    (tmp_path / "truth.jsonl").write_text(json.dumps(scene) + "\n", encoding="utf-8")
    (truth,) = load_lines(tmp_path)
    photo = truth.photo
    assert [label.tile for label in photo.tiles] == ["1m"]
    assert photo.hidden == (((0.9, 0.1), (1.1, 0.12), (1.09, 0.52), (0.89, 0.5)),)


@pytest.mark.parametrize("line", ["{", "{}", json.dumps({**SCENE, "tiles": [{}]})])
def test_damaged_truth_is_refused(tmp_path, line):
    (tmp_path / "truth.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="damaged"):
        load_lines(tmp_path)


def test_a_folder_without_truth_is_refused(tmp_path):
    with pytest.raises(DatasetError, match=r"truth\.jsonl"):
        load_lines(tmp_path)
