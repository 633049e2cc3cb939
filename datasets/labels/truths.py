"""What lies in photos, by the truth files of a folder: the reference for any reader.

A folder has one `truth.jsonl`, with one line per photo, written like an answer
(`docs/benchmark.md`): what a flawless reader would print. The project's own folders work as well:
labelled photos (`hands.jsonl`), those of other sources (`wild.jsonl`) and rendered scenes.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps, UnidentifiedImageError

from datasets.labels.lines import DatasetError, read_lines
from datasets.labels.photos import Label, Photo, load_photos
from datasets.labels.structure import Structure, load_structures, structures_by_name
from scorer.core.tiles import Tile
from vision.sets import FACE_DOWN

FILE = "truth.jsonl"
TRAIN, ALL, WILD, RENDERED = "train", "all", "wild", "rendered"
ROWS = "rows by their labels"
_LICENCE = "CC BY 4.0"  # of both sources of hands.jsonl
_KEYS = {
    *("photo", "size", "hand", "structure", "tiles", "hidden"),
    *("group", "split", "source", "licence", "note"),
}
_TILE_KEYS = {"tile", "box", "corners", "whole"}
Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class PhotoTruth:
    """A photo and what is known of it.

    `hand`: hand text, "" if there is no hand, None if unknown; `lies`: whether that text also says
    what lies exposed and apart. `photo.tiles` are those with a box, all or none. Photos of one
    `group` are reported together, as are hands of one `hand_group`.
    """

    photo: Photo
    group: str
    hand: str | None
    lies: bool
    licence: str = ""
    hand_group: str = ""


def select_truths(
    folders: Iterable[Path], split: str | None, limit: int | None = None
) -> list[PhotoTruth]:
    """Return photos of folders by group, the first `limit` of each; DatasetError if none.

    Without a `split` all but the training photos; with the split "all" these too.
    """
    found: dict[str, list[PhotoTruth]] = {}
    for truth in (truth for folder in folders for truth in load_truths(folder)):
        own = truth.photo.split
        wanted = own == split if split else own != TRAIN
        if wanted or split == ALL:
            found.setdefault(truth.group, []).append(truth)
    truths = [truth for own in found.values() for truth in own[:limit]]
    if not truths:
        message = f"no photo of split {split or 'any'}"
        raise DatasetError(message)
    return truths


def load_truths(folder: Path) -> list[PhotoTruth]:
    """Return the truths of all files of a folder; DatasetError says what is wrong."""
    if not folder.is_dir():
        message = f"{folder} is not a folder: name one with photos and a {FILE}"
        raise DatasetError(message)
    found = [load(folder) for name, load in _KINDS.items() if (folder / name).is_file()]
    if not found:
        message = f"no {FILE} in {folder}: write one, as docs/benchmark.md says"
        raise DatasetError(message)
    truths = [truth for each in found for truth in each]
    if not truths:
        message = f"the truth files of {folder} name no photo"
        raise DatasetError(message)
    gone = [truth.photo.file for truth in truths if not truth.photo.path.is_file()]
    if gone:
        message = f"{folder} lacks {len(gone)} of the photos of its truth files: {gone[0]} …"
        raise DatasetError(message)
    return truths


def load_lines(folder: Path) -> list[PhotoTruth]:
    """Return those of `truth.jsonl`, public or as written by the renderer; raises DatasetError."""
    truths = read_lines(folder / FILE, lambda row: truth_of(row, folder))
    names = [truth.photo.file for truth in truths]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        message = f"{folder / FILE} has {twice[0]} twice: write one line per photo"
        raise DatasetError(message)
    return truths


def truth_of(row: Mapping[str, Any], folder: Path) -> PhotoTruth:
    """Return the truth of one line; raises ValueError, TypeError, KeyError or OSError."""
    if "layout" in row:
        return _scene_truth(row, folder)
    _check_keys(row, _KEYS)
    file, tiles, covered = str(row["photo"]), row.get("tiles", ()), row.get("hidden", ())
    hand = None if row.get("hand") is None else str(row["hand"])
    for code in Structure.parse(hand or "").tiles:
        _check_tile(code)
    size = (1, 1)
    if "size" in row:
        width, height = map(int, row["size"])
        size = (width, height)
    elif tiles or covered:
        size = upright_size(folder / file)
    source, group = (str(row.get(key, folder.name)) for key in ("source", "group"))
    labels = tuple(_label(tile, size) for tile in tiles)
    hidden = tuple(_in_fractions(corners_of({"corners": each}), size) for each in covered)
    photo = _photo(folder, file, (source, group, str(row.get("split", ""))), labels, hidden)
    if hand is None and not photo.tiles:
        message = f"{file} has no truth: write its hand, its tiles or both"
        raise ValueError(message)
    lies, licence = bool(row.get("structure", True)), str(row.get("licence", ""))
    return PhotoTruth(photo, photo.group, hand, lies, licence, photo.group)


def _check_keys(row: Mapping[str, object], keys: set[str]) -> None:
    for key in row:
        if key not in keys:
            message = f"{key!r} means nothing here: {', '.join(sorted(keys))} do"
            raise ValueError(message)


def _check_tile(code: str) -> None:
    """Refuse codes of no tile, such as `0p` or `8z`, and face-down tiles, which are unknown."""
    if code == FACE_DOWN:
        message = "truth has no face-down tiles (x): write what a kong hides, leave others out"
        raise ValueError(message)
    Tile.parse(code)


def upright_size(path: Path) -> tuple[int, int]:
    """Return width and height of a photo in upright position; raises ValueError or OSError."""
    try:
        with Image.open(path) as image:
            width, height = ImageOps.exif_transpose(image).size
    except UnidentifiedImageError as error:
        message = f"{path.name} cannot be opened here: write its size"
        raise ValueError(message) from error
    return width, height


def _label(tile: Mapping[str, Any], size: tuple[int, int]) -> Label:
    _check_keys(tile, _TILE_KEYS)
    code = str(tile["tile"])
    _check_tile(code)
    outline = _in_fractions(corners_of(tile), size)
    (x0, x1), (y0, y1) = (
        (max(0.0, min(along)), min(1.0, max(along))) for along in zip(*outline, strict=True)
    )
    if not (x0 < x1 and y0 < y1):
        message = f"the box of {code} has no part in the photo of {size[0]} x {size[1]} pixels"
        raise ValueError(message)
    exact, whole = outline if "corners" in tile else None, bool(tile.get("whole", True))
    return Label(code, (x0, y0, x1, y1), exact, whole)


def corners_of(tile: Mapping[str, Any]) -> Corners:
    """Return the `corners` of a tile, or those of its `box`; raises KeyError, or as unpacking."""
    if "corners" in tile:
        points = tile["corners"]
    else:
        x0, y0, x1, y1 = tile["box"]
        points = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _in_fractions(corners: Corners, size: tuple[int, int]) -> tuple[Point, ...]:
    return tuple((x / size[0], y / size[1]) for x, y in corners)


def _load_photos(folder: Path) -> list[PhotoTruth]:
    """Return the labelled photos: recorded hands, and single rows by their labels."""
    hands = structures_by_name(load_structures())
    truths = []
    for photo in load_photos(folder):
        kind, text = hands.get(photo.path.stem, (ROWS, None))
        row = " ".join(label.tile for label in photo.tiles) if photo.scene == "row" else None
        hand, group = row if text is None else text, f"{photo.source}, {photo.split}"
        truths.append(PhotoTruth(photo, group, hand, text is not None, _LICENCE, kind))
    return truths


def load_wild(folder: Path) -> list[PhotoTruth]:
    """Return those of `wild.jsonl`, from which no model has learned; raises DatasetError.

    Some have a box for each tile, some only a list of tiles. A box covers all that shows of a tile,
    including its sides, so it shows where the tile is, but not how large its face is.
    """
    return read_lines(folder / "wild.jsonl", lambda row: _wild_truth(row, folder))


def _wild_truth(row: Mapping[str, Any], folder: Path) -> PhotoTruth:
    tiles, name = row["tiles"], Path(row["file"]).stem
    boxed = [(str(tile["tile"]), map(float, tile["box"])) for tile in tiles if "box" in tile]
    labels = tuple(Label(code, (a, b, c, d), None, whole=False) for code, (a, b, c, d) in boxed)
    group = name.split("-")[0]
    photo = _photo(folder, row["file"], (row["source"], group, WILD), labels)
    hand = row["hand"] or " ".join(str(tile["tile"]) for tile in tiles)
    where = f"{group}, {WILD}"
    return PhotoTruth(photo, where, hand, bool(row["hand"]), str(row["licence"]), group)


def _scene_truth(row: Mapping[str, Any], folder: Path) -> PhotoTruth:
    """Return a rendered scene's truth; of tiles cut off or mostly hidden, only the places."""
    width, height = row["size"]
    labels = tuple(
        _label({"tile": tile["code"], "corners": tile["corners"]}, (width, height))
        for tile in row["tiles"]
        if tile["code"] != FACE_DOWN
    )
    ignored = (corners_of({"corners": each}) for each in row.get("ignored", ()))
    hidden = tuple(_in_fractions(each, (width, height)) for each in ignored)
    where = (RENDERED, str(row["layout"]), RENDERED)
    photo = _photo(folder, row["file"], where, labels, hidden)
    return PhotoTruth(photo, RENDERED, row["hand"] or None, lies=True, hand_group=RENDERED)


def _photo(
    folder: Path,
    file: str,
    where: tuple[str, str, str],
    tiles: tuple[Label, ...],
    hidden: tuple[tuple[Point, ...], ...] = (),
) -> Photo:
    """Return a photo of a source, group and split."""
    source, group, split = where
    path = folder / file
    return Photo(file, path, source, group, split, False, split, tiles, hidden)  # noqa: FBT003  (not a copy)


_KINDS: Mapping[str, Callable[[Path], list[PhotoTruth]]] = {
    FILE: load_lines,
    "hands.jsonl": _load_photos,
    "wild.jsonl": load_wild,
}
