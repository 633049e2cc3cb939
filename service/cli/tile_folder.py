"""The folder of the tile sets that `tableside tiles` has learned on this computer, a file each."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from service import data_folder, files
from service.errors import RefusedError
from vision.tilesets.tile_set import MOST_BYTES, TileSet, TileSetError, checked_name

SUFFIX = ".tiles.json"


def folder() -> Path:
    """Return the folder: TABLESIDE_TILES, or one in the user's data folder."""
    named = os.environ.get("TABLESIDE_TILES")
    if named:
        return Path(named)
    return data_folder.own_folder() / "tiles"


def file_of(name: str) -> Path:
    """Return the file of a set, named by a digest as a set may have any name."""
    digest = hashlib.sha256(check_name(name).encode()).hexdigest()[:24]
    return folder() / f"{digest}{SUFFIX}"


def load(name: str) -> TileSet:
    """Read a set by its name; RefusedError `no_such_tile_set`, or as `read`."""
    file = file_of(name)
    if not file.is_file():
        known = ", ".join(each.name for each in load_all()) or "none yet; see tableside tiles learn"
        raise RefusedError("no_such_tile_set", f"There is no tile set {name!r}. Known: {known}.")
    return read(file)


def read(file: Path) -> TileSet:
    """Read the file of a set; RefusedError if it is not one."""
    try:
        return TileSet.loads(files.read(file, 2 * MOST_BYTES))
    except TileSetError as error:
        raise RefusedError(error.code, f"{file}: {error.detail}") from error


def load_all() -> Iterator[TileSet]:
    """Yield the sets of the folder by name; files that are not sets are left out."""
    found = []
    for file in folder().glob(f"*{SUFFIX}"):
        try:
            found.append(read(file))
        except (RefusedError, OSError):
            continue
    yield from sorted(found, key=lambda known: known.name)


def keep(known: TileSet, *, anew: bool = True) -> Path:
    """Write a set; with `anew`, RefusedError `exists` for a name that is taken."""
    file = file_of(known.name)
    if anew and file.exists():
        detail = f"The tile set {known.name!r} exists already. Forget it first or use another name."
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
    """Remove a set; RefusedError `no_such_tile_set` if there is none."""
    load(name)
    file_of(name).unlink()


def check_name(name: str) -> str:
    """Return a name as it is stored; RefusedError for one that cannot be used."""
    try:
        return checked_name(name)
    except TileSetError as error:
        raise RefusedError(error.code, error.detail) from error
