"""Patterns of what tiles a hand is made of, whatever sets they make."""

from collections import Counter
from collections.abc import Callable

from scorer.core.hand import Meld, Trait
from scorer.core.tiles import Suit, Tile
from scorer.core.win import Win
from scorer.patterns.pattern import FLAG, SIMPLES, Argument, Pattern, needs

HONOURS = frozenset({Suit.HONOURS})


@Pattern("清一色", "123m 456m 789m 555m 7m +7m", needs=Trait.ONE_SUIT)
def full_flush(win: Win) -> int:
    """All tiles of one suit, no honours."""
    suits = win.suits
    return len(suits) == 1 and Suit.HONOURS not in suits


@Pattern("混一色", "123m 456m 789m 111z 7m +7m", needs=Trait.HONOUR | Trait.ONE_SUIT)
def half_flush(win: Win) -> int:
    """One suit and honours."""
    suits = win.suits
    return len(suits) == 2 and Suit.HONOURS in suits


@Pattern("一色番子眼", "123m 456m 789m 555m 1z +1z", needs=Trait.HONOUR_EYES | Trait.ONE_SUIT)
def one_suit_and_honour_eyes(win: Win) -> int:
    """Sets of one suit, and a pair of winds or dragons."""
    suits = {meld.tile.suit for meld in win.sets if not meld.is_eyes}
    eyes = any(meld.is_eyes and meld.tile.is_honour for meld in win.sets)
    return eyes and len(suits) == 1 and Suit.HONOURS not in suits


@Pattern("字一色", "(111z) 222z 333z 555z 6z +6z", needs=Trait.HONOUR | Trait.NO_SIMPLE)
def only_honours(win: Win) -> int:
    """Only winds and dragons, as sets or as pairs."""
    return win.suits == HONOURS


@Pattern("清幺九", "(111m) 999m 111p 999s 1s +1s", needs=Trait.TERMINAL | Trait.NO_SIMPLE)
def only_terminals(win: Win) -> int:
    """Only ones and nines."""
    return _all_tiles(win.tiles, lambda tile: tile.is_terminal)


@Pattern("花幺", "(111m) 999m 111z 999s 1s +1s", needs=Trait.NO_SIMPLE)
def terminals_and_honours(win: Win) -> int:
    """Only terminals and honours, some of both."""
    return terminals_or_honours(win) and not only_honours(win) and not only_terminals(win)


@Pattern("幺九番子", "(111m) 999m 111z 999s 1s +1s", needs=Trait.NO_SIMPLE)
def terminals_or_honours(win: Win) -> int:
    """Only ones, nines, winds and dragons, of any of these kinds."""
    return _all_tiles(win.tiles, lambda tile: tile.is_terminal or tile.is_honour)


@Pattern("斷幺", SIMPLES, needs=Trait.NO_MAJOR)
def all_simples(win: Win) -> int:
    """Only twos to eights."""
    return _all_tiles(win.tiles, lambda tile: tile.is_simple)


@Pattern("組組帶幺", "123m 789m 123p 999s 5s +5s", needs=Trait.TERMINAL)
def terminal_in_each_meld(win: Win) -> int:
    """A one or a nine in every set; the pair can be anything."""
    sets = len(win.chow_places) + len(win.pungs)
    return sets == win.set_count and all(
        _has_terminal(meld) for meld in win.sets if not meld.is_eyes
    )


@Pattern("組組有幺九番子", "123m 789m 111z 999s 5z +5z")
def terminal_or_honour_in_each_set(win: Win) -> int:
    """A one, a nine or an honour in every set and in the pair."""
    sets = len(win.chow_places) + len(win.pungs)
    return sets == win.set_count and all(
        _has_terminal(meld) or meld.tile.is_honour for meld in win.sets
    )


@needs(Trait.TERMINAL)
def terminal_eyes(win: Win) -> int:
    """Eyes of ones or nines."""
    return any(meld.is_eyes and meld.tile.is_terminal for meld in win.sets)


@Pattern(
    "九子連環",
    "1112345678999m +5m",
    needs=Trait.ONE_SUIT | Trait.TERMINAL,
    arguments=(Argument("pure", "whether it waited for all nine", FLAG, example=True),),
)
def nine_gates(win: Win, *, pure: bool = False) -> int:
    """Concealed 1112345678999 of one suit and one more of it; pure: it waited for all nine."""
    hand = win.declared.hand
    if not full_flush(win) or hand.melds:
        return 0
    counts = Counter(tile.rank for tile in win.tiles)
    last = hand.winning
    waited = not pure or last is None or counts[last.rank] in (2, 4)
    return waited and all(counts[rank] >= (3 if rank in (1, 9) else 1) for rank in range(1, 10))


@Pattern(
    "花色數目",
    "234m 567m 345p 111z 8p +8p",
    arguments=(
        Argument("count", "the number of suits", (2, 0, 1, 3), 2),
        Argument("honours", "whether there are honours", ("any", True, False)),
    ),
)
def suits(win: Win, *, count: int, honours: bool | str) -> int:
    """Tiles of exactly this many suits, with honours, without, or either."""
    if not win.sets:
        return False
    has = Suit.HONOURS in win.suits
    return len(win.suits) - has == count and honours in ("any", has)


@Pattern("五門齊", "123m 456p 789s 111z 5z +5z")
def five_types(win: Win) -> int:
    """Sets and a pair that together are of all three suits, winds and dragons."""
    tiles = [meld.tile for meld in win.sets]
    kinds = {tile.suit for tile in tiles if not tile.is_honour}
    return (
        len(kinds) == 3
        and any(tile.is_wind for tile in tiles)
        and any(tile.is_dragon for tile in tiles)
    )


def _has_terminal(meld: Meld) -> bool:
    return meld.tiles[0].is_terminal or meld.tiles[-1].is_terminal


def _all_tiles(tiles: tuple[Tile, ...], fact: Callable[[Tile], bool]) -> bool:
    """Return whether a fact holds for all tiles; false without tiles."""
    return bool(tiles) and all(fact(tile) for tile in tiles)
