"""A win as it is declared, and as it is read: one way to see its tiles as sets and eyes.

What each circumstance needs, and which contradict each other: docs/rules/README.md, 4.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntFlag, StrEnum, auto
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from scorer.core.arrangements import SETS_IN_A_HAND, Arranger, Form
from scorer.core.hand import Hand, Meld, Trait
from scorer.core.sentences import Sentence
from scorer.core.tiles import Suit, Tile, Wind


class Role(StrEnum):
    """Whose hand it is: the winner's, or that of a player who did not win."""

    WINNER = "winner"
    LOSER = "loser"


class Circumstance(IntFlag):
    """What happened at the moment of a win; the public names have hyphens (`first-draw`)."""

    FIRST_DRAW = auto()
    FIRST_DISCARD = auto()
    LAST_WALL_TILE = auto()
    LAST_DISCARD = auto()
    KONG_REPLACEMENT = auto()
    BONUS_REPLACEMENT = auto()
    ROBBING_KONG = auto()
    ORIGINAL_HAND = auto()
    DEALT_HAND = auto()
    KONG_ON_KONG = auto()

    @property
    def public(self) -> str:
        """The public name of a single circumstance."""
        return (self.name or "").lower().replace("_", "-")


NO_CIRCUMSTANCE = Circumstance(0)
CIRCUMSTANCES: Mapping[str, Circumstance] = {
    circumstance.public: circumstance for circumstance in Circumstance
}


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a player declares on winning: the tiles, the winds and how it came about.

    Where all four hands score, players who did not win declare their tiles too (`role`). `seat` is
    the player's seat wind; `discarder` is the seat wind of the player who gave the tile (the
    konger, if a kong was robbed), None for a self-draw or if nobody said.
    """

    hand: Hand
    seat: Wind = Wind.EAST
    round: Wind = Wind.EAST
    self_drawn: bool = False
    discarder: Wind | None = None
    circumstances: Circumstance = NO_CIRCUMSTANCE
    role: Role = Role.WINNER

    def has(self, circumstances: Circumstance) -> bool:
        """Return whether any of these circumstances holds."""
        # As plain integers: this is called very often, and nearly always holds none.
        return int.__and__(self.circumstances, circumstances) != 0

    def as_lost(self, seat: Wind, hand: Hand) -> "Declaration":
        """Return the declaration of a player who did not win the same deal."""
        return Declaration(hand, seat, self.round, role=Role.LOSER)


def circumstances_of(names: Iterable[str]) -> Circumstance:
    """Join circumstances by their public names; raises KeyError for an unknown one."""
    return reduce(or_, (CIRCUMSTANCES[name] for name in names), NO_CIRCUMSTANCE)


# The shapes other than sets and eyes, by the trait that their patterns require.
FORM_TRAITS: Mapping[Form, Trait] = {
    Form.SEVEN_PAIRS: Trait.SEVEN_PAIRS,
    Form.THIRTEEN_ORPHANS: Trait.THIRTEEN_ORPHANS,
}
# Plain integers: every reading asks for these, and flags take ten times as long.
_FORMS = {form: FORM_TRAITS.get(form, Trait(0)).value for form in Form}
_DRAWN, _BONUS, _EVENT = Trait.DRAWN.value, Trait.BONUS.value, Trait.EVENT.value
_SUITS = (Trait.CHARACTERS | Trait.DOTS | Trait.BAMBOO).value
_SIMPLE, _MAJOR = Trait.SIMPLE.value, (Trait.TERMINAL | Trait.HONOUR).value
_NO_SIMPLE, _NO_MAJOR = Trait.NO_SIMPLE.value, Trait.NO_MAJOR.value
_ONE_SUIT, _THREE_PUNGS = Trait.ONE_SUIT.value, Trait.THREE_PUNGS.value
_CHOWS_ALONE, _PUNGS_ALONE = Trait.CHOWS_ALONE.value, Trait.PUNGS_ALONE.value
_TWO_CHOWS = Trait.TWO_CHOWS.value
_THREE_CHOWS = Trait.THREE_CHOWS.value | _TWO_CHOWS
_FOUR_CHOWS = Trait.FOUR_CHOWS.value | _THREE_CHOWS
_SOME_CHOWS = (0, 0, _TWO_CHOWS, _THREE_CHOWS, _FOUR_CHOWS)


def _tile_traits(has: int) -> int:
    """Return the traits that follow from the tiles of all sets."""
    more = 0 if has & _SIMPLE else _NO_SIMPLE
    if not has & _MAJOR:
        more |= _NO_MAJOR
    suits = has & _SUITS
    return more if suits & (suits - 1) else more | _ONE_SUIT  # at most one bit


def _set_traits(chows: int, pungs: int, sets: int) -> int:
    """Return the traits that follow from the numbers of chows, pungs and sets."""
    more = _SOME_CHOWS[min(chows, 4)]
    if pungs >= 3:
        more |= _THREE_PUNGS
    if chows == sets:
        more |= _CHOWS_ALONE
    return more | _PUNGS_ALONE if pungs == sets else more


Places: TypeAlias = tuple[int, ...]
"""Indexes in the sets of a reading."""


class Sets:
    """What most rows ask about the sets of a reading, collected in one pass.

    `set_count` is the number of chows and pungs that a complete hand needs beside its eyes: the
    hand's own, or four if it has no sets or did not win. A kong is a pung.
    """

    form: Form
    sets: tuple[Meld, ...]
    suits: frozenset[Suit]
    pungs: tuple[Meld, ...]
    pung_tiles: frozenset[Tile]
    pung_places: Places
    chow_places: Places
    exposed_places: Places
    set_count: int
    traits: int

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of all sets and the eyes."""
        return tuple([tile for meld in self.sets for tile in meld.tiles])


