"""Finds and names the tiles of one photo, each on its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from vision.advice import Condition
from vision.arrays import Floats, Pixels
from vision.detect.colours import measure_bodies, separate_blanks_from_backs, stranger_mask
from vision.detect.views import detect_tiles
from vision.nets.detector import MULTIPLE, Detections, Detector
from vision.nets.faces import (
    NOT_A_TILE,
    Captions,
    Classifications,
    Classifier,
    combine_captions,
    find_doubtful_bonus,
    tile_measures,
    unknown_measures,
)
from vision.nets.logistic import LogisticModel
from vision.photo.budget import Budget
from vision.photo.photo import Photo
from vision.quads import geometry
from vision.reading import TileSetFit
from vision.sets import FACE_DOWN
from vision.tilesets.gallery import Gallery, fuse

_SURELY = 0.95  # probability of a name at which a quad surely shows a tile
# If the short side of tiles is shorter than this, the photo is decoded at a finer scale.
_FINE_ENOUGH = 0.75  # of the side of a crop


@dataclass(frozen=True, slots=True, eq=False)
class PhotoTiles:
    """All detections of one photo, each on its own.

    `corners` (n, 4, 2) are pixels of the full upright photo of `size`, from each face's own top
    left; `probabilities` (n, k) are those of the recogniser's labels; `steady` (n,) is how far the
    first look agreed with the final name; `found` (n,) is the detector's confidence; `kept` (n,) is
    the mask of tiles; `condition` has the photo's quality; `unknown` (n,) are the log-odds that a
    tile has none of the 42 faces; `fit` is whether these are tiles of the recogniser's tile set.
    """

    size: tuple[int, int]
    corners: Floats
    probabilities: Floats
    steady: Floats
    found: Floats
    kept: NDArray[np.bool_]
    condition: Condition
    photo: Photo
    unknown: Floats
    fit: TileSetFit | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sights:
    """Possible tiles: detections in pixels of `photo`, and their `crops` (n, s, s, 3).

    `photo` may be a negative; `fine` is the same photo at the scale of the crops.
    """

    photo: Photo
    fine: Photo
    found: Detections
    crops: Pixels


class Recogniser(Protocol):
    """Finds and names the tiles of a photo, at any scale; `NetworkRecogniser` uses networks."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of all kinds of tiles, in the order of the probabilities."""

    def at_scale(self, scale: float) -> "Recogniser":
        """Return the same recogniser for a photo scaled by this factor."""

    def recognise(self, photo: Photo, budget: Budget) -> PhotoTiles:
        """Find and name the tiles of a photo."""


