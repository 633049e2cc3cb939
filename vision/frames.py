"""The frame of each tile: its middle, the axis along which its row runs, and the one across."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats

Matrix = NDArray[np.float64]

# All lengths are in widths or heights of the two tiles compared.
_WIDEST_GAP = 1.6  # between tiles of one row: room for a winning tile or a set laid apart
_BEND = 0.12  # how much further out of line a tile may lie for each width of gap
_LARGEST_RATIO = 1.9  # of heights: a sideways neighbour and perspective together
_PARALLEL = float(np.cos(np.deg2rad(28)))
_WITH_THE_LINE = 0.5  # cosine: what lies farther off it lies across it
OUT_OF_LINE = 0.45  # how far a tile may lie above or below its neighbour's middle


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """Middles (n, 2) and axes (n, 2, 2) in pixels: along, then across, clockwise from it."""

    middles: Floats
    axes: Floats

    @classmethod
    def of(cls, corners: Floats) -> Self:
        """Take each face's own left to right for the direction of its row."""
        right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
        down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
        return cls(corners.mean(axis=1), _with_sense(np.stack([right, down], axis=1)))

    @property
    def directions(self) -> Floats:
        """Unit vectors (n, 2) along the rows."""
        return np.asarray(self.axes[:, 0] / self.lengths()[:, :1].clip(1e-6), np.float32)

    def lengths(self) -> Floats:
        """Give the lengths (n, 2) along and across."""
        return np.asarray(np.hypot(self.axes[..., 0], self.axes[..., 1]), np.float32)

    def with_sideways(self) -> Self:
        """Append every tile once more (2n), as if it lay sideways in its row."""
        swapped = _with_sense(self.axes[:, ::-1], _common_line(self.axes[:, 0]))
        return type(self)(
            np.concatenate([self.middles, self.middles]), np.concatenate([self.axes, swapped])
        )

    def select(self, chain: Sequence[tuple[int, bool]]) -> Self:
        """Take the tiles of a chain, those marked as sideways with their axes swapped."""
        both = self.with_sideways()
        places = [tile + len(self.middles) * sideways for tile, sideways in chain]
        return type(self)(both.middles[places], both.axes[places])

    def along_the_line(self) -> Self:
        """Read all tiles along the line through their middles instead of along their faces."""
        centred = self.middles - self.middles.mean(axis=0)
        _, _, lines = np.linalg.svd(centred, full_matrices=False)
        line = lines[0] * (1 if lines[0][0] >= 0 else -1)
        shares = np.abs(line @ np.linalg.pinv(self.axes)).max(axis=1)
        along = line[None] / shares.clip(1e-6)[:, None]
        across = np.stack([-along[:, 1], along[:, 0]], axis=1)
        return type(self)(self.middles, np.stack([along, across], axis=1).astype(np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How tiles lie to others, compared once: all arrays have one shape, an entry for each pair.

    `ahead` and `aside` are pixels along and off the row from one to the other, `width` is the mean
    of both, `height` the lesser, `ratio` that of the heights; `parallel` tells which run alike.
    Measured in the slanted frame of both, so that perspective does no harm.
    """

    ahead: Matrix
    aside: Matrix
    width: Matrix
    height: Matrix
    ratio: Matrix
    parallel: NDArray[np.bool_]

    @classmethod
    def of(cls, frames: Frames) -> Self:
        """Compare each tile i with each other j: arrays are (n, n)."""
        every = np.arange(len(frames.middles))
        return cls.between(frames, every[:, None], every[None])

    @classmethod
    def between(cls, frames: Frames, one: NDArray[np.intp], other: NDArray[np.intp]) -> Self:
        """Compare tiles with others, given by arrays of indexes that fit together."""
        lengths = frames.lengths().astype(np.float64).clip(1e-6)
        units = frames.axes / lengths[:, :, None]
        along, across = (_mean_of_two(units[:, axis], one, other) for axis in (0, 1))
        area = _cross(along, across)
        area = np.where(np.abs(area) < 0.2, 0.2, area)
        away = frames.middles.astype(np.float64)
        away = away[other] - away[one]
        widths, heights = lengths[:, 0], lengths[:, 1]
        height = np.minimum(heights[one], heights[other])
        cosine = (units[one, 0] * units[other, 0]).sum(axis=-1)
        return cls(
            ahead=_cross(away, across) / area,
            aside=np.abs(_cross(along, away) / area),
            width=(widths[one] + widths[other]) / 2,
            height=height,
            ratio=np.maximum(heights[one], heights[other]) / height,
            parallel=np.asarray(cosine > _PARALLEL),
        )

    def gaps(self) -> Matrix:
        """Give the gap, in widths, from each tile to the other; negative where they overlap."""
        return np.asarray(self.ahead / self.width - 1)

    def steps(self, out_of_line: float = OUT_OF_LINE, widest: float = _WIDEST_GAP) -> Matrix:
        """Give what a step from each tile to its right neighbour costs; infinite if it is none.

        `out_of_line` is in heights, `widest` the gap in widths. The cost is the gap in widths and,
        twice, what the neighbour lies out of line in heights.
        """
        gap = self.gaps()
        level = self.aside < self.height * out_of_line + self.width * _BEND * gap.clip(0)
        fits = self.parallel & (gap > -0.5) & (gap < widest) & level & (self.ratio < _LARGEST_RATIO)
        return np.where(fits, np.abs(gap) + 2 * self.aside / self.height, np.inf)


def _mean_of_two(units: Matrix, one: NDArray[np.intp], other: NDArray[np.intp]) -> Matrix:
    both = units[one] + units[other]
    return np.asarray(both / np.hypot(both[..., 0], both[..., 1]).clip(1e-6)[..., None])


def _with_sense(axes: Floats, line: Matrix | None = None) -> Floats:
    """Let all first axes point the way of reading and the second ones clockwise from them.

    The common line of all is found first; the photo's left to right decides its sense, and top to
    bottom where the line is upright. Tiles at right angles to it go left to right again.
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
    # Doubled angles make a direction and its opposite one vote.
    angle = np.angle(np.exp(2j * np.arctan2(along[:, 1], along[:, 0])).sum()) / 2
    line = np.array([np.cos(angle), np.sin(angle)])
    backwards = line[0] < -1e-3 or (abs(line[0]) <= 1e-3 and line[1] < 0)
    return -line if backwards else line


def _cross(a: NDArray[np.floating], b: NDArray[np.floating]) -> Matrix:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0], np.float64)


def _sign(values: NDArray[np.floating]) -> Matrix:
    return np.where(values < 0, -1.0, 1.0)
