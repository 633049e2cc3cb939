"""What each tile of a photo is to the hand, by a small network that sees where they all lie.

It looks at no pixel: only at corners, at what each tile may be, and at how surely it was found.

A network decides from the pixels whether a tile lies upon another. A small kong has its fourth tile
upon one of the three, and from above such a set looks like a pung. What shows is a side twice as
high, an edge that hides part of the next tile, a shadow: next to nothing in a quad's shape, more in
the picture around it, as it is in the photo, not made upright: below a tile is where its side
shows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels, log_odds
from vision.nets.session import Session
from vision.quads import geometry
from vision.quads.geometry import areas

ROLES = ("concealed", "winning", "exposed", "back", "bonus", "other", "nothing")
CONCEALED, WINNING, EXPOSED, BACK, BONUS, OTHER, NOTHING = range(len(ROLES))
NUMBERS, PAIR_NUMBERS = 27, 12
_MOST_ODDS = 9.0  # logarithm from which on more says nothing
_WIDE = 10.0  # tile sizes: a hand is about as wide
_BESIDE = 0.6  # of its own sides out of line: what lies farther aside is not next in a row
_NEXT = 4.0  # of its own sides to the next tile: farther ones are as far
_NEAR = 3.0  # tile sizes beyond which a place in another's axes counts less and less


@dataclass(frozen=True, slots=True, eq=False)
class TileFeatures:
    """Tiles of one photo of `size` pixels: `corners` (n, 4, 2), `names` (n, k) probabilities.

    `found`, `steady`, `upon` (n,) are probabilities, too; `kept` (n,): it passed for a tile.
    `unknown` (n,) are the log-odds that it bears none of the 42 faces, where they are known.
    """

    size: tuple[int, int]
    corners: Floats
    names: Floats
    found: Floats
    steady: Floats
    upon: Floats
    kept: NDArray[np.bool_]
    unknown: Floats | None = None

    def take(self, tiles: Sequence[int] | NDArray[np.intp] | NDArray[np.bool_]) -> Self:
        """Take only some of them, in this order."""
        return self._map(lambda values: values[0][np.asarray(tiles)])

    def append(self, *others: Self) -> Self:
        """Return these tiles and others, of photos that became one."""
        return self._map(np.concatenate, *others)

    def _map(self, change: Callable[[list[Any]], Any], *others: Self) -> Self:
        """Return tiles whose every array is made of those of these tiles and of others."""
        arrays = {name: [getattr(each, name) for each in (self, *others)] for name in _OF_EACH_TILE}
        known = {name: own for name, own in arrays.items() if own[0] is not None}
        return replace(self, **{name: change(own) for name, own in known.items()})


_OF_EACH_TILE = ("corners", "names", "found", "steady", "upon", "kept", "unknown")


@dataclass(frozen=True, slots=True, eq=False)
class Roles:
    """Natural logarithms: `roles` (n, 7) of what tiles are, `pairs` (n, n) of being of one set."""

    roles: Floats
    pairs: Floats


@dataclass(frozen=True, slots=True)
class RolesModel:
    """The network as a file; nothing changes by a call."""

    session: Session

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the model file; raises ModelError."""
        return cls(Session.load(path, "roles", threads))

    def predict(self, sights: TileFeatures) -> Roles:
        """Return the roles of tiles, and which pairs belong to one set."""
        if not len(sights.corners):
            return Roles(np.zeros((0, len(ROLES)), np.float32), np.zeros((0, 0), np.float32))
        numbers, pairs = measure(sights)
        names = sights.names.astype(np.float32)
        feed: dict[str, Floats] = {
            "names": names[None],
            "numbers": numbers[None],
            "pairs": pairs[None],
        }
        roles, together = self.session.runtime.run(None, feed)
        likely = roles[0] - np.log(np.exp(roles[0]).sum(axis=1, keepdims=True))
        return Roles(likely.astype(np.float32), -np.log1p(np.exp(-together[0].clip(-30, 30))))


def measure(sights: TileFeatures) -> tuple[Floats, Floats]:
    """Return the network's inputs for tiles (n, 27) and for pairs of them (n, n, 12)."""
    corners, count = sights.corners, len(sights.corners)
    middles = corners.mean(axis=1)
    right = np.float32(0.5) * (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3])
    down = np.float32(0.5) * (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1])
    sizes = np.sqrt(areas(corners)).clip(1.0)
    believed = sights.kept if sights.kept.any() else np.ones(count, np.bool_)
    unit = float(np.median(sizes[believed]))
    centre = np.median(middles[believed], axis=0)
    width, height = sights.size
    pairs, place, between = _pair_features(middles, right, down, sizes)
    numbers = np.concatenate(
        [
            sights.kept[:, None].astype(np.float32),
            _odds(sights.names.max(axis=1))[:, None],
            _odds(sights.found)[:, None],
            _odds(sights.steady)[:, None],
            _odds(sights.upon)[:, None],
            (middles - centre) / (unit * _WIDE),
            (middles / (width, height)) * 2 - 1,
            right / unit,
            down / unit,
            np.log(sizes / unit)[:, None],
            np.full((count, 1), np.log(max(int(believed.sum()), 1)) / 2 - 1),
            _adjacent_features(place, between, sights.kept),
        ],
        axis=1,
    )
    return numbers.astype(np.float32).clip(-_MOST_ODDS, _MOST_ODDS), pairs


