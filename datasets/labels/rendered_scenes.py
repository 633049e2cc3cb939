"""Rendered scenes as labelled photos, to measure what exact truth is needed for."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from datasets.labels.photos import DatasetError, Label, Photo

SOURCE = "rendered"
FACE_DOWN = "x"


def load_rendered(folder: Path) -> tuple[list[Photo], dict[str, str]]:
    """Read the scenes of a folder and their hand texts by name; raises DatasetError.

    Face-down tiles bear no label; tiles cut off or mostly hidden bear none either, but are known.
    """
    table = folder / "truth.jsonl"
    if not table.is_file():
        message = f"no truth.jsonl in {folder}: render it with python -m datasets.synth.render"
        raise DatasetError(message)
    photos, hands = [], {}
    for line in table.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
            photos.append(_photo(row, folder))
        except (KeyError, TypeError, ValueError) as error:
            message = f"a line of {table} is damaged: {error!r}"
            raise DatasetError(message) from error
        if row["hand"]:
            hands[photos[-1].path.stem] = str(row["hand"])
    return photos, hands


def _photo(row: Mapping[str, Any], folder: Path) -> Photo:
    file, size = str(row["file"]), [float(side) for side in row["size"]]
    return Photo(
        file=file,
        path=folder / file,
        source=SOURCE,
        group=str(row["layout"]),
        split=SOURCE,
        augmented=False,
        origin=file,
        scene=SOURCE,
        tiles=tuple(
            _label(str(tile["code"]), tile["corners"], size)
            for tile in row["tiles"]
            if tile["code"] != FACE_DOWN
        ),
        hidden=tuple(_outline(corners, size) for corners in row.get("ignored", ())),
    )


def _label(code: str, corners: Sequence[Sequence[float]], size: Sequence[float]) -> Label:
    """Make a label of exact corners; the box is their hull inside the photo."""
    quad = np.array(corners, np.float64) / size
    (x0, y0), (x1, y1) = np.clip(quad.min(axis=0), 0, 1), np.clip(quad.max(axis=0), 0, 1)
    box = (float(x0), float(y0), float(x1), float(y1))
    return Label(code, box, _outline(corners, size), whole=True)


def _outline(
    corners: Sequence[Sequence[float]], size: Sequence[float]
) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in np.array(corners, np.float64) / size)
