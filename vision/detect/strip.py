"""Looks along rows: tiles that run into the distance or lean are detected in level strips.

Seen from low along the row, its near end is several times as large as its far one, and slanted
faces run into each other: no single scale suits the detector. A row of equal tiles lies on a
straight strip of the table; the strip, turned level and stretched evenly, shows each tile as if
from above. Each strip shows its own error, so the next one is fitted to it.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.detector import FAINTEST, Detections, Detector
from vision.photo.budget import Budget
from vision.quads import geometry
from vision.quads.geometry import axes, touching_mask
from vision.quads.table import find_rows

Vector = NDArray[np.float64]

TILE = (36.0, 48.0)  # width and height of a tile in the strip, in pixels
_BEYOND = 4  # tiles to look for past each end
_BESIDE = 1.3  # tile heights from the middle line to either edge
_LONGEST = 1536  # pixels: three rows of fourteen
_MOST_LEAN = 1.5  # sideways per height of a tile; more is an error
_FLAT = 1e-9  # determinant of a matrix that shows nothing
_NEARER, _FARTHER = 1.7, 0.4  # times the size of the row's ends: tiles beyond it are not looked for
_LOOSE = 0.3  # tile heights between the corners and their places in the strip

_STEEP = 1.2  # how many times as large the near tiles are, along and across
_ASKEW = 7.0  # degrees between a row and its tiles: more means that they were seen badly
_UNSURE = 0.78  # mean confidence of a row
_FEWEST = 5  # tiles of such a row
_ROWS = 2  # only the longest rows
_TIMES = 7  # strips tried per row
_IDLE = 2  # strips without a gain before giving up
_LEVEL = 0.6  # tile heights from the strip's middle line
_SAME = 0.7  # tile widths within which two detections are one tile
_FAINT = 0.2  # least confidence for the next tile of a row


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """The mapping from a photo's pixels to a level strip of `size` (width, height).

    `steepness` is the size of the near end's tiles over the far end's, in each direction. `askew`
    is the median angle between the quads and their row, in degrees.
    """

    matrix: Vector
    size: tuple[int, int]
    steepness: float
    askew: float

    @classmethod
    def along(cls, corners: Floats) -> Self | None:
        """Fit a strip to the quads (n, 4, 2) of a row in order; None if none fits.

        Lengths across a row that recedes shrink with the distance, those along it with its square:
        so the cube root of the area is a straight line along the row, and the number of tiles
        between two places is their distance over the product of the sizes there.
        """
        middles = corners.mean(axis=1).astype(np.float64)
        ahead = middles[-1] - middles[0]
        unit = ahead / max(float(np.linalg.norm(ahead)), 1e-6)
        frame = np.array([unit, [-unit[1], unit[0]]])
        right, down = (way @ frame.T for way in _sides(corners, unit))
        x = (middles - middles[0]) @ unit
        area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]).clip(1e-6)
        sizes = np.polyval(_line(x, np.cbrt(area)), x)
        if sizes.min() <= 0:
            return None
        pitch = max(float(np.median(right[:, 0] / sizes**2)), 1e-6)
        place = x / (pitch * sizes[0] * sizes)
        lean = down[:, 0] / down[:, 1].clip(1e-3) - right[:, 1] / right[:, 0].clip(1e-3)
        lean = lean.clip(-_MOST_LEAN, _MOST_LEAN)
        level = _quads(right * (1, 0), np.stack([lean, np.ones_like(x)], axis=1) * down[:, 1:])
        flat = (
            _quads(np.array([[TILE[0], 0]]), np.array([[0, TILE[1]]]))
            + np.stack([place * TILE[0], np.zeros_like(x)], axis=1)[:, None]
        )
        seen = (level @ frame + middles[:, None]).reshape(-1, 2)
        matrix, _ = cv2.findHomography(seen, flat.reshape(-1, 2), cv2.LMEDS)
        if matrix is None or not abs(np.linalg.det(matrix)) > _FLAT:
            return None
        off = geometry.project(seen.astype(np.float32), matrix) - flat.reshape(-1, 2)
        if not np.median(np.linalg.norm(off, axis=1)) <= _LOOSE * TILE[1]:
            return None
        start, stop = _ends(np.linalg.inv(matrix), place)
        wide, tall = round((stop - start) * TILE[0]), round(2 * _BESIDE * TILE[1])
        if not TILE[0] <= wide <= _LONGEST:
            return None
        matrix = np.array([[1, 0, -start * TILE[0]], [0, 1, tall / 2], [0, 0, 1]]) @ matrix
        askew = np.degrees(np.median(np.arctan2(np.abs(right[:, 1]), right[:, 0])))
        low, high = sorted((float(sizes[0]), float(sizes[-1])))
        return cls(matrix, (wide, tall), high / max(low, 0.1 * high), float(askew))

    def cut(self, image: Pixels) -> Pixels:
        """Return the strip (height, width, 3) of an RGB photo, black past its edges."""
        return np.asarray(cv2.warpPerspective(image, self.matrix, self.size), np.uint8)

    def to_strip(self, corners: Floats) -> Floats:
        """Transform quads (n, 4, 2) of the photo to the strip."""
        return geometry.project(corners, self.matrix)

    def to_photo(self, corners: Floats) -> Floats:
        """Transform quads (n, 4, 2) of the strip to the photo."""
        return geometry.project(corners, np.asarray(np.linalg.inv(self.matrix), np.float64))


def _ends(back: Vector, place: Vector) -> tuple[float, float]:
    """Return how far a strip reaches past the first and the last `place` (n,), in tiles.

    `back` (3, 3) leads to the photo. Sizes there are one over its last row, which is linear.
    """
    ends = []
    for way, end in ((-1, float(place[0])), (1, float(place[-1]))):
        step = way * back[2, 0] * TILE[0]
        gain = step / (end * way * step + back[2, 2])
        room = (1 / _FARTHER - 1) / gain if gain > 0 else (1 / _NEARER - 1) / min(gain, -1e-9)
        ends.append(end + way * min(_BEYOND, room))
    return ends[0], ends[1]


def _quads(right: Vector, down: Vector) -> Vector:
    """Return quads (n, 4, 2) about the origin by their sides (n, 2)."""
    return np.stack([-right - down, right - down, right + down, down - right], axis=1) / 2


def _sides(corners: Floats, unit: Vector) -> tuple[Vector, Vector]:
    """Return the sides (n, 2) of quads (n, 4, 2) along a direction and, clockwise from it, across.

    The camera squeezes tiles, so their shape does not tell which side is which.
    """
    one, two = np.moveaxis(axes(corners.astype(np.float64)), 1, 0)
    cosines = [np.abs(side @ unit) / np.linalg.norm(side, axis=1).clip(1e-6) for side in (one, two)]
    first = (cosines[0] >= cosines[1])[:, None]
    right, down = np.where(first, one, two), np.where(first, two, one)
    right = right * np.where(right @ unit < 0, -1.0, 1.0)[:, None]
    below = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    return right, down * np.where(below < 0, -1.0, 1.0)[:, None]


def _line(x: Vector, y: Vector) -> Vector:
    """Fit the slope and height of a line to points, then again without outliers."""
    fit = _fit(x, y)
    off = np.abs(np.polyval(fit, x) - y)
    near = off <= 3 * max(float(np.median(off)), 1e-9)
    return _fit(x[near], y[near]) if near.sum() > 3 else fit


def _fit(x: Vector, y: Vector) -> Vector:
    away = x - x.mean()
    slope = float(away @ y) / max(float(away @ away), 1e-9)
    return np.array([slope, float(y.mean()) - slope * float(x.mean())])


def find_hard_rows(found: Detections) -> Iterator[tuple[Strip, bool]]:
    """Yield strips along rows that recede, slant or are unsure, and whether they are unsure."""
    for row in find_rows(found.corners)[:_ROWS]:
        tiles = found[np.array(row.tiles, np.intp)]
        strip = Strip.along(tiles.corners) if len(tiles) >= _FEWEST else None
        unsure = bool(tiles.confidences.mean() < _UNSURE)
        if strip and (unsure or strip.steepness > _STEEP or strip.askew > _ASKEW):
            yield strip, unsure


def look_along_rows(
    detector: Detector, image: Pixels, found: Detections, budget: Budget
) -> Detections:
    """Return the detections, those of hard rows replaced by the ones of their best strips."""
    low = replace(detector, threshold=min(FAINTEST, detector.threshold))
    for first, unsure in find_hard_rows(found.part(detector.threshold)[0]):
        strip: Strip | None = first
        # An unsure row is replaced by whatever the first strip shows.
        before, most, idle = found, -math.inf if unsure else 0.0, 0
        for _ in range(_TIMES):
            if strip is None or idle == _IDLE or budget.is_spent():
                break
            sure, faint = _tiles_in(strip, low.detect(strip.cut(image), max(strip.size)), detector)
            if len(sure) < _FEWEST:
                break
            idle += 1
            now, gain = _replace_row(strip, before, sure, faint, detector.threshold)
            if gain > most:
                found, most, idle = now, gain, 0
            strip = Strip.along(strip.to_photo(sure.corners))
    return found


def _tiles_in(strip: Strip, every: Detections, detector: Detector) -> tuple[Detections, Detections]:
    """Return the sure tiles around the middle line of a strip, left to right, and the faint ones.

    A tile in glare or a blank one is faint, but it lies where the row's next tile would.
    """
    aside = every.corners.mean(axis=1)[:, 1] - strip.size[1] / 2
    sure, faint = every[np.abs(aside) < _LEVEL * TILE[1]].part(detector.threshold)
    fits = (faint.confidences >= _FAINT) & touching_mask(
        geometry.turn_upright(sure.corners), faint.corners
    )
    raised = np.full(int(fits.sum()), detector.threshold, np.float32)
    sure = sure.append(Detections(faint.corners[fits], raised))
    order = np.argsort(sure.corners.mean(axis=1)[:, 0], kind="stable")
    return sure[order], faint[~fits]


def _replace_row(
    strip: Strip, found: Detections, sure: Detections, more: Detections, threshold: float
) -> tuple[Detections, float]:
    """Return the detections with those of a strip in place of the ones found there, and the gain.

    The gain is in confidence summed over tiles: the more tiles, the better.
    """
    flat = geometry.turn_upright(sure.corners)
    before, faint = found.part(threshold)
    places = strip.to_strip(before.corners).mean(axis=1)
    there = geometry.distances(places, flat.mean(axis=1)).min(axis=1) <= _SAME * TILE[0]
    gain = sure.confidences.sum() - before.confidences[there].sum()
    both = Detections(strip.to_photo(flat), sure.confidences).append(before[~there])
    both = both[np.argsort(-both.confidences, kind="stable")]
    lower = strip.to_photo(geometry.turn_upright(more.corners))
    return both.append(Detections(lower, more.confidences)).append(faint), float(gain)
