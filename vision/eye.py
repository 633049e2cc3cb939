"""Finds and names the tiles of one photo, each for itself."""

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from vision import geometry, neighbours
from vision.advice import Condition
from vision.classifier import NOT_A_TILE, Classifier
from vision.detector import Detector
from vision.geometry import Floats
from vision.look import look
from vision.photo import Photo
from vision.timing import timed

# A tile whose short side has fewer pixels than this is worth decoding the photo at a finer scale.
_FINE_ENOUGH = 0.75  # of the classifier's side


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The tiles of one photo, before they are looked at together.

    `corners` (n, 4, 2) are pixels of the full upright photo of `size`, from each face's own top
    left; `probabilities` (n, k) are those of the eye's labels; `steady` (n,) is how far the first
    look agreed with both; `found` (n,) is the detector's confidence; `condition` is what the photo
    is worth.
    """

    size: tuple[int, int]
    corners: Floats
    probabilities: Floats
    steady: Floats
    found: Floats
    condition: Condition


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """Both models with the labels of what may lie on a table; nothing changes by a call."""

    detector: Detector
    classifier: Classifier
    labels: tuple[str, ...]

    @classmethod
    def open(cls, detector: Path, classifier: Path, threads: int = 0) -> Self:
        """Load both models; `threads` are the cores one call may use. Raises ModelError."""
        names = Classifier.load(classifier, threads)
        labels = tuple(name for name in names.labels if name != NOT_A_TILE)
        return cls(Detector.load(detector, threads), names, labels)

    def see(self, photo: Photo, timings: MutableMapping[str, float]) -> Seen:
        """Find the tiles, cut them out where the photo is fine enough, and name each."""
        with timed(timings, "detect"):
            tiles = look(self.detector, photo.pixels)
            quads = geometry.upright(tiles.corners)
        with timed(timings, "decode"):
            fine = photo.finer(self._finer(quads))
        with timed(timings, "classify"):
            crops = geometry.rectify(
                fine.pixels, quads * np.float32(photo.shrink / fine.shrink), self.classifier.size
            )
            named = self.classifier.classify(crops)
            own = self._columns(self.labels)
            kept = np.isin(named.probabilities.argmax(axis=1), own)
            probabilities = named.probabilities[kept][:, own]
            corners = geometry.turn(quads, named.turns)[kept] * np.float32(photo.shrink)
            probabilities = neighbours.tell_blanks_from_backs(
                crops[kept], probabilities, self.labels
            )
            condition = Condition.of(photo.pixels, corners, crops[kept])
        return Seen(
            photo.size,
            corners,
            probabilities,
            named.steady[kept],
            tiles.confidences[kept],
            condition,
        )

    def _finer(self, quads: Floats) -> float:
        """Say how many times as fine the photo should be for the smaller half of the tiles."""
        if not len(quads):
            return 1.0
        short = float(np.median(geometry.sides(quads).min(axis=1)))
        return _FINE_ENOUGH * self.classifier.size / max(short, 1.0)

    def _columns(self, labels: Sequence[str]) -> list[int]:
        return [self.classifier.labels.index(label) for label in labels]
