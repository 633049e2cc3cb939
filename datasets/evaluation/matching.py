"""Matches the tiles read in a photo with its labels.

The rules, in the order in which they are applied:

1. A prediction matches a label when the hull of its corners (the axis-aligned box around them)
   overlaps the labelled box by an IoU of 0.5 or more. One to one, the best overlap first.
2. A label that covers only the printed caption of a bonus tile (`whole` is false) says nothing of
   the tile's size: a prediction left over by rule 1 matches it when the caption's middle lies
   inside the predicted quad. One to one, the nearest middle first.
3. Face-down tiles (`x`) and what is no tile (`-`) are not labelled, so such predictions neither
   match nor count as extra, but for one case: a label of the white dragon, wholly blank on some
   tile sets, that nothing else matched. It then counts as found, but named wrongly.
4. What matched no label is extra when its middle lies inside the convex hull of all labelled
   boxes, and outside otherwise. Tiles out there are mostly unlabelled, so they do not count.
5. A prediction on a tile known to be cut off or mostly hidden, where no label has its box, counts
   as outside, too: half of a tile is neither right nor wrong.

Names play no part in matching, so naming is measured on the tiles found.
"""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels.photos import Photo
from vision.arrays import Floats
from vision.quads import geometry

OVERLAP = 0.5
NO_TILE = frozenset({"x", "-"})
BLANK = "5z"

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """Labels of a photo: names (n), boxes (n, 4) in pixels, and whether each box is whole (n).

    `hidden` (k, 4, 2) are pixels of tiles cut off or mostly hidden, where these are known.
    """

    names: tuple[str, ...]
    boxes: Floats
    whole: Flags
    hidden: Floats = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))

    def __post_init__(self) -> None:
        """Refuse arrays of different lengths."""
        if self.boxes.shape != (len(self.names), 4) or self.whole.shape != (len(self.names),):
            message = f"{len(self.names)} names, boxes {self.boxes.shape}, whole {self.whole.shape}"
            raise ValueError(message)

    @classmethod
    def of(cls, photo: Photo, width: int, height: int) -> "Truth":
        """Return the labels of a photo of this size in pixels."""
        return cls(
            tuple(label.tile for label in photo.tiles),
            photo.boxes(width, height),
            np.array([label.whole for label in photo.tiles], bool),
            np.array(photo.hidden, np.float32).reshape(-1, 4, 2)
            * np.array([width, height], np.float32),
        )


@dataclass(frozen=True, slots=True, eq=False)
class FoundTiles:
    """Predictions of a photo: names (m), corners (m, 4, 2) in pixels, confidence, unsure (m)."""

    names: tuple[str, ...]
    corners: Floats
    confidences: Floats
    unsure: Flags

    def __post_init__(self) -> None:
        """Refuse arrays of different lengths."""
        count = len(self.names)
        shapes = (self.corners.shape, self.confidences.shape, self.unsure.shape)
        if shapes != ((count, 4, 2), (count,), (count,)):
            message = f"{count} names, corners, confidences and unsure of shapes {shapes}"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs (label, prediction) and, as indexes, missed labels, extra and outside predictions."""

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    extra: tuple[int, ...]
    outside: tuple[int, ...]


def match(truth: Truth, found: FoundTiles) -> Matching:
    """Match the labels of a photo with the predictions by the rules of this module."""
    tiles = np.array([name not in NO_TILE for name in found.names], bool)
    blank = np.array([name == BLANK for name in truth.names], bool)
    overlaps = geometry.box_iou(truth.boxes, geometry.hulls(found.corners))
    close = _closeness(truth, found)
    allowed = (overlaps >= OVERLAP) & truth.whole[:, None]
    rounds = (
        (overlaps, allowed & tiles[None]),
        (close, (close > 0) & ~truth.whole[:, None] & tiles[None]),
        (overlaps, allowed & blank[:, None] & ~tiles[None]),
    )
    pairs: dict[int, int] = {}
    for goodness, may in rounds:
        _assign(pairs, goodness, may, truth, found)

    matched = set(pairs.values())
    left = [index for index in np.flatnonzero(tiles).tolist() if index not in matched]
    middles = found.corners.mean(axis=1)
    inside = _inside(truth, middles) & ~_hidden(truth, middles)
    return Matching(
        pairs=tuple(sorted(pairs.items())),
        missed=tuple(index for index in range(len(truth.names)) if index not in pairs),
        extra=tuple(index for index in left if inside[index]),
        outside=tuple(index for index in left if not inside[index]),
    )


def _assign(
    pairs: dict[int, int], goodness: Floats, allowed: Flags, truth: Truth, found: FoundTiles
) -> None:
    """Add to `pairs` the allowed ones (n, m), best first, each label and prediction once.

    Equally good ones are ordered by their values, so that the order of the lists does not matter.
    """

    def rank(pair: list[int]) -> tuple[Any, ...]:
        label, prediction = pair
        box, corners = truth.boxes[label].tolist(), found.corners[prediction].ravel().tolist()
        what = (truth.names[label], -float(found.confidences[prediction]), corners)
        return (-float(goodness[label, prediction]), box, *what, found.names[prediction])

    for label, prediction in sorted(np.argwhere(allowed).tolist(), key=rank):
        if label not in pairs and prediction not in pairs.values():
            pairs[label] = prediction


def _closeness(truth: Truth, found: FoundTiles) -> Floats:
    """Return the closeness (n, m) of labels' centres to quads: 0 outside, 1 at the centre."""
    middles = (truth.boxes[:, :2] + truth.boxes[:, 2:]) / 2
    close = np.zeros((len(truth.names), len(found.names)), np.float32)
    for column, quad in enumerate(found.corners):
        centre = quad.mean(axis=0)
        size = max(1e-6, float(np.linalg.norm(quad - centre, axis=1).max()))
        for row, middle in enumerate(middles):
            if _lies_in_polygon(quad, middle):
                close[row, column] = max(1e-6, 1 - float(np.linalg.norm(middle - centre)) / size)
    return close


def _inside(truth: Truth, points: Floats) -> Flags:
    """Return which points (m, 2) lie inside the convex hull of all labelled boxes."""
    if not len(truth.names):
        return np.zeros(len(points), bool)
    corners = geometry.quads(truth.boxes).reshape(-1, 2)
    hull = np.asarray(cv2.convexHull(corners), np.float32).reshape(-1, 2)
    return np.array([_lies_in_polygon(hull, point) for point in points], np.bool_)


def _hidden(truth: Truth, points: Floats) -> Flags:
    """Return which points (m, 2) lie on a mostly hidden tile, and in no label's box."""
    lows, highs = truth.boxes[None, :, :2], truth.boxes[None, :, 2:]
    at = points[:, None]
    labelled = (np.all(at >= lows, axis=2) & np.all(at <= highs, axis=2)).any(axis=1)
    return np.asarray(lie_on(truth.hidden, points) & ~labelled)


def lie_on(quads: Floats, points: Floats) -> Flags:
    """Return which points (m, 2) lie on any of these quads (n, 4, 2)."""
    return np.array(
        [any(_lies_in_polygon(quad, point) for quad in quads) for point in points], np.bool_
    )


def _lies_in_polygon(polygon: Floats, point: Floats) -> bool:
    """Return whether a point (2,) lies in a polygon (k, 2) or on its edge."""
    where = (float(point[0]), float(point[1]))
    return cv2.pointPolygonTest(np.asarray(polygon, np.float32), where, measureDist=False) >= 0
