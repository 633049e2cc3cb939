"""Faces of a set that nobody has seen before, drawn as they are needed.

A network that meets the same flowers twice learns the picture. Drawn afresh each time, nothing but
the printed character and number tells one bonus tile from another, which is what holds on a set
it has never seen; so with the bird.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from datasets.faces.drawn import Design, design, draw
from datasets.faces.fonts import foundries

Image = npt.NDArray[np.uint8]
ANEW = frozenset({"1s", *(f"{rank}{suit}" for suit in "fg" for rank in range(1, 5))})
_SEEDS = (10_000, 1 << 31)  # far from the seeds of any library, so nothing held out is drawn
_ANY_HAND = 0.6  # share of sets lettered in any font there is, not in those of the libraries


def fresh(rng: np.random.Generator, codes: Iterable[str]) -> dict[str, Image]:
    """Return the ink of those of ``codes`` that are drawn anew, all of one new set."""
    look = _lettered(rng, design(int(rng.integers(*_SEEDS))))
    return {code: draw(look, code) for code in sorted(ANEW.intersection(codes))}


def _lettered(rng: np.random.Generator, look: Design) -> Design:
    """Give most sets the hand of another engraver: what letters look like differs most of all."""
    houses = foundries()
    if not houses or rng.random() >= _ANY_HAND:
        return look
    fonts = houses[str(rng.choice(sorted(houses)))]
    family = fonts[int(rng.integers(len(fonts)))]
    # Not every font has the simplified orchid.
    text, bonus = replace(look.text, family=family), replace(look.bonus, simplified=False)
    return replace(look, text=text, bonus=bonus)
