"""What is known of many tiles, a column for each fact."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class TileColumns:
    """Facts as arrays (n, ...) that all have a row for each tile."""

    @classmethod
    def concatenate(cls, parts: Iterable[Self]) -> Self:
        """Put the tiles of several photos together; raises ValueError without any part."""
        every = list(parts)
        columns = ([getattr(part, each.name) for part in every] for each in fields(cls))
        return cls(*map(np.concatenate, columns))

    def take(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> Self:
        """Return some of the tiles: those where `rows` (n,) is true, or of these numbers (m,)."""
        return type(self)(*(getattr(self, each.name)[rows] for each in fields(self)))
