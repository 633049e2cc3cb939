"""Whether tiles on a photo complete a hand."""

from collections.abc import Sequence

from scorer.core.arrangements import forms, standard
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
