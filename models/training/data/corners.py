"""Gives labelled boxes the corners that a detector sees in them, for training.

A box does not show the corners of a tilted tile. If the hull of a detected quad agrees with a
labelled box (IoU above .85), the quad becomes the tile's outline and counts as exact corners;
labels with an outline of their own keep it. Quads on no label, such as those of unlabelled pools
and rows, then count as neither tile nor table.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from datasets.labels.photos import Label, Photo
from vision.arrays import Floats
from vision.nets.detector import Detector
from vision.quads import geometry

AGREED = 0.85
APART = 0.2
UNNAMED = "--"
SIDES = (640, 896)


def match_boxes(boxes: Floats, found: Floats) -> list[int | None]:
    """Return for each box (n, 4) the quad (m, 4, 2) that agrees with it, each quad for one box."""
    chosen: list[int | None] = [None] * len(boxes)
    if not len(boxes) or not len(found):
        return chosen
    overlap = geometry.box_iou(boxes, geometry.hulls(found))
    for place in np.argsort(-overlap, axis=None).tolist():
        box, quad = divmod(place, len(found))
        if overlap[box, quad] <= AGREED:
            break
        if chosen[box] is None and quad not in chosen:
            chosen[box] = quad
    return chosen


def add_corners(photo: Photo, detector: Detector) -> Photo:
    """Return a photo with the corners that a detector sees in it, at two scales."""
    image = photo.image()
    size = np.array([image.shape[1], image.shape[0]], np.float32)
    looks = (geometry.turn_upright(detector.detect(image, side).corners) for side in SIDES)
    return with_corners(photo, [quads / size for quads in looks])


def with_corners(photo: Photo, looks: Sequence[Floats]) -> Photo:
    """Return a photo with outlines for its labels, and with the quads that lie on no label.

    Each look has the quads (n, 4, 2) of one scale, in fractions; if several agree with a label, its
    outline is their mean. Unlabelled quads are those of the first look. They count like captions:
    they are part of some tile, and it does not matter whether the detector finds them.
    """
    boxes = np.array([label.box for label in photo.tiles], np.float32).reshape(-1, 4)
    chosen = [match_boxes(boxes, found) for found in looks]
    tiles = []
    for label, *picks in zip(photo.tiles, *chosen, strict=True):
        seen = [found[pick] for found, pick in zip(looks, picks, strict=True) if pick is not None]
        free = seen and label.whole and label.outline is None
        tiles.append(replace(label, outline=_points(_mean(seen))) if free else label)
    if photo.tiles and not photo.complete:
        tiles += [_unnamed(quad) for quad in looks[0][unlabelled_mask(looks[0], boxes)]]
    return replace(photo, tiles=tuple(tiles))


def unlabelled_mask(quads: Floats, boxes: Floats) -> NDArray[np.bool_]:
    """Return which quads (n, 4, 2) lie on none of the boxes (m, 4)."""
    overlap = geometry.box_iou(geometry.hulls(quads), boxes)
    return np.asarray(overlap.max(axis=1, initial=0) < APART)


def _mean(quads: list[Floats]) -> Floats:
    """Return the mean of quads (4, 2) of one tile, whichever corner each begins with."""
    first = quads[0]
    alike = [
        min((np.roll(quad, k, axis=0) for k in range(4)), key=lambda q: float(abs(q - first).sum()))
        for quad in quads
    ]
    return np.asarray(np.mean(alike, axis=0), np.float32)


def _unnamed(quad: Floats) -> Label:
    """Return a label that says only that a tile may lie there."""
    (x0, y0), (x1, y1) = quad.min(axis=0).tolist(), quad.max(axis=0).tolist()
    return Label(UNNAMED, (x0, y0, x1, y1), _points(quad), whole=False)


def _points(quad: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in quad)
