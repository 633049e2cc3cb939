"""Fits how like two pictures of tiles are: `python -m models.training.likeness`.

Renders tiles of drawn sets that no network has seen (`SETS`), several of each face, each in light
and from a side of its own. From these it fits in which directions embeddings differ from one
picture of a tile to the next, and in which from set to set: for faces that any set may draw in its
own way (flowers, seasons, 1 Bamboo, the white dragon, backs) from each other, for all others from
what that face usually looks like.

How much that counts beside the networks, and how the tiles of a photo tell whether it shows the
set, stays as it was fitted once (`_FITTED`; models/JOURNAL.md). With `--write FILE` a copy of the
classifier is written that says all of it in its metadata. What a set brings is measured by
`datasets.evaluation.readings --tiles`.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from datasets.command_line import command_parser
from datasets.evaluation.calibration import replace_metadata
from datasets.evaluation.logistic import TileColumns
from datasets.paths import PHOTOS
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.crops import render_crop
from datasets.synth.scenes.photograph import OneSet
from models.training.data.crops import MARGIN, from_tile_crops, network_input
from vision.arrays import Floats
from vision.nets.faces import NOT_A_TILE, Classifier
from vision.sets import FACE_DOWN
from vision.tilesets.gallery import Likeness, varies_freely

SETS = range(2000, 2040)  # seeds of drawn designs that nothing else here uses
_REAL = 100_000  # added to the numbers of real sets
_OF_NO_SET = ("untagged", "extra")  # crops of which nobody knows the set
_SIZE = 152  # px of a crop with its margin, as training cuts them
_AXES = 48  # numbers of a place: half as many lose a fifth of the gain, twice as many gain none
_RIDGE = 0.1  # share of an even variance in that of one tile's pictures: there are few of each
_NARROWEST = 0.01  # least variance between sets, in variances of one tile's pictures
# Of faces that any set draws in its own way, and of others: the weight of what a set says. Fitted
# on 40 drawn sets in turns, half to fit on, half to weigh, with one to four pictures of each face.
_OWN_WEIGHT, _USUAL_WEIGHT = 0.18, 0.16
# The rest of that fit, and of the set odds of a photo, fitted in 8e9a98ca.
_FITTED = {
    "tails": 50.0,
    "floor": 6.0,
    "even": 4.0,
    "slope": 0.1,
    "trust": 0.8,
    "power": 4.0,
    "joint": 0.6,
    "strange": -3.585,
}
_SEED = 31


@dataclass(frozen=True, slots=True, eq=False)
class Tiles(TileColumns):
    """Tiles (n,) of sets: which set and label, and what they look like (n, d)."""

    sets: NDArray[np.intp]
    faces: NDArray[np.intp]
    embeddings: Floats


def labels_of(classifier: Classifier) -> tuple[str, ...]:
    """Return the labels without what is no tile."""
    return tuple(label for label in classifier.labels if label != NOT_A_TILE)


def draw(classifier: Classifier, each: int) -> Iterator[Tiles]:
    """Yield drawn sets as seen in `each` pictures of every face."""
    labels = labels_of(classifier)
    faces = FaceLibrary.build(("drawn",), drawn=SETS)
    for number, design in enumerate(faces.designs):
        rng = np.random.default_rng((_SEED, number))
        one = OneSet.of(design, rng)
        codes = [code for code in (*CODES, FACE_DOWN) for _ in range(each)]
        crops = [render_crop(rng, faces, code, _SIZE, MARGIN, one).image for code in codes]
        seen = np.stack([network_input(crop, classifier.size) for crop in crops])
        index = np.array([labels.index(code) for code in codes], np.intp)
        yield Tiles(np.full(len(codes), number), index, classifier.embeddings(seen))


def real_tiles(root: Path, classifier: Classifier) -> Tiles:
    """Return single pictures of the real sets that are known.

    Between them faces differ as between sets, as for drawn ones.
    """
    labels = labels_of(classifier)
    crops = list(from_tile_crops(root, _OF_NO_SET, _SIZE))
    seen = [
        classifier.embeddings(network_input(crop.pixels, classifier.size)[None]) for crop in crops
    ]
    return Tiles(
        _REAL + np.unique([crop.origin for crop in crops], return_inverse=True)[1],
        np.array([labels.index(crop.code) for crop in crops], np.intp),
        np.concatenate(seen),
    )


def fit(tiles: Tiles, real: Tiles, labels: tuple[str, ...]) -> Likeness:
    """Return axes, usual looks and spreads, fitted.

    What tells sets apart is fitted on drawn and `real` sets, what names faces on the drawn alone.
    """
    own = np.array([varies_freely(label) for label in labels])
    drawn = Means.of(tiles, own, labels)
    together = Means.of(Tiles.concatenate([tiles, real]), own, labels)
    between = [drawn.between(part, drawn.within) for part in (own, ~own)]
    even = np.trace(drawn.within) / len(drawn.within) * np.eye(len(drawn.within))
    whiten = np.linalg.inv(np.linalg.cholesky((1 - _RIDGE) * drawn.within + _RIDGE * even))
    values, vectors = np.linalg.eigh(whiten @ sum(between) @ whiten.T)
    axes = whiten.T @ vectors[:, np.argsort(-values)[:_AXES]]
    broader = [together.between(part, drawn.within) for part in (own, ~own)]
    spread, breadth = (
        np.where(own[:, None], *(np.diag(axes.T @ each @ axes).clip(_NARROWEST) for each in some))
        for some in (between, broader)
    )
    return Likeness(
        labels,
        np.asarray(axes, np.float32),
        usual=np.asarray(drawn.usual @ axes, np.float32),
        spread=np.asarray(spread, np.float32),
        others=np.asarray(together.usual @ axes, np.float32),
        breadth=np.asarray(breadth, np.float32),
        weight=np.where(own, np.float32(_OWN_WEIGHT), np.float32(_USUAL_WEIGHT)),
        **_FITTED,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Means:
    """What faces of sets (n,) look like in the mean: `looks` (n, d), `count` (n,) of each.

    `faces` (n,); `within` (d, d) is how pictures of one face of one set vary; `usual` (labels, d).
    """

    faces: NDArray[np.intp]
    looks: NDArray[np.float64]
    count: NDArray[np.intp]
    within: NDArray[np.float64]
    usual: NDArray[np.float64]

    @classmethod
    def of(cls, tiles: Tiles, own: NDArray[np.bool_], labels: tuple[str, ...]) -> Self:
        """Return the means; what is drawn in its `own` way usually looks like all of its kind."""
        embeddings = tiles.embeddings.astype(np.float64)
        groups, group = np.unique(np.stack([tiles.sets, tiles.faces]), axis=1, return_inverse=True)
        group, of = group.reshape(-1), groups[1]
        count = np.bincount(group)
        means = np.zeros((len(count), embeddings.shape[1]))
        np.add.at(means, group, embeddings)
        means /= count[:, None]
        apart = embeddings - means[group]
        usual = np.stack(
            [means[own[of] if own[face] and label != FACE_DOWN else of == face].mean(axis=0)
             for face, label in enumerate(labels)]
        )  # fmt: skip
        return cls(of, means, count, apart.T @ apart / (len(apart) - len(count)), usual)

    def between(self, part: NDArray[np.bool_], within: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how sets differ (d, d) in a `part` of the labels, beyond how pictures do."""
        of = part[self.faces]
        apart = self.looks[of] - self.usual[self.faces[of]]
        return np.asarray(apart.T @ apart / len(apart)) - within * float(
            (1 / self.count[of]).mean()
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Render, fit, and write what came out."""
    parser = command_parser("models.training.likeness", __doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--each", type=int, default=5, help="pictures of each face of a set")
    parser.add_argument("--write", type=Path, required=True, help="the classifier with the fit")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    classifier = Classifier.load(models.path("classifier"), 1)
    drawn = Tiles.concatenate(draw(classifier, options.each))
    likeness = fit(drawn, real_tiles(options.photos, classifier), labels_of(classifier))
    facts = {Likeness.kept_as: likeness.to_json()}
    replace_metadata(models.path("classifier"), options.write, facts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
