"""Turns labelled photos and rendered scenes into what the detector learns from."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels.outlines import OutlinedPhoto
from datasets.labels.photos import Label, Photo, read_pixels, table_area
from models.training.data.scenes import RenderedScene
from vision.arrays import Floats, Pixels
from vision.nets.detector import STRIDE
from vision.quads import geometry

CORNERS = 4
EXACT, HULL, LOOSE, UNKNOWN = 0, 1, 2, 3
# Nobody can read a face narrower than this many pixels.
LEAST = 6.0
# Share of an example's tiles that must have exact corners for it to be turned by any angle.
LEAST_EXACT = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A picture with tiles before augmentation.

    `quads` (n, 4, 2) px; `kinds` (n,): EXACT corners, only their HULL, a LOOSE box, or UNKNOWN
    corners, of which only the middle counts; `captions` (m, 4, 2) are learned as neither tile nor
    table, with their surroundings if they are `partial`, that is, captions of larger tiles. If
    `complete`, nothing outside is a tile; if `tight`, it may be tilted a little without spoiling
    the boxes.
    """

    image: Pixels
    quads: Floats
    kinds: NDArray[np.int64]
    captions: Floats
    complete: bool
    tight: bool
    partial: bool = False

    @property
    def can_turn(self) -> bool:
        """Return whether it may be turned by any angle: most of its corners are exact."""
        return bool(len(self.kinds)) and float((self.kinds == EXACT).mean()) >= LEAST_EXACT


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """What the detector should predict for one entry of a batch, in cells of the centre map.

    `heat` and `weight` (h, w); `cells` (k, 2) y x; `corners` (k, 4, 2) offsets from the cell's
    middle; `kinds` (k,); `sizes` (k,): the tile's shorter side.
    """

    heat: Floats
    weight: Floats
    cells: NDArray[np.int64]
    corners: Floats
    kinds: NDArray[np.int64]
    sizes: Floats


def from_photo(photo: Photo) -> Example:
    """Return the example of a labelled photo, its letterbox bands cut away."""
    image = photo.image()
    height, width = image.shape[:2]
    x0, y0, x1, y1 = table_area(image)
    boxes = geometry.quads(photo.boxes(width, height))
    outlines = [_outline(tile, width, height) for tile in photo.tiles]
    whole = np.array([tile.whole for tile in photo.tiles], bool)
    quads = np.array(
        [box if line is None else line for box, line in zip(boxes, outlines, strict=True)],
        np.float32,
    ).reshape(-1, CORNERS, 2)
    boxed = [LOOSE if photo.augmented or not tile.tight else HULL for tile in photo.tiles]
    kinds = np.array(
        [box if line is None else EXACT for box, line in zip(boxed, outlines, strict=True)],
        np.int64,
    )
    shift = np.array([x0, y0], np.float32)
    return Example(
        np.ascontiguousarray(image[y0:y1, x0:x1]),
        quads[whole] - shift,
        kinds[whole],
        quads[~whole] - shift,
        photo.complete,
        tight=not photo.augmented,
        partial=True,
    )


def from_outlines(photo: OutlinedPhoto) -> Example:
    """Return the example of a photo with the outline of every face; raises DatasetError."""
    image = read_pixels(photo.path)
    size = np.array([image.shape[1], image.shape[0]], np.float32)
    kinds = np.full(len(photo.tiles), EXACT, np.int64)
    quads, ignored = photo.tiles * size, photo.left_open * size
    return Example(image, quads, kinds, ignored, complete=True, tight=True)


def _outline(tile: Label, width: int, height: int) -> Floats | None:
    """Return the four corners of an outline, clockwise, or None if it was cut by the border."""
    if tile.outline is None or len(tile.outline) != CORNERS:
        return None
    corners = np.array(tile.outline, np.float32) * np.array([width, height], np.float32)
    x, y = (corners - corners.mean(axis=0)).T
    return corners[np.argsort(np.arctan2(y, x))]


def from_scene(scene: RenderedScene) -> Example:
    """Return the example of a rendered scene: everything in it is known, except what is ignored.

    Tiles seen too narrow, tiles cut off, and backs in walls are ignored: a back in a wall looks
    like the back that closes a kong, and the layout finds out which of them it is.
    """
    clear = geometry.sides(scene.corners).min(axis=1) >= LEAST
    kinds = np.full(int(clear.sum()), EXACT, np.int64)
    ignored = np.concatenate([scene.corners[~clear], scene.ignored, scene.walls])
    quads = scene.corners[clear]
    return Example(scene.image(), quads, kinds, ignored, complete=True, tight=True)


