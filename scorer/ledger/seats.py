"""Players, the chairs they sit on, and four numbers, one a player."""

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias

from scorer.core.tiles import Wind

WINDS = tuple(Wind)
PLAYERS = 4

Points: TypeAlias = tuple[int, int, int, int]
NOTHING: Points = (0, 0, 0, 0)


class Player(IntEnum):
    """A person, numbered as the four first sat down, in the order of play."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3


class Seat(IntEnum):
    """A chair, numbered in the order of play; it never moves, whoever sits on it."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3

    @property
    def next(self) -> "Seat":
        """The chair that plays next: on the right, or on the left where play goes clockwise."""
        return Seat((self + 1) % PLAYERS)


Seating: TypeAlias = tuple[Player, Player, Player, Player]
AS_THEY_SAT_DOWN: Seating = (Player.FIRST, Player.SECOND, Player.THIRD, Player.FOURTH)


def four(values: Iterable[int]) -> Points:
    """Four numbers as a tuple; ValueError for any other count."""
    first, second, third, fourth = values
    return first, second, third, fourth


def in_points(coins: int, per_point: int) -> int | float:
    """An amount as people say it: whole points, or points with their cents.

    >>> in_points(1200, 100), in_points(1225, 100)
    (12, 12.25)
    """
    whole, rest = divmod(coins, per_point)
    return coins / per_point if rest else whole


def plus(points: Points, changes: Points) -> Points:
    """Add four numbers to four others."""
    return four(have + more for have, more in zip(points, changes, strict=True))


def minus(points: Points, before: Points) -> Points:
    """Take four numbers from four others."""
    return four(now - then for now, then in zip(points, before, strict=True))
