"""Which tiles of a photo are the hand, which of them are sets laid down, and what is only around.

`lay_out` works on quads and names alone. Every row is tried as the concealed part of a hand, with
the sets, bonus tiles and the winning tile that lie about it; the most plausible hand is taken: a
complete one before an incomplete one, a near one before a far one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from vision.arrays import Floats
from vision.budget import ENDLESS, Budget
from vision.layout.candidates import candidates, plausibility
from vision.layout.clusters import with_scattered_set
from vision.layout.hand import HandLayout
from vision.quads.table import Table
from vision.reading import Group, GroupKind
from vision.sets import FACE_DOWN, is_bonus, is_kong_by_backs

FEWEST_TILES = 5
_DOUBTED = 0.5  # mean trust in concealed tiles that leave room for a hand of bonus tiles alone


@dataclass(frozen=True, slots=True)
class Layout:
    """The groups of a photo; without any row of five tiles `hand` is None.

    `left_out` are the face-down tiles of walls.
    """

    groups: tuple[Group, ...]
    hand: HandLayout | None
    left_out: tuple[int, ...]


def lay_out(corners: Floats, codes: Sequence[str]) -> Layout:
    """Arrange tiles with these corners (n, 4, 2) and codes (`x`: face down) into groups.

    Every index of a tile is in exactly one group or in `left_out`.
    """
    return arrange(Table.of(np.asarray(corners, np.float32).reshape(-1, 4, 2), codes))


def arrange(table: Table, budget: Budget = ENDLESS) -> Layout:
    """Arrange the tiles of a table, whose rows are known, into groups.

    Where the time is over, by the most plausible of the hands that were tried until then.
    """
    hand = _choose(table, budget)
    used = set(hand.tiles) if hand else set()
    rest = [[tile for tile in row.tiles if tile not in used] for row in table.rows]
    out = _walls(table, used)
    groups = list(hand.groups()) if hand else []
    for tiles in rest:
        kept = tuple(tile for tile in tiles if tile not in out)
        if kept:
            groups.append(Group(GroupKind.OTHER, kept))
    return Layout(tuple(groups), hand, tuple(sorted(out)))


def _choose(table: Table, budget: Budget) -> HandLayout | None:
    """Take the most plausible of all hands with at least five tiles; the nearer one on a tie."""
    every = (hand for row in table.rows for hand in candidates(table, row))
    tried = takewhile(lambda _: not budget.is_spent(), every)
    found = (hand for hand in tried if len(hand.tiles) >= FEWEST_TILES)
    best = max(found, key=lambda hand: plausibility(table, hand), default=None)
    if best is None or table.sureness(best.held) < _DOUBTED:
        return _bonus_alone(table) or best
    return with_scattered_set(table, best)


def _bonus_alone(table: Table) -> HandLayout | None:
    """Take a row of bonus tiles for a hand: eight of them win without any other tile."""
    for row in table.rows:
        if len(row) >= FEWEST_TILES and all(map(is_bonus, table.names(row.tiles))):
            each = {table.codes[tile]: tile for tile in reversed(row.tiles)}
            return HandLayout((), bonus=tuple(each[code] for code in sorted(each)))
    return None


def _walls(table: Table, used: set[int]) -> set[int]:
    """Backs that touch other backs are a wall; one that lies alone or hides a kong is kept."""
    backs = [i for i, code in enumerate(table.codes) if code == FACE_DOWN and i not in used]
    backs = [i for i in backs if not _hides_a_kong(table, i)]
    return {i for i in backs if any(j != i and table.distance(i, j) < 1.6 for j in backs)}


def _hides_a_kong(table: Table, tile: int) -> bool:
    row = next(row for row in table.rows if tile in row.tiles)
    windows = (row.tiles[start : start + 4] for start in range(len(row) - 3))
    return any(tile in four and is_kong_by_backs(table.names(four)) for four in windows)


def with_small_kong(layout: Layout, pung: tuple[int, ...]) -> Layout:
    """Give the same layout with an exposed pung of its hand taken for a small kong."""
    hand = layout.hand
    if hand is None or pung not in hand.exposed:
        message = "a small kong is made of an exposed pung of the hand"
        raise ValueError(message)
    hand = replace(
        hand,
        exposed=tuple(laid for laid in hand.exposed if laid != pung),
        small_kongs=(*hand.small_kongs, pung),
    )
    around = (group for group in layout.groups if group.kind is GroupKind.OTHER)
    return replace(layout, groups=(*hand.groups(), *around), hand=hand)
