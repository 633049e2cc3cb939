"""The quirks of the labelled photos, each on an example made here."""

import json

import cv2
import numpy as np
import pytest

from datasets.labels import outlines
from datasets.labels.corrections import Correction, apply_corrections
from datasets.labels.lines import DatasetError, read_lines
from datasets.labels.photos import load_photos, parse_photo, read_pixels, table_area

ROW = {
    "file": "hands/a.png", "source": "roboflow-mj-rethink", "group": "phone", "split": "train",
    "augmented": False, "scene": "row",
    "tiles": [{"tile": "5p", "box": [0.1, 0.2, 0.3, 0.5]}],
}  # fmt: skip


def folder(tmp_path, *rows):
    (tmp_path / "hands").mkdir()
    cv2.imwrite(str(tmp_path / "hands" / "a.png"), np.full((40, 60, 3), (9, 99, 199), np.uint8))
    text = "".join(json.dumps({**ROW, **row}) + "\n" for row in rows)
    (tmp_path / "hands.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_photo_gives_pixels_as_rgb_and_boxes_in_pixels(tmp_path):
    (photo,) = load_photos(folder(tmp_path, {}))
    assert photo.image()[0, 0].tolist() == [199, 99, 9]
    np.testing.assert_allclose(photo.boxes(60, 40), [[6, 8, 18, 20]])


@pytest.mark.parametrize(
    ("source", "tile", "whole"),
    [
        ("roboflow-mj-rethink", {"tile": "2f"}, False),
        ("roboflow-mj-rethink", {"tile": "2f", "plain": True}, True),
        ("roboflow-mj-rethink", {"tile": "2s"}, True),
        ("roboflow-chinese-mahjong", {"tile": "2f"}, True),
    ],
)
def test_caption_only_boxes_of_bonus_tiles_are_marked(tmp_path, source, tile, whole):
    tiles = [{"box": [0.1, 0.1, 0.2, 0.2], **tile}]
    (photo,) = load_photos(folder(tmp_path, {"source": source, "tiles": tiles}))
    assert photo.tiles[0].whole is whole


def test_a_caption_gets_the_box_of_its_tile(tmp_path):
    boxed = Correction("hands/a.png", "2f", "by eye", 0, "2f", [0.1, 0.1, 0.3, 0.5])
    line = {**ROW, "tiles": [{"tile": "2f", "box": [0.1, 0.1, 0.3, 0.2]}]}
    photo = parse_photo(apply_corrections(line, {boxed.file: [boxed]}), tmp_path)
    assert photo.tiles[0].whole
    assert not photo.tiles[0].tight
    assert photo.tiles[0].box == (0.1, 0.1, 0.3, 0.5)
    with pytest.raises(DatasetError, match="tile 0 is not labelled 2f"):
        apply_corrections(ROW, {boxed.file: [boxed]})


@pytest.mark.parametrize(
    ("row", "complete"),
    [
        ({"group": "phone"}, True),
        ({"group": "home"}, False),
        ({"group": "phone", "scene": "none", "tiles": []}, False),
        ({"source": "roboflow-chinese-mahjong", "scene": "row"}, False),
        ({"source": "roboflow-chinese-mahjong", "scene": "tray"}, True),
        ({"source": "roboflow-chinese-mahjong", "scene": "tray", "augmented": True}, False),
    ],
)
def test_unlabelled_pools_are_no_background(tmp_path, row, complete):
    (photo,) = load_photos(folder(tmp_path, row))
    assert photo.complete is complete


def test_letterbox_bands_are_no_table():
    photo = np.zeros((100, 80, 3), np.uint8)
    photo[20:70, 5:75] = 120
    assert table_area(photo) == (5, 20, 75, 70)
    assert table_area(np.zeros((10, 20, 3), np.uint8)) == (0, 0, 20, 10)


def test_an_outline_drops_its_repeated_first_point(tmp_path):
    line = [[0.1, 0.1], [0.3, 0.1], [0.3, 0.4], [0.1, 0.4], [0.1, 0.1]]
    tiles = [{"tile": "1m", "box": [0.1, 0.1, 0.3, 0.4], "polygon": line}]
    (photo,) = load_photos(folder(tmp_path, {"tiles": tiles}))
    assert photo.tiles[0].outline == ((0.1, 0.1), (0.3, 0.1), (0.3, 0.4), (0.1, 0.4))


def test_splits_and_sources_are_chosen(tmp_path):
    root = folder(tmp_path, {}, {"split": "val"}, {"source": "roboflow-chinese-mahjong"})
    assert len(load_photos(root)) == 3
    assert [photo.split for photo in load_photos(root, split="val")] == ["val"]


@pytest.mark.parametrize(
    "row",
    [
        {"tiles": None},
        {"tiles": [{"tile": "1m"}]},
        {"tiles": [{"tile": "1m", "box": [0.5, 0.1, 0.2, 0.4]}]},
        {"tiles": [{"tile": "1m", "box": [0.1, 0.1, 0.2, "x"]}]},
    ],
)
def test_a_damaged_line_is_named(tmp_path, row):
    with pytest.raises(DatasetError, match=r"hands\.jsonl, line 1"):
        load_photos(folder(tmp_path, row))


def test_a_missing_folder_says_what_to_name(tmp_path):
    with pytest.raises(DatasetError, match="name the folder"):
        load_photos(tmp_path)


def test_no_group_is_in_both_splits_of_the_source_split_by_group(shared):
    every = load_photos(shared / "photos")
    photos = [photo for photo in every if photo.source != "roboflow-chinese-mahjong"]
    splits = {photo.group: {other.split for other in photos if other.group == photo.group}
              for photo in photos}  # fmt: skip
    assert all(len(found) == 1 for found in splits.values())


def test_outlines_are_of_photos_seen_whole_and_leave_half_of_more_to_measure_on():
    rows = read_lines(outlines.FILE, dict)
    assert len({row["file"] for row in rows}) == len(rows)
    assert sum(row["file"].startswith("more/") for row in rows) == 49
    for row in rows:
        tiles = np.array(row["tiles"]).reshape(-1, 4, 2)
        assert len(tiles), row["file"]
        assert (tiles.mean(axis=1) > 0).all(), row["file"]
        assert (tiles.mean(axis=1) < 1).all(), row["file"]


def test_outlined_photos_are_those_that_the_folder_has(tmp_path):
    table = tmp_path / "outlines.jsonl"
    square = [0.1, 0.1, 0.2, 0.1, 0.2, 0.3, 0.1, 0.3]
    faces = {"tiles": [square], "codes": ["1m"], "open": []}
    lines = [{"file": name, **faces} for name in ("a.png", "b.png")]
    table.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (tmp_path / "a.png").write_bytes(b"")
    (photo,) = outlines.load_outlined(tmp_path, table)
    assert photo.tiles.shape == (1, 4, 2)
    assert photo.codes == ("1m",)
    assert photo.left_open.shape == (0, 4, 2)
    with pytest.raises(DatasetError, match=r"a\.png"):
        read_pixels(photo.path)