@dataclass(frozen=True)
class Shape(Sets):
    """The sets of one reading, with the eyes last, and what can be seen from them.

    `arrangers` are the winning shapes of the rules it is read by. It does not depend on how the
    hand was won, so readings that differ only in the winning tile's place share it.
    """

    form: Form
    sets: tuple[Meld, ...]
    arrangers: tuple[Arranger, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Find the places of pungs and chows, and the traits of the sets."""
        pungs: list[Meld] = []
        pung_places, chow_places, exposed_places, has = [], [], [], _FORMS[self.form]
        for index, meld in enumerate(self.sets):
            has |= meld.traits
            if meld.is_chow:
                chow_places.append(index)
            elif meld.is_pung:
                pungs.append(meld)
                pung_places.append(index)
            if meld.is_exposed:
                exposed_places.append(index)
        sets = SETS_IN_A_HAND
        if self.form is Form.STANDARD:
            sets = len(chow_places) + len(pungs)
        self.__dict__.update(
            suits=frozenset([meld.tile.suit for meld in self.sets]),
            pungs=tuple(pungs),
            pung_tiles=frozenset([meld.tile for meld in pungs]),
            pung_places=tuple(pung_places),
            chow_places=tuple(chow_places),
            exposed_places=tuple(exposed_places),
            set_count=sets,
            traits=has | _tile_traits(has) | _set_traits(len(chow_places), len(pungs), sets),
        )


@dataclass(frozen=True)
class Win(Sets):
    """One reading of a declared hand: its `shape`, and which of the sets came last.

    `completed` is the index in `sets` of the set that the winning tile completes; None if the bonus
    tiles alone win, and for a hand that did not win, whose `sets` are whatever its tiles form.
    `own_bonus` are the bonus tiles of the player's seat. `open_places` are the sets that lay
    exposed or were completed by another player's tile; `lacks` are the traits, as an integer, that
    the win does not have.
    """

    declared: Declaration
    shape: Shape
    completed: int | None
    own_bonus: tuple[Tile, ...] = ()
    bonus: tuple[Tile, ...] = field(init=False, compare=False, repr=False)
    open_places: Places = field(init=False, compare=False, repr=False)
    lacks: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Copy what the shape shows, so that patterns reach it directly, and find the open sets."""
        declared, shape = self.declared, self.shape
        has, opened = shape.traits, shape.exposed_places
        if declared.self_drawn:
            has |= _DRAWN
        elif self.completed is not None:
            opened = (*opened, self.completed)
        if bonus := declared.hand.bonus:
            has |= _BONUS
        if declared.circumstances:
            has |= _EVENT
        self.__dict__.update(shape.__dict__, bonus=bonus, open_places=opened, lacks=~has)

    @property
    def is_complete(self) -> bool:
        """Whether its tiles form a hand, as opposed to winning by bonus tiles alone."""
        return self.form not in (Form.BONUS_ONLY, Form.PARTIAL)

    def is_claimed(self, index: int) -> bool:
        """Return whether the set at `index` was completed by another player's tile."""
        return index == self.completed and not self.declared.self_drawn

    def has(self, circumstances: Circumstance) -> bool:
        """Return whether any of these circumstances holds."""
        return int.__and__(self.declared.circumstances, circumstances) != 0


class Need(NamedTuple):
    """A condition of a circumstance: its public name, and the sentence that states it."""

    name: str
    holds: Callable[[Declaration], bool]
    sentence: Sentence


def _has_no_called_set(declared: Declaration) -> bool:
    """Return whether the winner has no claimed set and no kong; closed sets laid down are fine.

    A tile that replaced a kong shows that there is one, even if the tiles are unknown.
    """
    if declared.has(Circumstance.KONG_REPLACEMENT):
        return False
    return not any(meld.is_exposed or meld.is_kong for meld in declared.hand.melds)


def _has_unknown_tiles(declared: Declaration) -> bool:
    """Return whether the win has no tiles, or some of them could not be read."""
    return declared.hand == Hand() or bool(declared.hand.unread)


def _has_kongs(declared: Declaration, least: int) -> bool:
    """Return whether the winner has this many kongs, as far as the tiles are known."""
    kongs = sum(meld.is_kong for meld in declared.hand.melds)
    return _has_unknown_tiles(declared) or kongs >= least


def _no_other_copy(declared: Declaration) -> bool:
    """Return whether the winner has one copy of the winning tile; the konger has the others."""
    hand = declared.hand
    return hand.winning is None or hand.tiles.count(hand.winning) == 1


SELF_DRAW = Need("self-draw", lambda one: one.self_drawn, Sentence("needs a self-draw"))
DISCARD = Need("discard", lambda one: not one.self_drawn, Sentence("needs another player's tile"))
NOTHING_CALLED = Need(
    "nothing-called", _has_no_called_set, Sentence("needs a hand with no claimed set and no kong")
)
SEAT_EAST = Need("seat-east", lambda one: one.seat is Wind.EAST, Sentence("is only for East"))
NEEDS: Mapping[Circumstance, tuple[Need, ...]] = {
    Circumstance.FIRST_DRAW: (SELF_DRAW, NOTHING_CALLED),
    Circumstance.FIRST_DISCARD: (
        DISCARD,
        Need(
            "seat-not-east",
            lambda one: one.seat is not Wind.EAST,
            Sentence("is not for East, who discards first"),
        ),
        Need(
            "from-east",
            lambda one: one.discarder in (None, Wind.EAST),
            Sentence("must be East's discard, the first of the hand"),
        ),
        NOTHING_CALLED,
    ),
    Circumstance.LAST_WALL_TILE: (SELF_DRAW,),
    Circumstance.LAST_DISCARD: (DISCARD,),
    Circumstance.KONG_REPLACEMENT: (
        SELF_DRAW,
        Need("kong-held", lambda one: _has_kongs(one, 1), Sentence("needs a kong in the hand")),
    ),
    Circumstance.BONUS_REPLACEMENT: (
        SELF_DRAW,
        Need(
            "bonus-held",
            lambda one: _has_unknown_tiles(one) or bool(one.hand.bonus),
            Sentence("needs a bonus tile"),
        ),
    ),
    Circumstance.ROBBING_KONG: (
        DISCARD,
        Need(
            "no-other-copy",
            _no_other_copy,
            Sentence("means that the winner has no other copy of the winning tile"),
        ),
    ),
    Circumstance.ORIGINAL_HAND: (
        Need(
            "nothing-exposed",
            lambda one: not any(meld.is_exposed for meld in one.hand.melds),
            Sentence("needs a hand with no claimed set"),
        ),
    ),
    Circumstance.DEALT_HAND: (SELF_DRAW, SEAT_EAST, NOTHING_CALLED),
    Circumstance.KONG_ON_KONG: (
        Need(
            "kong-replacement",
            lambda one: one.has(Circumstance.KONG_REPLACEMENT),
            Sentence("also needs kong-replacement"),
        ),
        Need(
            "two-kongs-held",
            lambda one: _has_kongs(one, 2),
            Sentence("needs two kongs in the hand"),
        ),
    ),
}

# Circumstances that require another player's tile.
OF_A_DISCARD = reduce(or_, (each for each, needs in NEEDS.items() if DISCARD in needs))

# Without a dead wall, a replacement tile can be the last one of the wall
# (docs/rules/simplified-300.md, E25).
CONTRADICTIONS = (
    Circumstance.FIRST_DRAW | Circumstance.LAST_WALL_TILE,
    Circumstance.DEALT_HAND | Circumstance.LAST_WALL_TILE,
    Circumstance.FIRST_DISCARD | Circumstance.LAST_DISCARD,
    Circumstance.FIRST_DISCARD | Circumstance.ROBBING_KONG,
    Circumstance.LAST_DISCARD | Circumstance.ROBBING_KONG,
)


def broken_needs(declared: Declaration, earning: Circumstance) -> Iterator[str]:
    """Yield a sentence for each unmet need of a declared circumstance.

    Only circumstances in `earning` are checked: one that earns nothing is ignored.
    """
    for circumstance in declared.circumstances & earning:
        for need in NEEDS[circumstance]:
            if not need.holds(declared):
                yield Sentence("{event} {needs}.", event=circumstance.public, needs=need.sentence)
