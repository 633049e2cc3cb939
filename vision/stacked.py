"""Tells which tiles lie upon others: a small kong has its fourth tile upon one of the three.

From above such a set looks like a pung. What shows is a side twice as high, an edge that hides part
of the next tile, a shadow: little in a quad's shape (`vision.raised`), more in the picture around
it. A small network looks at that, as it is in the photo, not made upright: below a tile is where
its side shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

import numpy as np

from vision import geometry
from vision.budget import ENDLESS, Budget
from vision.decode import Decoded
from vision.eye import Seen
from vision.geometry import Floats, Pixels
from vision.hand_layout import HandLayout
from vision.layout import with_small_kong
from vision.session import Session
from vision.sets import is_same
from vision.surroundings import Table

_THREE = 3
_UPON = 0.9  # of the tile that lies upon another
_BELOW = 0.5  # of each of the others, at most


class Upon(Protocol):
    """Tells tiles that lie upon others; `Stacked` is the network for it."""

    def look(self, image: Pixels, quads: Floats) -> Floats: ...  # noqa: D102  (as `Stacked` says)


@dataclass(frozen=True, slots=True)
class Stacked:
    """The network that tells whether a tile lies upon another; nothing changes by a call.

    It sees square crops of `size` pixels and `span` sides of a tile, the tile in the middle.
    """

    session: Session
    size: int
    span: float

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the model file; raises ModelError."""
        session = Session.load(path, "stacked", threads)
        return cls(session, int(session.number("size")), session.number("span"))

    def look(self, image: Pixels, quads: Floats) -> Floats:
        """Say how likely each tile (n, 4, 2) of an RGB image lies upon another (n,)."""
        if not len(quads):
            return np.zeros(0, np.float32)
        (logits,) = self.session.look(crops_around(image, quads, self.size, self.span))
        return np.asarray(1 / (1 + np.exp(-logits[:, 0])), np.float32)


def crops_around(image: Pixels, quads: Floats, size: int, span: float) -> Pixels:
    """Cut squares (n, size, size, 3) around quads (n, 4, 2), `span` times as long as their sides.

    The squares lie level in the image; a tile's side is the root of its area.
    """
    halves = np.sqrt(geometry.areas(quads)) * np.float32(span / 2)
    middles = quads.mean(axis=1)
    squares = geometry.quads(
        np.concatenate([middles - halves[:, None], middles + halves[:, None]], axis=1)
    )
    return geometry.rectify(image, squares, size)


def find_small_kongs(
    stacked: Upon, seen: Sequence[Seen], decoded: Decoded, budget: Budget = ENDLESS
) -> Decoded:
    """Take exposed pungs of which one tile lies upon another for small kongs."""
    hand = decoded.layout.hand
    for pung in () if hand is None else _maybe_small_kongs(decoded.table, hand):
        if budget.is_spent():
            break
        if just_one(np.concatenate([_look(stacked, seen, tile) for tile in pung])):
            layout = with_small_kong(decoded.layout, pung)
            decoded = Decoded(decoded.table, layout, decoded.corrected, decoded.as_seen)
    return decoded


def just_one(upon: Floats) -> bool:
    """Tell by how likely each tile (n,) of a set lies upon another whether just one does."""
    one, other, *_ = sorted(upon.tolist(), reverse=True)
    return bool(one >= _UPON and other <= _BELOW)


def _maybe_small_kongs(table: Table, hand: HandLayout) -> list[tuple[int, ...]]:
    """List the exposed pungs whose fourth tile lies nowhere on the table."""
    pungs = [laid for laid in hand.exposed if len(laid) == _THREE and is_same(table.names(laid))]
    return [pung for pung in pungs if table.codes.count(table.codes[pung[0]]) == _THREE]


def _look(stacked: Upon, seen: Sequence[Seen], tile: int) -> Floats:
    """Look at one tile of a table in the photo on which it lies."""
    for one in seen:
        if tile < len(one.corners):
            quad = one.corners[tile : tile + 1] / np.float32(one.photo.shrink)
            return stacked.look(one.photo.pixels, quad)
        tile -= len(one.corners)
    message = "a tile of no photo"
    raise ValueError(message)