def draw_target(
    quads: Floats,
    kinds: NDArray[np.int64],
    captions: Floats,
    side: int,
    *,
    complete: bool,
    partial: bool = False,
) -> Target:
    """Return centre map, weights and corner offsets of quads (n, 4, 2) in pixels of the square."""
    cells = side // STRIDE
    heat = np.zeros((cells, cells), np.float32)
    weight = _weights(quads, captions, cells, complete=complete, partial=partial)
    small = (quads / STRIDE).astype(np.float32)
    sizes = geometry.sides(small).min(axis=1) if len(small) else np.zeros(0, np.float32)
    found: list[tuple[int, int, int]] = []
    for index, (quad, size) in enumerate(zip(small, sizes, strict=True)):
        x, y = quad.mean(axis=0) - 0.5
        if not (0 <= x <= cells - 1 and 0 <= y <= cells - 1):
            continue
        _splash(heat, float(x), float(y), max(0.8, 0.16 * float(size)))
        column, row = round(float(x)), round(float(y))
        heat[row, column] = 1.0
        reach = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)) if size > 4 else ((0, 0),)  # cells
        found += [
            (index, row + down, column + right)
            for down, right in reach
            if 0 <= row + down < cells and 0 <= column + right < cells
        ]
    table = np.array(found, np.int64).reshape(-1, 3)
    middles = table[:, [2, 1]].astype(np.float32) + np.float32(0.5)
    corners = (small[table[:, 0]] - middles[:, None]).astype(np.float32)
    return Target(
        heat, weight, table[:, 1:], corners.reshape(-1, CORNERS, 2), kinds[table[:, 0]],
        sizes[table[:, 0]].astype(np.float32),
    )  # fmt: skip


def _splash(heat: Floats, x: float, y: float, sigma: float) -> None:
    """Draw a Gaussian around x, y into the centre map, keeping what is higher there."""
    cells = heat.shape[0]
    reach = int(3 * sigma) + 1
    left, right = max(0, int(x) - reach), min(cells, int(x) + reach + 2)
    top, bottom = max(0, int(y) - reach), min(cells, int(y) + reach + 2)
    across = (np.arange(left, right) - x) ** 2
    down = (np.arange(top, bottom) - y) ** 2
    bump = np.exp(-(down[:, None] + across[None]) / (2 * sigma * sigma)).astype(np.float32)
    np.maximum(heat[top:bottom, left:right], bump, out=heat[top:bottom, left:right])


def _weights(
    quads: Floats, captions: Floats, cells: int, *, complete: bool, partial: bool
) -> Floats:
    """Return (h, w) where the table is known to be empty: 1 counts, 0 does not."""
    weight = np.full((cells, cells), 1.0 if complete else 0.0, np.float32)
    known = np.concatenate([quads, captions])
    if not complete and len(known):
        hull = cv2.convexHull((known / STRIDE).reshape(-1, 1, 2).astype(np.float32))
        cv2.fillConvexPoly(weight, np.round(hull).astype(np.int32), 1.0)
    for caption in captions / STRIDE:
        if not partial:
            cv2.fillConvexPoly(weight, np.round(caption).astype(np.int32), 0.0)
            continue
        low, high = caption.min(axis=0), caption.max(axis=0)
        margin = float((high - low).max())
        x0, y0 = np.maximum(0, (low - margin)).astype(int)
        x1, y1 = np.maximum(0, (high + margin)).astype(int)
        weight[y0 : y1 + 1, x0 : x1 + 1] = 0.0
    for quad in quads / STRIDE:
        cv2.fillConvexPoly(weight, np.round(quad).astype(np.int32), 1.0)
    return weight


def stack(targets: Sequence[Target]) -> dict[str, NDArray[np.generic]]:
    """Return the targets of a batch together; `cells` becomes (k, 3): entry, y, x."""
    cells = [
        np.concatenate([np.full((len(t.cells), 1), i, np.int64), t.cells], axis=1)
        for i, t in enumerate(targets)
    ]
    return {
        "heat": np.stack([t.heat for t in targets]),
        "weight": np.stack([t.weight for t in targets]),
        "cells": np.concatenate(cells),
        "corners": np.concatenate([t.corners for t in targets]),
        "kinds": np.concatenate([t.kinds for t in targets]),
        "sizes": np.concatenate([t.sizes for t in targets]),
    }