def _adjacent_features(place: Floats, between: Floats, kept: NDArray[np.bool_]) -> Floats:
    """Return features (n, 12) of the neighbour to the right, left, below and above of each tile.

    They are its distance beyond touching, its offset from the line, and its turn.
    """
    neighbours = []
    rows = np.arange(len(place))
    for axis, way in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
        along, aside = way * place[..., axis], place[..., 1 - axis]
        there = (along > 1 - _BESIDE) & (abs(aside) < _BESIDE) & kept[None]
        away = np.where(there, along, _NEXT)
        nearest = away.argmin(axis=1) if len(place) else rows
        beside = away[rows, nearest] < _NEXT
        neighbours += [
            away[rows, nearest].clip(None, _NEXT) - 1,
            np.where(beside, aside[rows, nearest], 0) * 2,
            np.where(beside, np.cos(2 * between[rows, nearest]), 1),
        ]
    return np.stack(neighbours, axis=1).astype(np.float32)


def _pair_features(
    middles: Floats, right: Floats, down: Floats, sizes: Floats
) -> tuple[Floats, Floats, Floats]:
    """Measure pairs (n, n, 12); give places (n, n, 2) in each other's axes, and angles (n, n)."""
    away = middles[None] - middles[:, None]  # from tile i, along the first axis, to tile j
    axes = np.stack([right, down], axis=2)
    squared = np.linalg.det(axes)
    inverse = np.linalg.pinv(
        np.where(abs(squared)[:, None, None] < 1, np.eye(2) * sizes[:, None, None], axes)
    )
    place = np.einsum("iab,ijb->ija", inverse, away)
    far = np.linalg.norm(away, axis=2) / ((sizes[:, None] + sizes[None]) / 2)
    turns = np.arctan2(right[:, 1], right[:, 0])
    between = turns[None] - turns[:, None]
    ratio = np.log(sizes[None] / sizes[:, None])
    squashed = np.sign(place) * np.log1p(abs(place) / _NEAR * 4)
    fine = place.clip(-_NEAR, _NEAR)
    features = np.stack(
        [
            squashed[..., 0],
            squashed[..., 1],
            abs(fine[..., 0]),
            abs(fine[..., 1]),
            squashed[..., 0].T,
            squashed[..., 1].T,
            abs(fine[..., 0]).T,
            abs(fine[..., 1]).T,
            np.log1p(far),
            np.cos(2 * between),
            abs(np.sin(2 * between)),
            ratio,
        ],
        axis=2,
    )
    return features.astype(np.float32), place, between


def _odds(shares: Floats) -> Floats:
    return np.asarray(log_odds(shares) / 3, np.float32)


def neighbours(labels: Sequence[str]) -> tuple[Floats, Floats]:
    """Return matrices (k, k) of names of one suit whose ranks are one, and two, apart."""
    matrices = np.zeros((2, len(labels), len(labels)), np.float32)
    for i, one in enumerate(labels):
        for j, other in enumerate(labels):
            if one[-1] == other[-1] and one[-1] in "mps":
                apart = abs(int(one[0]) - int(other[0]))
                if apart in (1, 2):
                    matrices[apart - 1, i, j] = 1
    return matrices[0], matrices[1]


@dataclass(frozen=True, slots=True)
class Stacked:
    """The network that tells whether a tile lies upon another; nothing changes by a call.

    It sees square crops of `size` pixels and `span` sides of a tile, the tile in the middle.
    """

    session: Session
    size: int
    span: float

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the model file; raises ModelError."""
        session = Session.load(path, "stacked", threads)
        return cls(session, int(session.number("size")), session.number("span"))

    def predict(self, image: Pixels, quads: Floats) -> Floats:
        """Return how likely each tile (n, 4, 2) of an RGB image lies upon another (n,)."""
        if not len(quads):
            return np.zeros(0, np.float32)
        (logits,) = self.session.run(crops_around(image, quads, self.size, self.span))
        return np.asarray(1 / (1 + np.exp(-logits[:, 0])), np.float32)


def crops_around(image: Pixels, quads: Floats, size: int, span: float) -> Pixels:
    """Cut squares (n, size, size, 3) around quads (n, 4, 2), `span` times as long as their sides.

    The squares lie level in the image; a tile's side is the root of its area.
    """
    halves = np.sqrt(geometry.areas(quads)) * np.float32(span / 2)
    middles = quads.mean(axis=1)
    squares = geometry.quads(
        np.concatenate([middles - halves[:, None], middles + halves[:, None]], axis=1)
    )
    return geometry.rectify(image, squares, size)
