"""Places where a row of tiles may go on although nothing was seen there, and what they look like.

A plain back and a blank dragon show the detector nothing but their outline. At the ends of rows and
in their gaps the next tile's place is known, and so is the colour it would have: a blank one is of
the body of the faces about it, a back is of one colour that is not the table's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.detect.filters.bodies import colours_of_bodies, is_plain
from vision.quads import geometry
from vision.quads.axes import Quads
from vision.quads.rows import Row
from vision.quads.table import Table

_ONWARD = 3  # tiles past each end of a row
_OPEN = 0.6  # tile widths from which on a gap may hold a tile
_COVERED = 0.55  # of the shorter side, between the middles of what cannot both be tiles
_STEADY = 1.12  # ratio of neighbours' sizes
_TOUCHING = 0.25  # tile widths
_SIDE = 64  # pixels of what is cut out to tell whether it is plain
_POINTS = np.linspace(0.1, 0.9, 18, dtype=np.float32)  # of both sides, that tell a colour
_ASIDE = 1.15  # tile heights to what a place is compared with

# Differences in colour as 8 bits: of a back from a face, and of either from what lies beside it.
_OTHER_BODY = 10.0
_OFF_THE_TABLE = 7.0


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Quads (m, 4, 2) next to rows where no tile lies; `before` (m,): by number, where others are.

    That is the place from which a row has to go on to reach this one, or -1 beside a tile.
    """

    quads: Floats
    before: NDArray[np.intp]


def places(table: Table, others: Floats, size: tuple[int, int]) -> Places:
    """Find places next to the rows of a table where no tile lies, nor one of `others` (n, 4, 2).

    What lies outside a photo of this `size`, width and height, is left out.
    """
    lines = [line for row in table.rows for line in (*_past(table, row), *_between(table, row))]
    quads = np.concatenate([np.zeros((0, 4, 2), np.float32), *lines])
    first = [place == 0 for line in lines for place in range(len(line))]
    taken = np.concatenate([table.middles, others.mean(axis=1)])
    middles, near = quads.mean(axis=1), _COVERED * geometry.sides(quads).min(axis=1)
    free = np.linalg.norm(taken[None] - middles[:, None], axis=2).min(axis=1, initial=np.inf) > near
    inside = ((middles > 0) & (middles < size)).all(axis=1)
    kept: list[int] = []
    before: list[int] = []
    last = -1
    for place in np.flatnonzero(inside).tolist():
        apart = np.linalg.norm(middles[kept] - middles[place], axis=1)
        last = -1 if first[place] else last
        if free[place] and (apart > near[place]).all():
            before.append(last)
            last = len(kept)
            kept.append(place)
        else:
            last = -1
    return Places(quads[kept], np.array(before, np.intp))


def _past(table: Table, row: Row) -> Iterator[Floats]:
    """Go on past either end at the pace of the last two tiles: quads (m, 4, 2) outwards."""
    for tiles, gaps, sense in ((row.tiles, row.gaps, 1.0), (row.tiles[::-1], row.gaps[::-1], -1.0)):
        quad = table.corners[tiles[-1]]
        step, growth = sense * _along(quad, row), 1.0
        if len(tiles) > 1 and abs(gaps[-1]) < _TOUCHING:
            step = table.middles[tiles[-1]] - table.middles[tiles[-2]]
            ratio = float(table.sizes[tiles[-1]] / table.sizes[tiles[-2]])
            growth = float(np.clip(ratio, 1 / _STEADY, _STEADY)) ** 0.5
        sizes = growth ** np.arange(1, _ONWARD + 1)[:, None, None]
        middle = quad.mean(axis=0)
        onward = middle + step * np.cumsum(sizes, axis=0) + (quad - middle) * sizes
        yield np.asarray(onward, np.float32)


def _between(table: Table, row: Row) -> Iterator[Floats]:
    """Divide wide gaps into places of one tile each, any of which may hold one: (1, 4, 2)."""
    for (one, other), gap in zip(pairwise(row.tiles), row.gaps, strict=True):
        count = round(gap) if gap > _OPEN else 0
        for place in range(1, count + 1):
            share = place / (count + 1)
            here, there = table.corners[one], _like(table.corners[one], table.corners[other])
            yield np.asarray(here * (1 - share) + there * share, np.float32)[None]


def _like(quad: Floats, other: Floats) -> Floats:
    """Start the other quad at the corner that answers to the first one's."""
    away = quad - quad.mean(axis=0)
    turns = [np.roll(other, -turn, axis=0) for turn in range(4)]
    fits = [float(((turn - turn.mean(axis=0)) * away).sum()) for turn in turns]
    return turns[int(np.argmax(fits))]


def _along(quad: Floats, row: Row) -> Floats:
    """Give the side (2,) of a quad that runs along its row, the way it is read."""
    right, down = Quads(quad).axes
    way = np.asarray(row.along, np.float32)
    side = max(
        (right, down), key=lambda one: abs(float(one @ way)) / max(float(np.linalg.norm(one)), 1e-6)
    )
    return np.asarray(side if side @ way > 0 else -side, np.float32)


def look_like_tiles(pixels: Pixels, found: Places, usual: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell of each place whether it may be a blank tile or a back (m, 2).

    `usual` (3,) is the colour in Lab of the bodies of tiles that are sure. A row goes on from tile
    to tile: behind a place that looks like none there is nothing to look for.
    """
    told = np.zeros((len(found.quads), 2), np.bool_)
    now = np.flatnonzero(found.before < 0)
    while len(now):
        told[now] = _alike(pixels, found.quads[now], usual)
        now = np.flatnonzero(np.isin(found.before, now[told[now].any(axis=1)]))
    return told


def _alike(pixels: Pixels, quads: Floats, usual: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell by their colours whether places (m, 4, 2) may be blank tiles or backs (m, 2)."""
    bodies = _bodies(pixels, quads)
    other = _differences(bodies, usual)
    blank = other < _OTHER_BODY
    crops = geometry.rectify(pixels, quads[blank], _SIDE)
    blank[blank] = [is_plain(crop) for crop in crops]
    told = np.stack([blank, other > _OTHER_BODY], axis=1)
    asked = told.any(axis=1)
    told[asked] &= _off_the_table(pixels, quads[asked], bodies[asked])[:, None]
    return told


def _off_the_table(pixels: Pixels, quads: Floats, bodies: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which places (m, 4, 2) with these bodies (m, 3) differ from what is above or below."""
    down = Quads(quads).down[:, None] * np.float32(_ASIDE)
    above, below = _bodies(pixels, quads - down), _bodies(pixels, quads + down)
    return np.maximum(_differences(bodies, above), _differences(bodies, below)) > _OFF_THE_TABLE


def _bodies(pixels: Pixels, quads: Floats) -> NDArray[np.float64]:
    return colours_of_bodies(geometry.sample(pixels, quads, _POINTS))


def _differences(bodies: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    away = np.abs(bodies - others)
    return np.asarray(np.hypot(away[:, 1], away[:, 2]) + 0.3 * away[:, 0])
