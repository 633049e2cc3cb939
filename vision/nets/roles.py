"""Predicts each tile's role in the hand by a small network that sees where all tiles lie.

It sees no pixels, only corners, the probabilities of each tile's names, and how surely it was
found.

A second network decides from the pixels whether a tile lies on another. A small kong has its fourth
tile on one of the three, and from above such a set looks like a pung. The signs are a side twice as
high, a hidden edge of the next tile, and a shadow: hardly visible in a quad's shape, but visible in
the picture around it. That picture is not turned upright, since the side of a tile shows below it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.session import Session
from vision.quads import geometry

ROLES = ("concealed", "winning", "exposed", "back", "bonus", "other", "nothing")
CONCEALED, WINNING, EXPOSED, BACK, BONUS, OTHER, NOTHING = range(len(ROLES))


@dataclass(frozen=True, slots=True, eq=False)
class TileFeatures:
    """Tiles of one photo of `size` pixels: `corners` (n, 4, 2), `names` (n, k) probabilities.

    `found`, `steady`, `upon` (n,) are probabilities too; `kept` (n,) marks what passed for a tile.
    `unknown` (n,) are the log-odds that it has none of the 42 faces, if known.
    """

    size: tuple[int, int]
    corners: Floats
    names: Floats
    found: Floats
    steady: Floats
    upon: Floats
    kept: NDArray[np.bool_]
    unknown: Floats | None = None

    def take(self, tiles: Sequence[int] | NDArray[np.intp] | NDArray[np.bool_]) -> Self:
        """Return only these tiles, in this order."""
        return self._map(lambda values: values[0][np.asarray(tiles)])

    def append(self, *others: Self) -> Self:
        """Return these tiles followed by those of other photos."""
        return self._map(np.concatenate, *others)

    def inputs(self) -> dict[str, Floats]:
        """Return the roles network's inputs by name.

        `size` (2,) in pixels, `corners` (n, 4, 2), `names` (n, k), `sure` (n, 3): probabilities of
        the detection, the name in the first pass and lying on another tile; `kept` (n,): 0 or 1.
        """
        inputs = {
            "size": np.array(self.size),
            "corners": self.corners,
            "names": self.names,
            "sure": np.stack([self.found, self.steady, self.upon], axis=1),
            "kept": self.kept,
        }
        return {name: values.astype(np.float32) for name, values in inputs.items()}

    def _map(self, change: Callable[[list[Any]], Any], *others: Self) -> Self:
        """Return tiles with each array changed, given this one and the others'."""
        arrays = {name: [getattr(each, name) for each in (self, *others)] for name in _OF_EACH_TILE}
        known = {name: own for name, own in arrays.items() if own[0] is not None}
        return replace(self, **{name: change(own) for name, own in known.items()})


_OF_EACH_TILE = ("corners", "names", "found", "steady", "upon", "kept", "unknown")


@dataclass(frozen=True, slots=True, eq=False)
class Roles:
    """Natural logarithms of probabilities: `roles` (n, 7), and `pairs` (n, n) of one set.

    `pools` (n,) are the log-odds that a tile of no hand is a discard in a pool.
    """

    roles: Floats
    pairs: Floats
    pools: Floats


@dataclass(frozen=True, slots=True)
class RolesModel:
    """The roles network; immutable."""

    session: Session

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the model file; raises ModelError."""
        return cls(Session.load(path, "roles", threads))

    def predict(self, sights: TileFeatures) -> Roles:
        """Return the roles of tiles, and which pairs belong to one set."""
        if not len(sights.corners):
            nothing = np.zeros((0, len(ROLES)), np.float32), np.zeros((0, 0), np.float32)
            return Roles(*nothing, np.zeros(0, np.float32))
        return Roles(*self.session.runtime.run(["roles", "pairs", "pools"], sights.inputs()))


@dataclass(frozen=True, slots=True)
class Stacked:
    """The network that predicts whether a tile lies on another; immutable.

    It sees square crops of `size` pixels around each tile, `span` times the tile's side long.
    """

    session: Session
    size: int
    span: float

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the model file; raises ModelError."""
        session = Session.load(path, "stacked", threads)
        return cls(session, int(session.number("size")), session.number("span"))

    def predict(self, image: Pixels, quads: Floats) -> Floats:
        """Return the probability (n,) that each tile (n, 4, 2) of an RGB image lies on another."""
        if not len(quads):
            return np.zeros(0, np.float32)
        (logits,) = self.session.run(crops_around(image, quads, self.size, self.span))
        return np.asarray(1 / (1 + np.exp(-logits[:, 0])), np.float32)


def crops_around(image: Pixels, quads: Floats, size: int, span: float) -> Pixels:
    """Cut squares (n, size, size, 3) around quads (n, 4, 2), `span` times as long as their sides.

    The squares are level in the image; a tile's side is the square root of its area.
    """
    halves = np.sqrt(geometry.areas(quads)) * np.float32(span / 2)
    middles = quads.mean(axis=1)
    squares = geometry.quads(
        np.concatenate([middles - halves[:, None], middles + halves[:, None]], axis=1)
    )
    return geometry.rectify(image, squares, size)
