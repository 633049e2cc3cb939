"""Patterns of chows.

Finders name the sets by their place in the win, so that a table may ask whether those lie exposed
or were used before.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorer.core.hand import Trait
from scorer.core.tiles import Suit, Tile
from scorer.core.win import Places, Win
from scorer.patterns import sets
from scorer.patterns.pattern import PUNGS, SIMPLES, Argument, Pattern, each_or_once, needs


@needs(Trait.THREE_CHOWS)
def straights(win: Win) -> tuple[Places, ...]:
    """Return the places of every 123, 456 and 789 of one suit."""
    return tuple(
        places
        for places, tiles in _chow_triples(win)
        if {tile.rank for tile in tiles} == {1, 4, 7} and len({tile.suit for tile in tiles}) == 1
    )


@needs(Trait.THREE_CHOWS)
def three_suit_chows(win: Win) -> tuple[Places, ...]:
    """Return the places of every three chows of the same numbers in the three suits."""
    return tuple(
        places
        for places, tiles in _chow_triples(win)
        if len({tile.rank for tile in tiles}) == 1 and len({tile.suit for tile in tiles}) == 3
    )


@needs(Trait.TWO_CHOWS)
def double_chows(win: Win) -> tuple[Places, ...]:
    """Return the places of every two identical chows."""
    return tuple(
        (one, other)
        for one, other in combinations(win.chow_places, 2)
        if win.sets[one].tile.index == win.sets[other].tile.index
    )


@needs(Trait.FOUR_CHOWS)
def two_double_chows(win: Win) -> tuple[Places, ...]:
    """Return the places of two pairs of identical chows, four identical chows included."""
    places = _paired_places(win, win.chow_places)
    return (places,) if len(places) >= 4 else ()


@needs(Trait.FOUR_CHOWS)
def two_double_chows_in_one_suit(win: Win) -> tuple[Places, ...]:
    """Return the places of two pairs of identical chows that are all of one suit."""
    suits: dict[Suit, list[int]] = {}
    for place in win.chow_places:
        suits.setdefault(win.sets[place].tile.suit, []).append(place)
    found = (_paired_places(win, places) for places in suits.values())
    return tuple(places for places in found if len(places) >= 4)


@Pattern("一條龍", "123m 456m 789m 345p 8s +8s", needs=Trait.THREE_CHOWS, finder=straights)
def pure_straight(win: Win) -> int:
    """The chows 123, 456 and 789 of one suit."""
    return bool(straights(win))


@Pattern("三相逢", "123m 123p 123s 345p 8s +8s", needs=Trait.THREE_CHOWS, finder=three_suit_chows)
def three_suit_chow(win: Win) -> int:
    """The same chow in all three suits, counted once."""
    return bool(three_suit_chows(win))


@Pattern("一般高", "123m 123m 789m 345p 8s +8s", needs=Trait.TWO_CHOWS, finder=double_chows)
def double_chow(win: Win) -> int:
    """Two identical chows, counted once."""
    return bool(double_chows(win))


@Pattern(
    "兩副一般高", "(123m) 123m 345p 345p 8s +8s", needs=Trait.FOUR_CHOWS, finder=two_double_chows
)
def two_double_chow(win: Win) -> int:
    """Two pairs of identical chows."""
    return bool(two_double_chows(win))


@Pattern(
    "一色兩般高",
    "(123m) 123m 567m 567m 8s +8s",
    needs=Trait.FOUR_CHOWS,
    finder=two_double_chows_in_one_suit,
)
def two_double_chow_in_one_suit(win: Win) -> int:
    """Two pairs of identical chows, all of one suit."""
    return bool(two_double_chows_in_one_suit(win))


@Pattern(
    "順子",
    "(234m) 567m 345p 888s 5z +5z",
    needs=Trait.CHOW,
    arguments=(Argument("count", "the minimum number of them", (None, 1, 2, 3, 4), 3),),
    finder=sets.chows,
)
def chows(win: Win, *, count: int | None = None) -> int:
    """Chows: once for each, or once for at least a number of them."""
    return each_or_once(len(win.chow_places), count)


@Pattern(
    "平糊",
    SIMPLES,
    needs=Trait.CHOWS_ALONE,
    arguments=(
        Argument("eyes", "what the pair may be", ("any", "no_honours", "no_value"), "no_value"),
    ),
)
def all_chows(win: Win, *, eyes: str = "any") -> int:
    """Only chows; the pair may have to be without honours, or without value."""
    if win.set_count != len(win.chow_places):
        return False
    match eyes:
        case "no_honours":
            return not any(meld.tile.is_honour for meld in win.sets)
        case "no_value":
            return not sets.pairs_of_value(win)
    return True


@Pattern("無順子", PUNGS)
def no_chows(win: Win) -> int:
    """Only pungs and kongs, no chow."""
    return win.is_complete and not any_chow(win)


@Pattern("有順子", SIMPLES, needs=Trait.CHOW)
def any_chow(win: Win) -> int:
    """At least one chow."""
    return bool(win.chow_places)


def _paired_places(win: Win, places: Sequence[int]) -> Places:
    """Return the places of the chows that come in identical pairs."""
    alike: dict[int, list[int]] = {}
    for place in places:
        alike.setdefault(win.sets[place].tile.index, []).append(place)
    twos = (at[: len(at) // 2 * 2] for at in alike.values())
    return tuple(sorted(place for at in twos for place in at))


def _chow_triples(win: Win) -> Iterator[tuple[Places, list[Tile]]]:
    """Yield the places of each three chows, with their lowest tiles."""
    for places in combinations(win.chow_places, 3):
        yield places, [win.sets[index].tile for index in places]
