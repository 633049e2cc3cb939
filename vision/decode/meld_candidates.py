"""Candidates for sets: threes and fours of tiles that lie together, with likely names.

A group is listed if its pairs may belong to one set and its names may form a chow, pung or kong;
`vision.decode.hypotheses` decides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads import geometry
from vision.sets import FACE_DOWN, is_bonus

_NEIGHBOURS = 2.2  # tile sizes between the centres of neighbours in a set
_MIN_PAIR = 0.02  # least probability that two tiles are of one set for the pair to be tried
_TOUCHING, _ALIKE = 1.6, 0.3  # regardless of roles: tile sizes apart, and probability of one face
_MOST = 200  # most groups of a size, likeliest pairs first
_UNLIKELY = -14.0  # logarithm: a set whose names are less likely is dropped
_SURELY = -2.0  # the same for four alike, which may be a kong wherever they lie
_OFF_LINE = 0.45  # tile sizes off the line of three, beyond which a fourth lies on or above them
_STEPS = tuple(permutations(range(3)))


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A set of tiles in the order of their line, with names as indexes of labels.

    `gain` is, for a candidate, the logarithm of the probability of its names, relative to the
    likeliest name of each tile; for a weighed set, its worth beyond that of its single tiles.
    `upon`: the last tile lies on or above the others.
    """

    tiles: tuple[int, ...]
    names: tuple[int, ...]
    gain: float
    upon: bool = False


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


def laid_sets(
    quads: Floats,
    logs: NDArray[np.float64],
    pairs: Floats,
    faces: Faces,
    worth: NDArray[np.float64],
) -> list[LaidSet]:
    """Return the sets that quads (n, 4, 2) may form.

    `logs` (n, k) are log-probabilities of names, `pairs` (n, n) those of being in one set; `worth`
    (n,) is the most that each tile can gain as part of a set.
    """
    if len(quads) < 3:
        return []
    near = _adjacency_mask(quads, logs, pairs, faces)
    threes = _triples(near, pairs)
    fours = _quadruples(near, pairs, threes)
    threes = threes[worth[threes].sum(axis=1) >= _UNLIKELY]
    alike = np.where(faces.plain, logs[fours].sum(axis=1), -np.inf).max(axis=1, initial=-np.inf)
    fours = fours[(worth[fours].sum(axis=1) >= _UNLIKELY) | (alike >= _SURELY)]
    return [
        *_name_threes(threes, logs, faces),
        *_kongs_of_three(threes, quads, logs, faces),
        *_name_fours(fours, quads, logs, faces),
    ]


def _adjacency_mask(
    quads: Floats, logs: NDArray[np.float64], pairs: Floats, faces: Faces
) -> NDArray[np.bool_]:
    """Return the mask (n, n) of tiles that may be neighbours in a set."""
    apart = geometry.relative_distances(quads.mean(axis=1), np.sqrt(geometry.areas(quads)))
    shares = np.exp(logs[:, faces.plain])
    shares /= shares.sum(axis=1, keepdims=True) + np.exp(logs[:, faces.bonus]).sum(axis=1)[:, None]
    near = (apart < _NEIGHBOURS) & (pairs > np.log(_MIN_PAIR))
    near |= (apart < _TOUCHING) & (shares @ shares.T > _ALIKE)
    np.fill_diagonal(near, val=False)
    return np.asarray(near | near.T)


def _triples(near: NDArray[np.bool_], pairs: Floats) -> NDArray[np.intp]:
    """Return threes (t, 3) in which one tile is near both others, likeliest pairs first."""
    found = {
        tuple(sorted((middle, *two)))
        for middle, row in enumerate(near)
        for two in combinations(np.flatnonzero(row).tolist(), 2)
    }
    return _best_combinations(np.array(sorted(found), np.intp).reshape(-1, 3), pairs)


