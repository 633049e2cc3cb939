"""Sets that score one by one: each finder names them by their places in the hand.

They serve tables in which every set earns its own row, for hands that win and hands that do not.
"""

from collections.abc import Callable

from scorer.core.hand import Trait
from scorer.core.tiles import TILES, Tile
from scorer.core.win import Places, Role, Win
from scorer.patterns.pattern import Finder, needs

DRAGONS = frozenset(tile for tile in TILES if tile.is_dragon)


@needs(Trait.CHOW)
def chows(win: Win) -> tuple[Places, ...]:
    """Each chow."""
    return tuple([(index,) for index in win.chow_places])


@needs(Trait.PUNG)
def pungs(win: Win) -> tuple[Places, ...]:
    """Each pung of three tiles."""
    return tuple([(index,) for index in win.pung_places if not win.sets[index].is_kong])


@needs(Trait.KONG)
def kongs(win: Win) -> tuple[Places, ...]:
    """Each kong."""
    return tuple([(index,) for index in win.pung_places if win.sets[index].is_kong])


@needs(Trait.DRAGON_PUNG)
def dragon_sets(win: Win) -> tuple[Places, ...]:
    """Each pung or kong of dragons."""
    return tuple((index,) for index in win.pung_places if win.sets[index].tile.is_dragon)


@needs(Trait.WIND_PUNG)
def own_wind_sets(win: Win) -> tuple[Places, ...]:
    """A pung or kong of the player's seat wind."""
    return _pungs_of(win, win.declared.seat.tile)


@needs(Trait.WIND_PUNG)
def round_wind_sets(win: Win) -> tuple[Places, ...]:
    """A pung or kong of the round wind."""
    return _pungs_of(win, win.declared.round.tile)


@needs(Trait.HONOUR_EYES)
def pairs_of_dragons_or_own_wind(win: Win) -> tuple[Places, ...]:
    """Each pair of dragons or of the player's seat wind."""
    own = win.declared.seat.tile
    return _honour_eyes(win, lambda tile: tile.is_dragon or tile == own)


@needs(Trait.HONOUR_EYES)
def pairs_of_value(win: Win) -> tuple[Places, ...]:
    """Each pair of dragons, of the player's seat wind or of the round wind."""
    return _honour_eyes(win, lambda tile: _value_count(win, tile) > 0)


@needs(Trait.HONOUR_EYES)
def pairs_of_value_twice(win: Win) -> tuple[Places, ...]:
    """The same, with a pair of the seat wind that is the round wind too named twice."""
    found = pairs_of_value(win)
    return tuple(
        place for place in found for _ in range(_value_count(win, win.sets[place[0]].tile))
    )


def one_if_lost(finder: Finder) -> Finder:
    """Return a finder that returns only the first set found where the hand did not win."""

    def find(win: Win) -> tuple[Places, ...]:
        found = finder(win)
        return found[:1] if win.declared.role is Role.LOSER else found

    return find


def _value_count(win: Win, tile: Tile) -> int:
    """Return how often a tile is of value: as a dragon, the seat wind or the round wind."""
    winds = (win.declared.seat.tile, win.declared.round.tile)
    return tile.is_dragon + winds.count(tile)


def _pungs_of(win: Win, tile: Tile) -> tuple[Places, ...]:
    return tuple((index,) for index in win.pung_places if win.sets[index].tile == tile)


def _honour_eyes(win: Win, fact: Callable[[Tile], bool]) -> tuple[Places, ...]:
    """Return the places of each pair of honours for which a fact holds."""
    return tuple(
        (index,)
        for index, meld in enumerate(win.sets)
        if meld.is_eyes and meld.tile.is_honour and fact(meld.tile)
    )
