"""The commands as a developer runs them: real models on photos of the shared folder."""

import json
import shutil
from pathlib import Path

import pytest

import models
from datasets.evaluation import readings


@pytest.fixture
def trained():
    """The models, or a skip where they are not trained yet."""
    if not (models.path("detector").is_file() and models.path("classifier").is_file()):
        pytest.skip("the models are missing: check out models/*.onnx")


def test_a_folder_without_labels_is_named(tmp_path, capsys):
    assert readings.main([str(tmp_path)]) == 2
    assert "no truth.jsonl" in capsys.readouterr().err


def test_a_split_without_photos_is_named(shared, capsys):
    assert readings.main([str(shared / "photos"), "--split", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err


def test_a_missing_model_is_named(shared, tmp_path, capsys):
    photos = str(shared / "photos")
    model = str(tmp_path / "gone.onnx")
    assert readings.main([photos, "--limit", "1", "--detector", model]) == 2
    assert "gone.onnx" in capsys.readouterr().err


def concealed_row(folder: Path, and_bonus: str = "") -> str:
    """Make a folder of one bundled scene; give the hand that is said to lie in it."""
    bundled = Path(__file__).parents[1] / "photos" / "concealed_row"
    told = json.loads(bundled.with_suffix(".json").read_text(encoding="utf-8"))
    shutil.copy(bundled.with_suffix(".jpg"), folder)
    row = {**told, "hand": f"{told['hand']}{and_bonus}"}
    (folder / "truth.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    return str(row["hand"])


@pytest.mark.usefixtures("trained")
def test_a_hand_read_wrongly_is_told_and_drawn(tmp_path, capsys):
    """A scene whose truth names a bonus tile that nobody can see."""
    hand = concealed_row(tmp_path, " | 4g")
    drawings = tmp_path / "wrong"
    arguments = [str(tmp_path), "--mistakes", str(drawings), "--threads", "1"]
    assert readings.main(arguments) == 0
    assert f"lies {hand}" in capsys.readouterr().out
    assert [path.name for path in drawings.iterdir()] == ["concealed_row-concealed_row.png"]


@pytest.mark.usefixtures("trained")
def test_hands_are_read_as_they_are_to_be_scored(tmp_path):
    concealed_row(tmp_path)
    figures = tmp_path / "figures.json"
    arguments = [str(tmp_path), "--rules", "hk-500", "--json", str(figures)]
    assert readings.main([*arguments, "--threads", "1"]) == 0
    written = json.loads(figures.read_text(encoding="utf-8"))
    assert written["about"]["rules"] == "hk-500"
    assert written["groups"]["all"]["hands_right"]["right"] == 1


@pytest.mark.usefixtures("trained")
def test_figures_of_a_few_real_photos(shared, tmp_path, capsys):
    """Tables on the screen, the same figures as JSON, and the photos read wrongly drawn."""
    figures = tmp_path / "figures.json"
    photos = [str(shared / "photos"), "--split", "val", "--limit", "2"]
    extra = ["--json", str(figures), "--mistakes", str(tmp_path / "mistakes")]
    assert readings.main([*photos, *extra, "--threads", "1"]) == 0
    assert "calibration error" in capsys.readouterr().out
    written = json.loads(figures.read_text(encoding="utf-8"))
    assert written["groups"]["all"]["photos"] == 4  # of two sources
    assert written["about"]["split"] == "val"
    assert len(written["about"]["networks"]["detector"]) == 64
    right = written["groups"]["all"]["all_tiles_right"]
    assert len(list((tmp_path / "mistakes").glob("*.png"))) >= right["count"] - right["right"]
