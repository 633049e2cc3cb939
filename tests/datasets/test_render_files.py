"""Writing scenes: what is there stays, what a crash cut short is written again."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.synth.render import Job, main, write_scenes


def _job(out: Path, count: int) -> Job:
    return Job(out, count, seed=1, sources=("drawn",))


def _lines(out: Path) -> list[dict]:
    return [json.loads(line) for line in (out / "truth.jsonl").read_text().splitlines()]


def test_a_second_run_writes_only_what_is_missing(tmp_path):
    assert list(write_scenes(_job(tmp_path, 2))) == [0, 1]
    before = (tmp_path / "scene-1-000000.jpg").stat().st_mtime_ns
    assert list(write_scenes(_job(tmp_path, 3))) == [2]
    assert (tmp_path / "scene-1-000000.jpg").stat().st_mtime_ns == before
    assert [line["file"] for line in _lines(tmp_path)] == [
        f"scene-1-00000{i}.jpg" for i in range(3)
    ]


def test_a_line_cut_short_by_a_crash_is_written_again(tmp_path):
    list(write_scenes(_job(tmp_path, 2)))
    truth = tmp_path / "truth.jsonl"
    whole = truth.read_text().splitlines()
    truth.write_text(whole[0] + "\n" + whole[1][:40])
    assert list(write_scenes(_job(tmp_path, 2))) == [1]
    again = truth.read_text().splitlines()
    assert [again[0], again[-1]] == whole


def test_truth_names_size_corners_and_roles(tmp_path):
    list(write_scenes(_job(tmp_path, 1)))
    row = _lines(tmp_path)[0]
    image = cv2.imread(str(tmp_path / row["file"]))
    assert image is not None
    assert row["size"] == [image.shape[1], image.shape[0]]
    for tile in row["tiles"]:
        assert set(tile) == {"code", "corners", "role", "visible"}
        assert np.array(tile["corners"]).shape == (4, 2)


def test_the_command_writes_photos(tmp_path, capsys):
    arguments = ["--out", str(tmp_path), "--count", "1", "--sources", "drawn"]
    assert main(arguments) == 0
    assert "1 photos written" in capsys.readouterr().out


def test_most_scenes_lie_on_photos_of_a_folder_that_is_named(tmp_path):
    grounds = tmp_path / "grounds"
    grounds.mkdir()
    magenta = np.zeros((90, 120, 3), np.uint8) + np.array([255, 0, 255], np.uint8)
    cv2.imwrite(str(grounds / "photo.png"), magenta)
    arguments = ["--out", str(tmp_path / "scenes"), "--count", "8"]
    assert main([*arguments, "--sources", "drawn", "--grounds", str(grounds)]) == 0
    scenes = [cv2.imread(str(path)) for path in (tmp_path / "scenes").glob("*.jpg")]
    on_it = [(np.median(scene, axis=(0, 1)) @ [1, -2, 1]) > 60 for scene in scenes]
    assert 4 <= sum(on_it) < 8


def test_a_folder_without_photos_to_lie_on_is_refused_by_name(tmp_path):
    arguments = ["--out", str(tmp_path / "scenes"), "--count", "1", "--sources", "drawn"]
    with pytest.raises(ValueError, match="nowhere: name a folder"):
        main([*arguments, "--grounds", str(tmp_path / "nowhere")])
    assert not (tmp_path / "scenes").exists()
