"""An enrolled tile set in the networks' terms: how its faces look, and the evidence for names.

A picture is not trusted just because somebody named it. One wrong tap would make every other tile
of that face look like a stranger, so a corrected picture counts only if it agrees with the others
of its face, or if nothing contradicts it.

Likeness is measured in coordinates in which pictures of one face of one set have unit variance,
whatever the light; larger differences come from the face, or the set. A face is then a
distribution around its usual look, as wide as sets differ, and a few pictures of the set narrow it
down. The `evidence` for a face is the ratio by which they make an observation likelier. Its tails
are those of Student's distribution: a tile in bad light is far from everything and tells little.

Whether a photo shows the set at all is decided by all of its tiles together. The evidence of each
is bounded: things that are no tiles, such as spines of books, get names as well, and look like no
set.

All of it was fitted (`python -m models.training.likeness`), the looks on drawn sets that no network
has seen, the limits also on training photos, and is in the classifier's metadata.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.faces import NOT_A_TILE, Classifications, Classifier, softmax
from vision.nets.session import ModelError
from vision.reading import TileSetFit
from vision.sets import BLANK, FACE_DOWN, is_bonus
from vision.tilesets.tile_set import Origin, Sample, TileSet, decode, inner

Numbers = NDArray[np.float64]

_ARRAYS = ("axes", "usual", "spread", "others", "breadth", "weight")
_NUMBERS = ("tails", "floor", "even", "slope", "trust", "power", "joint", "strange")


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """The fitted parameters: `labels` in the order of all rows; calls change nothing.

    `axes` (d, k) project embeddings to places; `usual` (labels, k) is the mean of the faces of
    unseen sets, `spread` (labels, k) their variance between sets. `others` and `breadth` are the
    same for distinguishing sets, of drawn and real ones. `weight` (labels,) is the factor of the
    evidence beside the networks, and a set says at most `floor` against a name, in natural
    logarithms. `tails` are the degrees of freedom.

    The rest decides whether tiles are of the set: a tile with the evidence `even` for its name
    is as likely of another one, and the odds grow by `slope` with it. `trust` is the share of
    sure names that are right, lower for others by the name's probability to the `power`. `joint`
    is the factor of their sum, as the tiles of a photo share its light. A photo below the odds
    `strange` shows another set.
    """

    kept_as: ClassVar[str] = "likeness"

    labels: tuple[str, ...]
    axes: Floats
    usual: Floats
    spread: Floats
    others: Floats
    breadth: Floats
    weight: Floats
    tails: float
    floor: float
    even: float
    slope: float
    trust: float
    power: float
    joint: float
    strange: float

    @classmethod
    def of(cls, metadata: Mapping[str, str]) -> Self | None:
        """Return the parameters in the classifier's metadata, or None if any is missing."""
        kept: dict[str, Any] = json.loads(metadata.get(cls.kept_as, "{}"))
        if not kept.keys() >= {"labels", *_ARRAYS, *_NUMBERS}:
            return None
        values: dict[str, Any] = {name: _array(kept[name]) for name in _ARRAYS}
        values |= {name: float(kept[name]) for name in _NUMBERS}
        return cls(labels=tuple(kept["labels"]), **values)

    def to_json(self) -> str:
        """Return the form kept in the classifier's metadata: arrays in half precision."""
        arrays = {name: _text(getattr(self, name)) for name in _ARRAYS}
        numbers = {name: round(getattr(self, name), 3) for name in _NUMBERS}
        return json.dumps({"labels": self.labels, **arrays, **numbers})

    @property
    def of_sets(self) -> Self:
        """Return what tells sets apart: real ones, too, are what others look like."""
        return replace(self, usual=self.others, spread=self.breadth)

    def places(self, embeddings: Floats) -> Numbers:
        """Project embeddings (n, d) to places (n, k)."""
        if not len(embeddings):
            return np.zeros((0, self.axes.shape[1]))
        return np.asarray(embeddings.astype(np.float64) @ self.axes)

    def set_odds(self, evidence: Numbers, sure: Numbers) -> float:
        """Return the odds, natural logarithm, that the tiles of a photo (n,) are of the set.

        `evidence` (n,) is that for their names, `sure` (n,) the probability of these.
        """
        return float(self.joint * self.tile_odds(evidence, sure).sum())

    def tile_odds(self, evidence: Numbers, sure: Numbers) -> Numbers:
        """Return the log-odds of each tile (...) alone that it is of the set."""
        own = 1 / (1 + np.exp(-self.slope * (evidence - self.even)))
        trust = self.trust * sure**self.power
        for_it, against = (trust * share + (1 - trust) / 2 for share in (own, 1 - own))
        return np.asarray(np.log(for_it / against))


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What the faces of one set look like: places (m, k) of pictures, and the label of each (m,).

    `likeness` gives the scale; labels without a picture have no evidence at all.
    """

    likeness: Likeness
    places: Numbers
    faces: NDArray[np.intp]
    _of: Mapping[int, tuple[Numbers, Numbers]] = field(init=False)

    def __post_init__(self) -> None:
        """Compute what does not depend on observations: for each face its mean and variance."""
        of = {}
        for face in np.unique(self.faces).tolist():
            own = self.places[self.faces == face]
            usual, spread = self._mean_and_spread(face)
            kept = len(own) * spread / (1 + len(own) * spread)
            of[face] = (
                usual + kept * (own.mean(axis=0) - usual),
                1 + spread / (1 + len(own) * spread),
            )
        object.__setattr__(self, "_of", of)

    def _mean_and_spread(self, face: int) -> tuple[Numbers, Numbers]:
        likeness = self.likeness
        return likeness.usual[face].astype(np.float64), likeness.spread[face].astype(np.float64)

    def evidence(self, places: Numbers) -> Numbers:
        """Return the log-ratio (n, labels) by which places (n, k) make each label likelier."""
        found = np.zeros((len(places), len(self.likeness.labels)))
        for face, (mean, variance) in self._of.items():
            usual, spread = self._mean_and_spread(face)
            known = self._logs(places - mean, variance)
            found[:, face] = known - self._logs(places - usual, 1 + spread)
        return found

    def odds(self, evidence: Numbers) -> Numbers:
        """Return what the evidence (n, labels) puts into what the networks say, natural logarithms.

        A tile that looks like none of the set is no less a tile, nor less one of its missing faces.
        """
        known = np.isin(np.arange(evidence.shape[1]), self.faces)
        best = evidence[:, known].max(axis=1, initial=-np.inf, keepdims=True)
        return self.plain_odds(evidence - np.minimum(best, 0))

    def plain_odds(self, evidence: Numbers) -> Numbers:
        """Return the same for a tile that is taken to be one of the set."""
        known = np.isin(np.arange(evidence.shape[1]), self.faces)
        weighed = np.maximum(evidence * self.likeness.weight, -self.likeness.floor)
        return np.where(known, weighed, 0)

    def _logs(self, away: Numbers, variance: Numbers) -> Numbers:
        """Return the density (n,), natural logarithm but for a constant, so far from a middle."""
        tails, axes = self.likeness.tails, away.shape[1]
        squares = (away**2 / variance).sum(axis=1)
        wide = np.log(variance).sum() / 2
        return np.asarray(-(tails + axes) / 2 * np.log1p(squares / tails) - wide)


def _text(values: Floats) -> list[object]:
    """Write an array down as its shape and its bytes in half precision."""
    halves = np.ascontiguousarray(values, np.float16)
    return [list(halves.shape), base64.b64encode(halves.tobytes()).decode("ascii")]


def _array(stored: tuple[list[int], str]) -> Floats:
    shape, text = stored
    return np.frombuffer(base64.b64decode(text), np.float16).reshape(shape).astype(np.float32)


_BIRD = "1s"
_LEAST = 1e-6
_SLIPS = 0.05  # share of taps that name another tile: as many as a set must bear


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
        """Embed all pictures of a set; raises ModelError if the classifier cannot compare."""
        likeness = likeness_of(classifier)
        named = _classify_upright([sample.picture for sample in known.samples], classifier)
        places = likeness.places(_embeddings(named, len(known.samples)))
        faces = np.array([likeness.labels.index(each.tile) for each in known.samples], np.intp)
        columns = [classifier.labels.index(label) for label in likeness.labels]
        shares = named.probabilities[:, columns]
        believed = credible_mask(known.samples, likeness, places, faces, shares)
        looks = Looks(likeness, places[believed], faces[believed])
        return cls(known.name, classifier, likeness, looks, tuple(believed.tolist()))

    @cached_property
    def distinctive_looks(self) -> Looks:
        """The same looks, as far as they tell the set from others."""
        return replace(self.looks, likeness=self.likeness.of_sets)

    @cached_property
    def columns(self) -> list[int]:
        """Where the labels of the likeness stand among the classifier's."""
        return [self.classifier.labels.index(label) for label in self.likeness.labels]

    def compare(
        self, crops: Pixels, named: Classifications, firm: NDArray[np.bool_]
    ) -> tuple[Numbers | None, TileSetFit]:
        """Compare tiles, crops (n, s, s, 3) as the classifier saw them, with those of the set.

        Returns the odds (n, labels) to add to logarithms, and whether the set fits. There are no
        odds for another set, or if nothing is known. They never change whether a detection is a
        tile. The `firm` ones (n,) decide whether these are tiles of the set; the evidence is
        weighted by that probability, and is nothing if another set is likelier.
        """
        if not len(crops) or not self.looks.faces.size or named.embeddings is None:
            return None, TileSetFit(self.name, None)
        places = self.likeness.places(self._upright(crops, named))
        shares = named.probabilities.astype(np.float64)
        judged = self._judged(shares) & firm
        names = self._faces(shares.argmax(axis=1))[judged]
        evidence = self.distinctive_looks.evidence(places[judged])[np.arange(len(names)), names]
        sure = shares[judged].max(axis=1, initial=0.0)
        set_odds = self.likeness.set_odds(evidence, sure)
        fits = self._fits(set_odds) if judged.any() else None
        odds = None
        if set_odds >= 0:
            odds = np.zeros((len(crops), len(self.classifier.labels)))
            others = np.full(len(crops), set_odds)
            others[judged] -= self.likeness.joint * self.likeness.tile_odds(evidence, sure)
            odds[:, self.columns] = self._odds(
                self.looks.evidence(places), shares[:, self.columns], others
            )
        return odds, TileSetFit(self.name, fits)

    def _judged(self, shares: Numbers) -> NDArray[np.bool_]:
        """Return the mask (n,) of tiles whose names distinguish sets, which most sets draw alike.

        A photo has many of them, and a face that a set draws in its own way looks unlike itself
        if it is misnamed.
        """
        faces = self._faces(shares.argmax(axis=1))
        alike = np.array([not varies_freely(label) for label in self.likeness.labels], bool)
        return np.asarray((faces >= 0) & np.isin(faces, self.looks.faces) & alike[faces])

    def _fits(self, set_odds: float) -> bool | None:
        """Return whether a photo shows the set, or None where that is as likely as not."""
        if set_odds < self.likeness.strange:
            return False
        return True if set_odds > 0 else None

    def _odds(self, evidence: Numbers, shares: Numbers, set_odds: Numbers) -> Numbers:
        """Return the odds (n, faces) of names with `shares` (n, faces) by the networks.

        They redistribute the networks' probability of all faces together, so that a tile stays
        one, and a back, too, if none was enrolled. Each counts as far as the tile is one of the
        set: by the other tiles of the photo, `set_odds` (n,), and by its own likelihood.
        """
        odds = self.looks.odds(evidence)
        shared = np.array([label != FACE_DOWN for label in self.likeness.labels], bool)
        shared[self.looks.faces] = True
        given = shares[:, shared]
        odds[:, shared] -= _log_mean(odds[:, shared], given)
        whole = _log_mean(self.looks.plain_odds(evidence)[:, shared], given)
        own = 1 / (1 + np.exp(-(set_odds[:, None] + whole)))
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
        """Return embeddings (n, d) of upright faces: those that came otherwise are seen again."""
        found = _embeddings(named, len(crops)).copy()
        turned = np.flatnonzero(named.turns % 4)
        if len(turned):
            upright = np.stack([np.rot90(crops[tile], named.turns[tile] % 4) for tile in turned])
            found[turned] = self.classifier.embeddings(upright)
        return found


