"""Fits the probabilities of names: `python -m datasets.evaluation.calibration`.

Reads photos that neither network trained on, each also shrunk and blurred, and matches the
detections with the labels. Photos of tables like those in training say little about tile sets never
seen: with `--rendered FOLDER`, scenes of designs that no training sees are read too, and weigh as
much in total as all photos, however many tiles either part has. From this it fits the factor by
which the classifier's temperature should change (least cross-entropy of labels).

With `--write FILE` a copy of the classifier is written with the result in its metadata. A reading's
final confidence in each tile is fitted after that, by `python -m datasets.evaluation.certainty`.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.command_line import command_parser, explain_refusal
from datasets.evaluation.logistic import TileColumns, calibration_error, scene_weights
from datasets.evaluation.matching import FoundTiles, Truth, match
from datasets.evaluation.networks import add_networks
from datasets.labels.photos import Photo, load_photos
from datasets.labels.truths import load_lines
from datasets.paths import PHOTOS
from vision.arrays import Floats, Pixels
from vision.detect.recogniser import NetworkRecogniser
from vision.photo.budget import Budget
from vision.photo.photo import Photo as Looked

Columns = TypeVar("Columns", bound=TileColumns)
_FACTORS = np.geomspace(0.4, 2.5, 81)


@dataclass(frozen=True, slots=True, eq=False)
class NamedTiles(TileColumns):
    """The named tiles of photos: probabilities (n, k) and labels.

    `labels` (n,) are indexes of true names, -1 for a detection that is no labelled tile;
    `of_a_scene` (n,) marks rendered tiles.
    """

    probabilities: Floats
    labels: NDArray[np.intp]
    of_a_scene: NDArray[np.bool_]

    def at_temperature(self, factor: float) -> "NamedTiles":
        """Return the tiles as named at the temperature multiplied by this factor."""
        rest = np.clip(1 - self.probabilities.sum(axis=1, keepdims=True), 1e-9, 1)
        powers = np.concatenate([self.probabilities, rest], axis=1).clip(1e-9) ** (1 / factor)
        return replace(self, probabilities=(powers / powers.sum(axis=1, keepdims=True))[:, :-1])

    @property
    def right(self) -> NDArray[np.bool_]:
        """Return whether the likeliest name of each tile (n,) is its label."""
        return np.asarray(self.probabilities.argmax(axis=1) == self.labels)


def degrade(image: Pixels) -> Iterator[Pixels]:
    """Yield a photo as it is, at six tenths of its size, and slightly blurred."""
    yield image
    yield np.asarray(cv2.resize(image, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA))
    yield np.asarray(cv2.GaussianBlur(image, (0, 0), 1.6))


def read_parts(
    given: argparse.Namespace, compare: Callable[[Photo, Pixels], Columns]
) -> dict[str, Columns]:
    """Return the comparisons of photos, in every condition, and of rendered scenes.

    Raises DatasetError.
    """
    photos = load_photos(given.photos, split=None if given.split == "all" else given.split)
    chosen = [photo for photo in photos if photo.tiles and not photo.augmented]
    scenes = [truth.photo for folder in given.rendered for truth in load_lines(folder)]
    seen = {
        "photos": [compare(photo, view) for photo in chosen for view in degrade(photo.image())],
        "rendered": [compare(scene, scene.image()) for scene in scenes],
    }
    return {name: type(each[0]).concatenate(each) for name, each in seen.items() if each}


def compare(recogniser: NetworkRecogniser, photo: Photo, image: Pixels) -> NamedTiles:
    """Return the tiles inside the labelled hull with their labels."""
    seen = recogniser.recognise(Looked.of(image), Budget())
    likeliest = seen.probabilities.argmax(axis=1)
    codes = tuple(recogniser.labels[name] for name in likeliest)
    found = FoundTiles(codes, seen.corners, seen.found, np.zeros(len(codes), bool))
    truth = Truth.of(photo, *seen.size)
    matching = match(truth, found)
    index = {label: number for number, label in enumerate(recogniser.labels)}
    labels = np.full(len(codes), -2, np.intp)
    labels[list(matching.extra)] = -1
    for label, tile in matching.pairs:
        labels[tile] = index[truth.names[label]]
    kept = labels > -2
    of_a_scene = np.full(int(kept.sum()), photo.source == "rendered")
    return NamedTiles(seen.probabilities[kept], labels[kept], of_a_scene)


def temperature_factor(tiles: NamedTiles) -> float:
    """Return the temperature factor with the least cross-entropy of the labels."""
    known = tiles.labels >= 0
    logs = np.log(np.clip(tiles.probabilities[known].astype(np.float64), 1e-9, 1))
    labels, weights = tiles.labels[known], scene_weights(tiles.of_a_scene)[known]

    def surprise(factor: float) -> float:
        scaled = logs / factor
        total = np.log(np.exp(scaled - scaled.max(axis=1, keepdims=True)).sum(axis=1))
        own = scaled[np.arange(len(labels)), labels] - scaled.max(axis=1)
        return float(np.average(total - own, weights=weights))

    return float(min(_FACTORS, key=surprise))


def report(name: str, tiles: NamedTiles) -> str:
    """Return the fit's figures for one part of the tiles that it was fitted on."""
    confidences = tiles.probabilities.max(axis=1).astype(np.float64)
    error = calibration_error(confidences, tiles.right)
    wrong = int((~tiles.right).sum())
    return f"{name}: tiles {len(tiles.labels)}, wrong {wrong}, calibration error {error:.4f}"


def replace_metadata(source: Path, target: Path, facts: Mapping[str, str]) -> None:
    """Copy a network, with these facts added to its metadata or replaced in it."""
    import onnx

    model = onnx.load(str(source))
    known = {each.key: each.value for each in model.metadata_props}
    onnx.helper.set_model_props(model, {**known, **facts})
    onnx.save(model, str(target))


def arguments_of(module: str, about: str | None) -> argparse.ArgumentParser:
    """Return the command line of a fit: networks, photos, scenes, output file."""
    parser = command_parser(module, about)
    add = parser.add_argument
    add_networks(parser)
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    add("--split", default="val", choices=("train", "val", "all"))
    add("--rendered", type=Path, nargs="*", default=[], help="folders of rendered scenes")
    add("--write", type=Path, help="write the classifier with the fit to this file")
    return parser


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    given = arguments_of("datasets.evaluation.calibration", __doc__).parse_args(arguments)
    networks = (given.detector, given.classifier, given.captions)
    recogniser = NetworkRecogniser.open(*networks, threads=1)
    parts = read_parts(given, partial(compare, recogniser))
    factor = temperature_factor(NamedTiles.concatenate(parts.values()))
    for name, part in parts.items():
        print(report(name, part.at_temperature(factor)))
    print(f"temperature x {factor:.3f}")
    if given.write:
        temperature = f"{recogniser.classifier.temperature * factor:.4f}"
        replace_metadata(given.classifier, given.write, {"temperature": temperature})
    return 0


if __name__ == "__main__":
    sys.exit(main())
