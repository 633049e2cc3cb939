"""Measures photos labelled by a list of their tiles: `python -m datasets.evaluation.tile_lists`.

Reads `more.jsonl` of a folder (default: the shared photos) and prints by kind of photo how many are
read entirely right, and how many tiles are missing or unlabelled. In photos of the kinds `hand` and
`table` only the tiles of the hand are compared, in all others every face-up tile. Tiles listed as
`optional` may be found or not; of a `partial` photo only the labelled tiles must be found. The last
line counts the photos that no network may learn from. Names and numbers are compared, not places:
these labels have no boxes.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.command_line import command_parser, explain_refusal
from datasets.evaluation.networks import add_networks, describe, digests, reader_of
from datasets.evaluation.tables import markdown
from datasets.labels.lines import read_lines
from datasets.labels.outlines import load_outlined
from datasets.labels.structure import Structure
from datasets.paths import PHOTOS
from vision.reading import Reading
from vision.sets import FACE_DOWN

TABLE = "more.jsonl"
HANDS = ("hand", "table")
HEADERS = ("kind", "photos", "wholly right", "tiles", "missing", "extra")


@dataclass(frozen=True, slots=True)
class ListedPhoto:
    """A photo and the codes of its tiles; `outlined` ones are used for training, too."""

    path: Path
    kind: str
    tiles: Counter[str]
    optional: Counter[str]
    partial: bool
    outlined: bool = False


@dataclass(frozen=True, slots=True)
class ListedResult:
    """The tiles of a photo that were not found, and those found that are not labelled."""

    photo: ListedPhoto
    missing: Counter[str]
    extra: Counter[str]

    @property
    def right(self) -> bool:
        """Return whether every tile was found and named, and nothing else."""
        return not self.missing and not self.extra


def load_listed(root: Path) -> list[ListedPhoto]:
    """Return the labelled photos of a folder; raises DatasetError."""
    outlined = {photo.path for photo in load_outlined(root)}

    def listed(row: Mapping[str, Any]) -> ListedPhoto:
        path, tiles = root / row["file"], Counter[str](row["tiles"])
        optional, partial = Counter[str](row.get("optional", ())), bool(row.get("partial"))
        return ListedPhoto(path, row["kind"], tiles, optional, partial, outlined=path in outlined)

    return read_lines(root / TABLE, listed)


def compare(photo: ListedPhoto, reading: Reading) -> ListedResult:
    """Compare the tiles of a reading with those listed."""
    found = Counter(tile.tile for tile in reading.tiles if tile.tile != FACE_DOWN)
    if photo.kind in HANDS:
        found = Structure.parse(reading.hand or "").tiles
    missing, extra = photo.tiles - found, found - photo.tiles - photo.optional
    if photo.partial and photo.kind not in HANDS:
        extra = Counter()
    return ListedResult(photo, missing, extra)


def rows(results: Iterable[ListedResult]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each kind of photo, one for all and one for those kept from training."""
    by_kind: dict[str, list[ListedResult]] = defaultdict(list)
    every = list(results)
    for result in every:
        by_kind[result.photo.kind].append(result)
    kept = [result for result in every if not result.photo.outlined]
    for kind, own in [*sorted(by_kind.items()), ("all", every), ("kept from training", kept)]:
        sums = (
            sum(each.right for each in own),
            sum(each.photo.tiles.total() for each in own),
            sum(each.missing.total() for each in own),
            sum(each.extra.total() for each in own),
        )
        yield kind, str(len(own)), *map(str, sums)


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.evaluation.tile_lists", __doc__)
    add = parser.add_argument
    add("folder", nargs="?", type=Path, default=PHOTOS, metavar="FOLDER")
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add("--wrong", action="store_true", help="list each photo that is not wholly right")
    add_networks(parser)
    options = parser.parse_args(arguments)
    reader = reader_of(options, options.threads)
    photos = load_listed(options.folder)
    results = [compare(photo, reader.read(photo.path.read_bytes())) for photo in photos]
    print(f"{markdown(HEADERS, rows(results))}\n\n{describe(digests(options))}")
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
