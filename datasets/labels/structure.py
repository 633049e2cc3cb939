"""The hands in some photos, recorded by eye, and their structure in a reading.

`structure.toml` holds hand text by the photo's name, in groups that are reported separately. A
hand's text has every tile that belongs to it (including exposed sets, kongs and bonus tiles) and
`+` only if the photo shows the winning tile apart or turned. Discards and walls are left out.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from vision.sets import FACE_DOWN

FILE = Path(__file__).with_name("structure.toml")
_TILES = re.compile(r"(?:\d+[mpszfg]|x)+")
_RUN = re.compile(r"(\d+)([mpszfg])|(x)")
_PART = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\+?[^\s()\[\]|+]+|\S")


@dataclass(frozen=True, slots=True)
class Structure:
    """A hand as it lies: tiles sorted, sets as tuples of tiles, `winning` if it is shown.

    A small kong counts as an exposed one of four: which tile was added shows in how it lies, and
    makes no difference to the score except in rare rows.
    """

    concealed: tuple[str, ...]
    exposed: tuple[tuple[str, ...], ...]
    laid_down: tuple[tuple[str, ...], ...]
    winning: str | None
    bonus: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the hand of a text, also with face-down tiles; raises ValueError."""
        concealed: list[str] = []
        exposed: list[tuple[str, ...]] = []
        laid_down: list[tuple[str, ...]] = []
        winning: list[str] = []
        before, _, after = text.partition("|")
        for part in _PART.findall(before):
            match part[0], part[-1]:
                case "(", ")":
                    exposed.append(tuple(sorted(_tiles(part[1:-1].removesuffix("+")))))
                case "[", "]":
                    laid_down.append(tuple(sorted(_tiles(part[1:-1]))))
                case "+", _:
                    winning += _tiles(part[1:])
                case _:
                    concealed += _tiles(part)
        if len(winning) > 1:
            message = f"{text!r}: + marks one tile"
            raise ValueError(message)
        bonus = [tile for part in _PART.findall(after) for tile in _tiles(part)]
        return cls(
            tuple(sorted(concealed)),
            tuple(sorted(exposed)),
            tuple(sorted(laid_down)),
            winning[0] if winning else None,
            tuple(sorted(bonus)),
        )

    @property
    def tiles(self) -> Counter[str]:
        """Return every tile of the hand, including bonus tiles and the winning one."""
        laid = [tile for group in (*self.exposed, *self.laid_down) for tile in group]
        shown = [] if self.winning is None else [self.winning]
        return Counter([*self.concealed, *laid, *shown, *self.bonus])


def load_structures() -> dict[str, dict[str, str]]:
    """Return hand texts by group and by photo name without suffix."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def structures_by_name(groups: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[str, str]]:
    """Return the group and the hand text of each photo by its name without folder and suffix."""
    return {name: (group, text) for group, hands in groups.items() for name, text in hands.items()}


def _tiles(text: str) -> list[str]:
    """Return tiles such as `123m55z`; raises ValueError."""
    if not _TILES.fullmatch(text):
        message = f"{text!r} are no tiles"
        raise ValueError(message)
    return [
        FACE_DOWN if hidden else digit + suit
        for digits, suit, hidden in _RUN.findall(text)
        for digit in (digits or FACE_DOWN)
    ]
