"""Recognisers that record what a reader sees, and those that replay it.

A `LookRecorder` has the networks and stores every look; a `LookReplay` has only stored looks. Both
read through `vision.reader.PhotoReader`, so everything after recognition is judged as in the
product. A look that was not taken when the scene was frozen is missing for good: at such a scale
nothing is seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from datasets.frozen.scene import FrozenScene, Look
from vision.advice import Condition
from vision.arrays import Floats, Pixels
from vision.decode.finder import Finder
from vision.detect.recogniser import NetworkRecogniser, PhotoTiles
from vision.nets.roles import RolesModel, Stacked, TileFeatures
from vision.photo.budget import Budget
from vision.photo.photo import Photo
from vision.quads import geometry
from vision.reader import PhotoReader
from vision.reading import Reading

_NO_PIXELS = np.zeros((0, 0, 3), np.uint8)
_NOTHING_TO_SAY = Condition(tiles=1, width=100.0, light=200.0, blown=0.0, sharpness=None)
_SAME = 2.0  # pixels between the centres of a tile frozen and the same tile asked for


@dataclass(eq=False)
class LookRecorder:
    """A recogniser that stores what it sees, by scale."""

    recogniser: NetworkRecogniser
    scale: float = 1.0
    seen: dict[float, PhotoTiles] = field(default_factory=dict)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the recogniser."""
        return self.recogniser.labels

    def at_scale(self, scale: float) -> "LookRecorder":
        """Return a recorder at another scale, with the same store."""
        return LookRecorder(self.recogniser.at_scale(scale), scale, self.seen)

    def recognise(self, photo: Photo, budget: Budget) -> PhotoTiles:
        """Return the recogniser's result, and store it."""
        self.seen[self.scale] = self.recogniser.recognise(photo, budget)
        return self.seen[self.scale]

    def looks(self, stacked: Stacked) -> tuple[Look, ...]:
        """Return all looks that were taken."""
        return tuple(look_of(seen, stacked, scale) for scale, seen in self.seen.items())


def sights_of(look: Look, size: tuple[int, int]) -> TileFeatures:
    """Return the roles network's features of a look at a photo of this size, in pixels."""
    shares = look.probabilities
    return TileFeatures(
        size,
        look.corners,
        shares / shares.sum(axis=1, keepdims=True).clip(1e-6),
        look.found,
        look.steady,
        look.upon,
        np.arange(len(shares)) < look.kept,
    )


def look_of(seen: PhotoTiles, stacked: Stacked, scale: float = 1.0) -> Look:
    """Return a look in its frozen form."""
    photo = seen.photo
    order = np.argsort(~seen.kept, kind="stable")
    corners = seen.corners[order]
    return Look(
        scale,
        int(seen.kept.sum()),
        corners,
        seen.probabilities[order],
        seen.steady[order],
        seen.found[order],
        stacked.predict(photo.pixels, np.asarray(corners / photo.shrink, np.float32)),
    )


@dataclass(frozen=True, eq=False)
class LookReplay:
    """A recogniser that returns the frozen looks of a scene; `missed` are scales without one."""

    scene: FrozenScene
    labels: tuple[str, ...]
    scale: float = 1.0
    missed: list[float] = field(default_factory=list)

    def at_scale(self, scale: float) -> "LookReplay":
        """Return a replay of the look at another scale."""
        return replace(self, scale=scale)

    def recognise(self, photo: Photo, budget: Budget) -> PhotoTiles:  # noqa: ARG002  (takes no time)
        """Return the look at this scale, or nothing if none was frozen."""
        look = next((one for one in self.scene.looks if one.scale == self.scale), None)
        if look is None:
            self.missed.append(self.scale)
            look = _empty_look(len(self.labels))
        return _detections(look, photo)

    def predict(self, image: Pixels, quads: Floats) -> Floats:  # noqa: ARG002  (there is none)
        """Return the probability (n,) that each tile (n, 4, 2) lies on another, like `Stacked`."""
        every = [look for look in self.scene.looks if len(look.corners)]
        if not every:
            return np.zeros(len(quads), np.float32)
        middles = np.concatenate([look.corners.mean(axis=1) for look in every])
        upon = np.concatenate([look.upon for look in every])
        away = geometry.distances(quads.mean(axis=1), middles)
        nearest = away.argmin(axis=1)
        near = away[np.arange(len(quads)), nearest] < _SAME
        return np.asarray(np.where(near, upon[nearest], 0), np.float32)


def _detections(look: Look, photo: Photo) -> PhotoTiles:
    return PhotoTiles(
        photo.size,
        look.corners,
        look.probabilities,
        look.steady,
        look.found,
        np.arange(len(look.corners)) < look.kept,
        _NOTHING_TO_SAY,
        photo,
        np.full(len(look.corners), -np.inf, np.float32),
    )


def _empty_look(labels: int) -> Look:
    none = np.zeros(0, np.float32)
    corners = np.zeros((0, 4, 2), np.float32)
    return Look(1.0, 0, corners, np.zeros((0, labels), np.float32), none, none, none)


def read(
    scene: FrozenScene, labels: tuple[str, ...], metadata: Mapping[str, str], roles: RolesModel
) -> tuple[Reading, int]:
    """Read a frozen scene as the product reads a photo; also return how many looks were missing.

    `metadata` are the classifier's.
    """
    recogniser = LookReplay(scene, labels)
    finder = Finder(roles, recogniser, labels)
    reader = PhotoReader(recogniser, finder, metadata)
    return reader.read(Photo(scene.size, _NO_PIXELS)), len(recogniser.missed)
