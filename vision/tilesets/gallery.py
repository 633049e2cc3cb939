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
_SLIPS = 0.05  # share of taps that name another tile: as many as a set must bear


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What a set says of tiles (n,): `odds` (n, labels) to add to logarithms, and whether it fits.

    Where another set is seen, or nothing is known, there are no odds, and nothing changes. No odds
    change whether a tile is one.
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
        believed = believed_of(known.samples, likeness, places, faces, shares)
        looks = Looks(likeness, places[believed], faces[believed])
        return cls(known.name, classifier, likeness, looks, tuple(believed.tolist()))

    @cached_property
    def beside_others(self) -> Looks:
        """The same looks, as far as they tell the set from others."""
        return replace(self.looks, likeness=self.likeness.of_sets)

    @cached_property
    def columns(self) -> list[int]:
        """Where the labels of the likeness stand among the classifier's."""
        return [self.classifier.labels.index(label) for label in self.likeness.labels]

    def compare(self, crops: Pixels, named: Classifications, firm: NDArray[np.bool_]) -> Comparison:
        """Compare tiles, crops (n, s, s, 3) as the classifier saw them, with those of the set.

        The `firm` ones (n,) say whether these are tiles of the set; how likely that is, so much of
        what the set says of a name counts.
        """
        if not len(crops) or not self.looks.faces.size or named.embeddings is None:
            return Comparison(None, TileSetFit(self.name, None))
        places = self.likeness.places(self._upright(crops, named))
        shares = named.probabilities.astype(np.float64)
        judged = self._judged(shares) & firm
        names = self._faces(shares.argmax(axis=1))[judged]
        told = self.beside_others.evidence(places[judged])[np.arange(len(names)), names]
        set_odds = self.likeness.set_odds(told, shares[judged].max(axis=1, initial=0.0))
        fits = self._fits(set_odds) if judged.any() else None
        odds = None
        if fits is not False:
            odds = np.zeros((len(crops), len(self.classifier.labels)))
            odds[:, self.columns] = self._odds(
                self.looks.evidence(places), shares[:, self.columns], set_odds
            )
        return Comparison(odds, TileSetFit(self.name, fits))

    def _judged(self, shares: Numbers) -> NDArray[np.bool_]:
        """Tell of which tiles (n,) the names tell sets apart: those that most sets draw alike.

        A photo has many of them, and what a set draws in its own way looks unlike itself, too,
        where it is misnamed.
        """
        faces = self._faces(shares.argmax(axis=1))
        alike = np.array([not is_free(label) for label in self.likeness.labels], bool)
        return np.asarray((faces >= 0) & np.isin(faces, self.looks.faces) & alike[faces])

    def _fits(self, set_odds: float) -> bool | None:
        """Say whether a photo shows the set, or None where that is as likely as not."""
        if set_odds < self.likeness.strange:
            return False
        return True if set_odds > 0 else None

    def _odds(self, evidence: Numbers, shares: Numbers, set_odds: float) -> Numbers:
        """Give the odds (n, faces) of names with `shares` (n, faces) by the networks.

        They share out what the networks give to all faces together, so a tile is one as surely as
        before, and a back, too, where none was shown. Each counts as far as the photo is one of the
        set.
        """
        odds = self.looks.odds(evidence)
        shared = np.array([label != FACE_DOWN for label in self.likeness.labels], bool)
        shared[self.looks.faces] = True
        given, taken = shares[:, shared], np.exp(odds[:, shared])
        whole = given.sum(axis=1).clip(_LEAST)
        odds[:, shared] -= np.log(((given * taken).sum(axis=1) / whole).clip(_LEAST))[:, None]
        own = 1 / (1 + np.exp(-set_odds))
        return np.asarray(np.log(own * np.exp(odds) + 1 - own))

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


def believed_of(
    samples: Sequence[Sample],
    likeness: Likeness,
    places: Numbers,
    faces: NDArray[np.intp],
    shares: Floats,
) -> NDArray[np.bool_]:
    """Tell which samples (n,) are what they are said to be; `shares` (n, labels) of the networks.

    What was shown in rows is taken as it is. A correction of a face that is known must not look
    more like what is known of another. Of any other it is believed where it is likelier right than
    a slip. What the networks think of a face that any set draws in a way of its own tells it from
    others as little as nothing, so there the likeness speaks alone.
    """
    every = np.arange(len(samples))
    believed = np.ones(len(samples), bool)
    free = np.array([is_free(label) for label in likeness.labels], bool)
    for sample, one in enumerate(samples):
        if one.origin is not Origin.CORRECTED:
            continue
        others, own = every != sample, int(faces[sample])
        looks = Looks(likeness, places[others], faces[others])
        thought = shares[sample].astype(np.float64).clip(_LEAST)
        if free[own]:
            thought[own] = thought[free].max()
        odds = looks.evidence(places[sample : sample + 1])[0] * likeness.weight
        likely = thought * np.exp(odds)
        rivals = np.delete(likely, own)
        if own in faces[others]:
            known = np.delete(np.isin(np.arange(len(likely)), faces[others]), own)
            believed[sample] = odds[own] > 0 or likely[own] > rivals[known].max(initial=0.0)
        else:
            slip = _SLIPS / len(rivals) * rivals.sum()
            believed[sample] = (1 - _SLIPS) * likely[own] > slip
    return believed


def is_free(label: str) -> bool:
    """Tell what any set may draw in a way of its own."""
    return is_bonus(label) or label in (_BIRD, BLANK, FACE_DOWN)