@dataclass(frozen=True, slots=True, eq=False)
class NetworkRecogniser:
    """The networks that find and name tiles, with their labels; calls change nothing.

    `gallery` is an enrolled tile set.
    """

    detector: Detector
    classifier: Classifier
    captions: Captions
    labels: tuple[str, ...]
    gallery: Gallery | None = None

    @classmethod
    def open(cls, detector: Path, classifier: Path, captions: Path, threads: int = 0) -> Self:
        """Load the models; `threads` are the cores one call may use. Raises ModelError."""
        names = Classifier.load(classifier, threads)
        labels = tuple(name for name in names.labels if name != NOT_A_TILE)
        return cls(
            Detector.load(detector, threads), names, Captions.load(captions, threads), labels
        )

    def at_scale(self, scale: float) -> Self:
        """Return a recogniser for tiles in a picture scaled by this factor."""
        side = round(self.detector.side * scale / MULTIPLE) * MULTIPLE
        return replace(self, detector=replace(self.detector, side=side))

    def name_sights(self, photo: Photo, budget: Budget) -> tuple[Sights, Classifications]:
        """Find possible tiles, as many as the budget allows, and name them by the classifier."""
        with budget.record("detect"):
            photo, found = detect_tiles(self.detector, photo, self._named_tile_mask, budget)
            quads = found.corners
        with budget.record("decode"):
            fine = _refine(photo, quads, self.classifier.size)
        with budget.record("classify"):
            crops = geometry.rectify(
                fine.pixels, quads * np.float32(photo.shrink / fine.shrink), self.classifier.size
            )
            return Sights(photo, fine, found, crops), self.classifier.classify(crops)

    def tile_odds(self, found: Detections, named: Classifications) -> Floats:
        """Return the log-odds that each sight (n,) is a tile."""
        model = LogisticModel.of(self.classifier.session.metadata, "tile")
        nothing = named.probabilities[:, self.classifier.labels.index(NOT_A_TILE)]
        return model.log_odds(tile_measures(found.confidences, nothing)).astype(np.float32)

    def recognise(self, photo: Photo, budget: Budget) -> PhotoTiles:
        """Find the tiles, cut them out at a sufficiently fine scale, and name each.

        The captions network sees possible bonus tiles. Once the budget is spent, the tiles found so
        far are named by the classifier alone.
        """
        sights, named = self.name_sights(photo, budget)
        photo, found, crops = sights.photo, sights.found, sights.crops
        quads, labels = found.corners, self.classifier.labels
        kept = self.tile_odds(found, named) > 0
        if not budget.is_spent():
            tiles = np.flatnonzero(kept)
            tiles = tiles[find_doubtful_bonus(named.probabilities[tiles], labels)]
            seen = self._read_captions(sights, named.turns, tiles, budget)
            read = combine_captions(named.probabilities[tiles], seen, labels)
            named = named.rename(tiles, read)
        with budget.record("classify"):
            odds, fit = None, None
            if self.gallery is not None:
                odds, fit = self.gallery.compare(crops, named, found.confidences * kept)
            if odds is not None:
                named = fuse(named, odds)
            turned = geometry.turn(quads, named.turns)
            probabilities = named.probabilities[:, self._columns(self.labels)]
            # A doubted sight is named as if it were a tile.
            whole = probabilities.sum(axis=1, keepdims=True).clip(1e-6)
            whole[kept] = 1
            bodies, plain = measure_bodies(crops)
            probabilities = whole * separate_blanks_from_backs(
                bodies, plain, probabilities / whole, self.labels, kept
            )
            tiles = np.flatnonzero(kept)
            strange = stranger_mask(
                bodies[tiles], plain[tiles], turned[tiles], probabilities[tiles], self.labels
            )
            kept[tiles[strange]] = False
            corners = turned * np.float32(photo.shrink)
            condition = Condition.of(photo.pixels, corners[kept], crops[kept], photo.gain)
            unknown = np.full(len(quads), -np.inf, np.float32)
            if named.unknown is not None and odds is None:
                model = LogisticModel.of(self.classifier.session.metadata, "unknown_face")
                best = probabilities.max(axis=1)
                measures = unknown_measures(named.unknown, best, found.confidences)
                unknown[kept] = (model.log_odds(measures) - model.limit)[kept]
        return PhotoTiles(
            photo.size,
            corners,
            probabilities,
            named.steady,
            found.confidences,
            kept,
            condition,
            photo,
            unknown,
            fit,
        )

    def _read_captions(
        self, sights: Sights, turns: NDArray[np.intp], tiles: NDArray[np.intp], budget: Budget
    ) -> Floats:
        """Return what the captions network reads (m, 9) on `tiles` (m,), seen upright and larger.

        `turns` (n,) are the corners at which the faces of all sights start.
        """
        net, photo = self.captions, sights.fine
        upright = geometry.turn(sights.found.corners[tiles], turns[tiles])
        upright *= np.float32(sights.photo.shrink / photo.shrink)
        with budget.record("decode"):
            fine = _refine(photo, upright, net.size)
        with budget.record("classify"):
            scaled = upright * np.float32(photo.shrink / fine.shrink)
            return net.predict(geometry.rectify_with_rim(fine.pixels, scaled, net.size, net.border))

    def _named_tile_mask(self, pixels: Pixels, quads: Floats) -> NDArray[np.bool_]:
        """Return the mask of quads (n, 4, 2) of a photo that surely show a tile face."""
        crops = geometry.rectify(pixels, quads, self.classifier.size)
        likely = self.classifier.classify(crops).probabilities
        likely[:, self._columns((FACE_DOWN,))] = 0
        likely[:, self.classifier.labels.index(NOT_A_TILE)] = 0
        return np.asarray(likely.max(axis=1, initial=0.0) >= _SURELY, np.bool_)

    def _columns(self, labels: Sequence[str]) -> list[int]:
        return [self.classifier.labels.index(label) for label in labels]


def _refine(photo: Photo, quads: Floats, size: int) -> Photo:
    """Return the photo at a scale at which most quads (n, 4, 2) have `size` pixels."""
    if photo.shrink == 1 or not len(quads):
        return photo
    short = float(np.median(geometry.sides(quads).min(axis=1)))
    return photo.finer(_FINE_ENOUGH * size / max(short, 1.0))
