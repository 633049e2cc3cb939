"""`tableside read`: photos to tiles, for people or as JSON."""

import argparse
import io
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from scorer.api import requests
from service import files
from service.errors import RefusedError
from service.photos import shipped_reader
from service.photos.wins import wins_under
from service.settings import MEBIBYTE, Settings, SettingsError
from vision import drawing
from vision.arrays import Pixels
from vision.photo.advice import WORDS, Advice
from vision.photo.decoder import Decoder, DecoderError
from vision.photo.image import LIMITS, Decode, PhotoError, Scale
from vision.photo.photo import Batch
from vision.photo.photo import Photo as Opened
from vision.reading import OUT_OF_TIME, Reading

# An overlay keeps so many pixels of the long side, and others stay whole up to so many: every tile
# can be seen, and the largest photo leaves room to draw in.
OVERLAY = Scale(side=2100, whole=17_000_000)


NO_TIME = (
    "The time was over before all of it was read. Check every tile, photograph the hand alone, "
    "or give it more seconds by TABLESIDE_READING_S."
)


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo by its name as it was given, its place among them, and its bytes."""

    name: str
    place: int
    data: bytes


def run(given: argparse.Namespace) -> int:
    """Read and print; 1 where a photo could not be read. RequestError for unknown rules."""
    if given.rules is not None:
        requests.rules_detail(given.rules)
    if given.overlay is not None:
        _check_overlay(given)
    try:
        settings = Settings.from_environment()
        with Decoder(settings.decode_mebibytes * MEBIBYTE) as decoder:
            decoder.start()
            return _run(given, decoder.decode, settings.reading_s)
    except SettingsError as error:
        raise RefusedError("setting", str(error)) from error
    except DecoderError as error:
        raise RefusedError("models_missing", f"Photos cannot be read here: {error}.") from error


def _run(given: argparse.Namespace, decode: Decode, seconds: float) -> int:
    reader = shipped_reader.load_reader(decode)
    read = partial(reader.read, rules=given.rules, wins=wins_under(given.rules))
    budget = shipped_reader.time_to_read(seconds)
    batch = Batch(len(given.photos), decode, budget)
    refused = 0
    together: list[tuple[Photo, Opened]] = []
    for place, name in enumerate(given.photos):
        try:
            photo = Photo(name, place, _bytes(name))
            if given.merge:
                together.append((photo, batch.open(photo.data)))
            else:
                reading = read(photo.data, budget=shipped_reader.time_to_read(seconds))
                _show(given, decode, [photo], reading)
        except PhotoError as error:
            refused += 1
            _refuse(given, name, error)
    if together:
        photos, opened = zip(*together, strict=True)
        _show(given, decode, photos, read(*opened, budget=budget))
    return 1 if refused else 0


def _bytes(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            # One byte more than allowed is enough to be refused by its size.
            return file.read(LIMITS.file_bytes + 1)
    except OSError as error:
        detail = f"{error.strerror}. Check the name and that the file may be read."
        raise PhotoError("unreadable_file", detail) from error


def _refuse(given: argparse.Namespace, name: str, error: PhotoError) -> None:
    if given.json:
        problem = {"code": error.code, "detail": error.detail}
        print(json.dumps({"photo": name, "error": problem}, ensure_ascii=False), flush=True)
    else:
        print(f"tableside read: {name}: {error.detail}", file=sys.stderr)


def _show(
    given: argparse.Namespace, decode: Decode, photos: Sequence[Photo], reading: Reading
) -> None:
    public = reading.to_json([photo.name for photo in photos])
    print(json.dumps(public, ensure_ascii=False) if given.json else describe(public), flush=True)
    if given.overlay is not None:
        for number, photo in enumerate(photos):
            place = _overlay_file(given, photo.place)
            picture = decode(photo.data, OVERLAY)
            _save(drawing.overlay(picture.pixels, reading, number, picture.shrink), place)


def _check_overlay(given: argparse.Namespace) -> None:
    """Refuse a file that cannot be written before any photo is read for it."""
    file = Path(given.overlay)
    can_be_saved = Image.registered_extensions().get(file.suffix.lower()) in Image.SAVE
    if not can_be_saved or not file.parent.is_dir():
        detail = f"--overlay {file}: name a .jpg or .png file in a folder that is there."
        raise RefusedError("overlay_not_written", detail)
    for place in range(len(given.photos)):
        files.check_new(_overlay_file(given, place))


def _overlay_file(given: argparse.Namespace, place: int) -> Path:
    """FILE for one photo, FILE-1, FILE-2 … before its suffix for several."""
    file = Path(given.overlay)
    if len(given.photos) == 1:
        return file
    return file.with_stem(f"{file.stem}-{place + 1}")


def _save(pixels: Pixels, file: Path) -> None:
    picture = io.BytesIO()
    Image.fromarray(pixels).save(picture, Image.registered_extensions()[file.suffix.lower()])
    files.write_new(file, picture.getvalue())


_AS_LIKELY = 0.1  # probability of another hand that is worth a line


def describe(reading: Mapping[str, Any]) -> str:
    """A reading in its public form as text: the hand, group by group, and what to check."""
    names = [one["photo"] for one in reading.get("photos", [reading])]
    width, height = reading["size"]
    lines = [f"{', '.join(names)}: {width} x {height} pixels"]
    lines.append(f"  hand            {reading['hand'] or 'none found'}")
    for group in reading["groups"]:
        tiles = [reading["tiles"][index] for index in group["tiles"]]
        shown = " ".join(f"{one['tile']}?" if one["unsure"] else one["tile"] for one in tiles)
        lines.append(f"  {group['kind'].replace('_', ' '):<16}{shown}")
    lines += [f"  check           {problem}" for problem in reading["problems"]]
    if OUT_OF_TIME in reading["problems"]:
        lines.append(f"  {NO_TIME}")
    lines += [
        f"  or, {other['probability']:4.0%}        {other['hand']}"
        for other in reading.get("hands", [])[1:]
        if other["probability"] >= _AS_LIKELY
    ]
    if "as_seen" in reading:
        lines.append(f"  as it looks     {reading['as_seen']}")
    lines += [f"  {WORDS[Advice(word)]}" for word in reading.get("advice", [])]
    return "\n".join(lines)
