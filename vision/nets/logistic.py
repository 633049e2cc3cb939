"""Logistic models: weights of what speaks for or against a fact, kept in a network's metadata."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

Numbers = NDArray[np.float64]

# What holds for a network until weights are fitted for it, and what fits are held near.
_USUAL: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "tile": {"constant": -1.6, "found": 1.9, "nothing": -0.6},
        "unknown_face": {
            "constant": -0.7, "seen": 1.11, "named": -0.3, "found": 0.55, "limit": 1.5,
        },
        "certainty": {
            "constant": -2.2, "named": 0.8, "steady": 0.0, "found": 1.4,
            "bonus": -0.6, "complete": 1.8, "agreed": 0.0, "limit": 0.97,
        },
        "existence": {"constant": -2.6, "sure": 1.0},
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LogisticModel:
    """The weights of columns of measurements, by name; the first column is ones.

    `limit` is the value from which on callers take the fact for true.
    """

    weights: Mapping[str, float]
    limit: float = 0.0

    @classmethod
    def of(cls, metadata: Mapping[str, str], fact: str) -> Self:
        """Return the model for a fact from the metadata of a network, or the usual one."""
        numbers = json.loads(metadata[fact]) if fact in metadata else {**_USUAL[fact]}
        limit = numbers.pop("limit", 0.0)
        return cls(numbers, limit)

    def refitted(self, values: Iterable[float], limit: float = 0.0) -> Self:
        """Return the model with other values of the weights, in order."""
        return replace(self, weights=dict(zip(self.weights, values, strict=True)), limit=limit)

    @property
    def values(self) -> Numbers:
        """The weights (k,), in the order of the columns."""
        return np.array([*self.weights.values()], np.float64)

    def log_odds(self, columns: Numbers) -> Numbers:
        """Return the log-odds (n,) of the fact by measurements (n, k)."""
        return np.asarray(columns @ self.values, np.float64)

    def probabilities(self, columns: Numbers) -> Floats:
        """Return the probabilities (n,) of the fact by measurements (n, k)."""
        return np.asarray(1 / (1 + np.exp(-self.log_odds(columns))), np.float32)

    def to_json(self) -> str:
        """Return the form kept in the metadata."""
        kept = {**self.weights, **({"limit": self.limit} if self.limit else {})}
        return json.dumps({name: round(float(value), 4) for name, value in kept.items()})
