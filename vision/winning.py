"""Whether tiles on a photo complete a hand."""

from collections.abc import Sequence

from scorer.arrange import forms
from scorer.tiles import Tile
from vision.sets import FACE_DOWN


def is_winning(held: Sequence[str], laid: int = 0) -> bool:
    """Tell whether concealed tiles complete a hand beside so many sets laid down."""
    return FACE_DOWN not in held and bool(forms(map(Tile.parse, held), laid))
