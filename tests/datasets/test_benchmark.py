"""The open measure: truth files, answers that are in order and that are not, and the figures."""

import json
import shutil
import subprocess
import sys
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from datasets.evaluation import readings
from datasets.evaluation.tables import wilson
from datasets.labels.lines import DatasetError
from datasets.labels.truths import load_truths
from tests import needs

BUNDLED = Path(__file__).parents[1] / "photos"
HAND = "123m (555z) 99p | 2f"
CODES = ["1m", "2m", "3m", "5z", "5z", "5z", "9p", "9p", "2f"]


def box(k):
    return [20 * k, 10, 20 * k + 16, 34]


def tiles(codes=CODES):
    return [{"tile": code, "box": box(k)} for k, code in enumerate(codes)]


@pytest.fixture
def folder(tmp_path):
    """Three photos of the same nine tiles, and a truth file that says so."""
    photos = tmp_path / "photos"
    photos.mkdir()
    rows = []
    for name in ("a.png", "b.png", "c.png"):
        Image.new("RGB", (200, 60)).save(photos / name)
        rows.append({"photo": name, "hand": HAND, "tiles": tiles()})
    write(photos, rows)
    return photos


def write(folder, rows):
    text = "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
    (folder / "truth.jsonl").write_text(text, encoding="utf-8")


def answers(tmp_path, *rows):
    """A file of what a reader printed, among other things."""
    file = tmp_path / "answers.jsonl"
    told = ["reading", *(json.dumps(row) for row in rows)]
    file.write_text("\n".join(told), encoding="utf-8")
    return str(file)


def three(b=None, **what):
    """Answers to three photos, to the second one another."""
    rows = [{"photo": name, "tiles": tiles(), **what} for name in ("a.png", "c.png")]
    return [*rows, {**(b or rows[0]), "photo": "somewhere/b.png"}]


GOOD = three(hand=HAND)


@pytest.mark.parametrize(
    ("rows", "status", "right", "found", "said"),
    [  # right: hands, those with bonus tiles left aside, and structures, of three each
        (GOOD, 0, (3, 3, 3), 27, ""),
        (three(), 0, (3, 3, 0), 27, ""),
        (three(tiles=tiles()[:8], hand="123m 555z 99p"), 0, (0, 3, 0), 24, ""),
        (GOOD[:2], 1, (2, 2, 2), 18, "b.png: no answer in answers.jsonl"),
        (three({"error": {"detail": "too blurred"}}, hand=HAND), 1, (2, 2, 2), 18, "too blurred"),
        (three({"tiles": tiles(), "hand": "5q"}, hand=HAND), 1, (2, 2, 2), 18, "line 4 is no"),
    ],
)
def test_readers_are_measured(folder, tmp_path, capsys, rows, *, status, right, found, said):
    out = tmp_path / "figures.json"
    arguments = [str(folder), "--answers", answers(tmp_path, *rows), "--json", str(out)]
    assert readings.main(arguments) == status
    assert said in capsys.readouterr().err
    figures = json.loads(out.read_text(encoding="utf-8"))["groups"]["all"]
    names = ("hands_right", "hands_right_bonus_aside", "structure_right")
    assert tuple(figures[name]["right"] for name in names) == right
    both = figures["tiles"]["found"], figures["bonus_tiles"]["found"]
    assert sum(each["right"] for each in both) == found
    assert sum(each["count"] for each in both) == 27


def test_what_is_told_where_nothing_lies_is_invented_and_drawn(folder, tmp_path):
    """A tenth tile between the others, and one named wrongly that bears a mark."""
    extra = {"tile": "9s", "box": [36, 14, 41, 30]}
    wrong = {**tiles()[0], "tile": "1p", "unsure": True}
    rows = three(tiles=[wrong, *tiles()[1:], extra], hand=HAND)
    out, drawn = tmp_path / "figures.json", tmp_path / "drawn"
    more = ["--json", str(out), "--mistakes", str(drawn)]
    readings.main([str(folder), "--answers", answers(tmp_path, *rows), *more])
    figures = json.loads(out.read_text(encoding="utf-8"))["groups"]["all"]
    assert figures["invented"] == 3
    named = figures["tiles"]["named"]
    assert (named["right"], named["count"], named["share"]) == (21, 24, 0.875)
    assert (figures["wrong"], figures["wrong_unmarked"]) == (6, 3)
    assert len([*drawn.iterdir()]) == 3


