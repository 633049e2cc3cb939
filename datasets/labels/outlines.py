"""Photos of further sources with the outline of every face, kept in this folder.

`outlines.jsonl` has a line a photo of the shared folder: `file`, `tiles` and `open`, each a list of
four corners (x and y by turns, in fractions of the photo). Left open is what counts neither as tile
nor as table: backs, walls, tiles cut off or half hidden. The outlines are those that the reader
found, looked at by eye, with what it missed drawn by hand.

They are of 16 photos of `unlabelled` and of 49 of `more`: those of br0mabs, lissa2077, leona-nono
and 123000001212. The 38 other photos of `more` are kept from training, to measure on. No shipped
network has learned from these outlines yet (models/JOURNAL.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from datasets.labels.lines import read_lines
from vision.arrays import Floats

FILE = Path(__file__).with_name("outlines.jsonl")


@dataclass(frozen=True, slots=True, eq=False)
class OutlinedPhoto:
    """A photo with the corners (n, 4, 2) of its faces and of what is left open, in fractions."""

    path: Path
    tiles: Floats
    left_open: Floats


def load_outlined(root: Path, table: Path = FILE) -> list[OutlinedPhoto]:
    """Return the outlined photos of a folder that has them; raises DatasetError."""

    def outlined(row: Mapping[str, Any]) -> OutlinedPhoto:
        return OutlinedPhoto(root / row["file"], _quads(row["tiles"]), _quads(row["open"]))

    return [photo for photo in read_lines(table, outlined) if photo.path.is_file()]


def _quads(rows: object) -> Floats:
    return np.array(rows, np.float32).reshape(-1, 4, 2)
