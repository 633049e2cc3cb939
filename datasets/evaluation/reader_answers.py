"""Answers of any reader: asked by a command, or found in files; each becomes a `Reading`.

A reader is a command that takes the names of photos and prints a JSON object a line, as
`tableside read --json` does; `docs/benchmark.md` says which keys count. It is asked for several
photos at once, so that what it loads is loaded once. Photos that it leaves without an answer, as
where it ends before, are asked for again one by one: what costs one photo costs no other.
"""

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from PIL import Image, ImageOps

from datasets.labels.structure import Structure, StructureError
from scorer.core.tiles import Tile
from vision.reading import Point, Reading, TileReading
from vision.sets import FACE_DOWN

TOGETHER = 50  # photos of one call: what a system allows of names is far more
PATIENCE_S = 60.0  # for a photo, beside what is loaded once
START_S = 120.0
FEW = 3  # photos without an answer after which a reader that has given none counts as broken
_TAIL = 400  # characters of what a reader wrote to standard error


class ReaderError(Exception):
    """A reader cannot be started or answers nothing at all, or there are no answers of it."""


Answers: TypeAlias = dict[Path, Reading | str]  # a reading, or what kept it from being one


def ask_reader(text: str, photos: Sequence[Path]) -> Answers:
    """Ask a command for photos; raises ReaderError where it answers none of the first ones."""
    command = shlex.split(text)
    if not command:
        message = "--reader names no command"
        raise ReaderError(message)
    found: Answers = {}
    for first in range(0, len(photos), TOGETHER):
        some = photos[first : first + TOGETHER]
        answers, how = _call(command, some)
        found |= answers
        for photo in some:
            if photo not in found and len(some) > 1:
                answers, how = _call(command, [photo])
                found |= answers
            found.setdefault(photo, f"no answer{how}")
            silent = all(isinstance(each, str) for each in found.values())
            if silent and len(found) >= min(FEW, len(photos)):
                message = f"the reader answers nothing: {next(iter(found.values()))}"
                raise ReaderError(message)
        print(f"{first + len(some)} of {len(photos)} photos", file=sys.stderr)
    return found


def _call(command: Sequence[str], photos: Sequence[Path]) -> tuple[Answers, str]:
    """Run a command once: what it answered, and how it ended, in words; raises ReaderError."""
    limit = START_S + PATIENCE_S * len(photos)
    try:
        done = subprocess.run(
            [*command, *map(str, photos)], capture_output=True, timeout=limit, check=False
        )
        out, error, how = done.stdout, done.stderr, f"exit status {done.returncode}"
    except subprocess.TimeoutExpired as late:
        out, error, how = late.stdout or b"", late.stderr or b"", f"not done in {limit:.0f} s"
    except OSError as missing:
        message = f"{command[0]} cannot be run: {missing.strerror}. Write the whole command."
        raise ReaderError(message) from missing
    last = error.decode(errors="replace").strip()[-_TAIL:]
    ending = f" ({how}{': ' + last if last else ''})"
    lines = out.decode(errors="replace").splitlines()
    rows = [(line, f"line {number}") for number, line in enumerate(lines, 1)]
    return _by_photo(rows, photos), ending


def load_answers(place: Path, photos: Sequence[Path]) -> Answers:
    """Read answers from a file of lines or a folder of `.json` and `.jsonl`; raises ReaderError."""
    files = sorted(place.glob("*.json*")) if place.is_dir() else [place]
    rows: list[tuple[str, str]] = []
    try:
        for file in files:
            text = file.read_text(encoding="utf-8")
            lines = [text] if file.suffix == ".json" else text.splitlines()
            rows += [(line, f"{file.name}, line {n}") for n, line in enumerate(lines, 1)]
    except OSError as error:
        message = f"{place} cannot be read: {error.strerror}"
        raise ReaderError(message) from error
    found = _by_photo(rows, photos)
    if not found:
        message = f"{place} has no answer to any of the {len(photos)} photos"
        raise ReaderError(message)
    return {photo: found.get(photo, f"no answer in {place.name}") for photo in photos}


def _by_photo(rows: Sequence[tuple[str, str]], photos: Sequence[Path]) -> Answers:
    """Find the photo of each answer: by its whole name, or by the file's where that is one's own.

    What is no JSON object is passed over, as readers say other things, too.
    """
    places = {str(photo): photo for photo in photos}
    names = [photo.name for photo in photos]
    places |= {photo.name: photo for photo in photos if names.count(photo.name) == 1}
    found: Answers = {}
    for text, where in rows:
        try:
            row = json.loads(text)
        except ValueError:
            continue
        name = str(row.get("photo", "")) if isinstance(row, dict) else ""
        photo = places.get(name, places.get(Path(name).name))
        if photo is not None and photo not in found:
            found[photo] = _answer(row, photo, where)
    return found


def _answer(row: Mapping[str, Any], photo: Path, where: str) -> Reading | str:
    if "error" in row:
        error = row["error"]
        detail = error.get("detail", error) if isinstance(error, dict) else error
        return f"refused: {detail}"
    try:
        return reading_of(row, photo)
    except (KeyError, TypeError, ValueError, AttributeError, StructureError) as error:
        reason = f"{error.args[0]} is missing" if isinstance(error, KeyError) else error
        return f"{where} is no answer: {reason}"


def reading_of(row: Mapping[str, Any], photo: Path) -> Reading:
    """Make a reading of an answer; raises KeyError, TypeError, ValueError or StructureError.

    Without `hand` all tiles are meant; without `size` corners are pixels of the upright photo.
    """
    tiles = tuple(_tile(tile) for tile in row["tiles"])
    hand = row["hand"] if "hand" in row else " ".join(tile.tile for tile in tiles)
    for code in Structure.parse(hand or "").tiles:
        _check_tile(code)
    took = row.get("timings_ms", {})
    width, height = row["size"] if "size" in row else _size(photo)
    timings = {str(stage): float(value) for stage, value in took.items()}
    return Reading(((int(width), int(height)),), tiles, hand=hand or None, timings_ms=timings)


def _tile(row: Mapping[str, Any]) -> TileReading:
    code, corners = str(row["tile"]), _corners(row)
    if code != "-":  # what is said to be no tile counts for nothing
        _check_tile(code)
    return TileReading(code, float(row.get("confidence", 1)), corners, bool(row.get("unsure")))


def _corners(row: Mapping[str, Any]) -> tuple[Point, Point, Point, Point]:
    if "corners" in row:
        points = row["corners"]
    else:
        x0, y0, x1, y1 = row["box"]
        points = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _check_tile(code: str) -> None:
    if code != FACE_DOWN:
        Tile.parse(code)


def _size(photo: Path) -> tuple[int, int]:
    with Image.open(photo) as image:
        width, height = ImageOps.exif_transpose(image).size
    return width, height
