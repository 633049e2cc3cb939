"""Fits whether a detection is a tile: `python -m datasets.evaluation.tile_existence --none DIR`.

Reads the photos in which every face is outlined (`datasets.labels.outlines`) and a folder of
pictures without tiles, and fits the weights of `vision.nets.faces.tile_measures`.
A tile weighs ten times as much as anything else, as a lost tile costs a hand and an extra one can
still be left out of it. With `--write FILE` a copy of the classifier is written with the weights in
its metadata.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.command_line import command_parser, explain_refusal
from datasets.evaluation.calibration import replace_metadata
from datasets.evaluation.existence import add_empty, empty_pictures
from datasets.evaluation.logistic import fit
from datasets.evaluation.networks import add_networks
from datasets.labels.outlines import load_outlined
from datasets.paths import PHOTOS
from vision.arrays import Floats
from vision.detect.recogniser import NetworkRecogniser
from vision.nets.faces import NOT_A_TILE, tile_measures
from vision.nets.logistic import LogisticModel, Numbers
from vision.photo.budget import Budget
from vision.photo.photo import open_photos

_LOST = 10.0  # weight of a tile in the fit; 3 would lose fourteen more of 1,591

Labels = Callable[[Floats, tuple[int, int]], Floats]


def sights(
    recogniser: NetworkRecogniser, path: Path, labels: Labels
) -> Iterator[tuple[float, ...]]:
    """Yield for each detection its confidence, the probability of no tile, and its label."""
    (photo,) = open_photos([path.read_bytes()])
    found, named = recogniser.name_sights(photo, Budget())
    nothing = named.probabilities[:, recogniser.classifier.labels.index(NOT_A_TILE)]
    quads = found.found.corners * np.float32(found.photo.shrink)
    shown = labels(quads, photo.size)
    yield from zip(found.found.confidences, nothing, shown, strict=True)


def fit_tiles(measures: Numbers, tile: NDArray[np.bool_]) -> LogisticModel:
    """Return the weights fitted on measures (n, 3) of detections and their labels (n,)."""
    usual = LogisticModel.of({}, "tile")
    return usual.refitted(fit(measures, tile, np.where(tile, _LOST, 1.0), usual.values))


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.evaluation.tile_existence", __doc__)
    add_networks(parser)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with outlined photos")
    add_empty(parser)
    parser.add_argument("--write", type=Path, help="write the classifier to this file")
    given = parser.parse_args(arguments)
    recogniser = NetworkRecogniser.open(given.detector, given.classifier, given.captions, threads=1)
    rows = [
        row
        for photo in load_outlined(given.photos)
        for row in sights(recogniser, photo.path, photo.labels)
    ]
    rows += [row for path in empty_pictures(given) for row in sights(recogniser, path, _no_tile)]
    found, nothing, shown = np.array([row for row in rows if row[2] >= 0], np.float32).T
    tile = shown > 0
    measures = tile_measures(found, nothing)
    model = fit_tiles(measures, tile)
    passed = model.log_odds(measures) > 0
    print(f"{tile.sum()} tiles, {(tile & ~passed).sum()} of them rejected")
    print(f"{(~tile).sum()} others, {(~tile & passed).sum()} of them kept")
    print(f"tile {model.to_json()}")
    if given.write:
        replace_metadata(given.classifier, given.write, {"tile": model.to_json()})
    return 0


def _no_tile(quads: Floats, _size: tuple[int, int]) -> Floats:
    return np.zeros(len(quads), np.float32)


if __name__ == "__main__":
    sys.exit(main())
