"""Sets as they lie on a table: what a run of touching tiles can be divided into."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

FACE_DOWN = "x"
UNKNOWN_FACE = "?"  # a tile with none of the 42 faces: a joker, a special tile of another country
BLANK = "5z"  # the white dragon, of many sets without any print


class Kind(Enum):
    """What a piece of a run is."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "concealed kong"
    BONUS = "bonus tile"


@dataclass(frozen=True, slots=True)
class Piece:
    """A set or a bonus tile: positions in the sequence of tiles that was divided."""

    kind: Kind
    places: tuple[int, ...]

    @property
    def is_set(self) -> bool:
        """Whether it counts as one of the four sets of a hand."""
        return self.kind is not Kind.BONUS


def is_bonus(code: str) -> bool:
    """Whether a code names a flower or a season."""
    return code[-1] in "fg"


def is_chow(codes: Sequence[str]) -> bool:
    """Three tiles of one suit in sequence, laid in any order (a claimed tile may lie first)."""
    if len(codes) != 3 or FACE_DOWN in codes or len({code[1] for code in codes}) != 1:
        return False
    if codes[0][1] not in "mps":
        return False
    ranks = sorted(int(code[0]) for code in codes)
    return ranks[1] - ranks[0] == ranks[2] - ranks[1] == 1


def is_same(codes: Sequence[str]) -> bool:
    """Tiles all alike, face up, and no bonus tiles."""
    return len(set(codes)) == 1 and codes[0] != FACE_DOWN and not is_bonus(codes[0])


def name_set(codes: Sequence[str]) -> Kind | None:
    """Name the set that exactly these tiles, side by side, make up; None for no set.

    Of a concealed kong one to three tiles lie face down, of two the outer or the inner ones.
    """
    if len(codes) == 3:
        return Kind.PUNG if is_same(codes) else Kind.CHOW if is_chow(codes) else None
    hidden = [place for place, code in enumerate(codes) if code == FACE_DOWN]
    shown = [code for code in codes if code != FACE_DOWN]
    if len(codes) != 4 or not shown or not is_same(shown) or hidden in _NO_KONG:
        return None
    return Kind.CONCEALED_KONG if hidden else Kind.KONG


_NO_KONG = ([0, 1], [0, 2], [1, 3], [2, 3])  # places of two tiles face down among four


def divide(codes: Sequence[str]) -> tuple[Piece, ...] | None:
    """Divide a run, left to right, into sets and bonus tiles without rest; None where that fails.

    Neighbours only: tiles are laid down set by set. Of several ways the one with longer sets at
    the left is taken.
    """
    best: list[tuple[Piece, ...] | None] = [None] * len(codes) + [()]
    for start in range(len(codes) - 1, -1, -1):
        for size in (4, 3, 1):
            rest = best[start + size] if start + size <= len(codes) else None
            kind = None if rest is None else _name_piece(codes[start : start + size])
            if rest is not None and kind is not None:
                best[start] = (Piece(kind, tuple(range(start, start + size))), *rest)
                break
    return best[0]


def _name_piece(codes: Sequence[str]) -> Kind | None:
    if len(codes) == 1:
        return Kind.BONUS if is_bonus(codes[0]) else None
    return name_set(codes)
