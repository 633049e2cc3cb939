"""The table as rows of named tiles: neighbours, distances, and the reading direction.

Rows are quads that lie side by side, at any angle, bent or in perspective. Each face has a reading
direction; a chain of nearest neighbours along that direction is a row. Sideways tiles, and those on
top of others, are then added to the rows that they touch. A row need not be level or straight, and
its tiles need not have one size: only neighbours are compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from vision.arrays import Floats
from vision.quads import geometry
from vision.quads.chains import TileFrames, link


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles side by side, left to right as they are read.

    `tiles` are indexes of quads; `along` is the unit vector of the reading direction.
    """

    tiles: tuple[int, ...]
    along: tuple[float, float]

    def __len__(self) -> int:
        """Count the tiles."""
        return len(self.tiles)


def find_rows(corners: Floats) -> tuple[Row, ...]:
    """Divide the tiles with these corners (n, 4, 2) into rows; a lone tile is a row of one.

    Corner 0 of each quad is its face's top left as far as known; an upside-down face does no harm.
    Rows come longest first.
    """
    count = len(corners)
    if not count:
        return ()
    frames = TileFrames.of(np.asarray(corners, np.float32))
    rows = []
    for chain in sorted(link(frames), key=len, reverse=True):
        along = frames.directions[list(chain)].mean(axis=0)
        along = along / max(float(np.linalg.norm(along)), 1e-6)
        tiles = tuple(place % count for place in chain)
        rows.append(Row(tiles, (float(along[0]), float(along[1]))))
    return tuple(rows)


# Faces that look the same upside down: three dots lie on a diagonal, the eighth bamboo is an M over
# a W. They do not show a direction.
LOOK_ALIKE = frozenset(
    ["1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z", "x"]
)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Quads (n, 4, 2) with their codes, divided into rows that all read the same way.

    `apart` holds all distances (n, n) between middles in tile sizes.
    """

    corners: Floats
    codes: tuple[str, ...]
    rows: tuple[Row, ...]
    middles: Floats
    sizes: Floats
    apart: Floats
    down: tuple[float, float]

    @classmethod
    def of(cls, corners: Floats, codes: Sequence[str]) -> Self:
        """Find the rows and the photographer's side."""
        rows = find_rows(corners)
        count = len(corners)
        middles = corners.mean(axis=1) if count else np.zeros((0, 2), np.float32)
        sizes = geometry.sides(corners).mean(axis=1) if count else np.zeros(0, np.float32)
        apart = geometry.relative_distances(middles, sizes)
        return cls(corners, tuple(codes), rows, middles, sizes, apart, _towards_viewer(rows))

    def upright(self) -> Floats:
        """Return the corners with the near side down, in units of a tile's size."""
        x, y = self.down
        turn = np.array([[y, x], [-x, y]], np.float32)
        return np.asarray(self.corners @ turn / np.median(self.sizes), np.float32)

    def names(self, tiles: Sequence[int]) -> list[str]:
        """Return the codes of these tiles."""
        return [self.codes[tile] for tile in tiles]

    def reach(self, tiles: Sequence[int], others: Sequence[int]) -> float:
        """Return the distance between the nearest tiles of two groups, in tile sizes."""
        return float(self.apart.take(tiles, axis=0).take(others, axis=1).min())


def _towards_viewer(rows: Sequence[Row]) -> tuple[float, float]:
    """Return the direction towards the photographer: across the rows, long rows counting most."""
    total = np.zeros(2)
    for row in rows:
        total += np.array([-row.along[1], row.along[0]]) * (len(row) - 1)
    length = float(np.linalg.norm(total))
    return (float(total[0] / length), float(total[1] / length)) if length > 1e-6 else (0.0, 1.0)
