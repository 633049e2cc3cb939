"""An enrolled tile set as embeddings of its faces, and the evidence they give for names.

Two pictures are compared by the cosine of the angle between their embeddings, relative to the mean
embedding. A tile as close to a face of the set as pictures of one face are is likelier to be that
face; so, less strongly, is one of another set. All tiles of a photo together decide whether it
shows the set at all: those of another set are farther from every face.

A picture is not trusted just because somebody named it. One wrong tap would make every other tile
of that face look like a stranger, so a corrected picture counts only if it agrees with the others
of its face, or if nothing contradicts it.

The numbers are fitted (`python -m models.training.similarity`) and kept in the classifier's
metadata.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.faces import NOT_A_TILE, Classifications, Classifier, softmax
from vision.nets.session import ModelError
from vision.reading import TileSetFit
from vision.sets import BLANK, FACE_DOWN, is_bonus
from vision.tilesets.tile_set import Origin, Sample, TileSet, decode, inner

_FREE = ("1s", BLANK, FACE_DOWN)  # each set draws these and its bonus tiles in a way of its own
_LEAST = 1e-6
_MIN_TILES = 4  # tiles; of fewer, two or three stray ones would decide which set it is
_SLIPS = 0.05  # assumed share of corrections that name another tile


@dataclass(frozen=True, slots=True)
class Similarity:
    """How a classifier compares tiles.

    `centre` (d numbers) is the mean embedding. Each unit of cosine above `usual` adds `weight` to
    the log-odds of a name. Photos whose tiles have a mean cosine below `strange` show another set,
    those above `own` this one.
    """

    kept_as: ClassVar[str] = "similarity"

    centre: tuple[float, ...]
    weight: float
    usual: float
    strange: float
    own: float

    @classmethod
    def of(cls, classifier: Classifier) -> Self:
        """Read how a classifier compares tiles; raises ModelError if it cannot."""
        kept = json.loads(classifier.session.metadata.get(cls.kept_as, "{}"))
        if not kept:
            message = "This classifier cannot learn tile sets: install tableside again."
            raise ModelError(message)
        return cls(**kept | {"centre": tuple(kept["centre"])})

    def to_json(self) -> str:
        """Return the form kept in the classifier's metadata."""
        return json.dumps(asdict(self))

    def directions(self, embeddings: Floats) -> Floats:
        """Return unit vectors (n, d); the dot product of two is the cosine of their pictures."""
        away = embeddings.reshape(-1, len(self.centre)) - np.array(self.centre, np.float32)
        return np.asarray(away / np.linalg.norm(away, axis=1, keepdims=True).clip(_LEAST))

    def evidence(self, cosines: Floats) -> Floats:
        """Return the natural log-odds that cosines with faces add to their names."""
        return np.asarray(self.weight * (cosines - self.usual), np.float32)

    def odds(self, cosines: Floats) -> Floats:
        """Return the log-odds of the known faces against all others, from their cosines (n, m).

        A tile that looks like none of them is no less a tile, and no more one of the other faces.
        """
        evidence = self.evidence(cosines)
        best = evidence.max(axis=1, initial=-np.inf, keepdims=True)
        return np.asarray(evidence - np.minimum(best, 0))

    def fits(self, cosines: Floats, weights: Floats) -> bool | None:
        """Return whether tiles are of the set, or None if that is unclear.

        `cosines` (n,) are with the closest face of the set, `weights` (n,) how much each counts.
        """
        if weights.sum() < _MIN_TILES:
            return None
        mean = float(np.average(cosines, weights=weights))
        return None if self.strange <= mean <= self.own else mean > self.own


