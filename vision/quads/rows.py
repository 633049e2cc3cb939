"""Rows of tiles: quads that lie side by side, at any angle, bent or in perspective.

Each face says in which direction it is read; a chain of nearest neighbours along that direction is
a row. Tiles that lie sideways, or on top of others, are then put into the rows they touch. Nothing
assumes that a row is level or straight or that its tiles have one size: only neighbours are
compared.
"""

from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quads.chains import Chain, link
from vision.quads.tile_frames import Matrix, Pairs, TileFrames

_TURNED = 1.22  # a sideways tile is this much wider for its height than upright ones let expect
_NEAREST = 4  # tiles by which a place is judged
_FEWEST = 5  # tiles of a row that may be a hand
_LOOSE = 0.35  # a gap this much wider than the row's usual one divides it


@dataclass(frozen=True)  # without slots: what is derived is kept
class Row:
    """Tiles side by side, left to right as they are read.

    `tiles` are indexes of quads; `gaps` (one fewer) are distances between neighbours in tile
    widths, about 0 where they touch; `turned` marks tiles lying sideways in the row; `shapes` are
    widths through heights; `shifts` say how far each lies below the line of its neighbours, in
    heights; `along` is the unit vector of reading.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    turned: tuple[bool, ...]
    shapes: tuple[float, ...]
    shifts: tuple[float, ...]
    along: tuple[float, float]

    def __len__(self) -> int:
        """Count the tiles."""
        return len(self.tiles)

    @cached_property
    def runs(self) -> tuple[tuple[int, ...], ...]:
        """The tiles, divided at wide gaps into runs that belong together."""
        usual = median(self.gaps) if len(self) > 4 else 0.0
        divided: list[list[int]] = [[self.tiles[0]]]
        for tile, gap in zip(self.tiles[1:], self.gaps, strict=True):
            if gap > max(usual, 0.0) + _LOOSE:
                divided.append([])
            divided[-1].append(tile)
        return tuple(tuple(run) for run in divided)


def find_rows(corners: Floats) -> tuple[Row, ...]:
    """Divide the tiles with these corners (n, 4, 2) into rows; a tile alone is a row of one.

    Corner 0 of each quad is its face's top left as far as known; a face that stands on its head
    does no harm. Rows come longest first.
    """
    if not len(corners):
        return ()
    lines = _Lines.through(corners)
    return tuple(map(lines.row, lines.longest_first()))


def tiles_of_rows(corners: Floats) -> tuple[tuple[int, ...], ...]:
    """Give only which tiles make up the rows that `find_rows` finds, longest first."""
    count = len(corners)
    chains = _Lines.through(corners).longest_first() if count else ()
    return tuple(tuple(place % count for place in chain) for chain in chains)


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """Chains of tiles with what they were found by: `frames` hold each tile twice, as `Chain`."""

    frames: TileFrames
    pairs: Pairs
    chains: tuple[Chain, ...]

    @classmethod
    def of(cls, frames: TileFrames) -> Self:
        """Chain tiles along the directions of their frames."""
        both = frames.add_sideways()
        pairs = Pairs.of(both)
        return cls(both, pairs, link(pairs))

    @classmethod
    def through(cls, corners: Floats) -> Self:
        """Chain quads (n, 4, 2) as they are read, or as they lie where that makes no row."""
        frames = TileFrames.of(np.asarray(corners, np.float32))
        lines = cls.of(frames)
        if lines.most < _FEWEST <= len(corners):
            # Tiles on their corners, or one above the other: take the line in which they lie.
            other = cls.of(frames.align_to_line())
            lines = other if other.most >= _FEWEST else lines
        return lines

    @property
    def most(self) -> int:
        """Count the tiles of the longest chain."""
        return max(map(len, self.chains))

    def longest_first(self) -> list[Chain]:
        """Sort the chains."""
        return sorted(self.chains, key=len, reverse=True)

    def row(self, chain: Chain) -> Row:
        """Measure the tiles of a chain as a row."""
        places = np.array(chain)
        own = self.frames.take(places)
        lengths, directions = own.lengths(), own.directions
        shape = lengths[:, 0] / lengths[:, 1].clip(1e-6)
        along = directions.mean(axis=0)
        along = along / max(float(np.linalg.norm(along)), 1e-6)
        count = len(self.frames.middles) // 2
        return Row(
            tiles=tuple(place % count for place in chain),
            gaps=tuple(self.pairs.gaps[places[:-1], places[1:]].tolist()),
            turned=_turned(shape, places >= count),
            shapes=tuple(shape.tolist()),
            shifts=_shifts(own.middles.astype(float), directions, lengths[:, 1]),
            along=(float(along[0]), float(along[1])),
        )


def _turned(shape: Floats, across: NDArray[np.bool_]) -> tuple[bool, ...]:
    """Tell which tiles lie sideways by their shapes (n,), width through height.

    The face of such a tile is read `across` the row (n,), and it is wider for its height than the
    nearest upright ones let expect of its place: perspective changes the shape of tiles steadily
    along a row, so a row as a whole has no usual shape. Corners seen a little wrong make an upright
    tile wide, too, but then its face is not read across.
    """
    logs, upright = np.log(shape.clip(1e-6)), np.flatnonzero(~across)
    sideways = np.zeros(len(shape), np.bool_)
    for place in np.flatnonzero(across) if len(upright) else ():
        near = upright[np.argsort(np.abs(upright - place), kind="stable")[:_NEAREST]]
        beside = float(logs[near[:2]].mean())
        here = np.polyfit(near - place, logs[near], 1)[1] if len(near) == _NEAREST else beside
        sideways[place] = logs[place] > np.log(_TURNED) + max(here, beside)
    return tuple(sideways.tolist())


def _shifts(middles: Matrix, directions: Floats, heights: Floats) -> tuple[float, ...]:
    """Measure how far each tile lies below the line through the two nearest of its row, in heights.

    `middles` and `directions` (n, 2), `heights` (n,). Fewer than three tiles show no line.
    """
    count = len(middles)
    if count < 3:
        return (0.0,) * count
    places = np.arange(count)
    # The nearest two in the row: its neighbours, or at the ends the next two.
    first = np.where(places == 0, 1, places - 1)
    second = np.where(places == 0, 2, places + 1)
    second = np.where(places == count - 1, count - 3, second)
    line = middles[second] - middles[first]
    line = line / np.linalg.norm(line, axis=1, keepdims=True).clip(1e-6)
    line = line * np.where((line * directions).sum(axis=1) >= 0, 1.0, -1.0)[:, None]
    away = middles - middles[first]
    below = line[:, 0] * away[:, 1] - line[:, 1] * away[:, 0]
    return tuple((below / heights.clip(1e-6)).tolist())
