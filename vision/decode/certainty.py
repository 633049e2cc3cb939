"""How sure the name of a tile is once it is known what hand it is part of.

By itself a tile may be trusted as far as `vision.decode.trust` says. A hand that came out complete
speaks for each of its tiles, as one that is lost, or named wrongly, mostly leaves none. It says
nothing of bonus tiles, which any hand may have, and which are named by a small word. A logistic
model of all of this was fitted on whole readings of photos that neither network trained on, and of
rendered ones (`python -m datasets.evaluation.certainty`); its result is the `confidence` of a
reading, and what falls below a limit is `unsure`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.decode import trust
from vision.decode.additions import whole
from vision.decode.names import Decoded
from vision.detect.eye import Seen
from vision.sets import is_bonus


@dataclass(frozen=True, slots=True)
class Certainty(trust.Fitted):
    """Weights of the log-odds that `decode.trust` knows, and of what a tile is and belongs to.

    `bonus` is added for a tile named as a bonus tile, `complete` for any other of a complete hand.
    `limit`: a confidence below it marks a tile as unsure.
    """

    kept_as: ClassVar[str] = "certainty"

    constant: float = -2.2
    named: float = 0.8
    steady: float = 0.0
    found: float = 1.4
    bonus: float = -0.6
    complete: float = 1.8
    limit: float = 0.97

    @property
    def weights(self) -> NDArray[np.float64]:
        """Give the weights (6,) of `features`."""
        terms = (self.constant, self.named, self.steady, self.found, self.bonus, self.complete)
        return np.array(terms, np.float64)

    def confidences(self, told: NDArray[np.float64]) -> Floats:
        """Give confidences (n,) from the `features` (n, 6) of tiles."""
        return np.asarray(1 / (1 + np.exp(-(told @ self.weights))), np.float32)


def features(seen: Sequence[Seen], decoded: Decoded, labels: Sequence[str]) -> NDArray[np.float64]:
    """Give what the confidence is a logistic function of: (n, 6), the first column ones.

    The `n` tiles are those of the table, in its order; `labels` are those of the eye.
    """
    named = given(seen, decoded, labels)
    steady = np.minimum(named, np.concatenate([one.steady for one in seen]))
    alone = trust.features(named, steady, np.concatenate([one.found for one in seen]))
    hand = decoded.layout.hand
    of_a_win = frozenset(hand.tiles) if hand is not None and whole(decoded) else frozenset()
    codes = decoded.table.codes
    bonus = np.array([is_bonus(code) for code in codes], bool)
    complete = np.array([tile in of_a_win for tile in range(len(codes))], bool) & ~bonus
    return np.concatenate([alone, bonus[:, None], complete[:, None]], axis=1)


def given(seen: Sequence[Seen], decoded: Decoded, labels: Sequence[str]) -> Floats:
    """Give the probability (n,) of the name that each tile of the table was given."""
    rows = np.concatenate([one.probabilities for one in seen])
    index = {label: number for number, label in enumerate(labels)}
    named = np.array([index[code] for code in decoded.table.codes], np.intp)
    return np.asarray(rows[np.arange(len(rows)), named])
