"""Sets and hands, and their notation.

The text is what a person at the table writes: `123m 456m 9p [1111z] (555s) +9p | 1f 3g`. Bare tiles
are concealed, `( )` was claimed from a discard, `[ ]` is a concealed kong, `(5555s+)` a small kong,
`+` marks the winning tile and bonus tiles follow `|`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntFlag, StrEnum, auto
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import Generic, NamedTuple, TypeVar

from scorer.core.sentences import Sentence, join_sentences
from scorer.core.tiles import NotationError, Suit, Tile, format_tiles, parse_tiles

T = TypeVar("T")


class HandProblem(IntFlag):
    """What keeps a hand from being scored; the public names are the flags' in lower case.

    A hand without problems may still be wrong: lawful, but not the one on the table.
    """

    BAD_NOTATION = auto()
    FACE_DOWN_TILE = auto()
    TILE_COUNT = auto()
    TOO_MANY_COPIES = auto()
    NO_WINNING_TILE = auto()
    NOT_A_WINNING_HAND = auto()
    EYES_CLAIMED = auto()
    SMALL_KONG_NOT_ALLOWED = auto()
    CONTRADICTORY_EVENT = auto()
    ROLE_NOT_SCORED = auto()
    BELOW_MINIMUM = auto()

    @property
    def names(self) -> tuple[str, ...]:
        """The public names of the flags that are set, in the order of this class."""
        return tuple(flag.name.lower() for flag in HandProblem if flag in self and flag.name)


class Finding(NamedTuple):
    """One problem and the sentence that says where it is and what to do about it."""

    problem: HandProblem
    detail: str


class Refusal(NamedTuple, Generic[T]):
    """Something a rule set forbids: a fact, the problem it makes, and the sentence about it."""

    problem: HandProblem
    fact: Callable[[T], int]
    sentence: str

    @property
    def finding(self) -> Finding:
        """Return the finding if the fact holds."""
        return Finding(self.problem, self.sentence)


def flags(findings: Iterable[Finding]) -> HandProblem:
    """Return the problems of some findings as one flag."""
    return reduce(or_, (finding.problem for finding in findings), HandProblem(0))


FACE_DOWN = "x"
TILES_IN_A_HAND = 14
LONGEST_TEXT = 400  # characters: enough for a hand with brackets and blanks around each tile
SETS = 2048  # set texts cached: every set with each bracket has one or two


class MeldKind(StrEnum):
    """What some tiles form; EYES is the pair of a hand and each of seven pairs."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    EYES = "eyes"
    SINGLE = "single"


class Place(StrEnum):
    """Where a set lies; the value is its brackets."""

    STANDING = ""
    EXPOSED = "()"
    LAID_DOWN = "[]"


_SIZES = {
    MeldKind.CHOW: 3,
    MeldKind.PUNG: 3,
    MeldKind.KONG: 4,
    MeldKind.EYES: 2,
    MeldKind.SINGLE: 1,
}


class Trait(IntFlag):
    """A property of a set or a win that is cheap to find and that most patterns require.

    A win has the traits of all its sets; those from `TWO_CHOWS` on apply to wins only.
    """

    CHOW = auto()
    PUNG = auto()
    KONG = auto()
    DRAGON_PUNG = auto()
    WIND_PUNG = auto()
    HONOUR_EYES = auto()
    CHARACTERS = auto()
    DOTS = auto()
    BAMBOO = auto()
    SIMPLE = auto()
    TERMINAL = auto()
    HONOUR = auto()
    TWO_CHOWS = auto()
    THREE_CHOWS = auto()
    FOUR_CHOWS = auto()
    CHOWS_ALONE = auto()
    THREE_PUNGS = auto()
    PUNGS_ALONE = auto()
    NO_SIMPLE = auto()
    NO_MAJOR = auto()
    ONE_SUIT = auto()
    SEVEN_PAIRS = auto()
    THIRTEEN_ORPHANS = auto()
    DRAWN = auto()
    BONUS = auto()
    EVENT = auto()


