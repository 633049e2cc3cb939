"""Players, the chairs they sit on, and amounts, one a player."""

from enum import IntEnum
from typing import TypeAlias

from scorer.core.tiles import Wind

WINDS = tuple(Wind)
PLAYERS = 4  # at most; three play, too, and two to learn
FEWEST = 2

Points: TypeAlias = tuple[int, ...]


class Player(IntEnum):
    """A person, numbered as they first sat down, in the order of play."""

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


Seating: TypeAlias = tuple[Player, ...]
EVERYONE: Seating = tuple(Player)


def in_points(coins: int, per_point: int) -> int | float:
    """An amount as people say it: whole points, or points with their cents.

    >>> in_points(1200, 100), in_points(1225, 100)
    (12, 12.25)
    """
    whole, rest = divmod(coins, per_point)
    return coins / per_point if rest else whole


def plus(points: Points, changes: Points) -> Points:
    """Add amounts to others."""
    return tuple([have + more for have, more in zip(points, changes, strict=True)])


def minus(points: Points, before: Points) -> Points:
    """Take amounts from others."""
    return tuple(now - then for now, then in zip(points, before, strict=True))
