"""The printed answers of any reader: each one becomes a `Reading`.

A line is a JSON object, as printed by `tableside read --json`; `docs/benchmark.md` says which keys
count.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from datasets.labels.lines import DatasetError
from datasets.labels.structure import Structure
from datasets.labels.truths import corners_of, upright_size
from scorer.core.tiles import Tile
from vision.reading import Group, GroupKind, Reading, TileReading
from vision.sets import FACE_DOWN

Answers: TypeAlias = dict[Path, Reading | str]  # a reading, or the reason for having none


def load_answers(file: Path, photos: Sequence[Path]) -> Answers:
    """Return the answer to each photo, found by its full name or by the file name alone.

    Lines that are no JSON objects are skipped, since readers print other things, too. Raises
    DatasetError if none is an answer, and OSError.
    """
    lines = file.read_text(encoding="utf-8").splitlines()
    places = {str(photo): photo for photo in photos}
    names = [photo.name for photo in photos]
    places |= {photo.name: photo for photo in photos if names.count(photo.name) == 1}
    found: Answers = {}
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        name = str(row.get("photo", "")) if isinstance(row, dict) else ""
        photo = places.get(name, places.get(Path(name).name))
        if photo is not None and photo not in found:
            found[photo] = _answer(row, photo, f"{file.name}, line {number}")
    if not found:
        message = f"{file} has no answer to any of the {len(photos)} photos"
        raise DatasetError(message)
    return {photo: found.get(photo, f"no answer in {file.name}") for photo in photos}


def _answer(row: Mapping[str, Any], photo: Path, where: str) -> Reading | str:
    if "error" in row:
        error = row["error"]
        detail = error.get("detail", error) if isinstance(error, dict) else error
        return f"refused: {detail}"
    try:
        return reading_of(row, photo)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = f"{error.args[0]} is missing" if isinstance(error, KeyError) else error
        return f"{where} is not an answer: {reason}"


def reading_of(row: Mapping[str, Any], photo: Path) -> Reading:
    """Return the reading of an answer; raises KeyError, TypeError or ValueError.

    Without `hand` all tiles belong to it; without `size` corners are pixels of the upright photo.
    """
    tiles = tuple(_tile(tile) for tile in row["tiles"])
    hand = row["hand"] if "hand" in row else " ".join(tile.tile for tile in tiles)
    for code in Structure.parse(hand or "").tiles:
        _check_tile(code)
    took = row.get("timings_ms", {})
    width, height = row["size"] if "size" in row else upright_size(photo)
    timings = {str(stage): float(value) for stage, value in took.items()}
    groups = (Group(GroupKind.OTHER, tuple(range(len(tiles)))),)
    size = (int(width), int(height))
    return Reading((size,), tiles, groups, hand=hand or None, timings_ms=timings)


def _tile(row: Mapping[str, Any]) -> TileReading:
    code, corners = str(row["tile"]), corners_of(row)
    if code != "-":  # predictions said to be no tile do not count
        _check_tile(code)
    return TileReading(code, float(row.get("confidence", 1)), corners, bool(row.get("unsure")))


def _check_tile(code: str) -> None:
    if code != FACE_DOWN:
        Tile.parse(code)
