"""Patterns of what else could have completed the hand: they ask for the shapes that win."""

from collections.abc import Iterator
from functools import lru_cache

from scorer.core.arrangements import Arranger, Form, completing_tiles
from scorer.core.hand import Meld
from scorer.core.tiles import TILES, Tile
from scorer.core.win import Win
from scorer.patterns.pattern import Pattern, last_tile


@Pattern("獨獨", "123m 456p 789s 13s 55z +2s", shown=last_tile)
def single_wait(win: Win) -> int:
    """One kind of tile alone completed the hand: for the eyes, at the edge, in the middle."""
    return not _has_other_end(win) and 1 in [len(kinds) for kinds, _ in _waits(win)]


def single_tile(win: Win) -> int:
    """A single tile completed the hand: all other copies are in the hand itself."""
    on_table = tuple(each for meld in win.declared.hand.melds for each in meld.tiles)
    return any(
        sum(kind.copies - (*held, *on_table).count(kind) for kind in kinds) == 1
        for kinds, held in _waits(win)
    )


def _has_other_end(win: Win) -> bool:
    """Whether the reading itself waited for another kind too, which is soon seen.

    That is the other end of a chow, or the eyes where one of two pairs became a pung.
    """
    hand = win.declared.hand
    if win.form is not Form.STANDARD or win.completed is None or hand.winning is None:
        return False
    into, last = win.sets[win.completed], hand.winning.index
    other = win.sets[-1].tile
    if into.is_chow:
        lowest, _, highest = into.tiles
        if last == lowest.index and highest.rank < 9:
            other = TILES[highest.index + 1]
        elif last == highest.index and lowest.rank > 1:
            other = TILES[lowest.index - 1]
        else:
            return False
    elif not into.is_pung:
        return False
    return [tile.index for tile in hand.tiles].count(other.index) < other.copies


def _waits(win: Win) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
    """Yield what the hand waited for, and the tiles that stood concealed meanwhile.

    Once for the marked tile; of a dealt hand, for each tile that may have come last.
    """
    hand, shapes = win.declared.hand, win.shape.arrangers
    if hand.winning is not None:
        yield _completing_tiles(hand.concealed, hand.melds, shapes), hand.concealed
        return
    last = win.sets[win.completed].tiles if win.completed is not None else ()
    for tile in set(last):
        standing = list(hand.standing)
        standing.remove(tile)
        yield _completing_tiles(tuple(standing), hand.melds, shapes), tuple(standing)


@lru_cache(maxsize=1024)
def _completing_tiles(
    concealed: tuple[Tile, ...], melds: tuple[Meld, ...], shapes: tuple[Arranger, ...]
) -> tuple[Tile, ...]:
    return completing_tiles(concealed, melds, shapes)
