"""Fits confidences: a logistic model, and the limit below which a tile is doubtful."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

_HELD = 2.0  # strength of the pull towards the usual weights
_LEFT = 0.001  # of all tiles: wrong ones left unmarked
_USUAL_LIMIT = 0.9
_ROUNDS = 60
_FAR = 30.0  # log-odds that count as certain
_STILL = 1e-9


def fit(features: Numbers, right: Flags, each: Numbers, usual: Numbers) -> Numbers:
    """Return the weights (k,) that best predict which names are `right` (n,), by Newton's method.

    `features` is (n, k); `each` (n,) is the weight of a tile. The weights are pulled towards the
    `usual` ones (k,), which matters where data is scarce.
    """
    weights = usual.copy()
    y = right.astype(np.float64)

    def surprise(tried: Numbers) -> float:
        signed = np.where(right, 1, -1) * (features @ tried)
        held = _HELD / 2 * float(((tried - usual) ** 2).sum())
        return float((each * np.logaddexp(0, -signed)).sum()) + held

    for _ in range(_ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(features @ weights, -_FAR, _FAR)))
        gradient = features.T @ (each * (p - y)) + _HELD * (weights - usual)
        curvature = (features * (each * p * (1 - p))[:, None]).T @ features
        step = np.linalg.solve(curvature + _HELD * np.eye(len(usual)), gradient)
        # Far from the best weights, a full step may lead farther away.
        while np.abs(step).max() > _STILL and surprise(weights - step) > surprise(weights):
            step = step / 2
        weights = weights - step
    return weights


def scene_weights(of_a_scene: Flags) -> Numbers:
    """Return weights (n,) of tiles by which scenes count as much in total as all others."""
    scenes = int(of_a_scene.sum())
    others = len(of_a_scene) - scenes
    if not scenes or not others:
        return np.ones(len(of_a_scene))
    return np.where(of_a_scene, 0.5 / scenes, 0.5 / others) * len(of_a_scene)


def limit_of(confidences: Numbers, right: Flags, mark: float) -> float:
    """Return the confidence below which a tile is marked.

    The lowest that leaves at most `_LEFT` of all tiles wrong and unmarked, unless that marks more
    than a share `mark` of the right ones.
    """
    if not right.any():
        return _USUAL_LIMIT
    order = np.argsort(confidences, kind="stable")
    values, named = confidences[order], right[order]
    marked = np.cumsum(named) / named.sum()
    left = (~named).sum() / len(named) - np.cumsum(~named) / len(named) - 1e-9
    allowed = int(np.searchsorted(marked, mark))
    enough = int(np.argmax(left <= _LEFT))
    return float(values[min(allowed, enough + 1, len(values) - 1)])


def calibration_error(confidences: Numbers, right: Flags) -> float:
    """Return the expected calibration error over ten bins, 0 without tiles."""
    places = np.minimum(9, (confidences * 10).astype(int))
    error = sum(abs(float((confidences - right)[places == place].sum())) for place in range(10))
    return error / max(1, len(confidences))


@dataclass(frozen=True, slots=True, eq=False)
class TileColumns:
    """Facts as arrays (n, ...) that have a row for each tile."""

    @classmethod
    def concatenate(cls, parts: Iterable[Self]) -> Self:
        """Join the tiles of several photos; raises ValueError if there are none."""
        every = list(parts)
        columns = ([getattr(part, each.name) for part in every] for each in fields(cls))
        return cls(*map(np.concatenate, columns))
