"""A frozen scene: every look that a reading took at a photo, and what really lies in it.

A look is the result of `vision.detect.recogniser` for the photo at one scale. Its tiles come in two
parts: `kept` ones, then doubtful ones (detected, but passing for no tile). Everything after that,
layout and names, needs no pixels; what would need them, such as another scale, is either frozen or
unavailable.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from datasets.labels.photos import Photo
from datasets.labels.structure import Structure
from datasets.synth.scenes.camera import WINNING
from datasets.synth.scenes.scene import Scene, SceneTile
from vision.arrays import Floats
from vision.quads import geometry
from vision.sets import FACE_DOWN

Counts = NDArray[np.intp]


class Role(IntEnum):
    """What a real tile is to the photographed hand; the numbers are those in the files."""

    CONCEALED = 0
    WINNING = 1  # laid apart, or turned
    EXPOSED = 2
    CONCEALED_KONG = 3
    BONUS = 4
    DISCARD = 5
    BACK = 6  # face down, not in a wall
    WALL = 7
    OTHER = 8  # another player's hand, sets or bonus tiles
    HIDDEN = 9  # cut off or mostly covered, so nobody can say what it is
    TILE = 10  # in a real photo: a tile of unknown role
    CAPTION = 11  # the same, but its outline shows only the place, not the size of its face


OWN = frozenset({Role.CONCEALED, Role.WINNING, Role.EXPOSED, Role.CONCEALED_KONG, Role.BONUS})


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A photo as seen at one `scale`: `kept` tiles first, then doubtful ones.

    `corners` (n, 4, 2) are pixels of the full photo, `probabilities` (n, k) those of the labels,
    `steady`, `found` (n,) as in `vision.detect.recogniser.PhotoTiles`; `upon` (n,) is the
    probability that each lies on another.
    """

    scale: float
    kept: int
    corners: Floats
    probabilities: Floats
    steady: Floats
    found: Floats
    upon: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Real:
    """What really lies there: codes (m) with corners (m, 4, 2) in pixels, and their roles.

    `parts` (m,) number the sets of the hand from 1 in the order in which they were laid, 0 for
    tiles in none; `visible` (m,) is the share of each tile's face that the photo shows.
    """

    codes: tuple[str, ...]
    corners: Floats
    roles: tuple[Role, ...]
    parts: tuple[int, ...]
    visible: Floats


@dataclass(frozen=True, slots=True, eq=False)
class FrozenScene:
    """A photo's `size`, looks and truth.

    `hand` is hand text if the structure of the hand is known, "" if there is no hand, otherwise
    None; `tiles` are the codes of all tiles of the hand, with a kong's face-down ones by what they
    are, None if some cannot be read. `whole`: every tile in the photo is in `real`. `source` names
    a real photo and its licence, "" for a rendered one. An `unseen` scene is judged only in sums.
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


_SAME_TILE = 0.5  # of a tile's size, between the centres of a tile and of its detection
_ROLES = {
    "hand": Role.CONCEALED,
    "exposed": Role.EXPOSED,
    "kong": Role.EXPOSED,
    "bonus": Role.BONUS,
    "discard": Role.DISCARD,
    "back": Role.BACK,
    "other": Role.OTHER,
}


def real_of_scene(scene: Scene) -> Real:
    """Return every tile of a rendered scene, including hidden ones and walls."""
    hiding = {tile.part for tile in scene.tiles if tile.part > 0 and tile.code == FACE_DOWN}
    unknown = [*scene.walls, *scene.ignored]
    quads = [*(tile.corners for tile in scene.tiles), *unknown]
    return Real(
        (*(tile.code for tile in scene.tiles), *(FACE_DOWN for _ in unknown)),
        np.array(quads, np.float32).reshape(-1, 4, 2),
        (
            *(_role(tile, hiding) for tile in scene.tiles),
            *(Role.WALL for _ in scene.walls),
            *(Role.HIDDEN for _ in scene.ignored),
        ),
        (*(max(tile.part, 0) for tile in scene.tiles), *(0 for _ in unknown)),
        np.array([*(tile.visible for tile in scene.tiles), *(0.0 for _ in unknown)], np.float32),
    )


def _role(tile: SceneTile, hiding: set[int]) -> Role:
    if tile.part == WINNING:
        return Role.WINNING
    if tile.part in hiding:
        return Role.CONCEALED_KONG
    return _ROLES[tile.role]


def real_of_photo(photo: Photo, size: tuple[int, int]) -> Real:
    """Return the labelled tiles of a real photo; their roles are unknown."""
    quads = geometry.quads(photo.boxes(*size))
    hidden = np.array(photo.hidden, np.float32).reshape(-1, 4, 2) * np.array(size, np.float32)
    return Real(
        (*(label.tile for label in photo.tiles), *(FACE_DOWN for _ in hidden)),
        np.concatenate([quads.reshape(-1, 4, 2), hidden]),
        (
            *(Role.TILE if label.whole else Role.CAPTION for label in photo.tiles),
            *(Role.HIDDEN for _ in hidden),
        ),
        (0,) * (len(photo.tiles) + len(hidden)),
        np.ones(len(photo.tiles) + len(hidden), np.float32),
    )


def tiles_of_text(hand: str) -> tuple[str, ...]:
    """Return the tiles of a hand text."""
    return tuple(sorted(Structure.parse(hand).tiles.elements()))


def owners_of(corners: Floats, real: Real) -> NDArray[np.intp]:
    """Return the real tile that each quad (n, 4, 2) shows, -1 for none; one quad per tile."""
    owners = np.full(len(corners), -1, np.intp)
    if not len(real.codes) or not len(corners):
        return owners
    sizes = np.sqrt(geometry.areas(real.corners)).clip(1.0)
    away = geometry.distances(corners.mean(axis=1), real.corners.mean(axis=1))
    apart = away / sizes[None]
    taken: set[int] = set()
    for i, j in zip(*np.unravel_index(np.argsort(apart, axis=None), apart.shape), strict=True):
        if apart[i, j] > _SAME_TILE:
            break
        if owners[i] < 0 and int(j) not in taken:
            owners[i] = j
            taken.add(int(j))
    return owners
