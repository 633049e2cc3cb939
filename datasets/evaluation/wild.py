"""Measures how photos of sources are read that no model here has learned from.

``python -m datasets.evaluation.wild`` reads the photos of `wild.jsonl` in the shared folder as the
product does and prints by source: photos wholly right (every tile found and named and none
invented; where no boxes are known, the hand's tiles), hands whose tiles are right, tiles invented
amid the labelled ones, wrong tiles without a mark of doubt, and right tiles with one. Rules:
`datasets.frozen.judge`.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from datasets.command_line import command_parser
from datasets.evaluation.networks import add_networks, reader_of
from datasets.evaluation.tables import grid
from datasets.frozen.judge import Outcome, Sums, judge
from datasets.frozen.scene import FrozenScene
from datasets.frozen.truths import real_of_photo, tiles_of_text
from datasets.labels.photos import DatasetError
from datasets.labels.wild_photos import WildPhoto, load_wild
from datasets.paths import PHOTOS
from vision.reader import Reader
from vision.reading import Reading

_HEADERS = ("source", "photos", "wholly right", "hands right", "invented", "wrong", "unmarked")


def judge_wild(wild: WildPhoto, reading: Reading) -> Outcome:
    """Compare a reading with the labels of its photo."""
    return judge(truth_of(wild, reading.size), reading)


def truth_of(wild: WildPhoto, size: tuple[int, int]) -> FrozenScene:
    """Give what is known of a photo as a scene without looks."""
    tiles = tiles_of_text(wild.hand) if wild.hand else tuple(sorted(wild.codes))
    real = real_of_photo(wild.photo, size)
    name, source = wild.photo.origin, f"{wild.photo.source} ({wild.licence})"
    tags = ("real", wild.photo.split, wild.photo.group)
    return FrozenScene(name, size, (), real, wild.hand, tiles, tags, whole=False, source=source)


def is_all_right(outcome: Outcome) -> bool:
    """Whether nothing of a photo is wrong, as far as its labels tell."""
    return bool(outcome.hand if outcome.all_right is None else outcome.all_right)


def measure(
    module: str,
    document: str | None,
    arguments: Sequence[str] | None,
    table: Callable[[Reader, Sequence[WildPhoto]], str],
) -> int:
    """Run a command of this folder that prints a table of the wild photos as a reader reads them.

    `module` and `document` are the command's name and what it does. Gives the exit status: 2 where
    there are no such photos.
    """
    parser = command_parser(f"datasets.evaluation.{module}", document)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with wild.jsonl")
    parser.add_argument("--threads", type=int, default=0, help="cores for one photo (default all)")
    add_networks(parser)
    given = parser.parse_args(arguments)
    try:
        photos = load_wild(given.photos)
    except DatasetError as error:
        print(f"{module}: {error}", file=sys.stderr)
        return 2
    print(table(reader_of(given, given.threads), photos))
    return 0


def tabulate(reader: Reader, photos: Sequence[WildPhoto]) -> str:
    """Give the table by source; names on the way each photo that is not wholly right."""
    outcomes: dict[str, list[Outcome]] = {}
    for wild in photos:
        outcome = judge_wild(wild, reader.read(wild.photo.path.read_bytes()))
        outcomes.setdefault(wild.photo.group, []).append(outcome)
        if not is_all_right(outcome):
            print(f"not right: {wild.photo.file}")
    outcomes["all"] = [one for group in list(outcomes.values()) for one in group]
    return grid((*_HEADERS, "right, marked"), [_line(*item) for item in outcomes.items()])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 where there are no such photos."""
    return measure("wild", __doc__, arguments, tabulate)


def _line(name: str, outcomes: Sequence[Outcome]) -> Sequence[str]:
    sums, right = Sums.of(outcomes), sum(map(is_all_right, outcomes))
    return (
        name,
        *map(str, (sums.scenes, right, sums.hands_right, sums.invented, sums.wrong, sums.unmarked)),
        f"{sums.marked} of {sums.right}",
    )


if __name__ == "__main__":
    raise SystemExit(main())
