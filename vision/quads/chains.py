"""Chains of neighbouring tiles, found by the cost of a step from one to the next.

Each tile has a frame: its centre, the axis along its row, and the axis across.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads import geometry

Matrix = NDArray[np.float64]

# All lengths are in widths or heights of the two tiles compared.
_WIDEST_GAP = 1.6  # between tiles of one row: room for a winning tile or a set laid apart
_BEND = 0.12  # how much further out of line a tile may lie per width of gap
_LARGEST_RATIO = 1.9  # of heights, for a sideways neighbour combined with perspective
_PARALLEL = float(np.cos(np.deg2rad(28)))
_WITH_THE_LINE = 0.5  # cosine: tiles farther off the line lie across it
_OUT_OF_LINE = 0.45  # how far a tile may lie above or below its neighbour's centre
_UPON = 0.95  # how far out of line a tile lying on another may appear


@dataclass(frozen=True, slots=True, eq=False)
class TileFrames:
    """Centres (2n, 2) and axes (2n, 2, 2) in pixels: along, then across, clockwise from it.

    The first n are the tiles as they are, the next n the same ones as if they lay sideways in their
    row.
    """

    middles: Floats
    axes: Floats

    @classmethod
    def of(cls, corners: Floats) -> Self:
        """Return the frames of tiles whose rows run along their faces' own left to right."""
        middles, axes = corners.mean(axis=1), _with_sense(geometry.axes(corners))
        sideways = _with_sense(axes[:, ::-1], _common_line(axes[:, 0]))
        return cls(np.concatenate([middles, middles]), np.concatenate([axes, sideways]))

    @property
    def lengths(self) -> Floats:
        """The lengths (2n, 2) along and across."""
        return np.asarray(np.hypot(self.axes[..., 0], self.axes[..., 1]), np.float32)

    @property
    def directions(self) -> Floats:
        """Unit vectors (2n, 2) along the rows."""
        return np.asarray(self.axes[:, 0] / self.lengths[:, :1].clip(1e-6), np.float32)


def step_costs(frames: TileFrames) -> tuple[Matrix, Matrix]:
    """Return the costs (2n, 2n) of steps from each tile to its right neighbour, infinite if none.

    The cost is the gap in widths plus twice the offset from the line in heights of the smaller
    tile. In the second matrix, neighbours may also lie on others. All is measured in the mean
    slanted frame of both tiles, so that perspective does no harm.
    """
    lengths = frames.lengths.astype(np.float64).clip(1e-6)
    units = frames.axes / lengths[:, :, None]
    both = units[:, None] + units
    both /= np.hypot(both[..., 0], both[..., 1]).clip(1e-6)[..., None]
    along, across = both[:, :, 0], both[:, :, 1]
    area = _cross(along, across)
    area = np.where(np.abs(area) < 0.2, 0.2, area)
    middles = frames.middles.astype(np.float64)
    away = middles[None] - middles[:, None]
    widths, heights = lengths[:, 0], lengths[:, 1]
    width = (widths[:, None] + widths) / 2
    height = np.minimum(heights[:, None], heights)
    gaps = _cross(away, across) / area / width - 1  # negative where tiles overlap
    aside = np.abs(_cross(along, away) / area) / height
    ratio = np.maximum(heights[:, None], heights) / height
    alike = (units[:, 0] @ units[:, 0].T > _PARALLEL) & (ratio < _LARGEST_RATIO)
    alike &= (gaps > -0.5) & (gaps < _WIDEST_GAP)
    off_line = aside - _BEND * width * gaps.clip(0) / height
    cost = np.where(alike, np.abs(gaps) + 2 * aside, np.inf)
    in_line, upon = (np.where(off_line < limit, cost, np.inf) for limit in (_OUT_OF_LINE, _UPON))
    return in_line, upon


def _with_sense(axes: Floats, line: Matrix | None = None) -> Floats:
    """Point all first axes in the reading direction, and the second ones clockwise from them.

    The direction follows the common line of all tiles, towards the photo's right, or down if the
    line is upright. Tiles at right angles to the line read towards the right, too.
    """
    along, across = axes[:, 0], axes[:, 1]
    line = _common_line(along) if line is None else line
    units = along / np.linalg.norm(along, axis=1, keepdims=True).clip(1e-6)
    with_line = units @ line
    sense = np.where(
        np.abs(with_line) > _WITH_THE_LINE, with_line, units[:, 0] + 1e-3 * units[:, 1]
    )
    read = along * _sign(sense)[:, None]
    below = across * _sign(_cross(read, across))[:, None]
    return np.stack([read, below], axis=1).astype(np.float32)


