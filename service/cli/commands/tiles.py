"""`tableside tiles`: tile sets that were shown once, to read their photos better."""

import argparse
import json
import sys
from pathlib import Path

from service.cli import tile_folder
from service.errors import RefusedError
from service.files import check_new, write_new
from service.photos import shipped_reader
from service.settings import MEBIBYTE, Settings, SettingsError
from vision.detect.lesson import MOST_PHOTOS
from vision.photo.decoder import Decoder, DecoderError
from vision.photo.image import LIMITS, PhotoError
from vision.tilesets.tile_set import FACES, TileSet, TileSetError, checked_name

_LESSON_S = 20.0  # seconds that four large photos may take: it is done once

NAMES = {
    "1f": "plum", "2f": "orchid", "3f": "chrysanthemum", "4f": "bamboo", "1g": "spring",
    "2g": "summer", "3g": "autumn", "4g": "winter", "1z": "East", "2z": "South", "3z": "West",
    "4z": "North", "5z": "White", "6z": "Green", "7z": "Red", "x": "a back",
}  # fmt: skip


def run(given: argparse.Namespace) -> int:
    """Do what the command after `tiles` says."""
    return int(_DO[given.action](given))


def _learn(given: argparse.Namespace) -> int:
    name = _checked(given.name)
    if len(given.photos) > MOST_PHOTOS:
        detail = f"A tile set is learned from 1 to {MOST_PHOTOS} photos, not {len(given.photos)}."
        raise RefusedError("too_many_photos", detail)
    if tile_folder.file_of(name).exists() and not given.anew:
        detail = f"There is a tile set {name!r} already. Learn it --anew, or name another."
        raise RefusedError("exists", detail)
    told = dict(given.faces)
    photos = [_bytes(each) for each in given.photos]
    try:
        memory = Settings.from_environment().decode_mebibytes * MEBIBYTE
        with Decoder(memory) as decoder:
            decoder.start()
            reader = shipped_reader.load_reader(decoder.decode)
            budget = shipped_reader.time_to_read(_LESSON_S)
            known = reader.learn(*photos, name=name, told=told, budget=budget)
    except SettingsError as error:
        raise RefusedError("setting", str(error)) from error
    except DecoderError as error:
        raise RefusedError("models_missing", f"Photos cannot be read here: {error}.") from error
    except (PhotoError, TileSetError) as error:
        raise RefusedError(error.code, error.detail) from error
    tile_folder.keep(known, anew=not given.anew)
    _tell(given, known)
    return 0


def _list(given: argparse.Namespace) -> int:
    every = list(tile_folder.every())
    if given.json:
        print(json.dumps([told(known) for known in every], ensure_ascii=False))
    elif not every:
        print("No tile set was learned here yet. See: tableside tiles learn")
    else:
        print("\n".join(f"{known.name}: {summary(known)}" for known in every))
    return 0


def _show(given: argparse.Namespace) -> int:
    _tell(given, tile_folder.load(given.name))
    return 0


def _export(given: argparse.Namespace) -> int:
    known = tile_folder.load(given.name)
    if given.file == "-":
        sys.stdout.write(known.dumps())
        return 0
    check_new(Path(given.file))
    write_new(Path(given.file), known.dumps().encode())
    return 0


def _import(given: argparse.Namespace) -> int:
    known = tile_folder.read(Path(given.file))
    if given.name is not None:
        known = known.named(_checked(given.name))
    tile_folder.keep(known)
    _tell(given, known)
    return 0


def _forget(given: argparse.Namespace) -> int:
    tile_folder.forget(given.name)
    print(f"{given.name} is forgotten.")
    return 0


_DO = {
    "learn": _learn,
    "list": _list,
    "show": _show,
    "export": _export,
    "import": _import,
    "forget": _forget,
}


def told(known: TileSet) -> dict[str, object]:
    """Give what is known of a set as JSON, without its pictures."""
    return {
        "name": known.name,
        "known": dict(known.counts),
        "missing": list(known.missing),
        "questions": [{"at": one.at, "likely": list(one.likely)} for one in known.questions],
        "bytes": len(known.dumps()),
    }


def summary(known: TileSet) -> str:
    """Say what is known in a sentence: "41 of 42: the orchid was not in the picture"."""
    count = f"{len(known.known)} of {len(FACES)}"
    if not known.missing:
        return f"{count}"
    if len(known.missing) > 8:
        return f"{count}: {len(known.missing)} faces were not in the picture"
    *others, last = map(_called, known.missing)
    names = f"{', '.join(others)} and {last} were" if others else f"{last} was"
    return f"{count}: {names} not in the picture"


def _called(code: str) -> str:
    name = NAMES.get(code, code)
    return f"the {name}" if code[-1] in "fg" else name


def _tell(given: argparse.Namespace, known: TileSet) -> None:
    if given.json:
        print(json.dumps(told(known), ensure_ascii=False))
        return
    print(f"{known.name}: {summary(known)}")
    for one in known.questions:
        likely = " or ".join(one.likely[:3])
        print(f"  not sure of the tile at {one.at}: {likely}?")
    if known.questions:
        print("  Learn it --anew, and say what such a tile is: --face 5.2=2f")


def _checked(name: str) -> str:
    try:
        return checked_name(name)
    except TileSetError as error:
        raise RefusedError(error.code, error.detail) from error


def _bytes(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(LIMITS.file_bytes + 1)  # one more than allowed is refused by its size
    except OSError as error:
        reason = error.strerror
        detail = f"{name}: {reason}. Check the name and that the file may be read."
        raise RefusedError("unreadable_file", detail) from error
