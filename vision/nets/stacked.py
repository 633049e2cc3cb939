"""Tells which tiles lie upon others: a small kong has its fourth tile upon one of the three.

From above such a set looks like a pung. What shows is a side twice as high, an edge that hides part
of the next tile, a shadow: little in a quad's shape (`vision.layout.raised`), more in the picture
around it. A small network looks at that, as it is in the photo, not made upright: below a tile is
where its side shows.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from vision.arrays import Floats, Pixels
from vision.nets.session import Session
from vision.quads import geometry


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
