"""Photos of sources that nothing has learned from: how their lines are read, and judged."""

import json

import numpy as np
import pytest

from datasets.evaluation.wild import is_all_right, judge_wild, main
from datasets.labels.photos import DatasetError
from datasets.labels.wild_photos import load_wild
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


def test_a_box_is_wider_than_its_face_and_matches_all_the_same(tmp_path):
    wild = _write(tmp_path)
    assert wild.photo.group == "automatic"
    outcome = judge_wild(wild, _reading("1m", "2m"))
    assert (outcome.right, outcome.wrong, outcome.missed) == (2, 0, 0)
    assert is_all_right(outcome)
    assert not is_all_right(judge_wild(wild, _reading("1m", "3m")))
    assert judge_wild(wild, _reading("1m")).missed == 1


def test_without_boxes_the_hand_alone_is_judged(tmp_path):
    wild = _write(tmp_path, tiles=[{"tile": "2m"}, {"tile": "1m"}])
    assert np.array_equal(wild.photo.boxes(10, 10), np.zeros((0, 4)))
    assert is_all_right(judge_wild(wild, _reading(hand="12m")))
    assert not is_all_right(judge_wild(wild, _reading(hand="13m")))
    assert judge_wild(wild, _reading(hand="12m")).structure is None


def test_structure_is_judged_where_it_is_written_down(tmp_path):
    wild = _write(tmp_path, hand="1m +2m", tiles=[{"tile": "2m"}, {"tile": "1m"}])
    outcome = judge_wild(wild, _reading(hand="12m"))
    assert (outcome.hand, outcome.structure) == (True, False)


def test_a_damaged_line_is_named(tmp_path):
    with pytest.raises(DatasetError, match="damaged"):
        _write(tmp_path, tiles=[{"box": [0, 0, 1, 1]}])


def test_without_such_photos_the_command_says_so(tmp_path, capsys):
    assert main(["--photos", str(tmp_path)]) == 2
    assert "no wild.jsonl" in capsys.readouterr().err
