"""Patterns of whole hands that have a name of their own."""

from collections import Counter

from scorer.core.hand import Trait
from scorer.core.tiles import Suit, Tile
from scorer.core.win import Win
from scorer.patterns import pungs, suits, winning_tile
from scorer.patterns.pattern import Pattern

GREEN, RED, WHITE = Tile.parse("6z"), Tile.parse("7z"), Tile.parse("5z")
GREENS = frozenset(Tile.parse(code) for code in ("2s", "3s", "4s", "6s", "8s", "6z"))


@Pattern(
    "番子對對糊",
    "(111z) 222z 333z 555z 6z +6z",
    needs=Trait.HONOUR | Trait.PUNGS_ALONE | Trait.NO_SIMPLE,
)
def honour_pungs(win: Win) -> int:
    """Four pungs and a pair of winds and dragons."""
    return pungs.four_pungs(win) and suits.only_honours(win)


@Pattern("坎坎糊", "111m 222p 333s 444m 5z +5z", needs=Trait.PUNGS_ALONE | Trait.DRAWN, drawn=True)
def hidden_treasure(win: Win) -> int:
    """Four concealed pungs or kongs, won by self-draw."""
    return winning_tile.self_drawn(win) and pungs.four_concealed_pungs(win)


@Pattern(
    "翡翠龍",
    "(666z) 222s 333s 444s 8s +8s",
    needs=Trait.DRAGON_PUNG | Trait.BAMBOO | Trait.PUNGS_ALONE,
)
def jade_dragon(win: Win) -> int:
    """A pung of green dragons with three pungs and a pair of bamboo."""
    return _dragon_of_suit(win, GREEN, Suit.BAMBOO)


@Pattern(
    "紅寶石龍",
    "(777z) 222m 333m 444m 8m +8m",
    needs=Trait.DRAGON_PUNG | Trait.CHARACTERS | Trait.PUNGS_ALONE,
)
def ruby_dragon(win: Win) -> int:
    """A pung of red dragons with three pungs and a pair of characters."""
    return _dragon_of_suit(win, RED, Suit.CHARACTERS)


@Pattern(
    "珍珠龍",
    "(555z) 222p 333p 444p 8p +8p",
    needs=Trait.DRAGON_PUNG | Trait.DOTS | Trait.PUNGS_ALONE,
)
def pearl_dragon(win: Win) -> int:
    """A pung of white dragons with three pungs and a pair of dots."""
    return _dragon_of_suit(win, WHITE, Suit.DOTS)


@Pattern("綠一色", "(666z) 234s 234s 888s 6s +6s")
def all_green(win: Win) -> int:
    """Only green dragons and bamboo 2, 3, 4, 6 and 8."""
    return bool(win.tiles) and GREENS.issuperset(win.tiles)


@Pattern("遊蛇", "111m 345m 678m 999m 2m +2m")
def wriggling_snake(win: Win) -> int:
    """One suit: pungs of 1 and 9, a pair of 2, 5 or 8, and the other numbers in two chows."""
    if not suits.full_flush(win):
        return 0
    counts = Counter(tile.rank for tile in win.tiles)
    eyes = [rank for rank in (2, 5, 8) if counts[rank] == 2]
    others = {rank: counts[rank] for rank in range(2, 9) if rank not in eyes}
    ends = all(3 <= counts[rank] <= 4 for rank in (1, 9))
    return ends and len(eyes) == 1 and set(others.values()) == {1}


def _dragon_of_suit(win: Win, dragon: Tile, suit: Suit) -> int:
    suits_beside = {meld.tile.suit for meld in win.sets if meld.tile != dragon}
    has_pung = any(meld.is_pung and meld.tile == dragon for meld in win.sets)
    return pungs.four_pungs(win) and has_pung and suits_beside == {suit}
