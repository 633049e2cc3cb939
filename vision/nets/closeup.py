"""A closer look at tiles that the classifier leaves in doubt, and at what may be a bonus tile."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.captions import bonus_columns
from vision.nets.classifier import Classifications, softmax
from vision.nets.rim import RimmedNet
from vision.sets import BLANK

# Who is looked at, and how the two opinions are put together: see models/JOURNAL.md.
_SURE = 0.98  # of the likeliest name by the classifier
_MAY_BE_BONUS = 0.02  # least probability of any bonus tile
_AT_ONCE = 0.95  # a first look so sure needs no second one upside down
_MOST = 40  # looked at in one photo, the least sure first
_BY_CLASSIFIER = 0.3  # weight of its logarithms beside the close-up's own
_LEAST = 1e-5
_BIRD = "1s"  # as good as any picture


@dataclass(frozen=True, slots=True)
class Closeup(RimmedNet):
    """The close-up network."""

    kind: ClassVar[str] = "closeup"

    def look(self, crops: Pixels) -> Floats:
        """Give probabilities (n, labels) for RGB crops (n, size, size, 3).

        Where one look leaves doubt, upside down too: which way a painted picture stands is easily
        mistaken.
        """
        if not len(crops):
            return np.zeros((0, len(self.labels)), np.float32)
        names, *_ = self.session.look(crops)
        doubted = softmax(names).max(axis=1) < _AT_ONCE
        if doubted.any():
            again, *_ = self.session.look(crops[doubted][:, ::-1, ::-1])
            names[doubted] = (names[doubted] + again) / 2
        return softmax(names)


def find_doubtful(probabilities: Floats, labels: tuple[str, ...]) -> NDArray[np.intp]:
    """List the tiles in doubt or maybe bonus tiles by their probabilities (n, k) of `labels`."""
    best = probabilities.max(axis=1, initial=0.0)
    bonus = probabilities[:, bonus_columns(labels)].sum(axis=1)
    doubted = (best < _SURE) | (bonus >= _MAY_BE_BONUS)
    order = np.argsort(best, kind="stable")
    return np.sort(order[doubted[order]][:_MOST])


def have_sure_turns(named: Classifications, labels: tuple[str, ...]) -> NDArray[np.bool_]:
    """Tell of which tiles (n,) it is sure how they stand: a sure name, of a face and no picture."""
    plain = [code[-1] in "mpsz" and code not in (BLANK, _BIRD) for code in labels]
    best = named.probabilities.argmax(axis=1)
    sure = named.probabilities.max(axis=1, initial=0.0) >= _SURE
    return np.asarray(sure & np.array(plain)[best], np.bool_)


def combine_closeup(
    named: Classifications, tiles: NDArray[np.intp], seen: Floats
) -> Classifications:
    """Multiply what the classifier says of `tiles` by what was `seen` (m, labels) from close by."""
    probabilities, steady = named.probabilities.copy(), named.steady.copy()
    odds = np.log(seen.clip(_LEAST)) + _BY_CLASSIFIER * np.log(probabilities[tiles].clip(_LEAST))
    probabilities[tiles] = softmax(odds)
    steady[tiles] = probabilities[tiles].max(axis=1)
    return replace(named, probabilities=probabilities, steady=steady)
