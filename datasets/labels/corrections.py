"""Corrections of single labels, kept in this folder; the shared photos stay as they are.

`corrections.jsonl` holds one correction a line:

- `{"file", "tile": index, "was": "5m", "label": "5p", "why"}` names a labelled tile anew;
- `{"file", "tile": index, "was": "5m", "label": "5m", "why"}` says that a doubted label stays, and
  with a `box` where the whole tile lies, of which the published label has only the caption;
- `{"file", "tile": index, "was": "5m", "label": null, "why"}` drops a label that marks no tile;
- `{"file", "label": "5m", "box": [x0, y0, x1, y1], "why"}` adds a tile that lacks a label.

`file` may also be a single-tile picture, whose one label is tile 0. `tile` counts from 0 in the
order of the photo's line, `box` is in fractions of the photo. `was` repeats the label that is
corrected, so that a correction never hits another tile unnoticed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("corrections.jsonl")


class CorrectionError(Exception):
    """A correction is damaged or does not fit the labels that it names."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What one label of one photo should be; see the module for the kinds."""

    file: str
    tile: int | None
    was: str | None
    label: str | None
    box: tuple[float, ...] | None
    why: str

    @classmethod
    def parse(cls, row: Mapping[str, Any]) -> "Correction":
        """Read one line; raises CorrectionError."""
        named: dict[str, Any] = {
            name: row.get(name) for name in ("file", "tile", "was", "label", "box", "why")
        }
        box = named["box"]
        adds = named["tile"] is None and named["was"] is None and named["label"] and box
        changes = isinstance(named["tile"], int) and isinstance(named["was"], str)
        if not (adds or changes) or not named["file"] or not named["why"] or not _is_box(box):
            message = f"correction {dict(row)}: needs file, why and tile, was, label; or label, box"
            raise CorrectionError(message)
        return cls(**{**named, "box": None if box is None else tuple(box)})


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
    row: Mapping[str, Any], corrections: Mapping[str, Sequence[Correction]]
) -> Mapping[str, Any]:
    """Return the line of one photo with its corrections applied; raises CorrectionError.

    `row` is a line of `hands.jsonl`, `corrections` are by file. Indexes are those of the line as it
    stands in the file, whatever other corrections drop or add.
    """
    own = corrections.get(str(row.get("file")), ())
    if not own:
        return row
    labels: list[dict[str, Any] | None] = [dict(tile) for tile in row["tiles"]]
    for correction in (each for each in own if each.tile is not None):
        index = correction.tile or 0
        label = labels[index] if 0 <= index < len(labels) else None
        if label is None or label.get("tile") != correction.was:
            message = (
                f"{correction.file}: tile {index} is not labelled {correction.was}; "
                "look at the photo again and renew the correction"
            )
            raise CorrectionError(message)
        whole = {"box": list(correction.box), "whole": True} if correction.box else {}
        named = {**label, "tile": correction.label, **whole}
        labels[index] = None if correction.label is None else named
    added = [{"tile": each.label, "box": list(each.box or ())} for each in own if each.tile is None]
    return {**row, "tiles": [label for label in labels if label is not None] + added}


def _is_box(box: Any) -> bool:  # noqa: ANN401  (of a file)
    """Return whether a value is absent, or x0 y0 x1 y1 in fractions."""
    if box is None:
        return True
    if not isinstance(box, list) or len(box) != 4:
        return False
    x0, y0, x1, y1 = box
    return bool(0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1)
