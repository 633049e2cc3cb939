"""Tiles that were hardly seen, and what lies about them that makes them believable.

A back bears nothing that the detector could hold on to, and glare takes it from a face. Where a
tile is missing between two others of a neat row, or where a kong lacks the tile that lies face
down, a faint sight of one at just that place is believed; anywhere else it is not.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads.contact import count_touching_sides
from vision.quads.table import Table, runs, sets_of
from vision.sets import FACE_DOWN, Kind, is_end_down

_LEAST_BACK = 0.02  # probability of a back, or else it is something else
_BY_PLACE = 0.6  # of a back that only its place gives away
_FACE = 0.4  # probability of a face in a gap of a row


def keep_believable(
    corners: Floats, probabilities: Floats, labels: Sequence[str], firm: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], Floats]:
    """Choose which tiles to keep of quads (n, 4, 2), `firm` (n,) ones and believable others.

    `probabilities` (n, k) are those of `labels`, which lack what is no tile. Returns them anew, for
    what is a back by its place.
    """
    sides = np.zeros(len(corners), np.intp)
    sides[~firm] = count_touching_sides(corners[firm], corners[~firm])
    back = labels.index(FACE_DOWN)
    backs = np.flatnonzero((sides > 0) & (probabilities[:, back] >= _LEAST_BACK))
    told = probabilities.copy()
    named = (probabilities.argmax(axis=1) != back) & (probabilities.max(axis=1) > _FACE)
    kept = firm | ((sides == 2) & named)
    if len(backs):
        hidden = backs[_close_kongs(corners, probabilities, labels, firm, backs)]
        kept[hidden] = True
        told[hidden] *= (1 - _BY_PLACE) / told[hidden].sum(axis=1, keepdims=True)
        told[hidden, back] += _BY_PLACE
    return kept, told


def _close_kongs(
    corners: Floats,
    probabilities: Floats,
    labels: Sequence[str],
    firm: NDArray[np.bool_],
    backs: NDArray[np.intp],
) -> NDArray[np.bool_]:
    """Tell of each of `backs` whether a concealed kong is complete only with it."""
    here = np.concatenate([np.flatnonzero(firm), backs])
    names = [labels[name] for name in probabilities[here].argmax(axis=1)]
    names[-len(backs) :] = [FACE_DOWN] * len(backs)
    table = Table.of(corners[here], names)
    in_kongs = {
        int(here[tile])
        for row in table.rows
        for run in runs(row)
        for kind, tiles in sets_of(table, run)
        # Three alike beside a back are as many tiles as a pung, which they are more often.
        if kind is Kind.CONCEALED_KONG and not is_end_down(table.names(tiles))
        for tile in tiles
    }
    return np.array([int(tile) in in_kongs for tile in backs], np.bool_)
