"""`tableside read`: photos to tiles, for people or as JSON."""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from scorer.api import requests
from service import files
from service.cli.commands import print_answer, print_error
from service.cli.commands.tiles import load_set
from service.cli.photos import SUFFIXES, ReadOptions, answers, photos_of, show_progress
from service.errors import RefusedError
from service.files import MEBIBYTE
from service.settings import Settings
from vision.advice import WORDS, Advice
from vision.photo.image import PhotoError
from vision.reading import OUT_OF_TIME

NO_TIME = (
    "Time ran out before everything was read. Check every tile, photograph the hand alone, or "
    "allow more seconds with TABLESIDE_READING_S."
)


def run(given: argparse.Namespace) -> int:
    """Read and print; 1 if a photo could not be read. RequestError for unknown rules."""
    if given.rules is not None:
        requests.rules_detail(given.rules)
    photos = photos_of(given.photos)
    overlays = () if given.overlay is None else _overlays(Path(given.overlay), len(photos))
    settings = Settings.from_environment()
    memory = settings.decode_mebibytes * MEBIBYTE
    known = None if given.tiles is None else load_set(given.tiles)
    order = ReadOptions(given.rules, settings.reading_s, memory, overlays, known)
    hands = [photos] if given.merge else [[photo] for photo in photos]
    refused = 0
    for answered in show_progress(answers(order, hands, given.jobs), len(hands)):
        for name, answer in answered:
            if isinstance(answer, PhotoError):
                refused += 1
                _print_refusal(given, name, answer)
            else:
                print_answer(given, answer, reading_lines(answer))
    return 1 if refused else 0


def _print_refusal(given: argparse.Namespace, name: str, error: PhotoError) -> None:
    if given.json:
        problem = {"code": error.code, "detail": error.detail}
        print(json.dumps({"photo": name, "error": problem}, ensure_ascii=False), flush=True)
    else:
        print_error("tableside read", f"{name}: {error.detail}")


def _overlays(file: Path, photos: int) -> tuple[Path, ...]:
    """Return the files for overlays: FILE for one photo, FILE-1, FILE-2 … for several.

    RefusedError, before any photo is read, if one of them cannot be written.
    """
    suffix = file.suffix.lower()
    can_be_saved = suffix in SUFFIXES and Image.registered_extensions().get(suffix) in Image.SAVE
    if not can_be_saved or not file.parent.is_dir():
        detail = f"--overlay {file}: name a .jpg or .png file in a folder that exists."
        raise RefusedError("overlay_not_written", detail)
    several = [file.with_stem(f"{file.stem}-{place + 1}") for place in range(photos)]
    wanted = [file] if photos == 1 else several
    for one in wanted:
        files.check_new(one)
    return tuple(wanted)


_AS_LIKELY = 0.1  # the least probability of another hand that is printed


def reading_lines(reading: Mapping[str, Any]) -> Iterator[str]:
    """Yield a reading in its public form as text: the hand by groups, and what to check."""
    names = [one["photo"] for one in reading.get("photos", [reading])]
    width, height = reading["size"]
    yield f"{', '.join(names)}: {width} x {height} pixels"
    yield _labelled("hand", reading["hand"] or "none found")
    for group in reading["groups"]:
        tiles = [reading["tiles"][index] for index in group["tiles"]]
        shown = " ".join(f"{one['tile']}?" if one["unsure"] else one["tile"] for one in tiles)
        yield _labelled(group["kind"].replace("_", " "), shown)
    for problem in reading["problems"]:
        yield _labelled("check", problem)
    if OUT_OF_TIME in reading["problems"]:
        yield f"  {NO_TIME}"
    for other in reading.get("hands", [])[1:]:
        if other["probability"] >= _AS_LIKELY:
            yield _labelled(f"or, {other['probability']:4.0%}", other["hand"])
    if "as_seen" in reading:
        yield _labelled("as seen", reading["as_seen"])
    tile_set = reading.get("tile_set")
    if tile_set is not None and tile_set["fits"] is False:
        yield f"  These are not the tiles of {tile_set['name']}: read without that set."
    for word in reading.get("advice", []):
        yield f"  {WORDS[Advice(word)]}"


def _labelled(label: str, text: str) -> str:
    return f"  {label:<16}{text}"
