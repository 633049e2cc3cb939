"""A bird that stands among bonus tiles is a picture on one of them, more often than 1 Bamboo."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.nets.captions import bonus_columns
from vision.quads import geometry
from vision.quads.table import Table, runs
from vision.sets import is_bonus

BIRD = "1s"

_NEAR = 2.5  # of its longer side
_SURELY = 0.5  # a bonus tile, by its probabilities of all of them
_OF_THEM = 0.9  # how likely a bird among them is one of them, before its words are read


def find_bonus_birds(
    corners: Floats, probabilities: Floats, labels: Sequence[str]
) -> NDArray[np.intp]:
    """List the birds that have none but bonus tiles beside them in their run, and at least one.

    `corners` (n, 4, 2) are those of the tiles, `probabilities` (n, k) of `labels`. Players lay what
    they drew for luck side by side; two birds and more are a set. Which way a picture stands is
    easily mistaken, so runs are looked for with the birds as they were taken to lie, and across.
    """
    best = probabilities.argmax(axis=1) if len(probabilities) else np.zeros(0, np.intp)
    codes = [labels[name] for name in best]
    if not _near(corners, codes):
        return np.zeros(0, np.intp)
    bonus = probabilities[:, bonus_columns(tuple(labels))].sum(axis=1) >= _SURELY
    across = corners.copy()
    birds = [code == BIRD for code in codes]
    across[birds] = np.roll(corners[birds], 1, axis=1)
    found = {*_among(corners, codes, bonus), *_among(across, codes, bonus)}
    return np.array(sorted(found), np.intp)


def _among(corners: Floats, codes: Sequence[str], bonus: NDArray[np.bool_]) -> Iterator[int]:
    """Give the birds whose run has nothing else but `bonus` tiles (n,)."""
    for row in Table.of(corners, codes).rows:
        for run in runs(row):
            birds = [tile for tile in run if codes[tile] == BIRD]
            if len(birds) == 1 and len(run) > 1 and bonus[list(run)].sum() == len(run) - 1:
                yield birds[0]


def _near(corners: Floats, codes: Sequence[str]) -> bool:
    """Whether any bird lies near a bonus tile: to find rows takes some milliseconds."""
    birds = corners[[code == BIRD for code in codes]]
    bonus = corners[[is_bonus(code) for code in codes]]
    if not len(birds) or not len(bonus):
        return False
    away = geometry.distances(birds.mean(axis=1), bonus.mean(axis=1))
    return bool((away < _NEAR * geometry.sides(birds).max(axis=1)[:, None]).any())


def prefer_bonus(probabilities: Floats, tiles: NDArray[np.intp], labels: Sequence[str]) -> Floats:
    """Give probabilities (n, k) in which `tiles` are bonus tiles more likely than anything else.

    Which bonus tile each is stays as likely as it was.
    """
    told = probabilities.copy()
    columns = np.array(bonus_columns(tuple(labels)))
    whole = told[tiles].sum(axis=1, keepdims=True)
    shares = told[np.ix_(tiles, columns)].clip(1e-6)
    told[np.ix_(tiles, columns)] = 0
    told[tiles] *= (1 - _OF_THEM) * whole / told[tiles].sum(axis=1, keepdims=True).clip(1e-6)
    told[np.ix_(tiles, columns)] = _OF_THEM * whole * shares / shares.sum(axis=1, keepdims=True)
    return told