@dataclass(frozen=True, slots=True)
class Meld:
    """A set, eyes or a single tile of a hand: `tile` is the lowest, `added` marks a small kong.

    `tiles` are its tiles, lowest first; `is_exposed` means claimed from a discard; `is_pung`
    includes kongs, since a kong counts wherever a pung does; `text` is what `parse` reads.
    """

    kind: MeldKind
    tile: Tile
    place: Place = Place.STANDING
    added: bool = False
    # Scoring reads these of every set many times, so they are computed once per set.
    tiles: tuple[Tile, ...] = field(init=False, compare=False, repr=False)
    size: int = field(init=False, compare=False, repr=False)
    is_exposed: bool = field(init=False, compare=False, repr=False)
    is_chow: bool = field(init=False, compare=False, repr=False)
    is_pung: bool = field(init=False, compare=False, repr=False)
    is_kong: bool = field(init=False, compare=False, repr=False)
    is_eyes: bool = field(init=False, compare=False, repr=False)
    text: str = field(init=False, compare=False, repr=False)
    traits: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Compute the derived fields from kind, tile and place."""
        kind, size = self.kind, _SIZES[self.kind]
        tiles = chow_tiles(self.tile) if kind is MeldKind.CHOW else (self.tile,) * size
        opening, closing = tuple(self.place) or ("", "")
        facts = {
            "tiles": tiles,
            "size": size,
            "is_exposed": self.place is Place.EXPOSED,
            "is_chow": kind is MeldKind.CHOW,
            "is_pung": kind in (MeldKind.PUNG, MeldKind.KONG),
            "is_kong": kind is MeldKind.KONG,
            "is_eyes": kind is MeldKind.EYES,
            "text": f"{opening}{format_tiles(tiles)}{'+' if self.added else ''}{closing}",
            "traits": _traits(kind, tiles),
        }
        for name, fact in facts.items():
            object.__setattr__(self, name, fact)

    @classmethod
    def parse(cls, text: str) -> "Meld":
        """Return the set of a text such as `123m`, `(555z)`, `[1111z]` or `(5555s+)`.

        Raises NotationError for tiles that form no set and for brackets they may not have.
        """
        return _parse_set(text)

    def has(self, tile: Tile) -> bool:
        """Return whether a tile is in the set; integers compare faster than tiles."""
        further = tile.index - self.tile.index
        return not further or (self.is_chow and 0 < further <= 2)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text


@lru_cache(SETS)
def _parse_set(text: str) -> Meld:
    match = re.fullmatch(r"([(\[]?)([^()\[\]+]*)(\+?)([)\]]?)", text)
    if match is None or match.group(1) + match.group(4) not in tuple(Place):
        raise NotationError(
            Sentence("{text} is not a set: open and close it with ( ) or [ ].", text=repr(text))
        )
    place = Place(match.group(1) + match.group(4))
    tiles = sorted(parse_tiles(match.group(2)))
    kind = _kind(tiles)
    if kind is None or any(tile.is_bonus for tile in tiles):
        raise NotationError(Sentence("{text} is not a chow, pung or kong.", text=repr(text)))
    meld = Meld(kind, tiles[0], place, added=bool(match.group(3)))
    _check_brackets(meld, text)
    return meld


def chow_tiles(lowest: Tile) -> tuple[Tile, Tile, Tile]:
    """Return the tiles of the chow that begins with `lowest`."""
    suit, rank = lowest.suit, lowest.rank
    return lowest, Tile.parse(f"{rank + 1}{suit}"), Tile.parse(f"{rank + 2}{suit}")


# Plain integers: a hand forms many sets, and flags take ten times as long.
_KIND_TRAITS = {
    MeldKind.CHOW: Trait.CHOW.value,
    MeldKind.PUNG: Trait.PUNG.value,
    MeldKind.KONG: (Trait.PUNG | Trait.KONG).value,
}
_SUIT_TRAITS = {
    Suit.CHARACTERS: Trait.CHARACTERS.value,
    Suit.DOTS: Trait.DOTS.value,
    Suit.BAMBOO: Trait.BAMBOO.value,
    Suit.HONOURS: Trait.HONOUR.value,
}
_SIMPLE, _TERMINAL = Trait.SIMPLE.value, Trait.TERMINAL.value
_DRAGON_PUNG, _WIND_PUNG = Trait.DRAGON_PUNG.value, Trait.WIND_PUNG.value
_HONOUR_EYES = Trait.HONOUR_EYES.value


def _traits(kind: MeldKind, tiles: tuple[Tile, ...]) -> int:
    """Return the traits of a set, as a number."""
    first = tiles[0]
    has = _KIND_TRAITS.get(kind, 0) | _SUIT_TRAITS.get(first.suit, 0)
    for tile in tiles:
        if tile.is_simple:
            has |= _SIMPLE
        elif tile.is_terminal:
            has |= _TERMINAL
    if first.is_honour and kind is MeldKind.EYES:
        has |= _HONOUR_EYES
    elif first.is_honour and kind in _KIND_TRAITS:
        has |= _DRAGON_PUNG if first.is_dragon else _WIND_PUNG
    return has


def _check_brackets(meld: Meld, text: str) -> None:
    """Raise NotationError if the brackets of `text` do not suit the tiles in them."""
    if meld.added and not (meld.is_kong and meld.is_exposed):
        raise NotationError(
            Sentence("{text}: only a small kong can have a +, such as (5555s+).", text=repr(text))
        )
    if meld.place is Place.STANDING and meld.is_kong:
        raise NotationError(
            Sentence(
                "{text}: a kong is laid on the table, so write it in ( ) or [ ].", text=repr(text)
            )
        )
    if meld.place is not Place.STANDING and meld.kind in (MeldKind.EYES, MeldKind.SINGLE):
        detail = Sentence("is not a chow, pung or kong; pairs and single tiles have no brackets.")
        raise NotationError(Sentence("{text} {detail}", text=repr(text), detail=detail))


def _kind(tiles: Sequence[Tile]) -> MeldKind | None:
    """Return what sorted tiles form, None if they form nothing."""
    if len(set(tiles)) == 1:
        by_size = {1: MeldKind.SINGLE, 2: MeldKind.EYES, 3: MeldKind.PUNG, 4: MeldKind.KONG}
        return by_size.get(len(tiles))
    if len(tiles) == 3 and tiles[0].is_suited and tiles[0].rank <= 7:
        return MeldKind.CHOW if tuple(tiles) == chow_tiles(tiles[0]) else None
    return None


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's tiles: `concealed` without the `winning` one, sets on the table, and `bonus`.

    `unread` are the findings for unreadable parts of its text, `is_marked` tells whether the text
    has a +. `standing` are the concealed tiles with the winning one, `tiles` all but the bonus
    tiles, and `size` is the number of tiles it counts: a kong as three, bonus tiles not at all.

    >>> print(Hand.parse("9p 123m [1111z](555s) 456m +9p | 1f"))
    9p123456m [1111z] (555s) +9p | 1f
    """

    concealed: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    winning: Tile | None = None
    bonus: tuple[Tile, ...] = ()
    unread: tuple[Finding, ...] = field(default=(), compare=False, repr=False)
    is_marked: bool = field(default=False, compare=False, repr=False)
    # Scoring reads these of every hand many times, so they are computed once per hand.
    standing: tuple[Tile, ...] = field(init=False, compare=False, repr=False)
    tiles: tuple[Tile, ...] = field(init=False, compare=False, repr=False)
    size: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Compute the derived fields."""
        last = () if self.winning is None else (self.winning,)
        standing = (*self.concealed, *last)
        on_table = [tile for meld in self.melds for tile in meld.tiles]
        object.__setattr__(self, "standing", standing)
        object.__setattr__(self, "tiles", (*standing, *on_table))
        object.__setattr__(self, "size", len(standing) + 3 * len(self.melds))

    @classmethod
    def parse(cls, text: str) -> "Hand":
        """Return the hand of a text; raises NotationError that names everything unreadable."""
        hand = read_hand(text)
        if hand.unread:
            raise NotationError(join_sentences(finding.detail for finding in hand.unread))
        return hand

    def __str__(self) -> str:
        parts = [format_tiles(self.concealed)] if self.concealed else []
        parts += [str(meld) for meld in self.melds]
        parts += [f"+{self.winning}"] if self.winning else []
        parts += ["|", format_tiles(self.bonus)] if self.bonus else []
        return " ".join(parts)


_PART = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]|\+[^\s()\[\]+]*|[^\s()\[\]+]+|\S")


def read_hand(text: str) -> Hand:
    """Read a hand text as far as possible, with a finding for everything that makes no sense."""
    if len(text) > LONGEST_TEXT:
        detail = Sentence(
            "A hand can have at most {most} characters; this one has {characters}.",
            most=LONGEST_TEXT,
            characters=len(text),
        )
        finding = Finding(HandProblem.BAD_NOTATION, detail)
        return Hand(unread=(finding,), is_marked="+" in text)
    findings: list[Finding] = []

    def each(parts: Iterable[str], read: Callable[[str], T]) -> list[T]:
        done = []
        for part in parts:
            try:
                done.append(read(part))
            except NotationError as error:
                face_down = FACE_DOWN in part
                problem = HandProblem.FACE_DOWN_TILE if face_down else HandProblem.BAD_NOTATION
                findings.append(Finding(problem, str(error)))
        return done

    before, _, after = text.partition("|")
    parts = _PART.findall(before)
    concealed = each([part for part in parts if part[0] not in "([+)]"], _parse_hand_tiles)
    melds = each(
        [part for part in parts if part[0] in "([)]"],
        lambda part: Meld.parse("".join(_face_up(part).split())),
    )
    marked = [part for part in parts if part[0] == "+"]
    winning = each(marked, _winning)
    bonus = each(_PART.findall(after), _bonus)
    if len(winning) > 1:
        detail = Sentence("Mark one winning tile with +, and write it only once.")
        findings.append(Finding(HandProblem.BAD_NOTATION, detail))
    return Hand(
        tuple(chain.from_iterable(concealed)),
        tuple(melds),
        winning[0] if winning else None,
        tuple(chain.from_iterable(bonus)),
        unread=tuple(findings),
        is_marked=bool(marked),
    )


def _face_up(part: str) -> str:
    if FACE_DOWN in part:
        raise NotationError(
            Sentence("{part} is face down: turn it over and name the tile.", part=repr(part))
        )
    return part


def _parse_hand_tiles(part: str) -> tuple[Tile, ...]:
    tiles = parse_tiles(_face_up(part))
    if True in [tile.is_bonus for tile in tiles]:
        raise NotationError(Sentence("{part}: write bonus tiles after |.", part=repr(part)))
    return tiles


def _winning(part: str) -> Tile:
    tiles = _parse_hand_tiles(part[1:])
    if len(tiles) != 1:
        raise NotationError(
            Sentence("{part}: write exactly one tile after the +.", part=repr(part))
        )
    return tiles[0]


def _bonus(part: str) -> tuple[Tile, ...]:
    tiles = parse_tiles(_face_up(part))
    if not all(tile.is_bonus for tile in tiles):
        raise NotationError(
            Sentence("{part}: only bonus tiles (1f-4f, 1g-4g) can follow |.", part=repr(part))
        )
    return tiles
