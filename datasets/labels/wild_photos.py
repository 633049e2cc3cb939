"""Real photos of sources that no model here has learned from: `wild.jsonl` of the shared folder.

Some have a box for each tile, some only the list of them. Where a `hand` is written down, that is
how it lies.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from datasets.labels.photos import DatasetError, Label, Photo

SPLIT = "wild"


@dataclass(frozen=True, slots=True)
class WildPhoto:
    """A photo, all codes that are to be read in it, hand text where it is known, and the licence.

    The tiles of `photo` are those with a box: all of them or none. A box is drawn around all that
    shows of a tile, its sides too, so it says where the tile is, but not how large its face.
    """

    photo: Photo
    codes: tuple[str, ...]
    hand: str | None
    licence: str


def _box(values: Sequence[float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = map(float, values)
    return x0, y0, x1, y1


def load_wild(root: Path) -> list[WildPhoto]:
    """Read `wild.jsonl` of the folder `root`; raises DatasetError."""
    table = root / "wild.jsonl"
    if not table.is_file():
        message = f"no wild.jsonl in {root}: name the folder of labelled photos"
        raise DatasetError(message)
    found = []
    for line in table.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
            name = Path(row["file"]).stem
            codes = tuple(str(tile["tile"]) for tile in row["tiles"])
            labels = tuple(
                Label(str(tile["tile"]), _box(tile["box"]), None, whole=False)
                for tile in row["tiles"]
                if "box" in tile
            )
            photo = Photo(
                file=str(row["file"]),
                path=root / str(row["file"]),
                source=str(row["source"]),
                group=name.split("-")[0],
                split=SPLIT,
                augmented=False,
                origin=name,
                scene=SPLIT,
                tiles=labels,
            )
            found.append(WildPhoto(photo, codes, row["hand"], str(row["licence"])))
        except (KeyError, TypeError, ValueError) as error:
            message = f"a line of wild.jsonl is damaged: {error!r}"
            raise DatasetError(message) from error
    return found
