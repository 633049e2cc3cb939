"""Rows of tiles: quads that lie side by side, at any angle, bent or in perspective.

Each face says in which direction it is read; a chain of nearest neighbours along that direction is
a row. Tiles that lie sideways, or on top of others, are then put into the rows they touch. Nothing
assumes that a row is level or straight or that its tiles have one size: only neighbours are
compared.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.chains import Chain, link
from vision.frames import Frames, gaps
from vision.geometry import Floats

_TURNED = 1.35  # a sideways tile is this much wider for its height than its row
_FEWEST = 5  # tiles of a row that may be a hand


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles side by side, left to right as they are read.

    `tiles` are indexes of quads; `gaps` (one fewer) are distances between neighbours in tile
    widths, about 0 where they touch; `turned` marks tiles lying sideways in the row; `shifts` say
    how far each lies below the line of its neighbours, in heights; `along` is the unit vector of
    reading; `width` and `height` are the usual lengths of a tile along and across the row, in
    pixels.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    turned: tuple[bool, ...]
    shifts: tuple[float, ...]
    along: tuple[float, float]
    width: float
    height: float

    def __len__(self) -> int:
        """Count the tiles."""
        return len(self.tiles)


def find_rows(corners: Floats) -> tuple[Row, ...]:
    """Divide the tiles with these corners (n, 4, 2) into rows; a tile alone is a row of one.

    Corner 0 of each quad is its face's top left as far as known; a face that stands on its head
    does no harm. Rows come longest first.
    """
    if not len(corners):
        return ()
    frames = Frames.of(np.asarray(corners, np.float32))
    chains = link(frames)
    if max(map(len, chains)) < _FEWEST <= len(corners):
        # Tiles on their corners, or one above the other: take the line in which they lie.
        lined = frames.along_the_line()
        other = link(lined)
        if max(map(len, other)) >= _FEWEST:
            frames, chains = lined, other
    rows = [_row(chain, frames) for chain in chains]
    return tuple(sorted(rows, key=len, reverse=True))


def _row(chain: Chain, frames: Frames) -> Row:
    own = frames.select(chain)
    lengths = own.lengths()
    shape = lengths[:, 0] / lengths[:, 1].clip(1e-6)
    usual = float(np.median(shape)) if len(chain) > 2 else float(shape.min())
    along = own.directions.mean(axis=0)
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    between = gaps(own)
    return Row(
        tiles=tuple(tile for tile, _ in chain),
        gaps=tuple(float(between[i, j]) for i, j in pairwise(range(len(chain)))),
        turned=tuple(bool(value > _TURNED * usual) for value in shape),
        shifts=tuple(_shift(own, place) for place in range(len(chain))),
        along=(float(along[0]), float(along[1])),
        width=float(np.median(lengths[:, 0])),
        height=float(np.median(lengths[:, 1])),
    )


def _shift(own: Frames, place: int) -> float:
    """Measure how far a tile lies below the line through the two nearest of its row, in heights."""
    others = sorted((abs(other - place), other) for other in range(len(own.middles)))[1:3]
    if len(others) < 2:
        return 0.0
    first, second = (own.middles[other].astype(float) for _, other in others)
    line = second - first
    line = line / max(float(np.linalg.norm(line)), 1e-6)
    line = line if line @ own.directions[place] >= 0 else -line
    away = own.middles[place] - first
    below = float(line[0] * away[1] - line[1] * away[0])
    return below / max(float(own.lengths()[place, 1]), 1e-6)
