"""How like two pictures of tiles are to each other: whether both show the same face of one set.

The embedding of a tile is brought to numbers in which pictures of one face of one set differ by
one in each, whatever the light; what differs more is the face, or the set. Then a face is a
distribution around its usual look, as wide as sets differ, and a few pictures of the set at hand
narrow it down. The `evidence` for a face is by how much likelier they make what is seen. Its tails
are those of Student's distribution: a tile in bad light is far from everything, and says little.

Whether a photo shows the set at all is told by its tiles together. Each says a little, and what it
says is bounded: things that are no tiles, spines of books, are named as tiles, too, and look like
no set.

All of it was fitted (`python -m models.training.likeness`), the looks on drawn sets that no network
has seen, the limits also on training photos, and stands in the classifier's metadata.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

Numbers = NDArray[np.float64]

_ARRAYS = ("axes", "usual", "spread", "others", "breadth", "weight")
_NUMBERS = ("tails", "floor", "even", "slope", "trust", "power", "joint", "strange")


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """What the fit says: `labels` in the order of all rows; nothing changes by a call.

    `axes` (d, k) bring embeddings to places; `usual` (labels, k) is where the faces of a set never
    seen lie, `spread` (labels, k) by how much sets differ there, as variances. `others` and
    `breadth` are the same for telling sets apart, of drawn and real ones. `weight` (labels,)
    is how much of the evidence counts beside what the networks say, and no set says more than
    `floor` against a name, in natural logarithms. `tails` are the degrees of freedom.

    The rest tells whether tiles are of the set: a tile with the evidence `even` for its name may as
    well be of another, and `slope` is by how much the odds grow with it. `trust` of the tiles whose
    name is sure are what they look like, fewer of others, by the name's probability to the
    `power`. `joint` is how much of their sum counts, as the tiles of a photo share its light. A
    photo below the odds `strange` shows another set.
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
        """Read the numbers from the classifier's metadata; None where it lacks any."""
        told: dict[str, Any] = json.loads(metadata.get(cls.kept_as, "{}"))
        if not told.keys() >= {"labels", *_ARRAYS, *_NUMBERS}:
            return None
        values: dict[str, Any] = {name: _array(told[name]) for name in _ARRAYS}
        values |= {name: float(told[name]) for name in _NUMBERS}
        return cls(labels=tuple(told["labels"]), **values)

    def to_json(self) -> str:
        """Return the form kept in the classifier's metadata: arrays in half precision."""
        arrays = {name: _text(getattr(self, name)) for name in _ARRAYS}
        numbers = {name: round(getattr(self, name), 3) for name in _NUMBERS}
        return json.dumps({"labels": self.labels, **arrays, **numbers})

    @property
    def of_sets(self) -> Self:
        """Give what tells sets apart: real ones, too, are what others look like."""
        return replace(self, usual=self.others, spread=self.breadth)

    def places(self, embeddings: Floats) -> Numbers:
        """Bring embeddings (n, d) to places (n, k)."""
        if not len(embeddings):
            return np.zeros((0, self.axes.shape[1]))
        return np.asarray(embeddings.astype(np.float64) @ self.axes)

    def set_odds(self, evidence: Numbers, sure: Numbers) -> float:
        """Give the odds, natural logarithm, that the tiles of a photo (n,) are of the set.

        `evidence` (n,) is that for their names, `sure` (n,) the probability of these.
        """
        return float(self.joint * self.tile_odds(evidence, sure).sum())

    def tile_odds(self, evidence: Numbers, sure: Numbers) -> Numbers:
        """Give what each tile (...) says for the set: odds, natural logarithm, of it by itself."""
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
        """Work out what does not depend on what is seen: for each face its mean and variance."""
        of = {}
        for face in np.unique(self.faces).tolist():
            own = self.places[self.faces == face]
            usual, spread = self._usually(face)
            kept = len(own) * spread / (1 + len(own) * spread)
            of[face] = (
                usual + kept * (own.mean(axis=0) - usual),
                1 + spread / (1 + len(own) * spread),
            )
        object.__setattr__(self, "_of", of)

    def _usually(self, face: int) -> tuple[Numbers, Numbers]:
        likeness = self.likeness
        return likeness.usual[face].astype(np.float64), likeness.spread[face].astype(np.float64)

    def evidence(self, places: Numbers) -> Numbers:
        """Give for places (n, k) how much likelier each label (n, labels) is, natural logarithm."""
        found = np.zeros((len(places), len(self.likeness.labels)))
        for face, (mean, variance) in self._of.items():
            usual, spread = self._usually(face)
            known = self._logs(places - mean, variance)
            found[:, face] = known - self._logs(places - usual, 1 + spread)
        return found

    def odds(self, evidence: Numbers) -> Numbers:
        """Give what the evidence (n, labels) puts into what the networks say, natural logarithms.

        A tile that looks like none of the set is no less a tile, nor less one of its missing faces.
        """
        known = np.isin(np.arange(evidence.shape[1]), self.faces)
        best = evidence[:, known].max(axis=1, initial=-np.inf, keepdims=True)
        weighed = (evidence - np.minimum(best, 0)) * self.likeness.weight
        return np.where(known, np.maximum(weighed, -self.likeness.floor), 0)

    def _logs(self, away: Numbers, variance: Numbers) -> Numbers:
        """Give the density (n,), natural logarithm but for a constant, so far from a middle."""
        tails, axes = self.likeness.tails, away.shape[1]
        squares = (away**2 / variance).sum(axis=1)
        wide = np.log(variance).sum() / 2
        return np.asarray(-(tails + axes) / 2 * np.log1p(squares / tails) - wide)


def _text(values: Floats) -> list[object]:
    """Write an array down as its shape and its bytes in half precision."""
    halves = np.ascontiguousarray(values, np.float16)
    return [list(halves.shape), base64.b64encode(halves.tobytes()).decode("ascii")]


def _array(told: tuple[list[int], str]) -> Floats:
    shape, text = told
    return np.frombuffer(base64.b64decode(text), np.float16).reshape(shape).astype(np.float32)
