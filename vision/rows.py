"""Rows of tiles: quads that lie side by side, at any angle, bent or in perspective.

Each tile is asked for its own direction of reading, its neighbours correct it, and a chain of
nearest neighbours along that direction is a row. Nothing assumes that a row is level or straight
or that its tiles have one size: only neighbours are compared.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats

# All lengths below are in tile widths or heights of the two tiles compared.
_WIDEST_GAP = 1.6  # between tiles of one row: room for a winning tile or a set laid apart
_OUT_OF_LINE = 0.38  # how far a tile may lie above or below its neighbour's middle
_BEND = 0.12  # how much further for each width of gap
_LARGEST_RATIO = 1.9  # of heights: a sideways neighbour and perspective together
_PARALLEL = np.cos(np.deg2rad(28))
_NEARBY = 3.0  # radius in tile sizes within which tiles vote on the direction of reading
_TURNED = 1.35  # a sideways tile is this much wider for its height than its row


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles side by side, left to right as they are read.

    `tiles` are indexes of quads; `gaps` (one fewer) are distances between neighbours in tile
    widths, about 0 where they touch; `turned` marks tiles lying sideways in the row; `along` is
    the unit vector of reading; `height` the usual length across the row in pixels.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    turned: tuple[bool, ...]
    along: tuple[float, float]
    height: float

    def __len__(self) -> int:
        """Count the tiles."""
        return len(self.tiles)


@dataclass(frozen=True, slots=True, eq=False)
class _Frames:
    """Each tile's middle (n, 2), axes (n, 2, 2: along, across; in pixels) and direction (n, 2)."""

    middles: Floats
    axes: Floats
    directions: Floats

    def lengths(self) -> Floats:
        """Give the lengths (n, 2) along and across."""
        return np.asarray(np.linalg.norm(self.axes, axis=2), np.float32)


def find_rows(corners: Floats) -> tuple[Row, ...]:
    """Divide the tiles with these corners (n, 4, 2) into rows; a tile alone is a row of one.

    Corner 0 of each quad is its face's top left as far as known; a face that stands on its head
    does no harm. Rows come longest first.
    """
    if not len(corners):
        return ()
    frames = _frames(np.asarray(corners, np.float32))
    rows = _chains(frames)
    if max(len(row) for row in rows) < 5 <= len(corners):
        # Tiles on their corners, or one above the other: take the line in which they lie.
        rows = max(rows, _chains(_along_the_line(frames)), key=lambda found: len(found[0]))
    return rows


def _frames(corners: Floats) -> _Frames:
    """Measure every tile and let neighbours agree on which of its axes runs along the row."""
    middles = corners.mean(axis=1)
    right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    size = (np.linalg.norm(right, axis=1) + np.linalg.norm(down, axis=1)) / 2
    distance = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = distance < _NEARBY * np.maximum(size[:, None], size[None]) / 2 + size[:, None]
    # Doubled angles make a face and the same face on its head one vote.
    angle = 2 * np.arctan2(right[:, 1], right[:, 0])
    votes = near @ np.exp(1j * angle)
    wanted = np.angle(votes) / 2
    wish = np.stack([np.cos(wanted), np.sin(wanted)], axis=1)
    swap = np.abs(_cosine(down, wish)) > np.abs(_cosine(right, wish))
    along = np.where(swap[:, None], down, right)
    across = np.where(swap[:, None], right, down)
    along = along * _sign(np.einsum("ij,ij->i", along, _one_way(wish)))[:, None]
    across = across * _sign(along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0])[:, None]
    axes = np.stack([along, across], axis=1)
    directions = along / np.linalg.norm(along, axis=1, keepdims=True).clip(1e-6)
    return _Frames(
        middles.astype(np.float32), axes.astype(np.float32), directions.astype(np.float32)
    )


