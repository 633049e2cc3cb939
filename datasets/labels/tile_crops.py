"""The single-tile pictures of the shared folder, by tile set, with this project's corrections."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.labels.corrections import apply_corrections, load_corrections

INDEX = "tiles.jsonl"


@dataclass(frozen=True, slots=True)
class TileCrop:
    """The picture of one face at `path`, its code, and the set it was cut from."""

    path: Path
    tile: str
    set: str


def load_tile_crops(root: Path) -> Sequence[TileCrop]:
    """Read the index of the folder; raises OSError, and CorrectionError where a label changed."""
    corrections = load_corrections()
    crops: list[TileCrop] = []
    for line in (root / INDEX).read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        named = {"file": row["file"], "tiles": [{"tile": row["tile"]}]}
        tiles: Any = apply_corrections(named, corrections.get(row["file"], ()))["tiles"]
        crops += [TileCrop(root / row["file"], str(tile["tile"]), row["set"]) for tile in tiles]
    return crops
