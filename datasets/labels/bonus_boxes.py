"""Boxes of whole bonus tiles, where the published ones cover only the printed caption.

`bonus_boxes.jsonl` holds a photo a line: `{"file", "boxes": {index: [code, x0, y0, x1, y1]}}`. The
index counts the photo's labels from 0 as they stand in the shared file, the code repeats the label,
so that no box lands on another tile, and edges are fractions of the photo. Each box is the hull of
a quad that a detector found around the caption, kept after a look at it; bonus tiles half hidden
behind a row, or found badly, are left as they were.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from datasets.labels.corrections import CorrectionError

FILE = Path(__file__).with_name("bonus_boxes.jsonl")
Box = tuple[str, tuple[float, float, float, float]]


def load_bonus_boxes(path: Path = FILE) -> dict[str, dict[int, Box]]:
    """Read the boxes by photo and index; raises CorrectionError."""
    found: dict[str, dict[int, Box]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            found[row["file"]] = {
                int(index): (str(code), (float(x0), float(y0), float(x1), float(y1)))
                for index, (code, x0, y0, x1, y1) in row["boxes"].items()
            }
        except (KeyError, TypeError, ValueError) as error:
            message = f"{path.name}, line {number}: {error!r}"
            raise CorrectionError(message) from error
    return found


def complete(row: Mapping[str, object], boxes: Mapping[int, Box]) -> dict[str, object]:
    """Return the line of one photo with these boxes; raises CorrectionError for another label."""
    tiles = row.get("tiles")
    labels = list(tiles) if isinstance(tiles, list) else []
    for index, (code, box) in boxes.items():
        label = labels[index] if index < len(labels) else {}
        if label.get("tile") != code:
            message = f"{row.get('file')}: tile {index} is not labelled {code}: box it anew"
            raise CorrectionError(message)
        labels[index] = {**label, "box": list(box), "whole": True}
    return {**row, "tiles": labels}
