"""Whether a reading shows a real hand, and not letters, dominoes or columns of figures.

A single object may look like a tile, but hardly a whole row of them, while the tiles of a real hand
get high confidences even in bad light and from afar. Fitted on photos of hands, each also shrunk
and blurred, and on pictures without tiles (`python -m datasets.evaluation.existence`).
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, log_odds
from vision.nets.session import MetadataNumbers


@dataclass(frozen=True, slots=True)
class HandExistence(MetadataNumbers):
    """Weights of the log-odds that tiles are a hand; `sure` weighs their `surety`."""

    kept_as: ClassVar[str] = "existence"

    constant: float = -2.6
    sure: float = 1.0

    @property
    def weights(self) -> NDArray[np.float64]:
        """Return the weights (2,) of the constant and of the surety."""
        return np.array((self.constant, self.sure), np.float64)

    def holds(self, confidences: Floats) -> bool:
        """Return whether tiles with these confidences (n,) are more likely a hand than not."""
        return self.constant + self.sure * surety(confidences) > 0


def surety(confidences: Floats) -> float:
    """Return the mean log-odds of the confidences (n,) of a hand's tiles."""
    return float(log_odds(confidences).mean())
