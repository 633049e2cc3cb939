"""Corrections of single labels, kept in this folder; the shared photos are not changed.

`corrections.jsonl` holds one correction per line:

- `{"file", "tile": index, "was": "5m", "label": "5p", "why"}` renames a labelled tile;
- `{"file", "tile": index, "was": "5m", "label": "5m", "why"}` says that a doubted label stays, and
  with a `box` where the whole tile lies, of which the published label has only the caption;
- `{"file", "tile": index, "was": "5m", "label": null, "why"}` drops a label that marks no tile;
- `{"file", "label": "5m", "box": [x0, y0, x1, y1], "why"}` adds a tile that lacks a label.

`file` may also be a single-tile picture, whose one label is tile 0. `tile` counts from 0 in the
order of the photo's line, `box` is in fractions of the photo. `was` repeats the label that is
corrected, so that a correction never hits another tile unnoticed.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.labels.lines import DatasetError, read_lines

FILE = Path(__file__).with_name("corrections.jsonl")


@dataclass(frozen=True, slots=True)
class Correction:
    """What one label of one photo should be; the module lists the kinds.

    Raises ValueError for anything else.
    """

    file: str
    label: str | None
    why: str
    tile: int | None = None
    was: str | None = None
    box: Sequence[float] | None = None

    def __post_init__(self) -> None:
        """Refuse anything that is not a correction."""
        adds = self.tile is None and self.was is None and self.label and self.box
        changes = isinstance(self.tile, int) and isinstance(self.was, str)
        if not (adds or changes) or not self.file or not self.why:
            message = f"{self}: needs file, why and tile, was, label; or label, box"
            raise ValueError(message)
        if self.box is not None:
            x0, y0, x1, y1 = self.box
            if not (0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1):
                message = f"{self}: the box is x0, y0, x1, y1 in fractions of the photo"
                raise ValueError(message)


def load_corrections(path: Path = FILE) -> Mapping[str, Sequence[Correction]]:
    """Return the corrections by file of the photo; raises DatasetError."""
    found = defaultdict[str, list[Correction]](list)
    for correction in read_lines(path, lambda row: Correction(**row)):
        found[correction.file].append(correction)
    return found


def apply_corrections(
    row: Mapping[str, Any], corrections: Mapping[str, Sequence[Correction]]
) -> Mapping[str, Any]:
    """Return the line of one photo with its corrections applied; raises DatasetError.

    `row` is a line of `hands.jsonl`, `corrections` are by file. Indexes are those of the original
    line, whatever other corrections drop or add.
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
                "check the photo again and update the correction"
            )
            raise DatasetError(message)
        whole = {"box": list(correction.box), "whole": True} if correction.box else {}
        named = {**label, "tile": correction.label, **whole}
        labels[index] = None if correction.label is None else named
    added = [{"tile": each.label, "box": list(each.box or ())} for each in own if each.tile is None]
    return {**row, "tiles": [label for label in labels if label is not None] + added}