def _log_mean(odds: Numbers, shares: Numbers) -> Numbers:
    """Return the log-ratio (n, 1) by which odds (n, k) make names with `shares` (n, k) likelier."""
    whole = shares.sum(axis=1).clip(_LEAST)
    taken = (shares * np.exp(odds)).sum(axis=1) / whole
    return np.asarray(np.log(taken.clip(_LEAST))[:, None])


def fuse(named: Classifications, odds: Numbers) -> Classifications:
    """Add the odds (n, labels) of a set to what the classifier says."""
    probabilities = softmax(np.log(named.probabilities.astype(np.float64).clip(_LEAST)) + odds)
    best = probabilities.argmax(axis=1)
    every = np.arange(len(best))
    steady = np.where(odds[every, best] > 0, probabilities[every, best], named.steady)
    return replace(named, probabilities=probabilities, steady=np.asarray(steady, np.float32))


def upright_places(pictures: Sequence[bytes], classifier: Classifier) -> Numbers:
    """Return where pictures of upright tiles lie (n, k); ModelError without embeddings."""
    named = _classify_upright(pictures, classifier)
    return likeness_of(classifier).places(_embeddings(named, len(pictures)))


def likeness_of(classifier: Classifier) -> Likeness:
    """Read how a classifier compares tiles; raises ModelError where it cannot."""
    likeness = Likeness.of(classifier.session.metadata)
    if likeness is None:
        message = "This classifier cannot learn tile sets: install tableside again."
        raise ModelError(message)
    return likeness


def _classify_upright(pictures: Sequence[bytes], classifier: Classifier) -> Classifications:
    """Return the classifier's view of the pictures of a set."""
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


def credible_mask(
    samples: Sequence[Sample],
    likeness: Likeness,
    places: Numbers,
    faces: NDArray[np.intp],
    shares: Floats,
) -> NDArray[np.bool_]:
    """Return the mask of samples (n,) with credible names; `shares` (n, labels) of the networks.

    Enrolled rows are trusted. A correction of a known face must not look more like another known
    one. Of any other face it is trusted if it is likelier right than a slip. The networks cannot
    distinguish faces that every set draws in its own way, so there the likeness decides alone.
    """
    every = np.arange(len(samples))
    believed = np.ones(len(samples), bool)
    free = np.array([varies_freely(label) for label in likeness.labels], bool)
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


def varies_freely(label: str) -> bool:
    """Return what any set may draw in a way of its own."""
    return is_bonus(label) or label in (_BIRD, BLANK, FACE_DOWN)