def _quadruples(
    near: NDArray[np.bool_], pairs: Floats, threes: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return fours (f, 4): a three and another tile near one of it."""
    found = {
        tuple(sorted((*three, other)))
        for three in threes.tolist()
        for other in np.flatnonzero(near[three].any(axis=0)).tolist()
        if other not in three
    }
    return _best_combinations(np.array(sorted(found), np.intp).reshape(-1, 4), pairs)


def _best_combinations(found: NDArray[np.intp], pairs: Floats) -> NDArray[np.intp]:
    likely = sum(pairs[found[:, i], found[:, j]] for i, j in combinations(range(found.shape[1]), 2))
    return found[np.argsort(-np.asarray(likely), kind="stable")[:_MOST]] if len(found) else found


def _name_threes(
    threes: NDArray[np.intp], logs: NDArray[np.float64], faces: Faces
) -> Iterator[LaidSet]:
    """Name threes as pungs or chows, whichever is likelier."""
    own = logs[threes]  # (t, 3, k)
    alike = np.where(faces.plain, own.sum(axis=1), -np.inf)
    steps = np.stack(
        [own[:, :, faces.chows + step] for step in range(3)], axis=2
    )  # (t, 3, step, s)
    orders = [steps[:, 0, a] + steps[:, 1, b] + steps[:, 2, c] for a, b, c in _STEPS]
    chows = np.stack(orders, axis=1)  # (t, order, start)
    for three, same, run in zip(threes.tolist(), alike, chows, strict=True):
        face = int(same.argmax())
        order, start = np.unravel_index(int(run.argmax()), run.shape)
        if max(same[face], run[order, start]) < _UNLIKELY:
            continue
        names = (face,) * 3
        if run[order, start] > same[face]:
            first = int(faces.chows[start])
            names = (first + _STEPS[order][0], first + _STEPS[order][1], first + _STEPS[order][2])
        yield LaidSet(tuple(three), names, float(max(same[face], run[order, start])))


def _kongs_of_three(
    threes: NDArray[np.intp], quads: Floats, logs: NDArray[np.float64], faces: Faces
) -> Iterator[LaidSet]:
    """Name threes that lie partly face down as concealed kongs with an undetected fourth."""
    backs = logs[threes, faces.back]
    for three in threes[(backs.max(axis=1, initial=-np.inf) > 0)].tolist():
        middles = quads[three].mean(axis=1)
        along, spread = _axis(middles)
        if spread > _OFF_LINE * float(np.sqrt(geometry.areas(quads[three])).mean()):
            continue
        tiles = [three[int(i)] for i in np.argsort((middles - middles.mean(axis=0)) @ along)]
        likely, names = _closed_kong(logs[tiles], faces)
        if likely >= _UNLIKELY:
            yield LaidSet(tuple(tiles), names, likely)


def _name_fours(
    fours: NDArray[np.intp], quads: Floats, logs: NDArray[np.float64], faces: Faces
) -> Iterator[LaidSet]:
    """Name fours as kongs, exposed or partly face down."""
    open_ones = np.maximum(logs[fours], logs[fours][:, :, [faces.back]]).sum(axis=1)
    hopeful = np.where(faces.plain, open_ones, -np.inf).max(axis=1, initial=-np.inf) >= _UNLIKELY
    for four in fours[hopeful].tolist():
        tiles, upon = _order_along_line(four, quads[four])
        own = logs[list(tiles)]
        for name in (_open_kong,) if upon else (_open_kong, _closed_kong):
            likely, names = name(own, faces)
            if likely >= _UNLIKELY:
                yield LaidSet(tiles, names, likely, upon)


def _open_kong(own: NDArray[np.float64], faces: Faces) -> tuple[float, tuple[int, ...]]:
    """Name four tiles (4, k) as a kong that lies face up, with the log-probability of that."""
    worth = np.where(faces.plain, own.sum(axis=0), -np.inf)
    face = int(worth.argmax())
    return float(worth[face]), (face,) * len(own)


def _closed_kong(own: NDArray[np.float64], faces: Faces) -> tuple[float, tuple[int, ...]]:
    """Name three or four tiles as a kong of which some lie face up and some face down."""
    more = own[:, [faces.back]] - own  # log-odds that each lies face down
    worth = own.sum(axis=0) + more.clip(0).sum(axis=0)
    worth += more.max(axis=0).clip(None, 0) - more.min(axis=0).clip(0)  # at least one of each
    face = int(np.where(faces.plain, worth, -np.inf).argmax())
    down = more[:, face] > 0
    down[more[:, face].argmax()], down[more[:, face].argmin()] = True, False
    return float(worth[face]), tuple(np.where(down, faces.back, face).tolist())


def _order_along_line(four: Sequence[int], quads: Floats) -> tuple[tuple[int, ...], bool]:
    """Order four tiles along their line, one that lies on or above the others (flagged) last."""
    middles = quads.mean(axis=1)
    size = float(np.sqrt(geometry.areas(quads)).mean())
    for last in range(4):
        others = [place for place in range(4) if place != last]
        rest = middles[others]
        along, spread = _axis(rest)
        away = middles[last] - rest.mean(axis=0)
        aside = abs(float(along[0] * away[1] - along[1] * away[0]))
        if spread < _OFF_LINE * size < aside:
            order = np.argsort(rest @ along)
            return (*(int(four[others[int(i)]]) for i in order), int(four[last])), True
    order = np.argsort((middles - middles.mean(axis=0)) @ _axis(middles)[0])
    return tuple(int(four[int(i)]) for i in order), False


def _axis(points: Floats) -> tuple[NDArray[np.float64], float]:
    """Return the unit vector along which points (n, 2) lie, and their offsets from that line."""
    away = (points - points.mean(axis=0)).astype(np.float64)
    turn = 0.5 * np.arctan2(
        2 * (away[:, 0] * away[:, 1]).sum(), (away[:, 0] ** 2 - away[:, 1] ** 2).sum()
    )
    along = np.array([np.cos(turn), np.sin(turn)])
    return along, float(abs(away @ np.array([-along[1], along[0]])).max())
