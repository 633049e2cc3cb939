"""Photos of sources that nothing has learned from: how their lines are read, and judged."""

import json

import numpy as np
import pytest

from datasets.evaluation.figures import judge_reading
from datasets.labels.lines import DatasetError
from datasets.labels.truths import load_truths, load_wild
from vision.reading import Reading, TileReading


def _write(folder, **changes):
    row = {
        "file": "wild/automatic-table-007.jpg",
        "source": "somebody/tiles",
        "licence": "MIT",
        "scene": "two tiles",
        "hand": None,
        "tiles": [
            {"tile": "1m", "box": [0.0, 0.0, 0.25, 0.5]},
            {"tile": "2m", "box": [0.5, 0.0, 0.75, 0.5]},
        ],
    } | changes
    (folder / "wild.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    return load_wild(folder)[0]


def _reading(*codes, hand=None):
    tiles = tuple(
        TileReading(code, 0.9, ((x, 6.0), (x + 9, 6.0), (x + 9, 18.0), (x, 18.0)))
        for x, code in zip((8.0, 58.0), codes, strict=False)
    )
    return Reading(((100, 40),), tiles, hand=hand)


def _result(folder, reading):
    (folder / "wild").mkdir(exist_ok=True)
    (folder / "wild" / "automatic-table-007.jpg").touch()
    (truth,) = load_truths(folder)
    assert truth.photo.split == "wild"
    return judge_reading(truth, reading)


def test_a_box_is_wider_than_its_face_and_matches_all_the_same(tmp_path):
    wild = _write(tmp_path)
    assert wild.photo.group == "automatic"
    assert _result(tmp_path, _reading("1m", "2m")).right
    assert _result(tmp_path, _reading("1m", "3m")).mistakes == ("2m>3m",)
    assert _result(tmp_path, _reading("1m")).missed == ("2m",)


def test_without_boxes_the_hand_alone_is_judged(tmp_path):
    wild = _write(tmp_path, tiles=[{"tile": "2m"}, {"tile": "1m"}])
    assert np.array_equal(wild.photo.boxes(10, 10), np.zeros((0, 4)))
    assert not _result(tmp_path, _reading(hand="13m")).hand.right
    hand = _result(tmp_path, _reading(hand="12m")).hand
    assert (hand.group, hand.right, hand.structure_right) == ("automatic", True, None)


def test_structure_is_judged_where_it_is_written_down(tmp_path):
    _write(tmp_path, hand="1m +2m", tiles=[{"tile": "2m"}, {"tile": "1m"}])
    hand = _result(tmp_path, _reading(hand="12m")).hand
    assert (hand.right, hand.structure_right) == (True, False)


def test_a_damaged_line_is_named(tmp_path):
    with pytest.raises(DatasetError, match="damaged"):
        _write(tmp_path, tiles=[{"box": [0, 0, 1, 1]}])
