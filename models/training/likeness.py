"""Fits how like two pictures of tiles are: `python -m models.training.likeness`.

Renders tiles of drawn sets that no network has seen (`SETS`), several of each face, each in light
and from a side of its own, and names them as reading does. From this it fits

- in which directions embeddings differ from one picture of a tile to the next, and in which from
  set to set: for faces that any set may draw in its own way (flowers, seasons, 1 Bamboo, the white
  dragon, backs) from each other, for all others from what that face usually looks like,
- how much the evidence of one to four pictures counts beside the networks, so that what comes out
  is as likely as it says: sets are taken in turns, half to fit on, half to weigh.

How the tiles of a photo tell whether it shows the set stays as it was fitted once on photos of
known sets (`_OF_PHOTOS`; models/JOURNAL.md). With `--write FILE` a copy of the classifier is
written that says so in its metadata. What a set brings is measured by
`datasets.evaluation.readings --tiles`.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
from models.training.data.crops import (
    MARGIN,
    bring_to_network,
    classified,
    from_tile_crops,
    network_input,
)
from vision.arrays import Floats, Pixels
from vision.nets.faces import (
    NOT_A_TILE,
    Captions,
    Classifier,
    Closeup,
    combine_captions,
    find_doubtful_bonus,
)
from vision.sets import FACE_DOWN
from vision.tilesets.gallery import Likeness, Looks, varies_freely

SETS = range(2000, 2040)  # seeds of drawn designs that nothing else here uses
_REAL = 100_000  # added to the numbers of real sets
_OF_NO_SET = ("untagged", "extra")  # crops of which nobody knows the set
_SIZE = 152  # px of a crop with its margin, as training cuts them
_AXES = 48  # numbers of a place: half as many lose a fifth of the gain, twice as many gain none
_RIDGE = 0.1  # share of an even variance in that of one tile's pictures: there are few of each
_NARROWEST = 0.01  # least variance between sets, in variances of one tile's pictures
_LEAST = 1e-6
_SHOWN = (1, 2, 4)  # pictures of each face that the weights are fitted with
# What is tried: weights, degrees of freedom, the most that a set says against a name.
_WEIGHTS = np.arange(0.0, 0.42, 0.02)
_TAILS = (5.0, 15.0, 50.0)
_FLOORS = (3.0, 4.0, 6.0)
# Of the set odds of a photo, fitted in 8e9a98ca.
_OF_PHOTOS = {
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
    """Tiles (n,) of drawn sets: which set and label, what they look like, what networks say.

    `embeddings` (n, d), `probabilities` (n, labels); `turns` (n,) number the pictures of one face.
    """

    sets: NDArray[np.intp]
    faces: NDArray[np.intp]
    turns: NDArray[np.intp]
    embeddings: Floats
    probabilities: Floats


def labels_of(classifier: Classifier) -> tuple[str, ...]:
    """List the labels without what is no tile."""
    return tuple(label for label in classifier.labels if label != NOT_A_TILE)


def draw(each: int, seeds: Sequence[int] = SETS) -> Iterator[Tiles]:
    """Render `each` pictures of every face of drawn sets, a set at a time, and look at them."""
    nets = (
        Classifier.load(models.path("classifier"), 1),
        Closeup.load(models.path("closeup"), 1),
        Captions.load(models.path("captions"), 1),
    )
    labels = labels_of(nets[0])
    faces = FaceLibrary.build(("drawn",), drawn=seeds)
    for number, design in enumerate(faces.designs):
        rng = np.random.default_rng((_SEED, number))
        one = OneSet.of(design, rng)
        codes = [code for code in (*CODES, FACE_DOWN) for _ in range(each)]
        crops = [render_crop(rng, faces, code, _SIZE, MARGIN, one).image for code in codes]
        embeddings, probabilities = looks_of(*nets, crops)
        index = np.array([labels.index(code) for code in codes], np.intp)
        turns = np.tile(np.arange(each), len(codes) // each)
        yield Tiles(np.full(len(codes), number), index, turns, embeddings, probabilities)


def looks_of(
    classifier: Classifier, closeup: Closeup, captions: Captions, crops: Sequence[Pixels]
) -> tuple[Floats, Floats]:
    """Return embeddings (n, d) and probabilities (n, labels) of crops with a margin, as read."""
    named = classified(crops, classifier, closeup)
    if named.embeddings is None:
        message = "this classifier does not tell its embedding"
        raise ValueError(message)
    labels = labels_of(classifier)
    rows = named.probabilities[:, [classifier.labels.index(label) for label in labels]]
    rows = rows / rows.sum(axis=1, keepdims=True).clip(_LEAST)
    words = find_doubtful_bonus(rows, labels)
    if len(words):
        read = captions.predict(bring_to_network(captions, crops, words))
        rows[words] = combine_captions(rows[words], read, labels)
    return named.embeddings, rows


def fit(tiles: Tiles, real: Tiles, labels: tuple[str, ...], tails: float) -> Likeness:
    """Fit axes, usual looks and spreads; weights and limits are those of no fit.

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
        weight=np.ones(len(labels), np.float32),
        tails=tails,
        floor=np.inf,
        **_OF_PHOTOS,
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
        """Take the means; what is drawn in its `own` way usually looks like all of its kind."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Trial(TileColumns):
    """What a fit on half of the sets says of tiles of the other half, some of which were shown.

    `lifted` (n, labels) so that the best face of a tile has 0 or more, and
    `logs` (n, labels) of the networks' probabilities; `faces` (n,).
    """

    lifted: NDArray[np.float64]
    logs: NDArray[np.float64]
    faces: NDArray[np.intp]


def try_sets(
    tiles: Tiles, real: Tiles, labels: tuple[str, ...], count: int, tails: float
) -> Iterator[Trial]:
    """Show `count` pictures of each face of every set to a fit on sets that are not it."""
    for half in range(2):
        likeness = fit(tiles.take(tiles.sets % 2 == half), real, labels, tails)
        held = tiles.take(tiles.sets % 2 != half)
        places = likeness.places(held.embeddings)
        numbers = np.unique(held.sets).tolist()
        for number in numbers:
            first = (held.sets == number) & (held.turns < count)
            looks = Looks(likeness, places[first], held.faces[first])
            rest = (held.sets == number) & (held.turns >= count)
            logs = np.log(held.probabilities[rest].astype(np.float64).clip(_LEAST))
            # Of weight one, without a floor.
            lifted = looks.odds(looks.evidence(places[rest]))
            yield Trial(lifted, logs, held.faces[rest])


def weigh(parts: Sequence[Trial], own: NDArray[np.bool_]) -> tuple[float, Floats, float]:
    """Find weights (labels,) and floor, and the surprise that is left; `own`: `varies_freely`."""
    best = min(
        (float(np.mean([_surprise(part, np.where(own, each, usual), floor) for part in parts])),
         float(each), float(usual), floor)
        for floor in _FLOORS for each in _WEIGHTS for usual in _WEIGHTS
    )  # fmt: skip
    return best[0], np.asarray(np.where(own, best[1], best[2]), np.float32), best[3]


def _surprise(part: Trial, weight: NDArray[np.floating], floor: float) -> float:
    """Return the mean surprise at what tiles really are, in natural logarithms."""
    odds = part.logs + np.maximum(part.lifted * weight, -floor)
    odds -= odds.max(axis=1, keepdims=True)
    of = odds[np.arange(len(odds)), part.faces] - np.log(np.exp(odds).sum(axis=1))
    return -float(of.mean())


def main(arguments: Sequence[str] | None = None) -> int:
    """Render, fit, and say what it gives."""
    parser = command_parser("models.training.likeness", __doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--each", type=int, default=5, help="pictures of each face of a set")
    parser.add_argument("--write", type=Path, help="write the classifier with the fit to this file")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    classifier = Classifier.load(models.path("classifier"), 1)
    labels = labels_of(classifier)
    tiles = Tiles.concatenate(draw(options.each))
    own = np.array([varies_freely(label) for label in labels])
    real = real_tiles(options.photos, classifier, labels)
    tried = []
    for tails in _TAILS:
        every = [part for n in _SHOWN for part in try_sets(tiles, real, labels, n, tails)]
        tried.append((*weigh(every, own), tails))
    left, weight, floor, tails = min(tried, key=lambda one: one[0])
    whole = replace(fit(tiles, real, labels, tails), weight=weight, floor=floor)
    print(f"weights {weight[own][0]:.2f} and {weight[~own][0]:.2f}, tails {tails}, floor {floor}")
    print(f"surprise {left:.4f}")
    if options.write:
        facts = {Likeness.kept_as: whole.to_json()}
        replace_metadata(models.path("classifier"), options.write, facts)
    return 0


def real_tiles(root: Path, classifier: Classifier, labels: tuple[str, ...]) -> Tiles:
    """Return single pictures of the real sets that are known.

    Between them faces differ as between sets, as for drawn ones; the networks' probabilities for
    them are of no use, and left out.
    """
    crops = list(from_tile_crops(root, _OF_NO_SET, _SIZE))
    seen = np.concatenate(
        [classifier.embeddings(network_input(crop.pixels, classifier.size)[None]) for crop in crops]
    )
    count = len(crops)
    return Tiles(
        _REAL + np.unique([crop.origin for crop in crops], return_inverse=True)[1],
        np.array([labels.index(crop.code) for crop in crops], np.intp),
        np.zeros(count, np.intp),
        seen,
        np.zeros((count, len(labels)), np.float32),
    )


if __name__ == "__main__":
    sys.exit(main())
