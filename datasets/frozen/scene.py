"""One frozen scene: every look that a reading took at a photo, and what really lies in it.

A look is what `vision.detect.recogniser` made of the photo at one scale. Its tiles come in three
parts: `kept` ones, then those `doubted` (found, but passing for no tile), then places where a row
may go on, which only a second look at the pixels shows. Whatever is decided from there on, layout
and names, needs no pixel; what would need one, another scale or another place, was either frozen or
is gone.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

Counts = NDArray[np.intp]


class Role(IntEnum):
    """What a real tile is to the hand that was photographed; numbers are those in the files."""

    CONCEALED = 0
    WINNING = 1  # laid apart, or turned
    EXPOSED = 2
    CONCEALED_KONG = 3
    BONUS = 4
    DISCARD = 5
    BACK = 6  # face down, of no wall
    WALL = 7
    OTHER = 8  # another player's hand, sets or bonus tiles
    HIDDEN = 9  # cut off or mostly covered: nobody can say what it is
    TILE = 10  # of a real photo: a tile, nobody wrote down of what
    CAPTION = 11  # the same, where the outline says where it is, but not how large its face


OWN = frozenset({Role.CONCEALED, Role.WINNING, Role.EXPOSED, Role.CONCEALED_KONG, Role.BONUS})


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A photo as it was seen at one `scale`: `kept` tiles first, then `doubted`, then places.

    `corners` (n, 4, 2) are pixels of the full photo, `probabilities` (n, k) those of the labels,
    `steady`, `found` (n,) as in `vision.detect.recogniser.PhotoTiles`; `upon` (n,) is how likely
    each lies on another.
    """

    scale: float
    kept: int
    doubted: int
    corners: Floats
    probabilities: Floats
    steady: Floats
    found: Floats
    upon: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Real:
    """What really lies there: codes (m) with corners (m, 4, 2) in pixels, and what each is.

    `parts` (m,) number the sets of the hand from 1 in the order in which they were laid, 0 for
    tiles of none; `visible` (m,) is the share of each tile's face that the photo shows. `players`
    (m,) say whose each is, as `datasets.synth.scenes.camera.Box` has it; files do not keep it.
    """

    codes: tuple[str, ...]
    corners: Floats
    roles: tuple[Role, ...]
    parts: tuple[int, ...]
    visible: Floats
    players: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class FrozenScene:
    """A photo's `size`, looks and truth.

    `hand` is hand text where it is known how the hand lies, "" where no hand lies there, None where
    nobody says; `tiles` are the codes of all tiles of the hand, face-down ones of a kong by what
    they are, None where some of them cannot be read. `whole`: every tile in the photo is in `real`.
    `source` names a real photo and its licence, "" for a rendered one. An `unseen` scene is judged
    in sums alone.
    """

    name: str
    size: tuple[int, int]
    looks: tuple[Look, ...]
    real: Real
    hand: str | None
    tiles: tuple[str, ...] | None
    tags: tuple[str, ...]
    whole: bool = True
    source: str = ""
    unseen: bool = False
