"""Which tiles of a hand earn a row, so that a table can point at them."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from scorer.core.hand import Meld
from scorer.core.tiles import Suit, Tile
from scorer.core.win import Win
from scorer.patterns import bonus, pungs
from scorer.patterns import winning_tile as moves
from scorer.rules.row import Count, Places, Row

Tiles: TypeAlias = tuple[Tile, ...]


def tiles_of(row: Row, win: Win) -> Tiles:
    """Return the tiles that earn a row in a reading; those of all sets where it needs all.

    None for what no tile in particular earns, such as going out or having no bonus tile.
    """
    if row.shown is not None:
        return row.shown(win)
    if row.made_of is not None:
        places = {index for found in row.made_of(win) for index in found}
        return tiles_at(tuple(sorted(places)), win)
    return TILES_OF_PATTERNS.get(row.count, whole_hand)(win)


def tiles_at(places: Places, win: Win) -> Tiles:
    """Return the tiles of the sets at some places."""
    return _tiles_of_melds(win.sets[index] for index in places)


def whole_hand(win: Win) -> Tiles:
    """Return the tiles of all sets and the eyes."""
    return win.tiles


def no_tiles(_: Win) -> Tiles:
    """Return no tile."""
    return ()


def winning_tile(win: Win) -> Tiles:
    """Return the last tile, where it is marked."""
    tile = win.declared.hand.winning
    return () if tile is None else (tile,)


def bonus_tiles(win: Win) -> Tiles:
    """Return all flowers and seasons."""
    return win.bonus


def own_bonus(win: Win) -> Tiles:
    """Return the flowers and seasons of the player's seat."""
    return win.own_bonus


def sets_where(fact: Callable[[Win, Meld], bool]) -> Callable[[Win], Tiles]:
    """Return a function that returns the tiles of sets and eyes of which a fact holds."""
    return lambda win: _tiles_of_melds(meld for meld in win.sets if fact(win, meld))


def bonus_of(suit: Suit) -> Callable[[Win], Tiles]:
    """Return a function that returns the flowers, or the seasons."""
    return lambda win: tuple(tile for tile in win.bonus if tile.suit is suit)


def _tiles_of_melds(melds: Iterable[Meld]) -> Tiles:
    return tuple(tile for meld in melds for tile in meld.tiles)


_dragons = sets_where(lambda _, meld: meld.tile.is_dragon)
_dragon_pungs = sets_where(lambda _, meld: meld.is_pung and meld.tile.is_dragon)
_winds = sets_where(lambda _, meld: meld.tile.is_wind)
_kongs = sets_where(lambda _, meld: meld.is_kong)
_pungs = sets_where(lambda _, meld: meld.is_pung)

TILES_OF_PATTERNS: Mapping[Count, Callable[[Win], Tiles]] = {
    moves.going_out: no_tiles,
    moves.self_drawn: winning_tile,
    moves.drawn_eyes_middle_or_terminal: winning_tile,
    moves.drawn_eyes_middle_or_edge: winning_tile,
    moves.last_wall_tile: winning_tile,
    moves.last_discard: winning_tile,
    moves.replacement: winning_tile,
    moves.kong_replacement: winning_tile,
    moves.kong_on_kong: winning_tile,
    moves.robbed_kong: winning_tile,
    moves.first_discard: winning_tile,
    bonus.no_bonus: no_tiles,
    bonus.all_bonus: bonus_tiles,
    bonus.bonus_tiles: bonus_tiles,
    bonus.complete_sets: bonus_tiles,
    bonus.all_seasons: bonus_of(Suit.SEASONS),
    bonus.all_flowers: bonus_of(Suit.FLOWERS),
    bonus.own_bonus: own_bonus,
    bonus.own_bonus_outside_sets: own_bonus,
    pungs.dragon_pungs: _dragon_pungs,
    pungs.any_dragon_pung: _dragon_pungs,
    pungs.big_dragons: _dragon_pungs,
    pungs.little_dragons: _dragons,
    pungs.little_dragons_twice: _dragons,
    pungs.big_winds: _winds,
    pungs.little_winds: _winds,
    pungs.four_wind_pungs: _winds,
    pungs.three_kongs: _kongs,
    pungs.four_kongs: _kongs,
    pungs.three_concealed_pungs: _pungs,
    pungs.three_unexposed_pungs: _pungs,
    pungs.three_same_number: _pungs,
    pungs.prevalent_wind: sets_where(
        lambda win, meld: meld.is_pung and meld.tile == win.declared.round.tile
    ),
    pungs.seat_wind: sets_where(
        lambda win, meld: meld.is_pung and meld.tile == win.declared.seat.tile
    ),
}
