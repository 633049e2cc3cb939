"""Where the tile sets of this computer lie that `tableside tiles` learned, a file each."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from scorer.core.sentences import Sentence
from service import data_folder, files
from service.errors import RefusedError
from vision.tilesets.tile_set import MOST_BYTES, TileSet, TileSetError, checked_name

SUFFIX = ".tiles.json"


def folder() -> Path:
    """Name the folder: TABLESIDE_TILES, or one below the user's own data."""
    named = os.environ.get("TABLESIDE_TILES")
    if named:
        return Path(named)
    return data_folder.own_folder() / "tiles"


def file_of(name: str) -> Path:
    """Name the file of a set; any name may be given, so it is a digest of it."""
    digest = hashlib.sha256(check_name(name).encode()).hexdigest()[:24]
    return folder() / f"{digest}{SUFFIX}"


def load(name: str) -> TileSet:
    """Read a set by its name; RefusedError `no_such_tile_set` or what is wrong with its file."""
    file = file_of(name)
    if not file.is_file():
        known = ", ".join(each.name for each in load_all())
        there = (
            Sentence("There are: {known}.", known=known)
            if known
            else Sentence("None was learned here yet.")
        )
        detail = Sentence(
            "There is no tile set {name}. {there} See: tableside tiles learn.",
            name=repr(check_name(name)),
            there=there,
        )
        raise RefusedError("no_such_tile_set", detail)
    return read(file)


def read(file: Path) -> TileSet:
    """Read the file of a set; RefusedError where it is none."""
    try:
        return TileSet.loads(files.read(file, 2 * MOST_BYTES))
    except TileSetError as error:
        raise RefusedError(
            error.code, Sentence("{where}: {what}", where=file, what=error.detail)
        ) from error


def load_all() -> Iterator[TileSet]:
    """Give the sets of the folder, by name; what is no set is left out."""
    found = []
    place = folder()
    for file in place.glob(f"*{SUFFIX}") if place.is_dir() else ():
        try:
            found.append(read(file))
        except (RefusedError, OSError):
            continue
    yield from sorted(found, key=lambda known: known.name)


def keep(known: TileSet, *, anew: bool = True) -> Path:
    """Write a set; `anew` refuses a name that is taken. RefusedError where that fails."""
    file = file_of(known.name)
    if anew and file.exists():
        detail = Sentence(
            "There is a tile set {name} already. Forget it first, or name another.",
            name=repr(known.name),
        )
        raise RefusedError("exists", detail)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(known.dumps().encode())
        part.replace(file)
    except OSError as error:
        raise files.write_refusal(file, error) from error
    return file


def forget(name: str) -> None:
    """Remove a set; RefusedError where it is not there."""
    load(name)
    file_of(name).unlink()


def check_name(name: str) -> str:
    """Return a name as it may be kept; RefusedError for one that cannot be."""
    try:
        return checked_name(name)
    except TileSetError as error:
        raise RefusedError(error.code, error.detail) from error
