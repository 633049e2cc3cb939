"""Confidence in each tile's name, given the hand that it belongs to, and which tiles to check.

The classifier's probability does not know that the detector barely saw a tile, or that a face got
another name when seen upside down. A complete hand is evidence for each of its tiles, since a lost
or misnamed tile usually leaves none. That does not hold for bonus tiles, which any hand may have
and which differ by one small word. A logistic model of all this was fitted on whole readings of
rendered photos and of photos that neither network trained on (`python -m
datasets.evaluation.certainty`). It gives the `confidence` of a reading; a tile below a limit is
`unsure`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, log_odds
from vision.decode.finder import TableReading
from vision.detect.recogniser import PhotoTiles
from vision.nets.session import MetadataNumbers
from vision.sets import is_bonus


@dataclass(frozen=True, slots=True)
class Certainty(MetadataNumbers):
    """Weights of the logistic model of a tile's confidence.

    `named`, `steady` and `found` weigh the log-odds of the name's probability, the first pass and
    the detector. `bonus` is added for a tile named as a bonus tile, `complete` for any other tile
    of a complete hand; `agreed` weighs how far the hypotheses about the photo agree on a tile. A
    tile with a confidence below `limit` is unsure.
    """

    kept_as: ClassVar[str] = "certainty"

    constant: float = -2.2
    named: float = 0.8
    steady: float = 0.0
    found: float = 1.4
    bonus: float = -0.6
    complete: float = 1.8
    agreed: float = 0.0
    limit: float = 0.97

    @property
    def weights(self) -> NDArray[np.float64]:
        """Return the weights (7,) of `features`."""
        alone = (self.constant, self.named, self.steady, self.found)
        return np.array((*alone, self.bonus, self.complete, self.agreed), np.float64)

    def confidences(self, values: NDArray[np.float64]) -> Floats:
        """Return confidences (n,) from the `features` (n, 7) of tiles."""
        return np.asarray(1 / (1 + np.exp(-(values @ self.weights))), np.float32)


def features(
    seen: Sequence[PhotoTiles], found: TableReading, labels: Sequence[str]
) -> NDArray[np.float64]:
    """Return the inputs (n, 7) of the logistic model; the first column is ones.

    The `n` tiles are those of the table, in its order; `labels` are those of the recogniser.
    """
    named = named_probabilities(seen, found, labels)
    steady = np.minimum(named, np.concatenate([one.steady[one.kept] for one in seen]))
    detected = np.concatenate([one.found[one.kept] for one in seen])
    alone = np.stack([np.ones(len(named)), *map(log_odds, (named, steady, detected))], axis=1)
    hand = found.layout.hand
    of_a_win = frozenset(hand.tiles) if hand is not None and found.wins else frozenset()
    codes = found.table.codes
    bonus = np.array([is_bonus(code) for code in codes], bool)
    complete = np.array([tile in of_a_win for tile in range(len(codes))], bool) & ~bonus
    agreed = log_odds(found.agreed)
    return np.concatenate([alone, np.stack([bonus, complete, agreed], axis=1)], axis=1)


def named_probabilities(
    seen: Sequence[PhotoTiles], found: TableReading, labels: Sequence[str]
) -> Floats:
    """Return the probability (n,) of the name given to each tile of the table."""
    rows = np.concatenate([one.probabilities[one.kept] for one in seen])
    index = {label: number for number, label in enumerate(labels)}
    named = np.array([index[code] for code in found.table.codes], np.intp)
    return np.asarray(rows[np.arange(len(rows)), named])
