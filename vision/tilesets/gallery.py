"""A tile set as the networks know it: what its faces look like, and what that says of a photo.

A picture is not believed just because somebody named it so. One wrong tap would make every other
tile of that face look like a stranger, so a corrected picture counts only where it agrees with the
others of its face, or where nothing speaks against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.classifier import NOT_A_TILE, Classifications, Classifier, softmax
from vision.nets.likeness import Likeness, Looks, Numbers
from vision.nets.session import ModelError
from vision.reading import TileSetFit
from vision.sets import BLANK, FACE_DOWN, is_bonus
from vision.tilesets.tile_set import Origin, Sample, TileSet, decode, inner

_BIRD = "1s"
_LEAST = 1e-6
# Of the networks, for the name that a tap gave to a playing tile that is not known yet: wrong names
# of tiles in play were nearly always among those that the networks thought of.
_THOUGHT_OF = 1e-3
_JUDGED = 5  # tiles by which a photo is told to show another set: fewer say too little


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What a set says of tiles (n,): `odds` (n, labels) to add to logarithms, and whether it fits.

    Where another set is seen, or nothing is known, there are no odds, and nothing changes.
    """

    odds: Numbers | None
    fit: TileSetFit

    def take(
        self, tiles: NDArray[np.intp] | NDArray[np.bool_], columns: Sequence[int]
    ) -> Numbers | None:
        """Give the odds of some tiles and labels."""
        return None if self.odds is None else self.odds[tiles][:, columns]


@dataclass(frozen=True)  # without slots: what is derived is kept
class Gallery:
    """A set as one classifier knows it; nothing changes by a call."""

    name: str
    classifier: Classifier
    likeness: Likeness
    looks: Looks
    believed: tuple[bool, ...]

    @classmethod
    def of(cls, known: TileSet, classifier: Classifier) -> Self:
        """Look at all pictures of a set; raises ModelError where the classifier cannot compare."""
        likeness = likeness_of(classifier)
        named = _seen([sample.picture for sample in known.samples], classifier)
        places = likeness.places(_embeddings(named, len(known.samples)))
        faces = np.array([likeness.labels.index(each.tile) for each in known.samples], np.intp)
        columns = [classifier.labels.index(label) for label in likeness.labels]
        shares = named.probabilities[:, columns]
        believed = _believed(known.samples, likeness, places, faces, shares)
        looks = Looks(likeness, places[believed], faces[believed])
        return cls(known.name, classifier, likeness, looks, tuple(believed.tolist()))

    @cached_property
    def columns(self) -> list[int]:
        """Where the labels of the likeness stand among the classifier's."""
        return [self.classifier.labels.index(label) for label in self.likeness.labels]

    def compare(self, crops: Pixels, named: Classifications) -> Comparison:
        """Compare tiles, crops (n, s, s, 3) as the classifier saw them, with those of the set."""
        if not len(crops) or not self.looks.faces.size or named.embeddings is None:
            return Comparison(None, TileSetFit(self.name, None))
        places = self.likeness.places(self._upright(crops, named))
        evidence = self.looks.evidence(places)
        fits = self._fits(evidence, named)
        odds = None
        if fits is not False:
            odds = np.zeros((len(crops), len(self.classifier.labels)))
            odds[:, self.columns] = self.looks.odds(evidence)
        return Comparison(odds, TileSetFit(self.name, fits))

    def _fits(self, evidence: Numbers, named: Classifications) -> bool | None:
        """Tell by the evidence (n, labels) for the names of tiles whether they are of the set.

        By those that most sets draw alike, of which a photo has many, as the limit was fitted.
        """
        alone = named.probabilities.argmax(axis=1)
        judged = [
            evidence[tile, face]
            for tile, face in enumerate(self._faces(alone).tolist())
            if face >= 0 and face in self.looks.faces and not is_free(self.likeness.labels[face])
        ]
        if len(judged) < _JUDGED:
            return None
        return bool(np.median(judged) >= self.likeness.strange)

    def _faces(self, names: NDArray[np.intp]) -> NDArray[np.intp]:
        """Number the classifier's names (n,) as the likeness does, -1 for no tile or a back."""
        index = np.full(len(self.classifier.labels), -1, np.intp)
        for face, (label, column) in enumerate(
            zip(self.likeness.labels, self.columns, strict=True)
        ):
            index[column] = -1 if label in (FACE_DOWN, NOT_A_TILE) else face
        return index[names]

    def _upright(self, crops: Pixels, named: Classifications) -> Floats:
        """Give embeddings (n, d) of upright faces: those that came otherwise are seen again."""
        found = _embeddings(named, len(crops)).copy()
        turned = np.flatnonzero(named.turns % 4)
        if len(turned):
            upright = np.stack([np.rot90(crops[tile], named.turns[tile] % 4) for tile in turned])
            found[turned] = self.classifier.embeddings(upright)
        return found


