"""Flowers and seasons that lie about a hand and are its own, or were thrown, or are none."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.layout.hand import HandLayout
from vision.quads.rows import Row
from vision.quads.table import Table, runs
from vision.sets import FACE_DOWN, is_bonus

# Distances are in tile sizes.
_BESIDE = 7.5  # to bonus tiles, which are put down early and out of the way
# Of the size of the hand's nearest tile: what is smaller lies before another player.
_SMALLER = 0.45
_AMONG = 1.45  # from a tile to those among which it lies
_HARDLY_FARTHER = 1.1  # times
_CLEAR = 2.0  # around bonus tiles and their seat marker, of any other tile
_WIDER = 1.25  # times the widest gap of a run, to what is strange

# Print on the table is no bonus tile.
_DOUBTED = 0.5
_DOUBTED_BONUS = 0.8  # of the trust in the hand's own tiles
_IN_LINE = 0.55  # times that, of one in a run with them
_SURELY, _MAY_BE, _HARDLY = 0.9, 0.2, 0.003  # probability of a bonus tile
_MOST = 2 / 3  # of a run
_SOMEHOW = 0.3  # trust in what lies among bonus tiles
_NO_MARKER = 0.9  # of a tile beside a bonus tile, which may be a seat marker else


def put_aside(table: Table, likely: Floats) -> tuple[list[int], Floats]:
    """List what lies in runs of bonus tiles, and give what trust all tiles deserve then.

    `likely` (n,): how probable it is of each tile that it is a bonus tile. Players put theirs side
    by side, so that what looks a little like one there is as sure as the surest of them.
    """
    found: list[int] = []
    trust = table.trust.copy()
    for row in table.rows:
        for run in runs(row):
            tiles = [run[place] for place in _side_by_side(likely[list(run)])]
            sure = [tile for tile in tiles if likely[tile] >= _SURELY]
            most = table.trust[sure].max(initial=0.0)
            if len(tiles) > 1 and most >= _NO_MARKER and table.trust[tiles].min() >= _SOMEHOW:
                found += tiles
                trust[tiles] = most
    return found, trust


def _side_by_side(likely: Floats) -> range:
    """Give the places of the bonus tiles in a run of them; none where others lie there.

    One tile at an end may be their seat marker. A tile between them need hardly look like one where
    most of them are sure; but of a pool two may be bonus tiles by chance.
    """
    sure = np.flatnonzero(likely >= _SURELY)
    maybe = np.flatnonzero(likely >= _MAY_BE)
    if not len(sure) or maybe[-1] - maybe[0] < len(likely) - 2:
        return range(0)
    there = range(int(maybe[0]), int(maybe[-1]) + 1)
    least = np.full(len(there), _MAY_BE)
    if len(sure) >= max(3, _MOST * len(there)):
        least[sure[0] - there.start : sure[-1] - there.start] = _HARDLY
    return there if (likely[there] >= least).all() else range(0)


def add_bonus(table: Table, hand: HandLayout) -> HandLayout:
    """Add the flowers and seasons that lie about the hand, each once, the nearest first."""
    doubted = _DOUBTED_BONUS * table.sureness(hand.tiles)
    around = _Around.of(table, hand.tiles)
    loose = [
        tile
        for row in table.rows
        for run in runs(row)
        for tile in run
        if is_bonus(table.codes[tile])
        and table.trust[tile] > doubted * (_IN_LINE if around.own[list(run)].any() else 1)
        and not _far_smaller(table, hand, tile)
        and not _among_strangers(table, around, run, tile)
    ]
    chosen: list[int] = []
    away = table.apart[np.ix_(loose, hand.tiles)].min(axis=1, initial=np.inf)
    while loose and away.min() <= _BESIDE:
        place = int(away.argmin())
        nearest = loose[place]
        away[place] = np.inf
        if table.codes[nearest] not in table.names(chosen):
            chosen.append(nearest)
            away = np.where(np.isinf(away), away, np.minimum(away, table.apart[loose, nearest]))
    return replace(hand, bonus=tuple(sorted(chosen, key=lambda tile: table.codes[tile])))


def _far_smaller(table: Table, hand: HandLayout, tile: int) -> bool:
    """Whether a tile looks too small for one that lies on this side of the table."""
    nearest = hand.tiles[int(table.apart[tile, hand.tiles].argmin())]
    return bool(table.sizes[tile] < _SMALLER * table.sizes[nearest])


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """What lies about a hand: which tiles (n,) are its `own`, which are `strange` to it.

    Bonus tiles and backs are neither. `group` (n,): tiles of one number can be reached from each
    other in short steps without the hand's own.
    """

    own: NDArray[np.bool_]
    strange: NDArray[np.bool_]
    group: NDArray[np.intp]

    @classmethod
    def of(cls, table: Table, tiles: Sequence[int]) -> Self:
        """Tell the tiles of a table apart as those of a hand see them."""
        own = np.zeros(len(table.codes), np.bool_)
        own[list(tiles)] = True
        plain = [code != FACE_DOWN and not is_bonus(code) for code in table.codes]
        near = (table.apart < _CLEAR) & ~own & ~own[:, None]
        return cls(own, ~own & plain, _groups(near))


def _groups(near: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Number tiles by the first one that can be reached over tiles near each other (n, n)."""
    group = np.arange(len(near))
    while len(near):
        first = np.minimum(np.where(near, group, len(near)).min(axis=1), group)
        first = first[first]
        if (first == group).all():
            break
        group = first
    return group


