"""`tableside tiles`: tile sets that were learned on this computer, each in a file of its own."""

import argparse
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from scorer.core.sentences import join_with_commas, join_with_or
from service import data_folder, files
from service.cli.commands import print_answer
from service.errors import RefusedError
from service.files import MEBIBYTE, unreadable, write_new
from service.photos import shipped_reader
from service.settings import TILES, Settings
from vision.detect.whole_set import MOST_PHOTOS, SetCount
from vision.photo.decoder import Decoder
from vision.photo.image import LIMITS
from vision.reader import Reader
from vision.tilesets.tile_set import FACES, MOST_BYTES, TileSet, TileSetError, checked_name

SUFFIX = ".tiles.json"
Found = TypeVar("Found")


def sets_folder() -> Path:
    """Return the folder: TABLESIDE_TILES, or one in the user's data folder."""
    named = os.environ.get(TILES)
    if named:
        return Path(named)
    return data_folder.own_folder() / "tiles"


def set_file(name: str) -> Path:
    """Return the file of a set, named by a digest as a set may have any name."""
    digest = hashlib.sha256(checked_name(name).encode()).hexdigest()[:24]
    return sets_folder() / f"{digest}{SUFFIX}"


def load_set(name: str) -> TileSet:
    """Read a set by its name; RefusedError `no_such_tile_set`, or as `read_set`."""
    return read_set(_existing_file(name))


def _existing_file(name: str) -> Path:
    """Return the file of a set; RefusedError `no_such_tile_set` if there is none."""
    file = set_file(name)
    if not file.is_file():
        known = (
            ", ".join(each.name for each in load_sets()) or "none yet; see tableside tiles learn"
        )
        raise RefusedError("no_such_tile_set", f"There is no tile set {name!r}. Known: {known}.")
    return file


def read_set(file: Path) -> TileSet:
    """Read the file of a set; RefusedError if it is not one or cannot be read."""
    try:
        return TileSet.loads(files.read(file, 2 * MOST_BYTES))
    except OSError as error:
        raise RefusedError("unreadable_file", unreadable(str(file), error)) from error
    except TileSetError as error:
        raise RefusedError(error.code, f"{file}: {error.detail}") from error


def load_sets() -> list[TileSet]:
    """Return the sets of the folder by name; files that are not sets are left out."""
    found = []
    for file in sets_folder().glob(f"*{SUFFIX}"):
        with suppress(RefusedError):
            found.append(read_set(file))
    return sorted(found, key=lambda known: known.name)


def keep_set(known: TileSet, *, anew: bool = True) -> None:
    """Write a set; with `anew`, raise RefusedError `exists` if the name is taken."""
    file = set_file(known.name)
    if anew and file.exists():
        detail = f"The tile set {known.name!r} exists already. Forget it first or use another name."
        raise RefusedError("exists", detail)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise files.write_refusal(file, error) from error
    files.replace(file, known.dumps().encode())


_MOST_NAMED = 8  # faces; more are only counted
_LESSON_S = 20.0  # seconds for four large photos, as it is done only once

CODES = "1f 2f 3f 4f 1g 2g 3g 4g 1z 2z 3z 4z 5z 6z 7z x"
WORDS = (
    "plum orchid chrysanthemum bamboo spring summer autumn winter "
    "East South West North White Green Red back"
)
NAMES = dict(zip(CODES.split(), WORDS.split(), strict=True))


def run(given: argparse.Namespace) -> int:
    """Run the action that follows `tiles` on the command line."""
    match given.action:
        case "learn":
            _print(given, _learn(given))
        case "count":
            return _count(given)
        case "list":
            _list(given)
        case "show":
            _print(given, load_set(given.name))
        case "export":
            _export(given)
        case "import":
            _print(given, _import(given))
        case _:
            _existing_file(given.name).unlink()  # even if it is damaged
            print(f"Deleted {given.name}.")
    return 0


def _learn(given: argparse.Namespace) -> TileSet:
    name = checked_name(given.name)
    if set_file(name).exists() and not given.anew:
        detail = f"The tile set {name!r} exists already. Use --anew to replace it, or another name."
        raise RefusedError("exists", detail)
    faces = dict(given.faces)
    known = _look_at(given.photos, partial(Reader.learn, name=name, user_labels=faces))
    keep_set(known, anew=not given.anew)
    return known


