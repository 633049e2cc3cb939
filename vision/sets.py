"""Sets on a table: the ways to divide a run of touching tiles."""

from collections.abc import Sequence

FACE_DOWN = "x"
UNKNOWN_FACE = "?"  # a tile with none of the 42 faces: a joker, a special tile of another country
BLANK = "5z"  # the white dragon, which has no print in many sets


def is_bonus(code: str) -> bool:
    """Return whether a code names a flower or a season."""
    return code[-1] in "fg"


def is_chow(codes: Sequence[str]) -> bool:
    """Return whether these are three of a suit in sequence, in any order (as claimed tiles lie)."""
    if len(codes) != 3 or FACE_DOWN in codes or len({code[1] for code in codes}) != 1:
        return False
    if codes[0][1] not in "mps":
        return False
    ranks = sorted(int(code[0]) for code in codes)
    return ranks[1] - ranks[0] == ranks[2] - ranks[1] == 1


def is_same(codes: Sequence[str]) -> bool:
    """Return whether the tiles are all alike, face up, and no bonus tiles."""
    return len(set(codes)) == 1 and codes[0] != FACE_DOWN and not is_bonus(codes[0])


def is_set(codes: Sequence[str]) -> bool:
    """Return whether exactly these tiles, side by side, form a chow, a pung or a kong.

    One to three tiles of a concealed kong lie face down; if two, the outer or the inner ones.
    """
    if len(codes) == 3:
        return is_same(codes) or is_chow(codes)
    hidden = [place for place, code in enumerate(codes) if code == FACE_DOWN]
    shown = [code for code in codes if code != FACE_DOWN]
    return len(codes) == 4 and bool(shown) and is_same(shown) and hidden not in _NO_KONG


_NO_KONG = ([0, 1], [0, 2], [1, 3], [2, 3])  # pairs of face-down places that no kong has


def divide(codes: Sequence[str]) -> tuple[tuple[str, ...], ...] | None:
    """Divide a run, left to right, into sets and bonus tiles; None if any tile is left over.

    Sets are runs of neighbours, since tiles are laid down set by set. If there are several ways,
    the one with longer sets at the left is taken.
    """
    best: list[tuple[tuple[str, ...], ...] | None] = [None] * len(codes) + [()]
    for start in range(len(codes) - 1, -1, -1):
        for size in (4, 3, 1):
            rest = best[start + size] if start + size <= len(codes) else None
            piece = tuple(codes[start : start + size])
            if rest is not None and (is_bonus(piece[0]) if size == 1 else is_set(piece)):
                best[start] = (piece, *rest)
                break
    return best[0]
