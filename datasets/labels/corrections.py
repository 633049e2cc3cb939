"""Corrections of single labels, kept in this folder; the shared photos stay as they are.

`corrections.jsonl` holds one correction a line:

- `{"file", "tile": index, "was": "5m", "label": "5p", "why"}` names a labelled tile anew;
- `{"file", "tile": index, "was": "5m", "label": "5m", "why"}` says that a doubted label stays;
- `{"file", "tile": index, "was": "5m", "label": null, "why"}` drops a label that marks no tile;
- `{"file", "label": "5m", "box": [x0, y0, x1, y1], "why"}` adds a tile that lacks a label.

`file` may also be a single-tile picture, whose one label is tile 0. `tile` counts from 0 in the
order of the photo's line, `box` is in fractions of the photo. `was` repeats the label that is
corrected, so that a correction never hits another tile unnoticed.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("corrections.jsonl")


class CorrectionError(Exception):
    """A correction is damaged or does not fit the labels that it names."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What one label of one photo should be; see the module for the four kinds."""

    file: str
    tile: int | None
    was: str | None
    label: str | None
    box: tuple[float, float, float, float] | None
    why: str

    @classmethod
    def parse(cls, row: Mapping[str, object]) -> "Correction":
        """Read one line; raises CorrectionError."""
        tile, was, label, box = (row.get(name) for name in ("tile", "was", "label", "box"))
        try:
            edges = None if box is None else _box(box)
        except (TypeError, ValueError) as error:
            message = f"correction of {row.get('file')}: box {box} needs x0 y0 x1 y1 from 0 to 1"
            raise CorrectionError(message) from error
        adds = tile is None and was is None and isinstance(label, str) and edges is not None
        changes = isinstance(tile, int) and isinstance(was, str) and edges is None
        if not (adds or (changes and (label is None or isinstance(label, str)))):
            message = f"correction of {row.get('file')}: needs tile, was, label; or label and box"
            raise CorrectionError(message)
        if not row.get("file") or not row.get("why"):
            message = f"correction {dict(row)}: needs the file and a reason (why)"
            raise CorrectionError(message)
        return cls(
            str(row["file"]),
            tile if isinstance(tile, int) else None,
            was if isinstance(was, str) else None,
            label if isinstance(label, str) else None,
            edges,
            str(row["why"]),
        )


def load_corrections(path: Path = FILE) -> dict[str, tuple[Correction, ...]]:
    """Read the corrections by file of the photo; raises CorrectionError."""
    found: dict[str, tuple[Correction, ...]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            correction = Correction.parse(json.loads(line))
        except json.JSONDecodeError as error:
            message = f"{path.name}, line {number}: {error}"
            raise CorrectionError(message) from error
        found[correction.file] = (*found.get(correction.file, ()), correction)
    return found


def apply_corrections(
    row: Mapping[str, object], corrections: Iterable[Correction]
) -> dict[str, object]:
    """Return the line of one photo with its corrections applied; raises CorrectionError.

    `row` is a line of `hands.jsonl`; corrections of other photos are passed over. Indexes are
    those of the line as it stands in the file, whatever other corrections drop or add.
    """
    tiles = row.get("tiles")
    labels: list[dict[str, object] | None] = (
        [dict(tile) for tile in tiles] if isinstance(tiles, list) else []
    )
    added: list[dict[str, object]] = []
    for correction in corrections:
        if correction.file != row.get("file"):
            continue
        if correction.tile is None:
            added.append({"tile": correction.label, "box": list(correction.box or ())})
            continue
        label = _label(labels, correction)
        labels[correction.tile] = (
            None if correction.label is None else {**label, "tile": correction.label}
        )
    return {**row, "tiles": [label for label in labels if label is not None] + added}


def _label(labels: Sequence[dict[str, object] | None], correction: Correction) -> dict[str, object]:
    """Find the label that a correction names; raises CorrectionError when it is another."""
    index = -1 if correction.tile is None else correction.tile
    label = labels[index] if 0 <= index < len(labels) else None
    if label is None or label.get("tile") != correction.was:
        message = (
            f"{correction.file}: tile {correction.tile} is not labelled {correction.was}; "
            "look at the photo again and renew the correction"
        )
        raise CorrectionError(message)
    return label


def _box(value: object) -> tuple[float, float, float, float]:
    """Read a box in fractions; raises TypeError or ValueError."""
    if not isinstance(value, list):
        raise TypeError
    x0, y0, x1, y1 = (float(edge) for edge in value)
    if not (0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1):
        raise ValueError
    return x0, y0, x1, y1


# Boxes of whole bonus tiles, where the published ones cover only the printed caption.
# `bonus_boxes.jsonl` holds a photo a line: `{"file", "boxes": {index: [code, x0, y0, x1, y1]}}`.
# The index counts the photo's labels from 0 as they stand in the shared file, the code repeats the
# label, so that no box lands on another tile, and edges are fractions of the photo. Each box is the
# hull of a quad that a detector found around the caption, kept after a look at it; bonus tiles half
# hidden behind a row, or found badly, are left as they were.

BONUS_BOXES = Path(__file__).with_name("bonus_boxes.jsonl")
BonusBox = tuple[str, tuple[float, float, float, float]]


def load_bonus_boxes(path: Path = BONUS_BOXES) -> dict[str, dict[int, BonusBox]]:
    """Read the boxes by photo and index; raises CorrectionError."""
    found: dict[str, dict[int, BonusBox]] = {}
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


def complete(row: Mapping[str, object], boxes: Mapping[int, BonusBox]) -> dict[str, object]:
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
