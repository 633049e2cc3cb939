"""Rendered scenes on disk with their truth, as `datasets.synth.render` writes them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

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


class SceneFolder:
    """The scenes of all folders below one, including those rendered during training."""

    def __init__(self, folder: Path) -> None:
        """List the existing scenes."""
        self.folder, self.scenes, self._read = folder, list[RenderedScene](), dict[Path, int]()
        self.renew()

    def renew(self) -> bool:
        """Read scenes rendered since; return whether there were any."""
        before = len(self.scenes)
        for table in sorted(self.folder.rglob("*.jsonl")):
            with table.open("rb") as lines:
                lines.seek(self._read.get(table, 0))
                added = lines.read()
            whole = added[: added.rfind(b"\n") + 1]  # a renderer may be writing its next line
            self._read[table] = self._read.get(table, 0) + len(whole)
            rows = map(json.loads, whole.splitlines())
            self.scenes += [RenderedScene.read(table.parent, row) for row in rows]
        return len(self.scenes) > before


def rendered_scenes(folder: Path) -> list[RenderedScene]:
    """Return the scenes of all folders below."""
    return SceneFolder(folder).scenes


def _quads(corners: Iterable[object]) -> Floats:
    return np.array(list(corners), np.float32).reshape(-1, 4, 2)
