"""Fits how similar two pictures of tiles are: `python -m models.training.similarity --write FILE`.

Renders tiles of drawn sets that no network has seen (`SETS`), several of each face, each in its own
light and from its own side. Some pictures of a set serve as its enrolment, the others as its
photos. From these follow the mean embedding, the weight of a cosine for a name, and the limits of a
photo's mean cosine: the one that hardly any photo of a set falls below if the set is known by one
picture of each face, and the one that hardly any photo of another set exceeds. `--write` writes a
copy of the classifier with these numbers in its metadata. The gain from a tile set is measured by
`datasets.evaluation.readings --tiles`.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from datasets.command_line import command_parser
from datasets.evaluation.calibration import replace_metadata
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.crops import render_crop
from datasets.synth.scenes.effects import Dice
from datasets.synth.scenes.photograph import OneSet
from models.training.data.crops import MARGIN, network_input
from vision.arrays import Floats
from vision.nets.faces import Classifier, softmax
from vision.sets import FACE_DOWN
from vision.tilesets.gallery import Similarity, mean_looks

SETS = range(2000, 2040)  # seeds of drawn designs used by nothing else here
KNOWN_BY, EACH = 3, 6  # pictures of a face that enrol a set, and all of them
_SIZE = 152  # px of a crop with its margin, as cut for training
_WEIGHTS = (5, 8, 10, 12, 15, 20, 25)
_USUAL = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)
_FACES_KNOWN = 0.5  # share known while names are weighed: unknown faces must not lose to known ones
_HAND = 14  # tiles of a photo
_WRONG = 0.01  # share of photos that may be taken for another set's, and vice versa
_SEED = 31


@dataclass(frozen=True, slots=True, eq=False)
class PicturedSet:
    """Pictures of a set: face (n,), probabilities (n, labels), and embeddings or directions.

    `number` (n,) counts the pictures of a face.
    """

    faces: NDArray[np.intp]
    probabilities: Floats
    looks: Floats
    number: NDArray[np.intp]


def draw(classifier: Classifier) -> Iterator[PicturedSet]:
    """Yield drawn sets with the embeddings of their pictures."""
    faces = FaceLibrary.build(("drawn",), drawn=SETS)
    codes = [code for code in (*CODES, FACE_DOWN) for _ in range(EACH)]
    index = np.array([classifier.labels.index(code) for code in codes], np.intp)
    count = np.arange(len(codes)) % EACH
    for number, design in enumerate(faces.designs):
        rng = np.random.default_rng((_SEED, number))
        one = OneSet.of(design, rng)
        crops = [render_crop(rng, faces, code, _SIZE, MARGIN, one).image for code in codes]
        seen = np.stack([network_input(crop, classifier.size) for crop in crops])
        named = classifier.classify(seen)
        yield PicturedSet(index, named.probabilities, np.array(named.embeddings), count)


def fit(drawn: Sequence[PicturedSet]) -> Similarity:
    """Return the numbers that best fit these sets."""
    centre = np.concatenate([one.looks for one in drawn]).mean(axis=0)
    plain = Similarity(tuple(round(float(value), 4) for value in centre), 0, 0, 0, 0)
    sets = [
        PicturedSet(one.faces, one.probabilities, plain.directions(one.looks), one.number)
        for one in drawn
    ]
    dice = np.random.default_rng(_SEED)
    labels = sets[0].probabilities.shape[1]
    known = dice.random((len(sets), labels)) < _FACES_KNOWN
    weight, usual = min(
        product(_WEIGHTS, _USUAL),
        key=lambda pair: np.mean(
            [
                _loss(one, known[number], replace(plain, weight=pair[0], usual=pair[1]))
                for number, one in enumerate(sets)
            ]
        ),
    )
    own = [mean for one in sets for mean in _photo_means(dice, one, one, 1)]
    others = [
        mean
        for one, other in zip(sets, [*sets[1:], sets[0]], strict=True)
        for mean in _photo_means(dice, one, other, KNOWN_BY)
    ]
    strange, certain = np.quantile(own, _WRONG), np.quantile(others, 1 - _WRONG)
    limits = (round(float(strange), 3), round(float(certain), 3))
    return Similarity(plain.centre, weight, usual, *limits)


def _loss(one: PicturedSet, known: NDArray[np.bool_], similarity: Similarity) -> float:
    """Return the mean negative logarithm of right names if some faces (labels,) are known."""
    seen = one.number >= KNOWN_BY
    shown = ~seen & known[one.faces]
    looks, columns = mean_looks(one.looks[shown], one.faces[shown])
    logs = np.log(one.probabilities[seen].clip(1e-6))
    logs[:, columns] += similarity.odds(one.looks[seen] @ looks.T)
    right = softmax(logs)[np.arange(len(logs)), one.faces[seen]]
    return float(-np.log(right.clip(1e-6)).mean())


def _photo_means(
    dice: Dice, known: PicturedSet, photographed: PicturedSet, pictures: int
) -> list[float]:
    """Return the mean cosines of photos of one set with the closest faces of a known one."""
    shown = known.number < pictures
    looks, _ = mean_looks(known.looks[shown], known.faces[shown])
    seen = photographed.looks[photographed.number >= KNOWN_BY]
    closest = (seen @ looks.T).max(axis=1)
    return [float(dice.choice(closest, _HAND, replace=False).mean()) for _ in range(_HAND)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Render, fit, and write the result."""
    parser = command_parser("models.training.similarity", __doc__)
    add = parser.add_argument
    add(
        "--classifier", type=Path, default=models.path("classifier"), help="default the shipped one"
    )
    add("--write", type=Path, required=True, help="write the classifier with the fit to this file")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    similarity = fit(list(draw(Classifier.load(options.classifier, 1))))
    replace_metadata(options.classifier, options.write, {Similarity.kept_as: similarity.to_json()})
    print(similarity.to_json().partition("], ")[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
