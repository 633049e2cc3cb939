"""Reads the words on bonus tiles: which flower or season, by its number or its character."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.classifier import softmax
from vision.nets.rim import RimmedNet

BONUS = tuple(f"{rank}{suit}" for suit in "fg" for rank in range(1, 5))
NONE = "-"

# How the two opinions are put together, fitted on rendered hands: see models/JOURNAL.md.
_ASKED = 0.02  # least probability of a bonus tile by the classifier
# Of a name before: it is not read once more. Wrong names of sets never seen were surer than .99.
_SURE = 0.999
_BY_CAPTION, _BY_FACE = 1.0, 0.3  # weights of the logarithms
_TAUGHT_NONE = 0.12  # share of crops in training that show no bonus tile
_LEAST = 1e-4
_MOST = 40  # read on one photo, the likeliest bonus tiles first: a set has eight


@dataclass(frozen=True, slots=True)
class Captions(RimmedNet):
    """The captions network."""

    kind: ClassVar[str] = "captions"

    def read(self, crops: Pixels) -> Floats:
        """Give probabilities (n, 9) of `labels` for RGB crops (n, size, size, 3).

        Each is looked at both ways up: which way a painted picture stands is easily mistaken.
        """
        if not len(crops):
            return np.zeros((0, len(self.labels)), np.float32)
        names, *_ = self.session.look(np.concatenate([crops, crops[:, ::-1, ::-1]]))
        return softmax(names[: len(crops)] + names[len(crops) :])


def bonus_columns(labels: tuple[str, ...]) -> list[int]:
    """List where the bonus tiles stand among `labels`, in the order of `BONUS`."""
    return [labels.index(code) for code in BONUS]


def find_doubtful_bonus(probabilities: Floats, labels: tuple[str, ...]) -> NDArray[np.intp]:
    """List what may be a bonus tile and has no sure name by probabilities (n, k) of `labels`."""
    doubted = probabilities.max(axis=1, initial=0.0) < _SURE
    bonus = probabilities[:, bonus_columns(labels)].sum(axis=1)
    found = np.flatnonzero(doubted & (bonus >= _ASKED))
    return np.sort(found[np.argsort(-bonus[found], kind="stable")][:_MOST])


def combine_captions(probabilities: Floats, read: Floats, labels: tuple[str, ...]) -> Floats:
    """Share out anew what tiles (n, k) have of bonus tiles, by what was `read` (n, 9) on them.

    How likely a tile is a bonus tile at all changes by the reading, too, against what is usual.
    """
    columns = bonus_columns(labels)
    told = probabilities.astype(np.float64)
    faces = np.maximum(told[:, columns], _LEAST)
    shares = faces**_BY_FACE * np.maximum(read[:, :-1], _LEAST) ** _BY_CAPTION
    none = np.clip(read[:, -1:], _LEAST, 1 - _LEAST)
    bonus = told[:, columns].sum(axis=1, keepdims=True) * (1 - none) / (1 - _TAUGHT_NONE)
    told *= none / _TAUGHT_NONE
    told[:, columns] = bonus * shares / shares.sum(axis=1, keepdims=True)
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)
