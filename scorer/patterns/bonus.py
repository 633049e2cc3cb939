"""Patterns of flowers and seasons."""

from scorer.core.hand import Trait
from scorer.core.tiles import Suit
from scorer.core.win import Win
from scorer.patterns.pattern import (
    SIMPLES,
    Argument,
    Pattern,
    each_or_once,
    no_tiles,
    shown_bonus,
)

_COMPLETE = 4
_all_bonus = shown_bonus(lambda _, __: True)
_own_seasons = shown_bonus(lambda win, tile: tile in win.own_bonus and tile.suit is Suit.SEASONS)
_own_flowers = shown_bonus(lambda win, tile: tile in win.own_bonus and tile.suit is Suit.FLOWERS)
_seasons = shown_bonus(lambda _, tile: tile.suit is Suit.SEASONS)
_flowers = shown_bonus(lambda _, tile: tile.suit is Suit.FLOWERS)
_own_bonus = shown_bonus(lambda win, tile: tile in win.own_bonus)


@Pattern("齊四季", f"{SIMPLES} | 1g 2g 3g 4g", needs=Trait.BONUS, shown=_seasons)
def all_seasons(win: Win) -> int:
    """All four seasons."""
    return _number(win, Suit.SEASONS) == _COMPLETE


@Pattern("齊四花", f"{SIMPLES} | 1f 2f 3f 4f", needs=Trait.BONUS, shown=_flowers)
def all_flowers(win: Win) -> int:
    """All four flowers."""
    return _number(win, Suit.FLOWERS) == _COMPLETE


@Pattern("一台花", f"{SIMPLES} | 1g 2g 3g 4g", needs=Trait.BONUS, shown=_all_bonus)
def complete_sets(win: Win) -> int:
    """One for all four flowers, and one for all four seasons."""
    return all_flowers(win) + all_seasons(win)


@Pattern("八仙過海", f"{SIMPLES} | 1f 2f 3f 4f 1g 2g 3g 4g", needs=Trait.BONUS, shown=_all_bonus)
def all_bonus(win: Win) -> int:
    """All eight bonus tiles, whatever the other tiles are."""
    return len(set(win.bonus)) == 2 * _COMPLETE


@Pattern("正花", f"{SIMPLES} | 1f 1g", needs=Trait.BONUS, shown=_own_bonus)
def own_bonus(win: Win) -> int:
    """One for each flower and season of the winner's seat."""
    return len(win.own_bonus)


@Pattern("台外正花", f"{SIMPLES} | 1f 1g", needs=Trait.BONUS, shown=_own_bonus)
def own_bonus_outside_sets(win: Win) -> int:
    """One for each own flower and season that is not part of a complete set of four."""
    return sum(_number(win, tile.suit) < _COMPLETE for tile in win.own_bonus)


@Pattern("正花（花）", f"{SIMPLES} | 1f", needs=Trait.BONUS, shown=_own_flowers)
def own_flower(win: Win) -> int:
    """The flower of the player's seat."""
    return any(tile.suit is Suit.FLOWERS for tile in win.own_bonus)


@Pattern("正花（季）", f"{SIMPLES} | 1g", needs=Trait.BONUS, shown=_own_seasons)
def own_season(win: Win) -> int:
    """The season of the player's seat."""
    return any(tile.suit is Suit.SEASONS for tile in win.own_bonus)


@Pattern(
    "花牌",
    f"{SIMPLES} | 1f 2f 3f 4f 1g 2g 3g",
    needs=Trait.BONUS,
    arguments=(Argument("count", "the minimum number of tiles", (None, *range(1, 9)), 7),),
    shown=_all_bonus,
)
def bonus_tiles(win: Win, *, count: int | None = None) -> int:
    """Flowers and seasons: once for each, or once for at least a number of them."""
    return each_or_once(len(win.bonus), count)


@Pattern("無花", SIMPLES, shown=no_tiles)
def no_bonus(win: Win) -> int:
    """No flower and no season."""
    return not win.bonus


def _number(win: Win, suit: Suit) -> int:
    return len({tile for tile in win.bonus if tile.suit is suit}) if win.bonus else 0
