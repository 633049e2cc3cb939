"""Chains of neighbouring tiles, built from what a step from one to the next costs.

Each tile has a frame: its middle, the axis along which its row runs, and the one across.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads import geometry

Matrix = NDArray[np.float64]

# All lengths are in widths or heights of the two tiles compared.
_WIDEST_GAP = 1.6  # between tiles of one row: room for a winning tile or a set laid apart
_BEND = 0.12  # how much further out of line a tile may lie for each width of gap
_LARGEST_RATIO = 1.9  # of heights: perspective, and corners that were seen badly
_PARALLEL = float(np.cos(np.deg2rad(28)))
_WITH_THE_LINE = 0.5  # cosine: what lies farther off it lies across it
_OUT_OF_LINE = 0.45  # how far a tile may lie above or below its neighbour's middle


@dataclass(frozen=True, slots=True, eq=False)
class TileFrames:
    """Middles (n, 2) and axes (n, 2, 2) in pixels: along, then across, clockwise from it."""

    middles: Floats
    axes: Floats

    @classmethod
    def of(cls, corners: Floats) -> Self:
        """Take each face's own left to right for the direction of its row."""
        return cls(corners.mean(axis=1), _with_sense(geometry.axes(corners)))

    @property
    def directions(self) -> Floats:
        """Unit vectors (n, 2) along the rows."""
        return np.asarray(self.axes[:, 0] / self.lengths()[:, :1].clip(1e-6), np.float32)

    def lengths(self) -> Floats:
        """Return the lengths (n, 2) along and across."""
        return np.asarray(np.hypot(self.axes[..., 0], self.axes[..., 1]), np.float32)


def steps(frames: TileFrames) -> Matrix:
    """Return what a step from each tile to its right neighbour costs (n, n), infinite for none.

    The cost is the gap in widths and, twice, how far the neighbour lies off the row, in heights of
    the smaller tile. Measured in the slanted frame of both, so that perspective does no harm.
    """
    lengths = frames.lengths().astype(np.float64).clip(1e-6)
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
    gaps = _cross(away, across) / area / width - 1
    aside = np.abs(_cross(along, away) / area) / height
    ratio = np.maximum(heights[:, None], heights) / height
    cosine = units[:, 0] @ units[:, 0].T
    fits = (cosine > _PARALLEL) & (ratio < _LARGEST_RATIO) & (gaps > -0.5) & (gaps < _WIDEST_GAP)
    fits &= aside < _OUT_OF_LINE + _BEND * width * gaps.clip(0) / height
    return np.where(fits, np.abs(gaps) + 2 * aside, np.inf)


def _with_sense(axes: Floats) -> Floats:
    """Let all first axes point the way of reading and the second ones clockwise from them.

    The common line of all is found first; the photo's left to right decides its sense, and top to
    bottom where the line is upright. Tiles at right angles to it go left to right again.
    """
    along, across = axes[:, 0], axes[:, 1]
    line = _common_line(along)
    units = along / np.linalg.norm(along, axis=1, keepdims=True).clip(1e-6)
    with_line = units @ line
    sense = np.where(
        np.abs(with_line) > _WITH_THE_LINE, with_line, units[:, 0] + 1e-3 * units[:, 1]
    )
    read = along * _sign(sense)[:, None]
    below = across * _sign(_cross(read, across))[:, None]
    return np.stack([read, below], axis=1).astype(np.float32)


def _common_line(along: Floats) -> Matrix:
    # Doubled angles make a direction and its opposite one vote.
    angle = np.angle(np.exp(2j * np.arctan2(along[:, 1], along[:, 0])).sum()) / 2
    line = np.array([np.cos(angle), np.sin(angle)])
    backwards = line[0] < -1e-3 or (abs(line[0]) <= 1e-3 and line[1] < 0)
    return -line if backwards else line


def _cross(a: NDArray[np.floating], b: NDArray[np.floating]) -> Matrix:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0], np.float64)


def _sign(values: NDArray[np.floating]) -> Matrix:
    return np.where(values < 0, -1.0, 1.0)


def link(cost: Matrix) -> Iterator[tuple[int, ...]]:
    """Yield chains of tiles that are each other's best neighbours, by what `steps` (n, n) cost.

    Each tile is in exactly one chain; tiles in a ring stay alone.
    """
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
        yield tuple(chain)
    yield from ((tile,) for tile in range(count) if tile not in seen)
