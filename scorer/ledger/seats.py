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
