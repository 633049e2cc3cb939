"""Whether concealed tiles win: sets and eyes, seven pairs, or thirteen orphans."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from vision.sets import FACE_DOWN

ORPHANS = frozenset(["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"])


def is_winning(codes: Sequence[str]) -> bool:
    """Tell whether these tiles, with sets laid down beside them or none, complete a hand."""
    if FACE_DOWN in codes:
        return False
    if len(codes) == 14 and (_seven_pairs(codes) or set(codes) == ORPHANS):
        return True
    return len(codes) % 3 == 2 and _sets_and_eyes(tuple(sorted(codes)))


def _seven_pairs(codes: Sequence[str]) -> bool:
    return sorted(Counter(codes).values()) == [2] * 7


@lru_cache(maxsize=4096)
def _sets_and_eyes(codes: tuple[str, ...]) -> bool:
    """Try every pair as the eyes and look whether the rest divides into pungs and chows."""
    counts = Counter(codes)
    for eyes, number in counts.items():
        if number >= 2 and _only_sets(counts - Counter({eyes: 2})):
            return True
    return False


def _only_sets(counts: Counter[str]) -> bool:
    """The first tile left is in a pung or begins a chow; no other choice remains for it."""
    if not counts:
        return True
    first = min(counts, key=lambda code: (code[1], code[0]))
    if counts[first] >= 3 and _only_sets(counts - Counter({first: 3})):
        return True
    chow = [f"{int(first[0]) + step}{first[1]}" for step in range(3)]
    if first[1] not in "mps" or any(code not in counts for code in chow):
        return False
    return _only_sets(counts - Counter(chow))
