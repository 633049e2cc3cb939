"""`tableside tiles`: tile sets that were shown once, to read their photos better."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from scorer.core.sentences import Sentence, join_with_commas, join_with_or
from service.cli import tile_folder
from service.cli.photo_files import convert_reader_errors
from service.cli.words import translator
from service.errors import RefusedError
from service.files import check_new, unreadable, write_new
from service.photos import shipped_reader
from service.settings import MEBIBYTE, Settings
from vision.detect.lesson import MOST_PHOTOS
from vision.photo.decoder import Decoder
from vision.photo.image import LIMITS, PhotoError
from vision.tilesets.tile_set import FACES, TileSet, TileSetError

_LESSON_S = 20.0  # seconds that four large photos may take: it is done once

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "1f": Sentence("the plum"),
        "2f": Sentence("the orchid"),
        "3f": Sentence("the chrysanthemum"),
        "4f": Sentence("the bamboo"),
        "1g": Sentence("the spring"),
        "2g": Sentence("the summer"),
        "3g": Sentence("the autumn"),
        "4g": Sentence("the winter"),
        "1z": Sentence("East"),
        "2z": Sentence("South"),
        "3z": Sentence("West"),
        "4z": Sentence("North"),
        "5z": Sentence("White"),
        "6z": Sentence("Green"),
        "7z": Sentence("Red"),
        "x": Sentence("a back"),
    }
)


def run(given: argparse.Namespace) -> int:
    """Do what the command after `tiles` says."""
    return int(_DO[given.action](given))


def _learn(given: argparse.Namespace) -> int:
    name = tile_folder.check_name(given.name)
    if len(given.photos) > MOST_PHOTOS:
        detail = Sentence(
            "A tile set is learned from 1 to {most} photos, not {photos}.",
            most=MOST_PHOTOS,
            photos=len(given.photos),
        )
        raise RefusedError("too_many_photos", detail)
    if tile_folder.file_of(name).exists() and not given.anew:
        detail = Sentence(
            "There is a tile set {name} already. Learn it --anew, or name another.", name=repr(name)
        )
        raise RefusedError("exists", detail)
    told = dict(given.faces)
    photos = [_bytes(each) for each in given.photos]
    try:
        with convert_reader_errors():
            memory = Settings.from_environment().decode_mebibytes * MEBIBYTE
            with Decoder(memory) as decoder:
                decoder.start()
                reader = shipped_reader.load_reader(decoder.decode)
                budget = shipped_reader.time_to_read(_LESSON_S)
                known = reader.learn(*photos, name=name, told=told, budget=budget)
    except (PhotoError, TileSetError) as error:
        raise RefusedError(error.code, error.detail) from error
    tile_folder.keep(known, anew=not given.anew)
    _tell(given, known)
    return 0


def _list(given: argparse.Namespace) -> int:
    every, say = list(tile_folder.load_all()), translator(given)
    if given.json:
        print(json.dumps([tile_set_json(known) for known in every], ensure_ascii=False))
    elif not every:
        print(say(Sentence("No tile set was learned here yet. See: tableside tiles learn")))
    else:
        print("\n".join(f"{known.name}: {say(summary(known))}" for known in every))
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
        known = known.named(tile_folder.check_name(given.name))
    tile_folder.keep(known)
    _tell(given, known)
    return 0


def _forget(given: argparse.Namespace) -> int:
    tile_folder.forget(given.name)
    print(translator(given)(Sentence("{name} is forgotten.", name=given.name)))
    return 0


_DO = {
    "learn": _learn,
    "list": _list,
    "show": _show,
    "export": _export,
    "import": _import,
    "forget": _forget,
}


def tile_set_json(known: TileSet) -> dict[str, object]:
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
    count = Sentence("{known} of {all}", known=len(known.known), all=len(FACES))
    if not known.missing:
        return count
    names = join_with_commas(NAMES.get(code, code) for code in known.missing)
    if len(known.missing) > 8:
        names = Sentence("{n} faces", n=len(known.missing))
    elif len(known.missing) > 1:
        *others, last = (NAMES.get(code, code) for code in known.missing)
        names = Sentence("{left} and {right}", left=join_with_commas(others), right=last)
    elif known.missing:
        return Sentence("{count}: {face} was not in the picture", count=count, face=names)
    return Sentence("{count}: {faces} were not in the picture", count=count, faces=names)


def _tell(given: argparse.Namespace, known: TileSet) -> None:
    if given.json:
        print(json.dumps(tile_set_json(known), ensure_ascii=False))
        return
    say = translator(given)
    print(f"{known.name}: {say(summary(known))}")
    for one in known.questions:
        likely = join_with_or(one.likely[:3])
        asked = Sentence("not sure of the tile at {place}: {tiles}?", place=one.at, tiles=likely)
        print(f"  {say(asked)}")
    if known.questions:
        anew = Sentence("Learn it --anew, and say what such a tile is: --face 5.2=2f")
        print(f"  {say(anew)}")


def _bytes(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(LIMITS.file_bytes + 1)  # one more than allowed is refused by its size
    except OSError as error:
        raise RefusedError("unreadable_file", unreadable(name, error)) from error
