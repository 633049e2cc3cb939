"""Reads the labelled photos of the shared folder, with their quirks made explicit.

That folder's own README lists the quirks: boxes of bonus tiles that cover only the caption,
letterbox bands, stretched photos, copies of one photo, and faces that nobody labelled.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.labels.corrections import apply_corrections, load_corrections
from datasets.labels.lines import DatasetError, read_lines
from vision.arrays import Floats, Pixels

BAND = 12


@dataclass(frozen=True, slots=True)
class Label:
    """A labelled tile: its code, its box in fractions of the photo, and what the box covers.

    `tight` boxes end where the tile ends; others were drawn around it by a detector.
    """

    tile: str
    box: tuple[float, float, float, float]
    outline: tuple[tuple[float, float], ...] | None
    whole: bool
    tight: bool = True


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled photo; `augmented` ones are turned and sheared copies made by their source.

    `hidden`: outlines, in fractions of the photo, of tiles cut off or mostly hidden, if known:
    nobody can say what they are.
    """

    file: str
    path: Path
    source: str
    group: str
    split: str
    augmented: bool
    scene: str
    tiles: tuple[Label, ...]
    hidden: tuple[tuple[tuple[float, float], ...], ...] = ()

    @property
    def complete(self) -> bool:
        """Return whether everything outside the labelled tiles may count as background.

        Pools and second rows are mostly unlabelled in play photos; the close-ups of the `phone`
        group and the trays on a bare table show nothing else. Photos without labels show tiles from
        behind, which are tiles too.
        """
        if not self.tiles:
            return False
        if self.source == "roboflow-mj-rethink":
            return self.group == "phone"
        return self.scene == "tray" and not self.augmented

    def image(self) -> Pixels:
        """Return the pixels as RGB (h, w, 3); raises DatasetError."""
        return read_pixels(self.path)

    def boxes(self, width: int, height: int) -> Floats:
        """Return the boxes (n, 4) in pixels of a photo of this size."""
        scale = np.array([width, height, width, height], np.float32)
        return np.array([tile.box for tile in self.tiles], np.float32).reshape(-1, 4) * scale


def read_pixels(path: Path) -> Pixels:
    """Return a picture as RGB (h, w, 3); raises DatasetError."""
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
    if pixels is None:
        message = f"{path.name} cannot be read as a photo"
        raise DatasetError(message)
    return np.asarray(pixels, np.uint8)


def load_photos(root: Path, *, split: str | None = None) -> list[Photo]:
    """Return the photos of `hands.jsonl` in a folder, or those of a split; raises DatasetError."""
    corrections = load_corrections()
    photos = read_lines(
        root / "hands.jsonl", lambda row: parse_photo(apply_corrections(row, corrections), root)
    )
    return [photo for photo in photos if split in (None, photo.split)]


def parse_photo(row: Mapping[str, Any], root: Path) -> Photo:
    """Return the photo of one line; raises KeyError, TypeError or ValueError."""
    source = str(row["source"])
    return Photo(
        file=str(row["file"]),
        path=root / str(row["file"]),
        source=source,
        group=str(row["group"]),
        split=str(row["split"]),
        augmented=bool(row["augmented"]),
        scene=str(row.get("scene", "none")),
        tiles=tuple(_label(tile, source) for tile in row["tiles"]),
    )


def _label(row: Mapping[str, Any], source: str) -> Label:
    """Return a label; a box of only the caption (quirk 1) is marked as not whole."""
    tile = str(row["tile"])
    x0, y0, x1, y1 = map(float, row["box"])
    if not (0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1):
        message = f"box {row['box']} of {tile}"
        raise ValueError(message)
    polygon = row.get("polygon")
    outline = None if polygon is None else tuple(_points(polygon))
    redrawn = row.get("whole", False)
    whole = row.get("plain", False) or redrawn
    caption_only = tile[1] in "fg" and source == "roboflow-mj-rethink" and not whole
    return Label(tile, (x0, y0, x1, y1), outline, whole=not caption_only, tight=not redrawn)


def _points(values: Sequence[Any]) -> Iterable[tuple[float, float]]:
    """Return the corners of a polygon without the repeated first one."""
    flat = np.array(values, np.float64).reshape(-1, 2)
    if len(flat) > 1 and np.allclose(flat[0], flat[-1]):
        flat = flat[:-1]
    return [(float(x), float(y)) for x, y in flat]


def table_area(image: Pixels) -> tuple[int, int, int, int]:
    """Return x0, y0, x1, y1 of the picture inside black letterbox bands (quirk 2)."""
    bright = image.max(axis=2) > BAND
    rows = np.flatnonzero(bright.mean(axis=1) > 0.02)
    columns = np.flatnonzero(bright.mean(axis=0) > 0.02)
    if not len(rows) or not len(columns):
        return 0, 0, image.shape[1], image.shape[0]
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


INDEX = "tiles.jsonl"


@dataclass(frozen=True, slots=True)
class TileCrop:
    """A picture of one face at `path`, its code, and the set it was cut from."""

    path: Path
    tile: str
    set: str


def load_tile_crops(root: Path) -> Sequence[TileCrop]:
    """Return the single-tile pictures of a folder; raises DatasetError."""
    corrections = load_corrections()

    def crops(row: Mapping[str, Any]) -> list[TileCrop]:
        named = {"file": row["file"], "tiles": [{"tile": row["tile"]}]}
        tiles = apply_corrections(named, corrections)["tiles"]
        return [TileCrop(root / row["file"], str(tile["tile"]), row["set"]) for tile in tiles]

    return [crop for some in read_lines(root / INDEX, crops) for crop in some]