def _one_way(wish: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give directions, each known but for its sign, one common sense: that of reading.

    The common line of all is found first; the photo's left to right decides its sense, and top to
    bottom where the line is upright.
    """
    doubled = np.exp(2j * np.arctan2(wish[:, 1], wish[:, 0])).sum()
    common = np.angle(doubled) / 2
    line = np.array([np.cos(common), np.sin(common)])
    if line[0] < -1e-3 or (abs(line[0]) <= 1e-3 and line[1] < 0):
        line = -line
    along = wish @ line
    # Rows at right angles to the common line have no sense of their own: left to right again.
    sense = np.where(np.abs(along) > 0.2, along, wish[:, 0] + 1e-3 * wish[:, 1])
    return wish * _sign(sense)[:, None]


def _along_the_line(frames: _Frames) -> _Frames:
    """Let all tiles be read along the line through them instead of along their faces."""
    centred = frames.middles - frames.middles.mean(axis=0)
    _, _, lines = np.linalg.svd(centred, full_matrices=False)
    line = lines[0] * (1 if lines[0][0] >= 0 else -1)
    inverse = np.linalg.inv(frames.axes)
    shares = np.abs(line @ inverse).max(axis=1)
    length = (1 / shares.clip(1e-6))[:, None]
    along = line[None] * length
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    axes = np.stack([along, across], axis=1).astype(np.float32)
    return _Frames(frames.middles, axes, np.repeat(line[None], len(axes), 0).astype(np.float32))


def _chains(frames: _Frames) -> tuple[Row, ...]:
    """Chain tiles that are each other's nearest neighbours along the direction of reading."""
    gaps = _gaps(frames)
    right = gaps.argmin(axis=1)
    left = gaps.argmin(axis=0)
    count = len(gaps)
    after = {
        i: int(right[i])
        for i in range(count)
        if np.isfinite(gaps[i, right[i]]) and left[right[i]] == i
    }
    chains = []
    for start in sorted(set(range(count)) - set(after.values())):
        chain = [start]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        chains.append(chain)
    seen = {tile for chain in chains for tile in chain}
    chains += [[tile] for tile in range(count) if tile not in seen]  # a ring is no row
    rows = (_row(chain, frames, gaps) for chain in chains)
    return tuple(sorted(rows, key=len, reverse=True))


def _gaps(frames: _Frames) -> NDArray[np.float64]:
    """Give the gap (n, n), in widths, from tile i to j at its right; infinite where j is not."""
    away = frames.middles[None] - frames.middles[:, None]
    lengths = frames.lengths()
    along = frames.directions[:, None] + frames.directions[None]
    along = along / np.linalg.norm(along, axis=2, keepdims=True).clip(1e-6)
    across = frames.axes[:, 1] / lengths[:, 1:].clip(1e-6)
    across = across[:, None] + across[None]
    across = across / np.linalg.norm(across, axis=2, keepdims=True).clip(1e-6)
    # Coordinates in the slanted frame of the two tiles, so that perspective does no harm.
    area = _cross(along, across)
    area = np.where(np.abs(area) < 0.2, 0.2, area)
    ahead = _cross(away, across) / area
    aside = np.abs(_cross(along, away) / area)
    width = (lengths[:, None, 0] + lengths[None, :, 0]) / 2
    height = np.minimum(lengths[:, None, 1], lengths[None, :, 1])
    ratio = np.maximum(lengths[:, None, 1], lengths[None, :, 1]) / height.clip(1e-6)
    gap = ahead / width.clip(1e-6) - 1
    parallel = np.einsum("ik,jk->ij", frames.directions, frames.directions) > _PARALLEL
    beside = (gap > -0.5) & (gap < _WIDEST_GAP)
    level = aside < height * _OUT_OF_LINE + width * _BEND * gap.clip(0)
    fits = parallel & beside & level & (ratio < _LARGEST_RATIO)
    np.fill_diagonal(fits, val=False)
    return np.where(fits, gap, np.inf)


def _row(chain: list[int], frames: _Frames, gaps: NDArray[np.float64]) -> Row:
    lengths = frames.lengths()[chain]
    shape = lengths[:, 0] / lengths[:, 1].clip(1e-6)
    usual = float(np.median(shape)) if len(chain) > 2 else float(shape.min())
    along = frames.directions[chain].mean(axis=0)
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    return Row(
        tiles=tuple(chain),
        gaps=tuple(float(gaps[i, j]) for i, j in pairwise(chain)),
        turned=tuple(bool(value > _TURNED * usual) for value in shape),
        along=(float(along[0]), float(along[1])),
        height=float(np.median(lengths[:, 1])),
    )


def _cosine(a: NDArray[np.floating], b: NDArray[np.floating]) -> NDArray[np.floating]:
    """Give the cosine (n,) between vectors a and unit vectors b (n, 2)."""
    scale = np.linalg.norm(a, axis=1).clip(1e-6)
    return np.asarray(np.einsum("ij,ij->i", a, b) / scale)


def _cross(a: NDArray[np.floating], b: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _sign(values: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.where(values < 0, -1.0, 1.0)
