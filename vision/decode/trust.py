"""How far the name of a tile may be trusted by itself: one number from everything that tells.

The classifier's probability alone cannot know that the detector hardly saw a tile, or that a face
was named otherwise when it was looked at upside down. A logistic model of all of these was fitted
on photos that neither network trained on (`python -m datasets.evaluation.calibration`). Its result
says which tiles the layout may rely on; how sure a reading is of them in the end says
`vision.decode.certainty`.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

_NEAREST_TO_ONE = 1e-4


@dataclass(frozen=True, slots=True)
class Fitted:
    """Fitted numbers as they are kept in the classifier's metadata, under the name `kept_as`."""

    kept_as: ClassVar[str]

    @classmethod
    def of(cls, metadata: Mapping[str, str]) -> Self:
        """Read the numbers from the classifier's metadata; usual ones where it has none."""
        return cls(**json.loads(metadata[cls.kept_as])) if cls.kept_as in metadata else cls()

    def to_json(self) -> str:
        """Return the form kept in the classifier's metadata."""
        return json.dumps({name: round(value, 4) for name, value in asdict(self).items()})


@dataclass(frozen=True, slots=True)
class Trust(Fitted):
    """Weights of the log-odds of the name's probability, the first look and the detector."""

    kept_as: ClassVar[str] = "trust"

    constant: float = -1.5389
    named: float = 1.0104
    steady: float = -0.1411
    found: float = 2.5716

    @property
    def weights(self) -> NDArray[np.float64]:
        """Give the weights (4,) of `features`."""
        return np.array([self.constant, self.named, self.steady, self.found], np.float64)

    def confidences(self, named: Floats, steady: Floats, found: Floats) -> Floats:
        """Give confidences (n,) from the three probabilities (n,) of each tile."""
        odds = features(named, steady, found) @ self.weights
        return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


def features(named: Floats, steady: Floats, found: Floats) -> NDArray[np.float64]:
    """Give what the confidence is a logistic function of: (n, 4), the first column ones."""
    columns = [log_odds(values) for values in (named, steady, found)]
    return np.stack([np.ones(len(named)), *columns], axis=1)


def log_odds(values: Floats) -> NDArray[np.float64]:
    """Give natural log-odds (n,) of probabilities (n,), kept finite."""
    kept = np.clip(values.astype(np.float64), _NEAREST_TO_ONE, 1 - _NEAREST_TO_ONE)
    return np.asarray(np.log(kept / (1 - kept)))
