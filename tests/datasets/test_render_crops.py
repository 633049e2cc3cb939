"""Designs from crops of real tiles: by set, cut clear of the edge, absent without the folder."""

import json

import cv2
import numpy as np
import pytest

from datasets.synth.faces.library import crop_loaders


@pytest.fixture
def root(tmp_path):
    """Two sets of one tile each: a red square on ivory, with a dark rim as of a neighbour."""
    rows = []
    for name, body in (("a", (205, 230, 240)), ("b", (250, 250, 250))):
        image = np.full((80, 60, 3), body, np.uint8)
        image[30:50, 20:40] = (30, 30, 180)
        image[:2] = image[-2:] = 40
        cv2.imwrite(str(tmp_path / f"{name}.png"), image)
        rows.append({"file": f"{name}.png", "tile": "7z", "set": f"set-{name}", "source": "made"})
    (tmp_path / "tiles.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return tmp_path


def test_each_tile_set_is_a_design(root):
    found = crop_loaders([], root)
    assert set(found) == {"crops:set-a", "crops:set-b"}
    assert [*found["crops:set-a"]()] == ["7z"]


def test_a_crop_becomes_ink_without_its_body_or_rim(root):
    image = crop_loaders([], root)["crops:set-a"]()["7z"][0]
    assert image[:30, :, 3].max() < 60
    red, green, _blue, alpha = image[80, 60]
    assert alpha > 150
    assert red > green


def test_without_the_folder_a_note_is_left(tmp_path):
    notes: list[str] = []
    assert crop_loaders(notes, tmp_path / "nowhere") == {}
    assert "no shared folder" in notes[0]
