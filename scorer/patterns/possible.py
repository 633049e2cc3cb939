"""Patterns of what else could have completed the hand: they ask for the shapes that win."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from scorer.arrange import Arranger, Form
from scorer.hand import Meld
from scorer.tiles import Tile
from scorer.waits import completing
from scorer.win import Win

Count: TypeAlias = Callable[[Win], int]


def only_kind(forms: Mapping[Form, Arranger]) -> Count:
    """Make the pattern of a hand that one kind of tile alone completed, whatever it waited for."""

    def count(win: Win) -> int:
        """One kind of tile alone completes the hand: for the eyes, at the edge, in the middle."""
        return any(len(kinds) == 1 for kinds, _ in _waits(win, forms))

    return count


def only_tile(forms: Mapping[Form, Arranger]) -> Count:
    """Make the pattern of a hand that a single tile completed, its last copy."""

    def count(win: Win) -> int:
        """A single tile completes the hand: all other copies are in the hand itself."""
        return any(
            sum(kind.copies - held.count(kind) for kind in kinds) == 1
            for kinds, held in _waits(win, forms)
        )

    return count


def _waits(
    win: Win, forms: Mapping[Form, Arranger]
) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
    """Yield what the hand waited for, and the tiles that it held meanwhile.

    Once for the marked tile; of a dealt hand, for each tile that may have come last.
    """
    hand, shapes = win.declared.hand, tuple(forms.values())
    on_table = tuple(each for meld in hand.melds for each in meld.tiles)
    last = win.sets[win.completed].tiles if win.completed is not None else ()
    for tile in {hand.winning} if hand.winning else set(last):
        standing = list(hand.standing)
        standing.reverse()  # the marked tile is the last of them
        standing.remove(tile)
        yield _completing(tuple(standing), hand.melds, shapes), (*standing, *on_table)


@lru_cache(maxsize=1024)
def _completing(
    concealed: tuple[Tile, ...], melds: tuple[Meld, ...], shapes: tuple[Arranger, ...]
) -> tuple[Tile, ...]:
    return completing(concealed, melds, shapes)
