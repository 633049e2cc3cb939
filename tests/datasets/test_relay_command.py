"""The command that lays photographed hands down anew."""

import json
from pathlib import Path

import cv2
import pytest

from datasets.labels.structure import Structure, load_structures
from datasets.labels.truths import load_lines
from datasets.paths import PHOTOS
from datasets.synth.relaid.__main__ import main
from datasets.synth.relaid.row import labelled_rows
from tests.soak import full


def test_a_folder_without_photos_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--photos", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "hands.jsonl" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.fixture
def some_photos(tmp_path: Path) -> Path:
    """A few photos of winning hands that are written down, all of them when soaking."""
    if not PHOTOS.is_dir():
        pytest.skip("there are no labelled photos: put the shared folder beside the checkout")
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "hands").symlink_to(PHOTOS / "hands")
    written = load_structures()["complete"]
    lines = (PHOTOS / "hands.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    wanted = [line for line in lines if Path(json.loads(line)["file"]).stem in written]
    (folder / "hands.jsonl").write_text("".join(wanted[: full(4, None)]), encoding="utf-8")
    return folder


def test_hands_that_judge_are_no_lessons(some_photos: Path) -> None:
    written = {stem for group in load_structures().values() for stem in group}
    assert not list(labelled_rows(some_photos, "train", written))


def test_real_hands_are_laid_down_and_can_be_measured(tmp_path: Path, some_photos: Path) -> None:
    given = ["--photos", str(some_photos), "--out", str(tmp_path), "--each", "1", "--seed", "3"]
    assert main(given) == 0
    truths = load_lines(tmp_path)
    assert len(truths) >= full(2, 25)
    assert all(Structure.parse(truth.hand).exposed for truth in truths)
    for truth in truths:
        assert truth.photo.path.is_file()
    first = json.loads((tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()[0])
    image = cv2.imread(str(tmp_path / first["file"]))
    assert image is not None
    assert [image.shape[1], image.shape[0]] == first["size"]