@dataclass(frozen=True, slots=True, eq=False)
class Gallery:
    """A set as one classifier knows it; immutable.

    `looks` (m, d) are the directions of its faces, `columns` (m,) their indexes among the
    classifier's labels, `believed` marks the set's pictures that count.
    """

    name: str
    classifier: Classifier
    similarity: Similarity
    looks: Floats
    columns: NDArray[np.intp]
    believed: tuple[bool, ...]

    @classmethod
    def of(cls, known: TileSet, classifier: Classifier) -> Self:
        """Embed all pictures of a set; raises ModelError if the classifier cannot compare."""
        similarity = Similarity.of(classifier)
        shares, directions = picture_looks([each.picture for each in known.samples], classifier)
        faces = np.array([classifier.labels.index(each.tile) for each in known.samples], np.intp)
        believed = credible_mask(known.samples, similarity, directions, faces, shares, classifier)
        looks, columns = mean_looks(directions[believed], faces[believed])
        return cls(known.name, classifier, similarity, looks, columns, tuple(believed.tolist()))

    def compare(
        self, crops: Pixels, named: Classifications, confidences: Floats
    ) -> tuple[Floats | None, TileSetFit]:
        """Compare tiles, as the classifier's crops (n, s, s, 3), with those of the set.

        Returns the log-odds (n, labels) to add to the names', and whether the set fits. There are
        no odds for another set, or if nothing is known. They never change whether a detection is a
        tile: its `confidences` (n,) decide that.
        """
        if not len(crops) or not len(self.looks) or named.embeddings is None:
            return None, TileSetFit(self.name, None)
        cosines = self.similarity.directions(self._upright(crops, named)) @ self.looks.T
        names, sure = named.probabilities.argmax(axis=1), named.probabilities.max(axis=1)
        # Book spines get names as well, but neither network is as sure of them as of tiles.
        weights = (sure * confidences) ** 4 * np.isin(names, self.columns)
        fits = self.similarity.fits(cosines.max(axis=1), weights)
        odds = None if fits is False else self._odds(cosines, named.probabilities)
        return odds, TileSetFit(self.name, fits)

    def _odds(self, cosines: Floats, shares: Floats) -> Floats:
        """Return the log-odds (n, labels) for names with the networks' `shares` (n, labels).

        They redistribute the networks' total probability of all faces, so that a tile stays a tile,
        and a back a back unless one was enrolled.
        """
        odds = np.zeros_like(shares)
        odds[:, self.columns] = self.similarity.odds(cosines)
        labels = self.classifier.labels
        shared = np.array([label not in (FACE_DOWN, NOT_A_TILE) for label in labels])
        shared[self.columns] = True
        given = shares[:, shared]
        taken = (given * np.exp(odds[:, shared])).sum(axis=1) / given.sum(axis=1).clip(_LEAST)
        odds[:, shared] -= np.log(taken.clip(_LEAST))[:, None]
        return odds

    def _upright(self, crops: Pixels, named: Classifications) -> Floats:
        """Return embeddings (n, d) of upright faces; crops of turned ones are embedded again."""
        found = np.array(named.embeddings)
        turned = np.flatnonzero(named.turns % 4)
        if len(turned):
            upright = np.stack([np.rot90(crops[tile], named.turns[tile] % 4) for tile in turned])
            found[turned] = self.classifier.embeddings(upright)
        return found


def mean_looks(directions: Floats, faces: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
    """Return the mean directions (m, d) of pictures (n, d) by face (n,), and the faces (m,)."""
    every = np.unique(faces)
    looks = np.array([directions[faces == face].mean(axis=0) for face in every], np.float32)
    looks = looks.reshape(len(every), directions.shape[1])
    return looks / np.linalg.norm(looks, axis=1, keepdims=True).clip(_LEAST), every


def fuse(named: Classifications, odds: Floats) -> Classifications:
    """Add a set's log-odds (n, labels) to the classifier's opinion."""
    probabilities = softmax(np.log(named.probabilities.clip(_LEAST)) + odds)
    best = probabilities.argmax(axis=1)
    every = np.arange(len(best))
    steady = np.where(odds[every, best] > 0, probabilities[every, best], named.steady)
    return replace(named, probabilities=probabilities, steady=np.asarray(steady, np.float32))


def picture_looks(pictures: Sequence[bytes], classifier: Classifier) -> tuple[Floats, Floats]:
    """Return probabilities (n, labels) and directions (n, d) of pictures of upright tiles."""
    similarity, size = Similarity.of(classifier), classifier.size
    if not pictures:
        none = np.zeros((0, len(classifier.labels)), np.float32)
        return none, similarity.directions(np.zeros((0, len(similarity.centre)), np.float32))
    named = classifier.classify(inner(np.stack([decode(each) for each in pictures]), size))
    return named.probabilities, similarity.directions(np.array(named.embeddings))


def credible_mask(
    samples: Sequence[Sample],
    similarity: Similarity,
    directions: Floats,
    faces: NDArray[np.intp],
    shares: Floats,
    classifier: Classifier,
) -> NDArray[np.bool_]:
    """Return which samples (n,) have a credible name; `shares` (n, labels) are the networks'.

    Enrolled samples are trusted. A correction of a known face must not look more like another known
    face; of any other face it is trusted if it is likelier right than a slip. The networks cannot
    distinguish faces that every set draws in its own way: for those, only similarity decides.
    """
    every = np.arange(len(samples))
    believed = np.ones(len(samples), bool)
    free = np.array([is_bonus(label) or label in _FREE for label in classifier.labels], bool)
    for sample in every[[each.origin is Origin.CORRECTED for each in samples]]:
        others, own = every != sample, int(faces[sample])
        looks, known = mean_looks(directions[others], faces[others])
        thought = shares[sample].clip(_LEAST)
        if free[own]:
            thought[own] = thought[free].max()
        odds = np.zeros(len(thought), np.float32)
        odds[known] = similarity.evidence(looks @ directions[sample])
        likely = thought * np.exp(odds)
        if own in known:
            rivals = likely[known[known != own]].max(initial=0.0)
            believed[sample] = odds[own] > 0 or likely[own] > rivals
        else:
            rivals = np.delete(likely, own)
            believed[sample] = (1 - _SLIPS) * likely[own] > _SLIPS * rivals.mean()
    return believed
