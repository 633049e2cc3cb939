"""Measures photos labelled by a list of their tiles: `python -m datasets.evaluation.tile_lists`.

Reads `more.jsonl` of a folder (default: the shared photos) and prints by kind of photo how many
come out wholly right, and how many tiles are missing, or found where none is labelled. Of photos of
the kinds `hand` and `table` only the tiles of the hand are compared, of all others every face-up
tile. Tiles listed as `optional` may be found or not; of a `partial` photo only the labelled tiles
must be found. Names and numbers are compared, not places: these labels have no boxes.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from datasets.command_line import command_parser
from datasets.evaluation.networks import add_networks, describe, reader_of
from datasets.evaluation.tables import markdown
from datasets.labels.photos import DatasetError
from datasets.labels.structure import Structure
from datasets.paths import PHOTOS
from vision.nets.session import ModelError
from vision.photo.image import PhotoError
from vision.reading import Reading
from vision.sets import FACE_DOWN

TABLE = "more.jsonl"
HANDS = ("hand", "table")
HEADERS = ("kind", "photos", "wholly right", "tiles", "missing", "extra")


@dataclass(frozen=True, slots=True)
class ListedPhoto:
    """A photo and the tiles that lie in it, as codes."""

    path: Path
    source: str
    kind: str
    tiles: Counter[str]
    optional: Counter[str]
    partial: bool

    @property
    def is_hand(self) -> bool:
        """Whether the tiles are those of a hand, to which others may lie beside."""
        return self.kind in HANDS


@dataclass(frozen=True, slots=True)
class ListedResult:
    """The tiles of a photo that were not found, and those found that are not labelled."""

    photo: ListedPhoto
    missing: Counter[str]
    extra: Counter[str]

    @property
    def right(self) -> bool:
        """Whether every tile was found and named, and nothing else."""
        return not self.missing and not self.extra


def load_listed(root: Path) -> list[ListedPhoto]:
    """Read the labels of a folder; raises DatasetError."""
    table = root / TABLE
    if not table.is_file():
        message = f"no {TABLE} in {root}: name the folder of labelled photos"
        raise DatasetError(message)
    return [_listed(root, line) for line in table.read_text(encoding="utf-8").splitlines()]


def _listed(root: Path, line: str) -> ListedPhoto:
    try:
        row = json.loads(line)
        return ListedPhoto(
            path=root / row["file"],
            source=str(row["source"]),
            kind=str(row["kind"]),
            tiles=Counter(row["tiles"]),
            optional=Counter(row.get("optional", ())),
            partial=bool(row.get("partial")),
        )
    except (KeyError, TypeError, ValueError) as error:
        message = f"a line of {TABLE} is damaged: {error!r}"
        raise DatasetError(message) from error


def compare(photo: ListedPhoto, reading: Reading) -> ListedResult:
    """Compare the tiles of a reading with those listed."""
    found = _hand_tiles(reading) if photo.is_hand else _face_up_tiles(reading)
    missing = photo.tiles - found
    extra = found - photo.tiles - photo.optional
    if photo.partial and not photo.is_hand:
        extra = Counter()
    return ListedResult(photo, missing, extra)


def _hand_tiles(reading: Reading) -> Counter[str]:
    if reading.hand is None:
        return Counter()
    return Structure.parse(reading.hand).tiles


def _face_up_tiles(reading: Reading) -> Counter[str]:
    return Counter(tile.tile for tile in reading.tiles if tile.tile != FACE_DOWN)


def rows(results: Iterable[ListedResult]) -> Iterator[tuple[str, ...]]:
    """Yield a line for each kind of photo, and one for all."""
    by_kind: dict[str, list[ListedResult]] = defaultdict(list)
    for result in results:
        by_kind[result.photo.kind].append(result)
        by_kind["all"].append(result)
    every = by_kind.pop("all", [])
    for kind, own in [*sorted(by_kind.items()), ("all", every)]:
        tiles, missing, extra = (
            sum(count.total() for count in counts)
            for counts in (
                (each.photo.tiles for each in own),
                (each.missing for each in own),
                (each.extra for each in own),
            )
        )
        right = sum(each.right for each in own)
        yield kind, str(len(own)), str(right), str(tiles), str(missing), str(extra)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = command_parser("datasets.evaluation.tile_lists", __doc__)
    add = parser.add_argument
    add("folder", nargs="?", type=Path, default=PHOTOS, metavar="FOLDER")
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add("--wrong", action="store_true", help="list each photo that is not wholly right")
    add_networks(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 where a label or a photo cannot be read."""
    options = parse(arguments)
    try:
        reader = reader_of(options, options.threads)
        photos = load_listed(options.folder)
        results = [compare(photo, reader.read(photo.path.read_bytes())) for photo in photos]
    except (DatasetError, ModelError, PhotoError, OSError) as error:
        print(f"tile_lists: {error}", file=sys.stderr)
        return 2
    print("\n".join([markdown(HEADERS, list(rows(results))), "", f"{describe(options)}."]))
    if options.wrong:
        for result in results:
            if not result.right:
                print(
                    f"{result.photo.path.name} ({result.photo.kind}): "
                    f"missing {' '.join(sorted(result.missing.elements())) or '-'}, "
                    f"extra {' '.join(sorted(result.extra.elements())) or '-'}"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
