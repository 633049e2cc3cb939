"""The table as rows of named tiles: who lies next to whom, what is near, which way is down."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

import numpy as np

from vision.arrays import Floats
from vision.quads import geometry
from vision.quads.rows import Row, find_rows
from vision.sets import Kind, divide, name_set

# Faces that look the same on their head: three dots lie on a diagonal, the eighth bamboo is an M
# over a W. Their direction says nothing.
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
        if _is_on_its_head(corners, codes, rows):
            rows = tuple(_reverse(row) for row in rows)
        count = len(corners)
        middles = corners.mean(axis=1) if count else np.zeros((0, 2), np.float32)
        sizes = geometry.sides(corners).mean(axis=1) if count else np.zeros(0, np.float32)
        apart = geometry.distances(middles, middles)
        apart = apart / ((sizes[:, None] + sizes[None]) / 2).clip(1e-6)
        return cls(corners, tuple(codes), rows, middles, sizes, apart, _down(rows))

    def names(self, tiles: Sequence[int]) -> list[str]:
        """Give the codes of these tiles."""
        return [self.codes[tile] for tile in tiles]

    def distance(self, one: int, other: int) -> float:
        """Give the distance between the middles of two tiles, in tile sizes."""
        return float(self.apart[one, other])

    def reach(self, tiles: Sequence[int], others: Sequence[int]) -> float:
        """Give the distance between the nearest tiles of two groups, in tile sizes."""
        return float(self.apart.take(tiles, axis=0).take(others, axis=1).min())


def runs(row: Row) -> tuple[tuple[int, ...], ...]:
    """Divide a row at its wide gaps into runs of tiles that belong together."""
    return row.runs


def sets_of(table: Table, run: tuple[int, ...]) -> tuple[tuple[Kind, tuple[int, ...]], ...]:
    """Divide a run into sets; none where that fails. Bonus tiles among them are passed over.

    A back between two pungs makes a kong of either: it lies closer to its own.
    """
    ways = [
        _divide(table, run),
        tuple(part[::-1] for part in _divide(table, run[::-1])[::-1]),
    ]

    def looseness(parts: tuple[tuple[int, ...], ...]) -> float:
        return sum(table.distance(*both) for part in parts for both in pairwise(part))

    best = min(ways, key=looseness)
    kinds = ((name_set(table.names(part)), part) for part in best)
    return tuple((kind, part) for kind, part in kinds if kind is not None)


def _divide(table: Table, run: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Divide a run into parts, longer sets at its start, as far as names tell; else nothing."""
    pieces = divide(table.names(run)) or ()
    return tuple(tuple(run[place] for place in piece.places) for piece in pieces)


def _down(rows: Sequence[Row]) -> tuple[float, float]:
    """Give the direction towards the photographer: across the rows, long rows counting most."""
    total = np.zeros(2)
    for row in rows:
        total += np.array([-row.along[1], row.along[0]]) * (len(row) - 1)
    length = float(np.linalg.norm(total))
    return (float(total[0] / length), float(total[1] / length)) if length > 1e-6 else (0.0, 1.0)


def _is_on_its_head(corners: Floats, codes: Sequence[str], rows: Sequence[Row]) -> bool:
    """Tell whether the rows are read the wrong way round, by most faces that have a direction.

    People lay tiles down either way up, so a level photo is only turned for a clear majority.
    """
    against = total = 0
    upright = 0.0
    for row in rows:
        told = [tile for tile in row.tiles if codes[tile] not in LOOK_ALIKE]
        if len(row) < 3 or not told:
            continue
        right = (corners[told, 1] - corners[told, 0]) @ np.asarray(row.along, np.float32)
        against += int((right < 0).sum())
        total += len(told)
        upright += abs(row.along[1]) * len(told)
    if not total:
        return False
    return against / total > 0.75 - 0.25 * (upright / total)


def _reverse(row: Row) -> Row:
    return replace(
        row,
        tiles=row.tiles[::-1],
        gaps=row.gaps[::-1],
        turned=row.turned[::-1],
        shapes=row.shapes[::-1],
        shifts=tuple(-shift for shift in row.shifts[::-1]),
        along=(-row.along[0], -row.along[1]),
    )
