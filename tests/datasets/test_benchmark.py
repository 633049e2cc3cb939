"""The open measure: truth files, readers that behave and that do not, and the figures."""

import json
import shlex
import shutil
import sys
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from datasets.evaluation import readings
from datasets.evaluation.tables import wilson
from datasets.labels.photos import DatasetError
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


def reader(tmp_path, body, name="reader"):
    """A reader as anybody may write one: a script that gets the names of photos."""
    script = tmp_path / f"{name}.py"
    head = f"import json, sys, os\nTILES = {tiles()!r}\nHAND = {HAND!r}\n"
    script.write_text(f"{head}photos = sys.argv[1:]\n{body}", encoding="utf-8")
    return shlex.join([sys.executable, str(script)])


GOOD = "for p in photos: print(json.dumps({'photo': p, 'tiles': TILES, 'hand': HAND}))"
FLAT = "for p in photos: print(json.dumps({'photo': p, 'tiles': TILES}))"
NO_FLOWERS = """
for p in photos:
    print(json.dumps({'photo': os.path.basename(p), 'tiles': TILES[:8], 'hand': '123m 555z 99p'}))
"""
CRASHES_AT_B = """
for p in photos:
    if p.endswith('b.png'):
        sys.exit('out of paper')
    print('reading', p)
    print(json.dumps({'photo': p, 'tiles': TILES, 'hand': HAND}), flush=True)
"""
REFUSES_B = """
for p in photos:
    told = {'error': {'code': 'blurred', 'detail': 'too blurred'}} if p.endswith('b.png') else {
        'tiles': TILES, 'hand': HAND}
    print(json.dumps({'photo': p, **told}))
"""
BACKWARDS = """
for p in reversed(photos):
    print(json.dumps({'photo': p, 'tiles': TILES[:8] if p.endswith('a.png') else TILES}))
"""
NONSENSE_FOR_B = """
for p in photos:
    print(json.dumps({'photo': p, 'tiles': TILES, 'hand': '5q' if p.endswith('b.png') else HAND}))
"""


@pytest.mark.parametrize(
    ("body", "status", "right", "found", "said"),
    [  # right: hands, those with bonus tiles left aside, and structures, of three each
        (GOOD, 0, (3, 3, 3), 27, ""),
        (FLAT, 0, (3, 3, 0), 27, ""),
        (NO_FLOWERS, 0, (0, 3, 0), 24, ""),
        (CRASHES_AT_B, 1, (2, 2, 2), 18, "b.png: no answer (exit status 1: out of paper)"),
        (REFUSES_B, 1, (2, 2, 2), 18, "b.png: refused: too blurred"),
        (NONSENSE_FOR_B, 1, (2, 2, 2), 18, "5q"),
    ],
)
def test_readers_are_measured(folder, tmp_path, capsys, body, *, status, right, found, said):
    out = tmp_path / "figures.json"
    arguments = [str(folder), "--reader", reader(tmp_path, body), "--json", str(out)]
    assert readings.main(arguments) == status
    assert said in capsys.readouterr().err
    figures = json.loads(out.read_text(encoding="utf-8"))["groups"]["all"]
    names = ("hands_right", "hands_right_bonus_aside", "structure_right")
    assert tuple(figures[name]["right"] for name in names) == right
    both = figures["tiles"]["found"], figures["bonus_tiles"]["found"]
    assert sum(each["right"] for each in both) == found
    assert sum(each["count"] for each in both) == 27


def test_answers_may_come_in_any_order(folder, tmp_path, capsys):
    rows = [{"photo": "a.png", "tiles": tiles(CODES[:8])}, {"photo": "b.png", "tiles": tiles()}]
    write(folder, rows)
    assert readings.main([str(folder), "--reader", reader(tmp_path, BACKWARDS)]) == 0
    assert "2 of 2 (34–100 %)" in capsys.readouterr().out


def test_what_is_told_where_nothing_lies_is_invented(folder, tmp_path):
    """A tenth tile between the others, and one named wrongly that bears a mark."""
    body = """
for p in photos:
    extra = {'tile': '9s', 'box': [36, 14, 41, 30]}
    wrong = {**TILES[0], 'tile': '1p', 'unsure': True}
    print(json.dumps({'photo': p, 'tiles': [wrong, *TILES[1:], extra], 'hand': HAND}))
"""
    out = tmp_path / "figures.json"
    readings.main([str(folder), "--reader", reader(tmp_path, body), "--json", str(out)])
    figures = json.loads(out.read_text(encoding="utf-8"))["groups"]["all"]
    assert figures["invented"] == 3
    named = figures["tiles"]["named"]
    assert (named["right"], named["count"], named["share"]) == (21, 24, 0.875)
    assert (figures["wrong"], figures["wrong_unmarked"]) == (6, 3)


