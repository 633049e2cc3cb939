"""Whether tiles on a photo complete a hand, and of which sets it is."""

from collections.abc import Iterator, Sequence

from scorer.core.arrangements import forms, standard
from scorer.core.hand import MeldKind
from scorer.core.tiles import Tile
from vision.sets import FACE_DOWN

_FIVE_SETS = 17  # tiles, where games are played with a set more


def is_winning(held: Sequence[str], laid: int = 0) -> bool:
    """Tell whether concealed tiles complete a hand beside so many sets laid down.

    Fourteen tiles do in any shape, seventeen as five sets and eyes.
    """
    if FACE_DOWN in held:
        return False
    tiles = tuple(map(Tile.parse, held))
    if len(tiles) + 3 * laid == _FIVE_SETS:
        return any(True for _ in standard(tiles, laid - 1))
    return bool(forms(tiles, laid))


def sets_of(held: Sequence[str], laid: int = 0) -> Iterator[tuple[str, ...]]:
    """Give the sets of concealed tiles beside so many sets laid down, in one way, without eyes."""
    tiles = tuple(map(Tile.parse, held))
    beside = laid - (len(tiles) + 3 * laid == _FIVE_SETS)
    for meld in next(standard(tiles, beside), ()):
        if meld.kind is not MeldKind.EYES:
            yield tuple(str(tile) for tile in meld.tiles)
