"""Patterns of chows.

Finders name the sets by their place in the win, so that a table may ask whether those lie exposed
or were used before.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from scorer.tiles import SUITS
from scorer.win import Win

Places: TypeAlias = tuple[int, ...]


def straights(win: Win) -> tuple[Places, ...]:
    """Find every 123, 456 and 789 of one suit."""
    return tuple(
        three
        for three in _chows(win, 3)
        if len({win.sets[index].tile.suit for index in three}) == 1
        and {win.sets[index].tile.rank for index in three} == {1, 4, 7}
    )


def three_suit_chows(win: Win) -> tuple[Places, ...]:
    """Find every three chows of the same numbers in the three suits."""
    return tuple(
        three
        for three in _chows(win, 3)
        if len({win.sets[index].tile.rank for index in three}) == 1
        and {win.sets[index].tile.suit for index in three} == set(SUITS)
    )


def double_chows(win: Win) -> tuple[Places, ...]:
    """Find every two identical chows."""
    return tuple(two for two in _chows(win, 2) if len({win.sets[index].tile for index in two}) == 1)


def two_double_chows(win: Win) -> tuple[Places, ...]:
    """Find two pairs of identical chows, four identical chows included."""
    lowest = sorted(meld.tile for meld in win.sets if meld.is_chow)
    alike = len(lowest) == 4 and lowest[0] == lowest[1] and lowest[2] == lowest[3]
    return tuple(_chows(win, 4)) if alike else ()


def two_double_chows_in_one_suit(win: Win) -> tuple[Places, ...]:
    """Find two pairs of identical chows that are all of one suit."""
    found = two_double_chows(win)
    one_suit = len({meld.tile.suit for meld in win.sets if meld.is_chow}) == 1
    return found if one_suit else ()


def pure_straight(win: Win) -> int:
    """1 to 9 of one suit, as the chows 123, 456 and 789."""
    return bool(straights(win))


def three_suit_chow(win: Win) -> int:
    """Three chows of the same numbers in the three suits, counted once."""
    return bool(three_suit_chows(win))


def double_chow(win: Win) -> int:
    """Two identical chows, counted once."""
    return bool(double_chows(win))


def two_double_chow(win: Win) -> int:
    """Two pairs of identical chows."""
    return bool(two_double_chows(win))


def two_double_chow_in_one_suit(win: Win) -> int:
    """Two pairs of identical chows, all of one suit."""
    return bool(two_double_chows_in_one_suit(win))


def all_chows(win: Win) -> int:
    """Four chows and any eyes."""
    return sum(meld.is_chow for meld in win.sets) == 4


def all_chows_without_honours(win: Win) -> int:
    """Four chows, and eyes that are no honours."""
    return all_chows(win) and not any(meld.tile.is_honour for meld in win.sets)


def no_chows(win: Win) -> int:
    """Four pungs, none of the sets a chow."""
    return win.is_complete and not any_chow(win)


def any_chow(win: Win) -> int:
    """At least one chow."""
    return any(meld.is_chow for meld in win.sets)


def _chows(win: Win, number: int) -> Iterator[Places]:
    places = [index for index, meld in enumerate(win.sets) if meld.is_chow]
    return combinations(places, number)
