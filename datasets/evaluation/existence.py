"""Fits whether a hand that was read exists: `python -m datasets.evaluation.existence --none DIR`.

Reads the hands of labelled photos, each also shrunk and blurred, and of a folder of pictures
without tiles, in which any hand read is false. From both it fits the weights of
`vision.decode.certainty.existence_features`; all pictures without tiles together weigh a tenth.
With `--write FILE` a copy of the roles network is written with the weights in its metadata.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from datasets.command_line import command_parser, explain_refusal
from datasets.evaluation.calibration import degrade, replace_metadata
from datasets.evaluation.logistic import fit
from datasets.evaluation.networks import add_networks, reader_of
from datasets.labels.truths import select_truths
from datasets.paths import PHOTOS
from vision.arrays import Pixels
from vision.decode.certainty import existence_features, features
from vision.nets.logistic import LogisticModel, Numbers
from vision.nets.session import Session
from vision.reader import Reader

_SHARE = 0.1  # of the total weight: pictures without tiles
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".avif", ".tif", ".tiff", ".bmp"})


def add_empty(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add the options that name pictures without a tile."""
    add = parser.add_argument
    add("--none", type=Path, required=required, metavar="DIR", help="pictures without a tile")
    add("--but", nargs="*", default=(), metavar="NAME", help="pictures that do show tiles")


def empty_pictures(options: argparse.Namespace) -> list[Path]:
    """Return the files of the pictures that the options name, in order of their names."""
    pictures = (f for f in options.none.iterdir() if f.suffix.lower() in SUFFIXES)
    return sorted(f for f in pictures if f.name not in options.but)


def read_hands(
    reader: Reader, certainty: LogisticModel, pictures: Iterable[Pixels | bytes]
) -> Iterator[Numbers]:
    """Yield the features (2,) of each hand read in the pictures."""
    for picture in pictures:
        seen, found = reader.read_details(picture)
        hand = found.hand_layout
        if hand is not None:
            sure = certainty.probabilities(features(seen, found, reader.labels))
            yield existence_features(sure[list(hand.tiles)])


def fit_existence(hands: Sequence[Numbers], others: Sequence[Numbers]) -> LogisticModel:
    """Return the weights fitted on the features (2,) of real hands and of false ones."""
    usual = LogisticModel.of({}, "existence")
    real = np.arange(len(hands) + len(others)) < len(hands)
    weights = np.where(real, (1 - _SHARE) / max(1, len(hands)), _SHARE / max(1, len(others)))
    columns = np.stack([*hands, *others])
    return usual.refitted(fit(columns, real, weights * len(columns), usual.values))


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.evaluation.existence", __doc__)
    add = parser.add_argument
    add_networks(parser)
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    add("--split", default="val", help="which of them (default val)")
    add_empty(parser)
    add("--write", type=Path, help="write the roles network with these weights to this file")
    given = parser.parse_args(arguments)
    reader = reader_of(given, threads=1)
    metadata = Session.load(given.classifier, "classifier").metadata
    certainty = LogisticModel.of(metadata, "certainty")
    photos = select_truths([given.photos], given.split)
    files = empty_pictures(given)
    views = (view for each in photos if each.hand for view in degrade(each.photo.image()))
    hands = list(read_hands(reader, certainty, views))
    others = list(read_hands(reader, certainty, (file.read_bytes() for file in files)))
    existence = fit_existence(hands, others)
    wrong = sum(existence.log_odds(each) <= 0 for each in hands)
    left = sum(existence.log_odds(each) > 0 for each in others)
    print(f"{len(hands)} hands, {wrong} of them rejected")
    print(f"{len(others)} hands read in {len(files)} pictures without a tile, {left} of them kept")
    print(f"existence {existence.to_json()}")
    if given.write:
        replace_metadata(given.roles, given.write, {"existence": existence.to_json()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