def test_a_file_that_answers_nothing_is_said(folder, tmp_path, capsys):
    assert readings.main([str(folder), "--answers", answers(tmp_path, {"photo": "d.png"})]) == 2
    assert "no answer to any of the 3 photos" in capsys.readouterr().err
    assert readings.main([str(folder), "--answers", str(tmp_path / "gone")]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{", "line 1"),
        ("[]", "is damaged"),
        ({"hand": HAND}, "photo is missing"),
        ({"photo": "a.png"}, "write its hand, its tiles or both"),
        ({"photo": "a.png", "hand": "123q"}, "123q"),
        ({"photo": "a.png", "hand": "0m"}, "0m"),
        ({"photo": "a.png", "hand": "xx 123m"}, "face-down"),
        ({"photo": "a.png", "tiles": [{"tile": "1m"}]}, "box is missing"),
        ({"photo": "a.png", "tiles": [{"tile": "1m", "box": [1, 2, 3]}]}, "expected 4"),
        ({"photo": "a.png", "tiles": [{"tile": "8z", "box": box(0)}]}, "8z"),
        ({"photo": "a.png", "tiles": [{"tile": "1m", "box": [300, 0, 340, 9]}]}, "no part"),
        ({"photo": "a.png", "hand": HAND, "tile": []}, "'tile' means nothing here"),
        ({"photo": "gone.png", "hand": HAND}, "gone.png"),
    ],
)
def test_a_bad_truth_is_named_before_anything_is_read(folder, capsys, row, said):
    write(folder, [row])
    assert readings.main([str(folder), "--answers", "never-asked"]) == 2
    assert said in capsys.readouterr().err


def test_a_photo_named_twice_and_an_empty_folder_are_refused(folder, tmp_path):
    write(folder, [{"photo": "a.png", "hand": HAND}] * 2)
    with pytest.raises(DatasetError, match=r"a\.png twice"):
        load_truths(folder)
    with pytest.raises(DatasetError, match=r"no truth\.jsonl"):
        load_truths(tmp_path)


def test_photos_of_train_are_left_out_until_they_are_asked_for(folder, tmp_path, capsys):
    rows = [{"photo": "a.png", "hand": HAND, "split": "train"}, {"photo": "b.png", "hand": HAND}]
    write(folder, rows)
    good = [str(folder), "--answers", answers(tmp_path, *GOOD)]
    for more in ([], ["--split", "train"]):
        assert readings.main([*good, *more]) == 0
        assert "1 of 1 (21–100 %)" in capsys.readouterr().out
    assert readings.main([*good, "--split", "val"]) == 2


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share_and_mirrors_that_of_the_rest(case):
    right, count = case
    low, high = wilson(right, count)
    assert 0 <= low <= right / count <= high <= 1
    assert isclose(low, 1 - wilson(count - right, count)[1], abs_tol=1e-9)


def test_bundled_photos_are_read_by_the_reader_of_this_checkout(tmp_path, capsys):
    """The commands as anybody runs them, on two rendered photos with the renderer's own truth."""
    needs.trained()
    lines = []
    for name in ("concealed_row", "exposed_pung"):
        shutil.copy(BUNDLED / f"{name}.jpg", tmp_path)
        told = json.loads((BUNDLED / f"{name}.json").read_text(encoding="utf-8"))
        lines.append(told)
    write(tmp_path, lines)
    command = [sys.executable, "-m", "tableside", "read", "--json", *tmp_path.glob("*.jpg")]
    file = tmp_path / "answers.jsonl"
    file.write_bytes(subprocess.run(command, check=True, capture_output=True).stdout)
    assert readings.main([str(tmp_path), "--answers", str(file)]) == 0
    assert "2 of 2 (34–100 %)" in capsys.readouterr().out