@pytest.mark.parametrize("one_file", [True, False])
def test_answers_that_are_there_are_measured(folder, tmp_path, capsys, one_file):
    """One answer is missing: it is named, counts as nothing read, and the status says so."""
    answers = [{"photo": name, "tiles": tiles(), "hand": HAND} for name in ("a.png", "b.png")]
    place = tmp_path / ("answers.jsonl" if one_file else "answers")
    if one_file:
        place.write_text("\n".join(map(json.dumps, answers)), encoding="utf-8")
    else:
        place.mkdir()
        for k, each in enumerate(answers):
            (place / f"{k}.json").write_text(json.dumps(each, indent=1), encoding="utf-8")
    assert readings.main([str(folder), "--answers", str(place)]) == 1
    told = capsys.readouterr()
    assert "2 of 3 (21–94 %)" in told.out
    assert "c.png: no answer in" in told.err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("there-is-no-such-reader --json", "cannot be run"),
        (f"{sys.executable} -c 'raise SystemExit(7)'", "answers nothing: no answer (exit status 7"),
        (f"{sys.executable} -c 'print(1)'", "answers nothing: no answer (exit status 0)"),
    ],
)
def test_a_reader_that_answers_nothing_is_said(folder, capsys, command, said):
    assert readings.main([str(folder), "--reader", command]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{", "line 1"),
        ("[]", "a JSON object is needed"),
        ({"hand": HAND}, "photo is missing"),
        ({"photo": "a.png"}, "write its hand, its tiles or both"),
        ({"photo": "a.png", "hand": "123q"}, "123q"),
        ({"photo": "a.png", "hand": "0m"}, "0m"),
        ({"photo": "a.png", "hand": "xx 123m"}, "face-down"),
        ({"photo": "a.png", "tiles": [{"tile": "1m"}]}, "box is missing"),
        ({"photo": "a.png", "tiles": [{"tile": "1m", "box": [1, 2, 3]}]}, "4 numbers"),
        ({"photo": "a.png", "tiles": [{"tile": "8z", "box": box(0)}]}, "8z"),
        ({"photo": "a.png", "tiles": [{"tile": "1m", "box": [300, 0, 340, 9]}]}, "no part"),
        ({"photo": "a.png", "hand": HAND, "tile": []}, "'tile' means nothing here"),
        ({"photo": "gone.png", "hand": HAND}, "gone.png"),
    ],
)
def test_a_bad_truth_is_named_before_anything_is_read(folder, capsys, row, said):
    write(folder, [row])
    assert readings.main([str(folder), "--reader", "never-asked"]) == 2
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
    good = reader(tmp_path, GOOD)
    readings.main([str(folder), "--reader", good])
    readings.main([str(folder), "--reader", good, "--split", "train"])
    assert "1 of 1 photos" in capsys.readouterr().err
    assert readings.main([str(folder), "--reader", good, "--split", "val"]) == 2


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share_and_mirrors_that_of_the_rest(case):
    right, count = case
    low, high = wilson(right, count)
    assert 0 <= low <= right / count <= high <= 1
    assert isclose(low, 1 - wilson(count - right, count)[1], abs_tol=1e-9)


def test_bundled_photos_are_read_by_the_reader_of_this_checkout(tmp_path, capsys):
    """The command as anybody runs it, on two rendered photos with the renderer's own truth."""
    needs.trained()
    lines = []
    for name in ("concealed_row", "exposed_pung"):
        shutil.copy(BUNDLED / f"{name}.jpg", tmp_path)
        told = json.loads((BUNDLED / f"{name}.json").read_text(encoding="utf-8"))
        lines.append(told)
    write(tmp_path, lines)
    assert (
        readings.main([str(tmp_path), "--reader", f"{sys.executable} -m tableside read --json"])
        == 0
    )
    assert "2 of 2 (34–100 %)" in capsys.readouterr().out
