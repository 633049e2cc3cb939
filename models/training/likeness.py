"""Fits how like two pictures of tiles are: `python -m models.training.likeness`.

Renders tiles of drawn sets that no network has seen (`SETS`), several of each face, each in light
and from a side of its own, and names them as reading does. From this it fits

- in which directions embeddings differ from one picture of a tile to the next, and in which from
  set to set: for faces that any set may draw in its own way (flowers, seasons, 1 Bamboo, the white
  dragon, backs) from each other, for all others from what that face usually looks like,
- how much the evidence of one to four pictures counts beside the networks, so that what comes out
  is as likely as it says: sets are taken in turns, half to fit on, half to weigh,
- below which mean evidence a photo shows another set: as rarely as `_ALARM` where it does not.

With `--write FILE` a copy of the classifier is written that says so in its metadata.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from datasets.evaluation.calibration import restate
from datasets.evaluation.tile_columns import TileColumns
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.crops import render_crop
from datasets.synth.scenes.prints import OneSet
from models.training.data.crops import MARGIN, inner_at
from vision.arrays import Floats
from vision.nets.captions import Captions, combine_captions, find_doubtful_bonus
from vision.nets.classifier import NOT_A_TILE, Classifier
from vision.nets.closeup import Closeup, combine_closeup, find_doubtful
from vision.nets.likeness import Likeness, Looks
from vision.nets.rim import RimmedNet
from vision.sets import FACE_DOWN
from vision.tilesets.gallery import is_free

SETS = range(2000, 2040)  # seeds of drawn designs that nothing else here uses
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
_OF_A_PHOTO = 14  # tiles by which a photo is told to show another set
_ALARM = 0.002  # share of photos of the set itself that may be taken for another's
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
        embeddings, probabilities = name_crops(*nets, np.stack(crops))
        index = np.array([labels.index(code) for code in codes], np.intp)
        turns = np.tile(np.arange(each), len(codes) // each)
        yield Tiles(np.full(len(codes), number), index, turns, embeddings, probabilities)


def name_crops(
    classifier: Classifier, closeup: Closeup, captions: Captions, crops: NDArray[np.uint8]
) -> tuple[Floats, Floats]:
    """Give embeddings (n, d) and probabilities (n, labels) of crops with a margin, as read."""

    def seen_by(net: RimmedNet, chosen: NDArray[np.intp]) -> NDArray[np.uint8]:
        return np.stack([inner_at(crops[i], net.size, net.border) for i in chosen])

    told = classifier.classify(np.stack([inner_at(crop, classifier.size) for crop in crops]))
    embeddings = told.embeddings
    if embeddings is None:
        message = "this classifier does not tell its embedding"
        raise ValueError(message)
    doubted = find_doubtful(told.probabilities, classifier.labels)
    if len(doubted):
        told = combine_closeup(told, doubted, closeup.look(seen_by(closeup, doubted)))
    labels = labels_of(classifier)
    rows = told.probabilities[:, [classifier.labels.index(label) for label in labels]]
    rows = rows / rows.sum(axis=1, keepdims=True).clip(_LEAST)
    words = find_doubtful_bonus(rows, labels)
    if len(words):
        rows[words] = combine_captions(rows[words], captions.read(seen_by(captions, words)), labels)
    return embeddings, rows


def fit(tiles: Tiles, labels: tuple[str, ...], tails: float) -> Likeness:
    """Fit axes, usual looks and spreads; weights and limits are those of no fit."""
    faces, embeddings = tiles.faces, tiles.embeddings.astype(np.float64)
    own = np.array([is_free(label) for label in labels])
    groups, group = np.unique(np.stack([tiles.sets, faces]), axis=1, return_inverse=True)
    group, of = group.reshape(-1), groups[1]
    count = np.bincount(group)
    means = np.zeros((len(count), embeddings.shape[1]))
    np.add.at(means, group, embeddings)
    means /= count[:, None]
    apart = embeddings - means[group]
    within = apart.T @ apart / (len(apart) - len(count))
    usual = np.stack(
        [means[own[of] if own[face] and label != FACE_DOWN else of == face].mean(axis=0)
         for face, label in enumerate(labels)]
    )  # fmt: skip
    between = [
        _covariance(means[part] - usual[of[part]]) - within / count.mean()
        for part in (own[of], ~own[of])
    ]
    even = np.trace(within) / len(within) * np.eye(len(within))
    whiten = np.linalg.inv(np.linalg.cholesky((1 - _RIDGE) * within + _RIDGE * even))
    values, vectors = np.linalg.eigh(whiten @ sum(between) @ whiten.T)
    axes = whiten.T @ vectors[:, np.argsort(-values)[:_AXES]]
    spreads = [np.diag(axes.T @ each @ axes).clip(_NARROWEST) for each in between]
    return Likeness(
        labels,
        np.asarray(axes, np.float32),
        np.asarray(usual @ axes, np.float32),
        np.asarray(np.where(own[:, None], *spreads), np.float32),
        np.ones(len(labels), np.float32),
        tails,
        np.inf,
        -np.inf,
    )


def _covariance(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(values.T @ values / len(values))


@dataclass(frozen=True, slots=True, eq=False)
class Trial(TileColumns):
    """What a fit on half of the sets says of tiles of the other half, some of which were shown.

    `evidence` (n, labels), `lifted` (n, labels) so that the best face of a tile has 0 or more, and
    `logs` (n, labels) of the networks' probabilities; `faces` (n,); `others` (n,) is the evidence
    for the name as if another set had been shown.
    """

    evidence: NDArray[np.float64]
    lifted: NDArray[np.float64]
    logs: NDArray[np.float64]
    faces: NDArray[np.intp]
    others: NDArray[np.float64]


def try_sets(tiles: Tiles, labels: tuple[str, ...], count: int, tails: float) -> Iterator[Trial]:
    """Show `count` pictures of each face of every set to a fit on sets that are not it."""
    for half in range(2):
        likeness = fit(tiles.take(tiles.sets % 2 == half), labels, tails)
        held = tiles.take(tiles.sets % 2 != half)
        places = likeness.places(held.embeddings)
        numbers = np.unique(held.sets).tolist()
        looks = {}
        for number in numbers:
            first = (held.sets == number) & (held.turns < count)
            looks[number] = Looks(likeness, places[first], held.faces[first])
        for place, number in enumerate(numbers):
            rest = (held.sets == number) & (held.turns >= count)
            logs = np.log(held.probabilities[rest].astype(np.float64).clip(_LEAST))
            other = looks[numbers[place - 1]].evidence(places[rest])
            evidence = looks[number].evidence(places[rest])
            yield Trial(
                evidence,
                looks[number].odds(evidence),  # of weight one, without a floor
                logs,
                held.faces[rest],
                other[np.arange(len(other)), logs.argmax(axis=1)],
            )


def weigh(parts: Sequence[Trial], own: NDArray[np.bool_]) -> tuple[float, Floats, float]:
    """Find weights (labels,) and floor, and the surprise that is left; `own` as `is_free` tells."""
    best = min(
        (float(np.mean([_surprise(part, np.where(own, each, usual), floor) for part in parts])),
         float(each), float(usual), floor)
        for floor in _FLOORS for each in _WEIGHTS for usual in _WEIGHTS
    )  # fmt: skip
    return best[0], np.asarray(np.where(own, best[1], best[2]), np.float32), best[3]


def _together(part: Trial, weight: NDArray[np.floating], floor: float) -> NDArray[np.float64]:
    """Put together what networks and pictures say (n, labels), as logarithms."""
    return np.asarray(part.logs + np.maximum(part.lifted * weight, -floor))


def _surprise(part: Trial, weight: NDArray[np.floating], floor: float) -> float:
    """Give the mean surprise at what tiles really are, in natural logarithms."""
    odds = _together(part, weight, floor)
    odds -= odds.max(axis=1, keepdims=True)
    of = odds[np.arange(len(odds)), part.faces] - np.log(np.exp(odds).sum(axis=1))
    return -float(of.mean())


def strangeness(parts: Sequence[Trial], own: NDArray[np.bool_]) -> tuple[float, float]:
    """Give the evidence below which a photo shows another set, and how many are noticed that do.

    Faces that every set draws alike are judged by: those are what most photos have most of.
    """
    dice = np.random.default_rng(_SEED)
    same, others = [], []
    for part in parts:
        names = part.logs.argmax(axis=1)
        named = part.evidence[np.arange(len(names)), names]
        alike = np.flatnonzero(~own[names])
        for _ in range(40):
            some = dice.choice(alike, size=_OF_A_PHOTO)
            same.append(float(np.median(named[some])))
            others.append(float(np.median(part.others[some])))
    limit = float(np.quantile(same, _ALARM))
    return limit, float(np.mean(np.array(others) < limit))


def main(arguments: Sequence[str] | None = None) -> int:
    """Render, or take what was rendered before; fit, and say what it gives."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.likeness",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tiles", type=Path, default=Path("build/likeness.npz"))
    parser.add_argument("--each", type=int, default=5, help="pictures of each face of a set")
    parser.add_argument("--write", type=Path, help="write the classifier with the fit to this file")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    labels = labels_of(Classifier.load(models.path("classifier"), 1))
    if not options.tiles.exists():
        drawn = Tiles.concatenate(_counted(draw(options.each)))
        options.tiles.parent.mkdir(parents=True, exist_ok=True)
        np.savez(options.tiles, **{each.name: getattr(drawn, each.name) for each in fields(drawn)})
    kept = np.load(options.tiles)
    tiles = Tiles(*(kept[each.name] for each in fields(Tiles)))
    own = np.array([is_free(label) for label in labels])
    tried = []
    for tails in _TAILS:
        parts = {count: list(try_sets(tiles, labels, count, tails)) for count in _SHOWN}
        every = [part for some in parts.values() for part in some]
        tried.append((*weigh(every, own), tails, parts, every))
    left, weight, floor, tails, parts, every = min(tried, key=lambda one: one[0])
    strange, noticed = strangeness(every, own)
    for count, some in parts.items():
        print(f"{count} of each face: {_told(some, weight, floor, own)}")
    print(f"weights {weight[own][0]:.2f} and {weight[~own][0]:.2f}, tails {tails}, floor {floor}; ")
    print(f"surprise {left:.4f}; another set below {strange:.2f}, noticed in {noticed:.1%}")
    if options.write:
        whole = fit(tiles, labels, tails)
        told = replace(whole, weight=weight, floor=floor, strange=strange).to_json()
        restate(models.path("classifier"), options.write, {Likeness.kept_as: told})
    return 0


def _counted(parts: Iterator[Tiles]) -> Iterator[Tiles]:
    for number, part in enumerate(parts, 1):
        print(f"{number} sets", file=sys.stderr, flush=True)
        yield part


def _told(parts: Sequence[Trial], weight: Floats, floor: float, own: NDArray[np.bool_]) -> str:
    """Say how many are named rightly without and with the set."""
    faces = np.concatenate([part.faces for part in parts])
    alone = np.concatenate([part.logs.argmax(axis=1) for part in parts]) == faces
    known = [_together(part, weight, floor).argmax(axis=1) for part in parts]
    right = np.concatenate(known) == faces
    return ", ".join(
        f"{name} {alone[which].mean():.2%} -> {right[which].mean():.2%}"
        for name, which in (("drawn in its own way", own[faces]), ("others", ~own[faces]))
    )


if __name__ == "__main__":
    sys.exit(main())
