"""What the tiles about a doubtful one say of it: whether it is there, how it stands, what it is.

A back bears nothing that the detector could hold on to, and glare takes it from a face. Where a
tile is missing between two others of a neat row, or where a kong lacks the tile that lies face
down, a faint sight of one at just that place is believed; anywhere else it is not.

Which way a painted picture stands is easily mistaken. A tile is taller than wide, and so are the
tiles about it, seen from the same place: what comes out wider than tall in their measure was turned
by a quarter too much. What is not as large as they are has wrong corners, or lies elsewhere.

A bird that stands among bonus tiles is a picture on one of them, more often than 1 Bamboo.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.nets.faces import bonus_columns
from vision.quads import geometry
from vision.quads.geometry import Quads, count_touching_sides
from vision.quads.table import Table, runs, sets_of
from vision.sets import FACE_DOWN, Kind, is_bonus, is_end_down

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


_NEIGHBOURS = 5
_WIDER = 1.15  # widths over heights; half of all corners are a tenth of a side off
_AS_LARGE = 1.25  # times as long, as a side of a square
_TALLER = 4 / 3  # heights of a tile over widths


def find_wrong_turns(
    corners: Floats, sure: NDArray[np.bool_], tiles: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Tell which of `tiles` (m,) start at a wrong corner by a quarter: booleans (m,).

    `corners` (n, 4, 2) of all tiles begin at the top left of each face as it was named; `sure`
    (n,): where that can be relied on. Without any such tile nothing is told.
    """
    known = np.flatnonzero(sure)
    wrong = np.zeros(len(tiles), np.bool_)
    if not len(known):
        return wrong
    quads = Quads(corners.astype(np.float64))
    # Ways along the width and down the height as columns.
    frames, middles = quads.axes.transpose(0, 2, 1), corners.mean(axis=1)
    for place, tile in enumerate(tiles):
        others = known[known != tile]
        away = np.linalg.norm(middles[others] - middles[tile], axis=1)
        near = frames[others[np.argsort(away, kind="stable")[:_NEIGHBOURS]]]
        near = near[np.abs(np.linalg.det(near)) > 1e-6]
        if len(near):
            # The tile's sides in widths and heights of each neighbour, brought to one length.
            seen = np.linalg.solve(near, np.broadcast_to(frames[tile], near.shape))
            seen[:, 1] *= _TALLER
            wide, tall = np.median(np.linalg.norm(seen, axis=1), axis=0)
            length = np.sqrt(wide * tall / _TALLER)
            wrong[place] = wide > _WIDER * tall and 1 / _AS_LARGE < length < _AS_LARGE
    return wrong


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