def _among_strangers(table: Table, around: _Around, run: tuple[int, ...], tile: int) -> bool:
    """Whether a bonus tile lies in a run with other tiles than the hand's, or alone close to some.

    Bonus tiles in a run of their own stay the hand's, also with something in it that hardly is a
    tile, or with fewer doubted tiles, which may be bonus tiles that were misread; so do those
    beside a seat marker that passes for an honour, or for a tile that is not sure, with no other
    tile about them.
    """
    strangers = [int(other) for other in np.flatnonzero(around.strange)]
    within = [other for other in run if around.strange[other]]
    bonus = sum(is_bonus(table.codes[other]) for other in run)
    surest = float(table.trust[within].max(initial=0.0))
    misread = surest < _NO_MARKER and len(within) < bonus
    if misread or (len(within) == 1 and surest < _DOUBTED):
        strangers = [other for other in strangers if other not in within]
        within = []
    if not within and _keep_apart(table, run, strangers, tile):
        return False
    about_it = np.flatnonzero((around.group == around.group[tile]) & around.strange)
    if len(about_it) != 1:
        return len(about_it) > 0
    return table.codes[about_it[0]][1] != "z" and bool(table.trust[about_it[0]] >= _NO_MARKER)


def _keep_apart(table: Table, run: tuple[int, ...], strangers: Sequence[int], tile: int) -> bool:
    """Whether a bonus tile lies by itself, or in a run of its like, however near a pool comes.

    By itself is also what lies hardly farther from another bonus tile than from what is strange.
    A run of its like that goes on with strange tiles after a gap hardly wider than its own is the
    end of a loose pool.
    """
    row = next(row for row in table.rows if tile in row.tiles)
    bonus = [other for other in run if is_bonus(table.codes[other])]
    if len(bonus) == 1:
        others = [other for other, code in enumerate(table.codes) if is_bonus(code)]
        others.remove(tile)
        strange = table.apart[tile, strangers].min(initial=np.inf)
        another = table.apart[tile, others].min(initial=np.inf)
        if strange < min(_AMONG, another / _HARDLY_FARTHER):
            return False
        return not _one_of_a_loose_row(row, tile, frozenset(strangers))
    first, last = row.tiles.index(run[0]), row.tiles.index(run[-1])
    own = max(row.gaps[first:last])
    before = row.gaps[first - 1] if first and row.tiles[first - 1] in strangers else np.inf
    after = row.gaps[last] if last + 1 < len(row) and row.tiles[last + 1] in strangers else np.inf
    return bool(min(before, after) > _WIDER * own)


def _one_of_a_loose_row(row: Row, tile: int, strangers: frozenset[int]) -> bool:
    """Whether a tile keeps the distance in a row that strange tiles keep there from each other."""
    place = row.tiles.index(tile)
    strange = [other in strangers for other in row.tiles]
    usual = [gap for gap, both in zip(row.gaps, pairwise(strange), strict=True) if all(both)]
    beside = [
        row.gaps[gap]
        for gap, other in ((place - 1, place - 1), (place, place + 1))
        if 0 <= other < len(row) and strange[other]
    ]
    return bool(usual and beside) and min(beside) <= _WIDER * max(median(usual), 0.0)
