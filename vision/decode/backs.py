"""Kongs whose face-down tile was overlooked: they pass for pungs, and the hand for complete.

A plain back in the colour of the table, or in that of the faces, is easily lost or taken for a
blank dragon. Between two of three tiles alike, or at the end of three in a row, it has one place,
and nothing else lies so close to a complete hand.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.budget import ENDLESS, Budget
from vision.decode.additions import add_face_down
from vision.decode.names import Decoded
from vision.detect.eye import Seen
from vision.layout.arrangement import arrange
from vision.layout.candidates import is_complete
from vision.quads.contact import touching
from vision.quads.table import Table
from vision.sets import BLANK, FACE_DOWN, is_bonus

_ALIKE = 3
_LOOSELY = 0.45  # tile widths from where a neighbour would lie
_STRAIGHT = 0.9  # cosine between two steps
_ROOM = 1.5  # times as far from one neighbour as from the other
_LIKELY = 0.2  # what is doubted: how sure it is a tile at all, times how sure it is a back


def leaves_room_for_a_back(decoded: Decoded) -> bool:
    """Whether a complete hand has three tiles alike with room for another between two of them."""
    for three in _threes(decoded):
        one, other, _ = sorted(decoded.table.distance(*pair) for pair in combinations(three, 2))
        if other > _ROOM * one:
            return True
    return False


def find_overlooked_back(
    seen: Seen,
    decoded: Decoded,
    labels: Sequence[str],
    trusted: Callable[[Seen], Floats],
    budget: Budget = ENDLESS,
) -> tuple[Seen, Decoded] | None:
    """Find a back that makes a kong of a pung of a complete hand; None where there is none.

    Anything else of the hand stays as it is. `trusted` says of what was seen how far each tile
    (n,) may be trusted; here the back is. It counts as corrected, for by itself it looks like
    another tile, or like none.
    """
    for tile in _left_over(decoded):
        if budget.is_spent():
            return None
        codes = list(decoded.table.codes)
        codes[tile] = FACE_DOWN
        found = _with_back(decoded, decoded.table.renamed(codes), tile, budget)
        if found is not None:
            return seen, found
    for doubted in _doubted(seen, decoded, labels.index(FACE_DOWN)):
        if budget.is_spent():
            return None
        more, tile = add_face_down(seen, doubted, labels), len(seen.found)
        trust = trusted(more)
        trust[tile] = 1
        table = Table.of(more.corners, [*decoded.table.codes, FACE_DOWN], trust)
        found = _with_back(decoded, table, tile, budget)
        if found is not None:
            return more, found
    return None


def _with_back(before: Decoded, table: Table, tile: int, budget: Budget) -> Decoded | None:
    """Lay the table out anew; None unless just this `tile` has come to the complete hand."""
    layout = arrange(table, budget)
    hand, was = layout.hand, before.layout.hand
    if hand is None or was is None or set(hand.tiles) != {*was.tiles, tile}:
        return None
    if not is_complete(table, hand):
        return None
    return Decoded(table, layout, before.corrected | {tile}, before.as_seen)


def _left_over(decoded: Decoded) -> Iterator[int]:
    """Give tiles beside a pung that are not the hand's: between two of it, or blank at its end."""
    table, hand = decoded.table, decoded.layout.hand
    own = () if hand is None else hand.tiles
    others = [tile for tile in range(len(table.codes)) if tile not in own]
    for beside in _beside_threes(table.corners, others, _threes(decoded)):
        if beside.between or table.codes[beside.tile] == BLANK:
            yield beside.tile


def _doubted(seen: Seen, decoded: Decoded, back: int) -> Iterator[int]:
    """Give doubted tiles beside a pung: between two of it, or at its end if a back is likely."""
    doubted = seen.doubted
    if doubted is None:
        return
    sure = len(seen.found)
    corners = np.concatenate([seen.corners, doubted.corners])
    likely = doubted.found * doubted.probabilities[:, back] >= _LIKELY
    for beside in _beside_threes(corners, range(sure, len(corners)), _threes(decoded)):
        if beside.between or likely[beside.tile - sure]:
            yield beside.tile - sure


def _threes(decoded: Decoded) -> list[tuple[int, ...]]:
    """List the tiles of which a complete hand has just three alike, the winning one apart."""
    table, hand = decoded.table, decoded.layout.hand
    if hand is None or not is_complete(table, hand):
        return []
    faces = {code for code in table.names(hand.tiles) if code != FACE_DOWN and not is_bonus(code)}
    alike = [tuple(t for t in hand.tiles if table.codes[t] == face) for face in sorted(faces)]
    return [tiles for tiles in alike if len(tiles) == _ALIKE and hand.winning not in tiles]


@dataclass(frozen=True, slots=True, order=True)
class _Beside:
    """A tile that lies `off` (a share of a step) from where a fourth one would, or `between`."""

    off: float
    tile: int
    between: bool


def _beside_threes(
    corners: Floats, others: Sequence[int], threes: Sequence[tuple[int, ...]]
) -> list[_Beside]:
    """List which of `others` go on with three tiles alike, those between two of them first.

    Quads (n, 4, 2) of all tiles.
    """
    if not others or not threes:
        return []
    right, left = touching(corners, corners, _LOOSELY, covered=False)
    linked = right | left | right.T | left.T
    found = [
        beside
        for tile in others
        for three in threes
        if (beside := _goes_on(corners.mean(axis=1), tile, three, linked[tile])) is not None
    ]
    return sorted(found)


def _goes_on(
    middles: Floats, tile: int, three: tuple[int, ...], linked: NDArray[np.bool_]
) -> _Beside | None:
    """Tell how a tile goes on with three of these middles (n, 2); None if it does not."""
    beside = {one for one in three if linked[one]}
    for one in sorted(beside):
        step = middles[tile] - middles[one]
        if any(_straight(middles[other] - middles[tile], step) for other in beside - {one}):
            return _Beside(0.0, tile, between=True)
        inner = [middles[one] - middles[other] for other in three if other != one]
        if all(_straight(way, step) for way in inner):
            usual = max(float(np.linalg.norm(way)) for way in inner) / 2
            return _Beside(abs(float(np.linalg.norm(step)) / usual - 1), tile, between=False)
    return None


def _straight(one: Floats, other: Floats) -> bool:
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) > _STRAIGHT * lengths
