"""The groups of a photo: what of it is the hand, and what lies around it, row by row."""

from dataclasses import dataclass

from vision.layout.hand import HandLayout
from vision.quads.table import Table
from vision.reading import Group, GroupKind
from vision.sets import FACE_DOWN

_BESIDE = 1.6  # tile sizes between the middles of two backs that touch


@dataclass(frozen=True, slots=True)
class Layout:
    """The groups of a photo; `hand` is None where none lies there.

    `left_out` are the face-down tiles of walls.
    """

    groups: tuple[Group, ...]
    hand: HandLayout | None
    left_out: tuple[int, ...]


def group_tiles(table: Table, hand: HandLayout | None) -> Layout:
    """Put every tile of a table into one group, or into `left_out`, around its hand."""
    used = set(hand.tiles) if hand else set()
    out = _walls(table, used)
    groups = list(hand.groups()) if hand else []
    for row in table.rows:
        kept = tuple(tile for tile in row.tiles if tile not in used and tile not in out)
        if kept:
            groups.append(Group(GroupKind.OTHER, kept))
    return Layout(tuple(groups), hand, tuple(sorted(out)))


def _walls(table: Table, used: set[int]) -> set[int]:
    """Backs that touch other backs are a wall; one that lies alone is kept."""
    backs = [i for i, code in enumerate(table.codes) if code == FACE_DOWN and i not in used]
    return {i for i in backs if any(j != i and table.distance(i, j) < _BESIDE for j in backs)}
