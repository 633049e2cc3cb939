"""Sets that score one by one: each finder names them by their places in the hand.

They serve tables in which every set earns its own row, for hands that win and hands that do not.
"""

from collections.abc import Callable
from typing import TypeAlias

from scorer.hand import Meld
from scorer.win import Role, Win

Places: TypeAlias = tuple[int, ...]
Finder: TypeAlias = Callable[[Win], tuple[Places, ...]]


def chows(win: Win) -> tuple[Places, ...]:
    """Each chow."""
    return _each(win, lambda meld: meld.is_chow)


def pungs(win: Win) -> tuple[Places, ...]:
    """Each pung of three tiles."""
    return _each(win, _is_pung_of_three)


def kongs(win: Win) -> tuple[Places, ...]:
    """Each kong."""
    return _each(win, lambda meld: meld.is_kong)


def dragon_sets(win: Win) -> tuple[Places, ...]:
    """Each pung or kong of dragons."""
    return _each(win, lambda meld: meld.is_pung and meld.tile.is_dragon)


def own_wind_sets(win: Win) -> tuple[Places, ...]:
    """A pung or kong of the player's seat wind."""
    own = win.declared.seat.tile
    return _each(win, lambda meld: meld.is_pung and meld.tile == own)


def round_wind_sets(win: Win) -> tuple[Places, ...]:
    """A pung or kong of the round wind."""
    prevalent = win.declared.round.tile
    return _each(win, lambda meld: meld.is_pung and meld.tile == prevalent)


def pairs_of_dragons_or_own_wind(win: Win) -> tuple[Places, ...]:
    """Each pair of dragons or of the player's seat wind."""
    own = win.declared.seat.tile
    return _each(win, lambda meld: meld.is_eyes and (meld.tile.is_dragon or meld.tile == own))


def one_if_lost(finder: Finder) -> Finder:
    """Make a finder that names only the first where the hand did not win."""

    def find(win: Win) -> tuple[Places, ...]:
        found = finder(win)
        return found[:1] if win.declared.role is Role.LOSER else found

    return find


def _is_pung_of_three(meld: Meld) -> bool:
    return meld.is_pung and not meld.is_kong


def _each(win: Win, fact: Callable[[Meld], bool]) -> tuple[Places, ...]:
    return tuple((index,) for index, meld in enumerate(win.sets) if fact(meld))
