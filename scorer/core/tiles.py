"""The 42 tiles: suits, winds and their two-character codes, parsed and printed."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from scorer.core.sentences import Sentence


class NotationError(ValueError):
    """A text that is not a tile, set or hand; the message says what is wrong and what to write."""


class Suit(StrEnum):
    """A family of tiles; the value is its letter in a tile code."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    HONOURS = "z"
    FLOWERS = "f"
    SEASONS = "g"

    __hash__ = str.__hash__  # an enumeration's own hash is a slow way to the same

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

    __hash__ = str.__hash__  # as for suits

    @property
    def next(self) -> "Wind":
        """The wind whose turn follows: East, South, West, North, East."""
        return _NEXT_WINDS[self]

    @property
    def tile(self) -> "Tile":
        """The honour tile of this wind."""
        return _WIND_TILES[self]


_SIZES = {
    Suit.CHARACTERS: 9,
    Suit.DOTS: 9,
    Suit.BAMBOO: 9,
    Suit.HONOURS: 7,
    Suit.FLOWERS: 4,
    Suit.SEASONS: 4,
}
SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)
WINDS_IN_HONOURS = 4
COPIES = 4  # of every tile but the bonus tiles


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A kind of tile, by its place in `TILES` (0-41).

    `code` has two characters, `rank` counts from 1 in the `suit`, `copies` is how many of it a set
    of tiles has. There is one instance of each kind: use `Tile.parse` or `TILES`.

    >>> Tile.parse("5p")
    Tile.parse('5p')
    >>> print(*TILES[27:34])
    1z 2z 3z 4z 5z 6z 7z
    """

    index: int
    # Scoring asks these of every tile many times over, so they are worked out once a tile.
    suit: Suit = field(init=False)
    rank: int = field(init=False)
    code: str = field(init=False)
    is_suited: bool = field(init=False)
    is_terminal: bool = field(init=False)
    is_simple: bool = field(init=False)
    is_honour: bool = field(init=False)
    is_wind: bool = field(init=False)
    is_dragon: bool = field(init=False)
    is_bonus: bool = field(init=False)
    copies: int = field(init=False)

    def __post_init__(self) -> None:
        """Work out what the tile is from its place."""
        suit, rank = _KINDS[self.index]
        is_suited, is_honour = suit in SUITS, suit is Suit.HONOURS
        is_bonus = not is_suited and not is_honour
        facts = {
            "suit": suit,
            "rank": rank,
            "code": f"{rank}{suit}",
            "is_suited": is_suited,
            "is_terminal": is_suited and rank in (1, 9),
            "is_simple": is_suited and 1 < rank < 9,
            "is_honour": is_honour,
            "is_wind": is_honour and rank <= WINDS_IN_HONOURS,
            "is_dragon": is_honour and rank > WINDS_IN_HONOURS,
            "is_bonus": is_bonus,
            "copies": 1 if is_bonus else COPIES,
        }
        for name, fact in facts.items():
            object.__setattr__(self, name, fact)

    @classmethod
    def parse(cls, code: str) -> "Tile":
        """Return the tile of a two-character code; NotationError for any other text."""
        tile = _BY_CODE.get(code)
        if tile is None:
            raise NotationError(
                Sentence(
                    "{code} is not a tile; write a number followed by m, p, s, z, f or g.",
                    code=repr(code),
                )
            )
        return tile

    def __lt__(self, other: "Tile") -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[Callable[[str], "Tile"], tuple[str]]:
        return Tile.parse, (self.code,)  # a copy is the tile itself, or the two would differ

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Tile.parse({self.code!r})"


_KINDS = tuple((suit, rank) for suit in Suit for rank in range(1, _SIZES[suit] + 1))
TILES = tuple(Tile(index) for index in range(len(_KINDS)))
_BY_CODE = {tile.code: tile for tile in TILES}
_WIND_TILES = {wind: _BY_CODE[f"{place}z"] for place, wind in enumerate(Wind, 1)}
WINDS = tuple(Wind)
WIND_NAMES: Mapping[Wind, Sentence] = {
    Wind.EAST: Sentence("East"),
    Wind.SOUTH: Sentence("South"),
    Wind.WEST: Sentence("West"),
    Wind.NORTH: Sentence("North"),
}
_NEXT_WINDS = dict(zip(WINDS, (*WINDS[1:], Wind.EAST), strict=True))
UNREAD = "?"  # what a reader of photos writes for a tile with none of the faces
_RUN = re.compile(r"([0-9]+)([a-z])")
_RUNS = re.compile(r"([0-9]+[a-z])*")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a text in which digits may share a letter and blanks mean nothing.

    Raises NotationError naming what it could not read.

    >>> format_tiles(parse_tiles("123m 5z5z"))
    '123m55z'
    """
    packed = "".join(text.split())
    if UNREAD in packed:
        raise NotationError(
            Sentence(
                "{text}: ? is a tile that could not be read; replace it with the tile's name.",
                text=repr(text),
            )
        )
    if _RUNS.fullmatch(packed) is None:
        raise NotationError(
            Sentence("{text} must be numbers followed by m, p, s, z, f or g.", text=repr(text))
        )
    runs = _RUN.findall(packed)
    codes = [digit + letter for digits, letter in runs for digit in digits]
    try:
        return tuple([_BY_CODE[code] for code in codes])
    except KeyError:
        return tuple(map(Tile.parse, codes))  # which names the one that is none


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Return the text of tiles in the given order; neighbours of a suit share its letter."""
    return "".join(
        "".join(str(tile.rank) for tile in run) + suit
        for suit, run in groupby(tiles, key=lambda tile: tile.suit)
    )
