"""The 42 tiles: suits, winds and their two-character codes, parsed and printed."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType


class NotationError(ValueError):
    """A text that is no tile, set or hand; the message says what is wrong and what to write."""


class Suit(StrEnum):
    """A family of tiles; the value is its letter in a tile code."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    HONOURS = "z"
    FLOWERS = "f"
    SEASONS = "g"

    @property
    def size(self) -> int:
        """How many different tiles the family has."""
        return _SIZES[self]


class Wind(StrEnum):
    """A wind, of a seat or of the round. A chair at the table is a `Seat`, which is not a wind."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @property
    def next(self) -> "Wind":
        """The wind whose turn follows: East, South, West, North, East."""
        winds = tuple(Wind)
        return winds[(winds.index(self) + 1) % len(winds)]

    @property
    def tile(self) -> "Tile":
        """The honour tile of this wind."""
        return Tile.parse(f"{tuple(Wind).index(self) + 1}z")


_SIZES = MappingProxyType(
    {
        Suit.CHARACTERS: 9,
        Suit.DOTS: 9,
        Suit.BAMBOO: 9,
        Suit.HONOURS: 7,
        Suit.FLOWERS: 4,
        Suit.SEASONS: 4,
    }
)
SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)
WINDS_IN_HONOURS = 4


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One kind of tile, by its place in `TILES` (0-41).

    Use `Tile.parse` or `TILES`, which share the 42 instances.

    >>> Tile.parse("5p")
    Tile.parse('5p')
    >>> print(*TILES[27:34])
    1z 2z 3z 4z 5z 6z 7z
    """

    index: int

    @classmethod
    def parse(cls, code: str) -> "Tile":
        """Return the tile of a two-character code; NotationError for any other text."""
        tile = _BY_CODE.get(code)
        if tile is None:
            raise NotationError(f"{code!r} is no tile; write a number and m, p, s, z, f or g.")
        return tile

    @property
    def suit(self) -> Suit:
        """The family it belongs to."""
        return _KINDS[self.index][0]

    @property
    def rank(self) -> int:
        """Its number in the family, from 1."""
        return _KINDS[self.index][1]

    @property
    def code(self) -> str:
        """The two-character code."""
        return f"{self.rank}{self.suit}"

    @property
    def is_suited(self) -> bool:
        """Whether it is of characters, dots or bamboo."""
        return self.suit in SUITS

    @property
    def is_terminal(self) -> bool:
        """Whether it is a 1 or 9 of a suit."""
        return self.is_suited and self.rank in (1, 9)

    @property
    def is_simple(self) -> bool:
        """Whether it is a 2 to 8 of a suit."""
        return self.is_suited and 1 < self.rank < 9

    @property
    def is_honour(self) -> bool:
        """Whether it is a wind or a dragon."""
        return self.suit is Suit.HONOURS

    @property
    def is_wind(self) -> bool:
        """Whether it is a wind."""
        return self.is_honour and self.rank <= WINDS_IN_HONOURS

    @property
    def is_dragon(self) -> bool:
        """Whether it is a dragon."""
        return self.is_honour and self.rank > WINDS_IN_HONOURS

    @property
    def is_bonus(self) -> bool:
        """Whether it is a flower or a season."""
        return self.suit in (Suit.FLOWERS, Suit.SEASONS)

    @property
    def copies(self) -> int:
        """How many of it a full set of tiles has."""
        return 1 if self.is_bonus else 4

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Tile.parse({self.code!r})"


_KINDS = tuple((suit, rank) for suit in Suit for rank in range(1, _SIZES[suit] + 1))
TILES = tuple(Tile(index) for index in range(len(_KINDS)))
_BY_CODE = MappingProxyType({tile.code: tile for tile in TILES})
_RUN = re.compile(r"([0-9]+)([a-z])")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a text in which digits may share a letter and blanks mean nothing.

    Raises NotationError naming what it could not read.

    >>> format_tiles(parse_tiles("123m 5z5z"))
    '123m55z'
    """
    packed = "".join(text.split())
    runs = list(_RUN.finditer(packed))
    if "".join(run.group() for run in runs) != packed:
        raise NotationError(f"{text!r} is not numbers followed by m, p, s, z, f or g.")
    return tuple(Tile.parse(digit + run.group(2)) for run in runs for digit in run.group(1))


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Return the text of tiles in the given order; neighbours of a suit share its letter."""
    return "".join(
        "".join(str(tile.rank) for tile in run) + suit
        for suit, run in groupby(tiles, key=lambda tile: tile.suit)
    )
