"""Winning hands to lay on the table: sets, eyes, bonus tiles, and the bag they are drawn from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.synth.faces.design import CODES

PLAIN = tuple(code for code in CODES if code[1] not in "fg")
BONUS = tuple(code for code in CODES if code[1] in "fg")
WHITE = "5z"
_WHITES = 0.05  # share of extra white dragons: readers miss blank ones the most


class Bag:
    """The 144 tiles of a set; each is taken only once, so no code lies on the table five times."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Fill the bag; ``rng`` decides every draw."""
        self._rng = rng
        self._left = Counter({code: 1 if code in BONUS else 4 for code in CODES})

    def take(self, codes: tuple[str, ...]) -> bool:
        """Take all of ``codes`` or, if one is gone, none; return whether they were taken."""
        wanted = Counter(codes)
        if any(self._left[code] < n for code, n in wanted.items()):
            return False
        self._left.subtract(wanted)
        return True

    def draw(self, count: int, among: tuple[str, ...] = CODES) -> list[str]:
        """Draw up to ``count`` random tiles ``among`` these codes."""
        pool = [code for code in among for _ in range(self._left[code])]
        chosen = self._rng.permutation(len(pool))[:count]
        codes = [pool[int(i)] for i in chosen]
        self._left.subtract(codes)
        return codes


@dataclass(frozen=True)
class LaidSet:
    """A set as it lies: ``kind`` chow, pung, kong, concealed_kong or added_kong, and its codes."""

    kind: str
    codes: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the set in hand text."""
        tiles = "".join(code[0] for code in self.codes) + self.codes[0][1]
        if self.kind == "concealed_kong":
            return f"[{tiles}]"
        return f"({tiles}+)" if self.kind == "added_kong" else f"({tiles})"


@dataclass(frozen=True)
class LaidHand:
    """A hand: ``concealed`` tiles without the ``win``, laid ``sets``, ``bonus`` tiles.

    ``win`` is "" if it is unknown which tile won, or whether any did.
    """

    concealed: tuple[str, ...]
    win: str
    sets: tuple[LaidSet, ...]
    bonus: tuple[str, ...]

    def insert_win(self, place: int) -> "LaidHand":
        """Return the hand with its winning tile as an ordinary concealed one at this place."""
        row = list(self.concealed)
        row.insert(place, self.win)
        return replace(self, concealed=tuple(row), win="")

    @property
    def text(self) -> str:
        """Return the hand text."""
        parts = [_concealed_text(self.concealed), *(laid.text for laid in self.sets)]
        if self.win:
            parts.append(f"+{self.win}")
        if self.bonus:
            parts += ["|", *sorted(self.bonus, key=CODES.index)]
        return " ".join(part for part in parts if part)


def _concealed_text(codes: Sequence[str]) -> str:
    groups: dict[str, str] = {}
    for code in sorted(codes, key=CODES.index):
        groups[code[1]] = groups.get(code[1], "") + code[0]
    return " ".join(digits + suit for suit, digits in groups.items())


def sample_set(bag: Bag, rng: np.random.Generator, *, laid: bool) -> LaidSet:
    """Return a random set out of the bag."""
    while True:
        code = WHITE if rng.random() < _WHITES else PLAIN[int(rng.integers(len(PLAIN)))]
        rank, suit = int(code[0]), code[1]
        if suit != "z" and rank <= 7 and rng.random() < 0.6:
            codes, kind = tuple(f"{rank + i}{suit}" for i in range(3)), "chow"
        elif laid and rng.random() < 0.45:
            codes, kind = (
                (code,) * 4,
                ("kong", "concealed_kong", "added_kong")[int(rng.integers(3))],
            )
        else:
            codes, kind = (code,) * 3, "pung"
        if bag.take(codes):
            return LaidSet(kind, codes)


def sample_hand(bag: Bag, rng: np.random.Generator) -> LaidHand:
    """Return a winning hand of four sets and eyes out of the bag, none to all of them laid out."""
    count = int(rng.choice([0, 1, 2, 3, 4], p=[0.4, 0.2, 0.2, 0.15, 0.05]))
    laid = tuple(sample_set(bag, rng, laid=True) for _ in range(count))
    held = [code for _ in range(4 - count) for code in sample_set(bag, rng, laid=False).codes]
    eyes = WHITE if rng.random() < _WHITES else PLAIN[int(rng.integers(len(PLAIN)))]
    while not bag.take((eyes, eyes)):
        eyes = PLAIN[int(rng.integers(len(PLAIN)))]
    held += [eyes, eyes]
    win = held.pop(int(rng.integers(len(held))))
    bonus = bag.draw(
        int(rng.choice([0, 1, 2, 3, 4, 8], p=[0.35, 0.25, 0.2, 0.1, 0.08, 0.02])), BONUS
    )
    if rng.random() < 0.7:
        held.sort(key=CODES.index)
    return LaidHand(tuple(held), win, laid, tuple(bonus))


def sample_row(bag: Bag, rng: np.random.Generator, sets: int) -> LaidHand:
    """Return concealed sets and eyes, sorted or not, without a winning tile."""
    held = [code for _ in range(sets) for code in sample_set(bag, rng, laid=False).codes]
    eyes = next(c for c in rng.permutation(PLAIN) if bag.take((str(c), str(c))))
    held += [str(eyes)] * 2
    if rng.random() < 0.7:
        held.sort(key=CODES.index)
    bonus = bag.draw(int(rng.integers(0, 4)), BONUS)
    return LaidHand(tuple(held), "", (), tuple(bonus))