def _count(given: argparse.Namespace) -> int:
    """Print how much of a set is there; the exit status is 0 for a complete one."""
    count = _look_at(given.photos, Reader.count)
    print_answer(given, count.to_json(), _count_lines(count))
    return 0 if count.is_complete else 1


def _count_lines(count: SetCount) -> Iterator[str]:
    complete = ": the set is complete" if count.is_complete else ""
    yield f"{count.found} of {count.of} tiles{complete}"
    for words, numbers in (
        ("missing, or face down", count.missing),
        ("more than a set has", count.extra),
    ):
        if len(numbers) > _MOST_NAMED:
            yield f"  {words}: {sum(numbers.values())} tiles of {len(numbers)} faces"
        elif numbers:
            some = (f"{n} × {NAMES.get(code, code)}" for code, n in numbers.items())
            yield f"  {words}: {join_with_commas(some)}"
    for one in count.unsure:
        x, y = one.corners.mean(axis=0)
        names = join_with_or([NAMES.get(code, code) for code in one.likely])
        yield f"  not sure of the tile in photo {one.photo} at {x:.0f},{y:.0f} px: {names}?"


def _look_at(names: Sequence[str], look: Callable[..., Found]) -> Found:
    """Return what a reader finds in photos of a set; RefusedError where they show none."""
    if len(names) > MOST_PHOTOS:
        detail = f"A tile set can be shown in 1 to {MOST_PHOTOS} photos, not {len(names)}."
        raise RefusedError("too_many_photos", detail)
    photos = [_bytes(each) for each in names]
    memory = Settings.from_environment().decode_mebibytes * MEBIBYTE
    with Decoder(memory) as decoder:
        decoder.start()
        reader = shipped_reader.load_reader(decoder.decode)
        return look(reader, *photos, budget=shipped_reader.time_to_read(_LESSON_S))


def _list(given: argparse.Namespace) -> None:
    every = load_sets()
    lines = [f"{known.name}: {summary(known)}" for known in every]
    none = ["No tile sets on this computer yet. See: tableside tiles learn"]
    print_answer(given, [tile_set_json(known) for known in every], lines or none)


def _export(given: argparse.Namespace) -> None:
    known = load_set(given.name)
    if given.file == "-":
        sys.stdout.write(known.dumps())
    else:
        write_new(Path(given.file), known.dumps().encode())


def _import(given: argparse.Namespace) -> TileSet:
    known = read_set(Path(given.file))
    if given.name is not None:
        known = known.named(given.name)
    keep_set(known)
    return known


def tile_set_json(known: TileSet) -> dict[str, object]:
    """Return what is known of a set as JSON, without its pictures."""
    return {
        "name": known.name,
        "known": dict(known.counts),
        "missing": list(known.missing),
        "questions": [{"at": one.at, "likely": list(one.likely)} for one in known.questions],
        "bytes": len(known.dumps()),
    }


def summary(known: TileSet) -> str:
    """Return how much of a set is known: "41 of 42; missing: orchid"."""
    count = f"{len(known.known)} of {len(FACES)}"
    if not known.missing:
        return count
    many = len(known.missing) > _MOST_NAMED
    names = join_with_commas(NAMES.get(code, code) for code in known.missing)
    return f"{count}; missing: {f'{len(known.missing)} faces' if many else names}"


def _print(given: argparse.Namespace, known: TileSet) -> None:
    print_answer(given, tile_set_json(known), _lines(known))


def _lines(known: TileSet) -> Iterator[str]:
    yield f"{known.name}: {summary(known)}"
    for one in known.questions:
        yield f"  not sure of the tile at {one.at}: {join_with_or(one.likely[:3])}?"
    if known.questions:
        yield "  Relearn the set with --anew and name that tile, e.g. --face 5.2=2f"


def _bytes(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(LIMITS.file_bytes + 1)  # one more than allowed is refused by its size
    except OSError as error:
        raise RefusedError("unreadable_file", unreadable(name, error)) from error
