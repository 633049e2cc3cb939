"""Rendered scenes on disk with their truth, as `datasets.synth.render` writes them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels.lines import read_lines
from vision.arrays import Floats, Pixels

LAID = ("exposed", "kong")


@dataclass(frozen=True, slots=True, eq=False)
class RenderedScene:
    """A picture and its tiles: corners (n, 4, 2) in px, codes, which are in sets, which on another.

    `ignored` are the corners of tiles cut off, `walls` those of backs in walls.
    """

    path: Path
    corners: Floats
    codes: tuple[str, ...]
    laid: NDArray[np.bool_]
    upon: NDArray[np.bool_]
    ignored: Floats
    walls: Floats

    @classmethod
    def read(cls, folder: Path, row: Mapping[str, Any]) -> Self:
        """Return the scene of a line of truth."""
        tiles = row["tiles"]
        return cls(
            folder / row["file"],
            _quads(tile["corners"] for tile in tiles),
            tuple(str(tile["code"]) for tile in tiles),
            np.array([tile["role"] in LAID for tile in tiles], bool),
            np.array([bool(tile.get("upon")) for tile in tiles], bool),
            _quads(row.get("ignored", ())),
            _quads(row.get("walls", ())),
        )

    def image(self) -> Pixels:
        """Return the pixels as RGB (h, w, 3)."""
        return np.asarray(cv2.imread(str(self.path), cv2.IMREAD_COLOR_RGB), np.uint8)


def rendered_scenes(folder: Path) -> list[RenderedScene]:
    """Return the scenes of all folders below one."""
    tables = sorted(folder.rglob("*.jsonl"))
    return [
        scene
        for table in tables
        for scene in read_lines(table, partial(RenderedScene.read, table.parent))
    ]


def _quads(corners: Iterable[object]) -> Floats:
    return np.array(list(corners), np.float32).reshape(-1, 4, 2)
