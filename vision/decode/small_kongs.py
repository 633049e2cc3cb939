"""Small kongs of a hand: pungs of which one tile lies upon another."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from vision.arrays import Floats, Pixels
from vision.budget import ENDLESS, Budget
from vision.decode.names import Decoded
from vision.detect.eye import Seen
from vision.layout.arrangement import with_small_kong
from vision.layout.hand import HandLayout
from vision.quads.table import Table
from vision.sets import is_same

_THREE = 3
_UPON = 0.9  # of the tile that lies upon another
_BELOW = 0.5  # of each of the others, at most


class Upon(Protocol):
    """Tells tiles that lie upon others; `Stacked` is the network for it."""

    def look(self, image: Pixels, quads: Floats) -> Floats: ...  # noqa: D102  (as `Stacked` says)


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
