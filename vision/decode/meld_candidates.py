"""Candidates for sets: threes and fours of tiles that the roles network puts together, with names.

Every tile is tried with the two, and with the three, that most likely belong to its set;
`vision.decode.hypotheses` decides which of these sets there are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads import geometry
from vision.sets import FACE_DOWN, is_bonus

_OFF_LINE = 0.45  # tile sizes off the line of three, beyond which a fourth lies on or above them


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A set of tiles with names as indexes of labels.

    `gain` is, for a candidate, the logarithm of the probability of its names, relative to the
    likeliest name of each tile; for a weighed set, its worth beyond that of its single tiles.
    """

    tiles: tuple[int, ...]
    names: tuple[int, ...]
    gain: float


@dataclass(frozen=True, eq=False)
class Faces:
    """Which labels are faces of suits and honours, which are bonus tiles, and where chows begin."""

    plain: NDArray[np.bool_]
    bonus: NDArray[np.bool_]
    back: int
    chows: NDArray[np.intp]

    @classmethod
    def of(cls, labels: Sequence[str]) -> Self:
        """Classify labels; those of a suit follow each other by rank."""
        bonus = np.array([is_bonus(label) for label in labels])
        back = labels.index(FACE_DOWN)
        plain = ~bonus & (np.arange(len(labels)) != back)
        starts = [labels.index(f"{rank}{suit}") for suit in "mps" for rank in range(1, 8)]
        return cls(plain, bonus, back, np.array(starts))


def laid_sets(logs: NDArray[np.float64], pairs: Floats, faces: Faces) -> Iterator[LaidSet]:
    """Yield the sets that n tiles may form, each three or four of them with its likeliest names.

    `logs` (n, k) are log-probabilities of names, `pairs` (n, n) those of being in one set.
    """
    with_itself = pairs.copy()
    np.fill_diagonal(with_itself, np.inf)
    order = np.argsort(-with_itself, axis=1, kind="stable")
    for count, shapes in ((3, (_alike, _chow, _concealed_kong)), (4, (_alike, _concealed_kong))):
        if len(pairs) >= count:
            groups = np.unique(np.sort(order[:, :count], axis=1), axis=0)
            for shape in shapes:
                names, gains = shape(logs[groups], faces)
                for tiles, named, gain in zip(groups.tolist(), names.tolist(), gains, strict=True):
                    yield LaidSet(tuple(tiles), tuple(named), float(gain))


# Names (g, c) of g groups of c tiles with log-probabilities (g, c, k), and those of the names (g,).
_Named = tuple[NDArray[np.intp], NDArray[np.float64]]


def _alike(own: NDArray[np.float64], faces: Faces) -> _Named:
    """Name all tiles of a group by one face."""
    worth = np.where(faces.plain, own.sum(axis=1), -np.inf)
    return np.repeat(worth.argmax(axis=1)[:, None], own.shape[1], axis=1), worth.max(axis=1)


def _chow(own: NDArray[np.float64], faces: Faces) -> _Named:
    """Name three tiles as a chow, in whatever order they lie."""
    steps = np.array(list(permutations(range(3))))
    names = (faces.chows[:, None, None] + steps).reshape(-1, 3)
    worth = own[:, np.arange(3), names].sum(axis=2)
    best = worth.argmax(axis=1)
    return names[best], worth.max(axis=1)


def _concealed_kong(own: NDArray[np.float64], faces: Faces) -> _Named:
    """Name three or four tiles as a kong of which some lie face up and some face down."""
    more = own[:, :, [faces.back]] - own  # log-odds that each lies face down
    worth = own.sum(axis=1) + more.clip(0).sum(axis=1)
    worth += more.max(axis=1).clip(None, 0) - more.min(axis=1).clip(0)  # at least one of each
    worth = np.where(faces.plain, worth, -np.inf)
    face = worth.argmax(axis=1)
    down = np.take_along_axis(more, face[:, None, None], axis=2)[:, :, 0]
    is_down = down > 0
    rows = np.arange(len(down))
    is_down[rows, down.argmax(axis=1)], is_down[rows, down.argmin(axis=1)] = True, False
    return np.where(is_down, faces.back, face[:, None]), worth.max(axis=1)


def lies_beyond(quads: Floats) -> bool:
    """Return whether one of four tiles (4, 4, 2) lies on or above the line of the three others."""
    middles = quads.mean(axis=1)
    near = _OFF_LINE * float(np.sqrt(geometry.areas(quads)).mean())
    for last in range(4):
        rest = np.delete(middles, last, axis=0)
        across = np.linalg.svd(rest - rest.mean(axis=0))[2][1]
        off = abs((middles - rest.mean(axis=0)) @ across)
        if np.delete(off, last).max() < near < off[last]:
            return True
    return False