def _common_line(along: Floats) -> Matrix:
    # Doubled angles let a direction and its opposite count as one.
    angle = np.angle(np.exp(2j * np.arctan2(along[:, 1], along[:, 0])).sum()) / 2
    line = np.array([np.cos(angle), np.sin(angle)])
    backwards = line[0] < -1e-3 or (abs(line[0]) <= 1e-3 and line[1] < 0)
    return -line if backwards else line


def _cross(a: NDArray[np.floating], b: NDArray[np.floating]) -> Matrix:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0], np.float64)


def _sign(values: NDArray[np.floating]) -> Matrix:
    return np.where(values < 0, -1.0, 1.0)


# Of n tiles, 0 to n - 1 are the tiles as they are, and the next n the same ones sideways.
Chain = tuple[int, ...]

_GAP = 0.6  # least gap, in tile widths, that a tile lying on two others may fill


def link(frames: TileFrames) -> tuple[Chain, ...]:
    """Chain tiles that are each other's best neighbours; each tile is in exactly one chain.

    Chains whose ends fit are joined. A single tile joins the chain it fits best: at an end,
    straight or sideways, or in a gap between two tiles, where it may also lie on others.
    """
    cost, upon = step_costs(frames)
    count = len(cost) // 2
    chains = list(_mutual_chains(cost[:count, :count]))
    while len(chains) > 1:
        moves = [move for move in _joins(chains, cost, upon) if np.isfinite(move[0])]
        if not moves:
            break
        _, parts, chain = min(moves, key=lambda move: move[0])
        chains = [c for i, c in enumerate(chains) if i not in parts] + [chain]
    return tuple(map(tuple, chains))


def _mutual_chains(cost: Matrix) -> Iterator[list[int]]:
    """Yield chains of mutual best neighbours; tiles in a ring stay alone."""
    count = len(cost)
    right, left = cost.argmin(axis=1), cost.argmin(axis=0)
    after = {
        tile: int(right[tile])
        for tile in range(count)
        if np.isfinite(cost[tile, right[tile]]) and left[right[tile]] == tile
    }
    seen: set[int] = set()
    for start in sorted(set(range(count)) - set(after.values())):
        chain = [start]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        seen.update(chain)
        yield chain
    yield from ([tile] for tile in range(count) if tile not in seen)


def _joins(
    chains: Sequence[list[int]], cost: Matrix, upon: Matrix
) -> Iterator[tuple[float, tuple[int, int], list[int]]]:
    """Yield the ways to join two chains: cost, numbers of the chains, joined chain.

    Tiles in the second half of the matrix are the same tiles sideways. Impossible joins cost inf.
    """
    count = len(cost) // 2
    for i, j in _neighbours(chains, upon):
        one, other = chains[i], chains[j]
        # A pair with one tile sideways is less certain than any longer row.
        extra = 0.5 if len(one) == len(other) == 1 else 0.0
        yield cost[one[-1], other[0]], (i, j), [*one, *other]
        if len(other) > 1:
            continue
        lone = other[0]
        swapped = lone + count if lone < count else lone - count
        yield cost[one[-1], swapped] + extra, (i, j), [*one, swapped]
        yield cost[swapped, one[0]] + extra, (i, j), [swapped, *one]
        for place, (a, b) in enumerate(pairwise(one), start=1):
            if cost[a, b] > _GAP:
                for tile in (lone, swapped):
                    price = (upon[a, tile] + upon[tile, b]) / 2
                    yield price, (i, j), [*one[:place], tile, *one[place:]]


def _neighbours(chains: Sequence[list[int]], upon: Matrix) -> Iterator[tuple[int, int]]:
    """Yield the pairs of chains, in both orders, that have possible neighbours."""
    count = len(upon) // 2
    near = np.isfinite(upon).reshape(2, count, 2, count).any(axis=(0, 2))
    home = [0] * count
    for number, chain in enumerate(chains):
        for tile in chain:
            home[tile % count] = number
    here, there = np.nonzero(near | near.T)
    pairs = {(home[i], home[j]) for i, j in zip(here.tolist(), there.tolist(), strict=True)}
    yield from sorted((i, j) for i, j in pairs if i != j)
