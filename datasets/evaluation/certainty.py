"""Fits a reading's confidence in its tiles: `python -m datasets.evaluation.certainty`.

Reads photos that no network trained on, each also smaller and blurred, and rendered scenes, as the
product reads them, and matches what came out with the labels. Scenes weigh as much together
as photos, however many tiles either part has. From this it fits

- the weights of `vision.decode.certainty.features`, held near the usual ones where there is
  little to learn from; what is no labelled tile is wrong, and what is half hidden does not count,
- the limit below which a tile is `unsure`: as low as leaves no more than one wrong tile of a scene
  in a thousand without a mark, and as marks no more than seven in a hundred of its right ones.
  Tiles that are marked whatever their confidence, as they were corrected, count as marked.

With `--write FILE` a copy of the classifier is written that says so in its metadata.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from datasets.command_line import explain_refusal
from datasets.evaluation.calibration import arguments_of, read_parts, replace_metadata
from datasets.evaluation.logistic import (
    TileColumns,
    calibration_error,
    fit,
    limit_of,
    scene_weights,
)
from datasets.evaluation.matching import FoundTiles, Truth, match
from datasets.evaluation.networks import reader_of
from datasets.labels.photos import Photo
from vision.arrays import Pixels
from vision.decode.certainty import features
from vision.nets.logistic import LogisticModel
from vision.reader import Reader

_MARKED = -1.0  # below any confidence
_MARK = 0.07  # largest share of right tiles to mark


@dataclass(frozen=True, slots=True, eq=False)
class ReadTiles(TileColumns):
    """Tiles of readings: features (n, 7), whether named rightly, and whether marked anyway.

    `of_a_scene` (n,) marks rendered tiles.
    """

    features: NDArray[np.float64]
    right: NDArray[np.bool_]
    asked: NDArray[np.bool_]
    of_a_scene: NDArray[np.bool_]


def fit_certainty(tiles: ReadTiles, mark: float) -> LogisticModel:
    """Return weights fitted on all tiles, and the limit fitted on those of scenes, if any."""
    usual = LogisticModel.of({}, "certainty")
    weights = fit(tiles.features, tiles.right, scene_weights(tiles.of_a_scene), usual.values)
    certainty = usual.refitted(weights)
    kept = tiles.of_a_scene if tiles.of_a_scene.any() else np.ones(len(tiles.right), bool)
    confidences = certainty.probabilities(tiles.features[kept]).astype(np.float64)
    sure = np.where(tiles.asked[kept], _MARKED, confidences)
    limit = limit_of(sure, tiles.right[kept], mark)
    return replace(certainty, limit=max(limit, 0.0))


def compare(reader: Reader, photo: Photo, image: Pixels) -> ReadTiles:
    """Return the tiles read inside the labelled hull, without walls."""
    seen, read_of = reader.read_details(image)
    codes = read_of.table.codes
    corners = np.concatenate([one.corners for one in seen])
    rated = features(seen, read_of, reader.labels)
    kept = [tile for tile in range(len(codes)) if tile not in read_of.walls]
    truth = Truth.of(photo, *seen[0].size)
    found = FoundTiles(
        tuple(codes[tile] for tile in kept),
        corners[kept],
        seen[0].found[kept],
        np.zeros(len(kept), bool),
    )
    matching = match(truth, found)
    names = {tile: truth.names[label] for label, tile in matching.pairs}
    inside = sorted({*names, *matching.extra})
    tiles = [kept[place] for place in inside]
    return ReadTiles(
        rated[tiles],
        np.array([found.names[place] == names.get(place) for place in inside], bool),
        np.array([tile in read_of.corrected for tile in tiles], bool),
        np.full(len(tiles), bool(photo.source == "rendered")),
    )


def report(name: str, tiles: ReadTiles, certainty: LogisticModel) -> str:
    """Return the fit's figures for one part of the tiles that it was fitted on."""
    confidences = certainty.probabilities(tiles.features).astype(np.float64)
    marked = tiles.asked | (confidences < certainty.limit)
    wrong = ~tiles.right
    error = calibration_error(confidences, tiles.right)
    return (
        f"{name}: tiles {len(wrong)}, wrong {int(wrong.sum())}, calibration error {error:.4f}, "
        f"wrong and not marked {int((wrong & ~marked).sum())}, "
        f"right and marked {float(marked[tiles.right].mean()):.4f}"
    )


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    given = arguments_of("datasets.evaluation.certainty", __doc__).parse_args(arguments)
    parts = read_parts(given, partial(compare, reader_of(given)))
    certainty = fit_certainty(ReadTiles.concatenate(parts.values()), _MARK)
    for name, part in parts.items():
        print(report(name, part, certainty))
    print(f"certainty {certainty.to_json()}")
    if given.write:
        replace_metadata(given.classifier, given.write, {"certainty": certainty.to_json()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