def fuse(named: Classifications, odds: Numbers) -> Classifications:
    """Add the odds (n, labels) of a set to what the classifier says."""
    probabilities = with_odds(named.probabilities, odds)
    best = probabilities.argmax(axis=1)
    every = np.arange(len(best))
    steady = np.where(odds[every, best] > 0, probabilities[every, best], named.steady)
    return replace(named, probabilities=probabilities, steady=np.asarray(steady, np.float32))


def with_odds(probabilities: Floats, odds: Numbers) -> Floats:
    """Give probabilities (n, labels) with these odds, natural logarithms, put in."""
    return softmax(np.log(probabilities.astype(np.float64).clip(_LEAST)) + odds)


def upright_places(pictures: Sequence[bytes], classifier: Classifier) -> Numbers:
    """Say where pictures of upright tiles lie (n, k); ModelError where that cannot be told."""
    named = _seen(pictures, classifier)
    return likeness_of(classifier).places(_embeddings(named, len(pictures)))


def likeness_of(classifier: Classifier) -> Likeness:
    """Read how a classifier compares tiles; raises ModelError where it cannot."""
    likeness = Likeness.of(classifier.session.metadata)
    if likeness is None:
        message = "This classifier cannot learn tile sets: install tableside again."
        raise ModelError(message)
    return likeness


def _seen(pictures: Sequence[bytes], classifier: Classifier) -> Classifications:
    """Look at pictures of a set as at the tiles of a photo."""
    if not pictures:
        return classifier.classify(np.zeros((0, classifier.size, classifier.size, 3), np.uint8))
    crops = np.stack([decode(each) for each in pictures])
    return classifier.classify(inner(crops, classifier.size))


def _embeddings(named: Classifications, count: int) -> Floats:
    if named.embeddings is None:
        if not count:
            return np.zeros((0, 0), np.float32)
        message = "This classifier cannot learn tile sets: install tableside again."
        raise ModelError(message)
    return named.embeddings


def _believed(
    samples: Sequence[Sample],
    likeness: Likeness,
    places: Numbers,
    faces: NDArray[np.intp],
    shares: Floats,
) -> NDArray[np.bool_]:
    """Tell which samples (n,) are what they are said to be; `shares` (n, labels) of the networks.

    What was shown in rows is taken as it is. A correction is asked of all others: it must not look
    more like what they know of another face than like its own. Where its own is not known at all,
    a bonus tile, the bird and a blank are believed, as they look like nothing else, and any other
    where the networks thought of that name.
    """
    every = np.arange(len(samples))
    doubted = np.array([each.origin is Origin.CORRECTED for each in samples], bool)
    believed = np.ones(len(samples), bool)
    for sample in np.flatnonzero(doubted):
        others = every != sample
        looks = Looks(likeness, places[others], faces[others])
        logs = np.log(shares[sample].astype(np.float64).clip(_LEAST))
        evidence = looks.evidence(places[sample : sample + 1])[0] * likeness.weight
        own = int(faces[sample])
        rivals = np.isin(np.arange(len(likeness.labels)), faces[others])
        rivals[own] = False
        best = (logs + evidence)[rivals].max(initial=-np.inf)
        if own in faces[others]:
            believed[sample] = evidence[own] > 0 or (logs + evidence)[own] > best
        else:
            free = is_free(likeness.labels[own])
            claimed = evidence[rivals].max(initial=0.0) > 0
            believed[sample] = (free or shares[sample, own] >= _THOUGHT_OF) and not claimed
    return believed


def is_free(label: str) -> bool:
    """Tell what any set may draw in a way of its own."""
    return is_bonus(label) or label in (_BIRD, BLANK, FACE_DOWN)
