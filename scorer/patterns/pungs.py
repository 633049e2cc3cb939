"""Patterns of pungs and kongs. A kong counts wherever a pung is asked for."""

from collections import defaultdict

from scorer.core.tiles import TILES, Suit, Tile
from scorer.core.win import Win

DRAGONS = frozenset(tile for tile in TILES if tile.is_dragon)
WINDS = frozenset(tile for tile in TILES if tile.is_wind)


def four_kongs(win: Win) -> int:
    """As many kongs as sets: four."""
    return win.set_count == len(win.pungs) == _kongs(win)


def three_kongs(win: Win) -> int:
    """Three kongs, or four."""
    return len(win.pungs) >= 3 and _kongs(win) >= 3


def four_pungs(win: Win) -> int:
    """Pungs alone, four of them, and eyes."""
    return win.set_count == len(win.pungs)


def three_concealed_pungs(win: Win) -> int:
    """Three pungs of tiles from the wall: a pung that the claimed tile completes is not one."""
    return len(win.pungs) >= 3 and _concealed_pungs(win) >= 3


def three_unexposed_pungs(win: Win) -> int:
    """Three pungs that did not lie exposed before the win, whoever gave the last tile."""
    return sum(not meld.is_exposed for meld in win.pungs) >= 3


def four_concealed_pungs(win: Win) -> int:
    """Pungs alone, all of tiles from the wall."""
    return win.set_count == len(win.pungs) == _concealed_pungs(win)


def three_same_number(win: Win) -> int:
    """Three pungs of the same number in the three suits."""
    if len(win.pungs) < 3:
        return False
    suits: dict[int, set[Suit]] = defaultdict(set)
    for meld in win.pungs:
        if meld.tile.is_suited:
            suits[meld.tile.rank].add(meld.tile.suit)
    return any(len(each) == 3 for each in suits.values())


def dragon_pungs(win: Win) -> int:
    """One for each pung of dragons."""
    return len(win.pung_tiles & DRAGONS)


def any_dragon_pung(win: Win) -> int:
    """A pung of dragons, counted once."""
    return dragon_pungs(win) > 0


def little_dragons(win: Win) -> int:
    """Two pungs of dragons and a pair of the third."""
    return dragon_pungs(win) == 2 and _has_eyes_of(win, DRAGONS)


def little_dragons_twice(win: Win) -> int:
    """Two pungs of dragons and a pair of the third, which a table lists in two places."""
    return 2 * little_dragons(win)


def big_dragons(win: Win) -> int:
    """Three pungs of dragons."""
    return dragon_pungs(win) == 3


def big_winds(win: Win) -> int:
    """Three pungs of winds with the fourth wind as eyes or pung."""
    pungs = len(win.pung_tiles & WINDS)
    return pungs == 4 or (pungs == 3 and _has_eyes_of(win, WINDS))


def little_winds(win: Win) -> int:
    """Three pungs of winds and a pair of the fourth."""
    return big_winds(win) and not four_wind_pungs(win)


def four_wind_pungs(win: Win) -> int:
    """Four pungs of winds."""
    return win.pung_tiles >= WINDS


def prevalent_wind(win: Win) -> int:
    """A pung of the round wind."""
    return win.declared.round.tile in win.pung_tiles


def seat_wind(win: Win) -> int:
    """A pung of the winner's seat wind."""
    return win.declared.seat.tile in win.pung_tiles


def _concealed_pungs(win: Win) -> int:
    return sum(
        meld.is_pung and not meld.is_exposed and not win.is_claimed(index)
        for index, meld in enumerate(win.sets)
    )


def _kongs(win: Win) -> int:
    return sum(meld.is_kong for meld in win.pungs)


def _has_eyes_of(win: Win, tiles: frozenset[Tile]) -> bool:
    return any(meld.is_eyes and meld.tile in tiles for meld in win.sets)
