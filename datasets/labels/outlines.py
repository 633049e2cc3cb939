"""Photos of further sources with the outline of every face, kept in this folder.

`outlines.jsonl` has a line a photo of the shared folder: `file`, `tiles` and `open`, each a list of
four corners (x and y by turns, in fractions of the photo), and the `codes` of the tiles. Left open
is what counts neither as tile nor as table: backs, walls, tiles cut off or half hidden. The
outlines are those that the reader found, looked at by eye, with what it missed drawn by hand. A
code is the reader's where it was sure and agrees with the photo's list of tiles, otherwise null.

They are of 16 photos of `unlabelled` and of 49 of `more`: those of br0mabs, lissa2077, leona-nono
and 123000001212. The 38 other photos of `more` are kept from training, to measure on. The
classifier learned from the outlined ones, and what counts as a tile is fitted on them
(`datasets.evaluation.tile_existence`); the detector did not learn from them (models/JOURNAL.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from datasets.evaluation.matching import lie_on
from datasets.labels.lines import read_lines
from vision.arrays import Floats
from vision.quads import geometry

_NEAR = 0.3  # of a face's shorter side
FILE = Path(__file__).with_name("outlines.jsonl")


@dataclass(frozen=True, slots=True, eq=False)
class OutlinedPhoto:
    """A photo with the corners (n, 4, 2) of its faces and of what is left open, in fractions.

    `codes` (n,) are those of the faces, None where not known.
    """

    path: Path
    tiles: Floats
    codes: tuple[str | None, ...]
    left_open: Floats

    @classmethod
    def empty(cls, path: Path) -> Self:
        """Return a picture in which nothing is a tile."""
        return cls(path, _quads(()), (), _quads(()))

    def labels(self, quads: Floats, size: tuple[int, int]) -> Floats:
        """Return labels (n,) of quads (n, 4, 2): 1 for a face, 0 for nothing, -1 for left open.

        Quads are in pixels of the photo of this `size`. A quad shows a face if their middles are
        close; one whose middle lies elsewhere on a face is left open too.
        """
        faces, others = (part * np.array(size, np.float32) for part in (self.tiles, self.left_open))
        middles = quads.mean(axis=1)
        reach = _NEAR * geometry.sides(faces).min(axis=1)
        near = (geometry.distances(middles, faces.mean(axis=1)) < reach).any(axis=1)
        known = lie_on(np.concatenate([faces, others]), middles)
        return np.where(near, 1.0, np.where(known, -1.0, 0.0)).astype(np.float32)


def load_outlined(root: Path, table: Path = FILE) -> list[OutlinedPhoto]:
    """Return the outlined photos of a folder that has them; raises DatasetError."""

    def outlined(row: Mapping[str, Any]) -> OutlinedPhoto:
        tiles, left_open = _quads(row["tiles"]), _quads(row["open"])
        return OutlinedPhoto(root / row["file"], tiles, tuple(row["codes"]), left_open)

    return [photo for photo in read_lines(table, outlined) if photo.path.is_file()]


def _quads(rows: object) -> Floats:
    return np.array(rows, np.float32).reshape(-1, 4, 2)
