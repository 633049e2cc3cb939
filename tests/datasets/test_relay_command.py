"""The command that lays photographed hands down anew."""

import json
from pathlib import Path

import cv2
import pytest

from datasets.labels.rendered import load_rendered
from datasets.labels.structure import Structure
from datasets.paths import PHOTOS
from datasets.synth import relay


def test_a_folder_without_photos_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert relay.main(["--photos", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "hands.jsonl" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="no folder of labelled photos beside the checkout")
def test_real_hands_are_laid_down_and_can_be_measured(tmp_path: Path) -> None:
    assert relay.main(["--out", str(tmp_path), "--each", "1", "--seed", "3"]) == 0
    photos, hands = load_rendered(tmp_path)
    assert len(photos) >= 25
    assert all(Structure.parse(text).exposed for text in hands.values())
    for photo in photos:
        assert photo.path.is_file()
    first = json.loads((tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()[0])
    image = cv2.imread(str(tmp_path / first["file"]))
    assert image is not None
    assert [image.shape[1], image.shape[0]] == first["size"]
