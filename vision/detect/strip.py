"""Views along rows: where tiles run far away or lean, they are looked for in level strips.

Seen from low along the row, its near end is several times as large as its far one, and slanted
faces run into each other: no single scale suits the detector. A row of equal tiles lies on a
straight strip of the table, whose vanishing point shows in how fast the tiles become smaller; the
strip turned level and stretched evenly shows each tile as if it were seen from above. Each strip
shows better where it should have lain, so that the next one is fitted to what it shows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.nets.detector import Detections
from vision.quads import geometry
from vision.quads.geometry import Quads
from vision.quads.table import tiles_of_rows

Vector = NDArray[np.float64]

TILE = (36.0, 48.0)  # pixels of a tile in the strip
_BEYOND = 4  # tiles looked for past each end
_BESIDE = 1.3  # tile heights from the middle line to either edge
_LONGEST = 1536  # pixels: three times a row of fourteen
_MOST_LEAN = 1.5  # through a tile's height, that is believed
_FLAT = 1e-9  # determinant of what shows nothing any more
_NEARER, _FARTHER = 1.7, 0.4  # times the size of the row's ends, past which nothing is looked for


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """Leads from the photo's pixels to those of a level strip of `size`, width and height.

    `steepness`: how many times as large, in each direction, the near end's tiles are as the far
    end's, seen from above. `askew`: by how many degrees the quads commonly differ in direction from
    their row. `fan`: how much more the tiles of one end lean, through their height, than those of
    the other. `loose`: by how many degrees they commonly lie otherwise than their places in the row
    tell.
    """

    matrix: Vector
    size: tuple[int, int]
    steepness: float
    askew: float
    fan: float
    loose: float

    @classmethod
    def along(cls, corners: Floats) -> Self | None:
        """Fit a strip to the quads (n, 4, 2) of one row in their order; None where none fits."""
        course = _RowSpacing.of(corners)
        start, stop = (course.position_beyond(end) for end in (0, 1))
        edge = [(start, -1), (stop, -1), (stop, 1), (start, 1)]
        quad = np.array(
            [course.point_below(place, side * _BESIDE) for place, side in edge], np.float32
        )
        wide, tall = round(course.tiles(start, stop) * TILE[0]), round(2 * _BESIDE * TILE[1])
        if not np.isfinite(quad).all() or not TILE[0] <= wide <= _LONGEST:
            return None
        flat = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
        matrix = cv2.getPerspectiveTransform(quad, flat)
        if not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < _FLAT:
            return None
        exact = np.asarray(matrix, np.float64)
        how = (course.steepness, course.askew, course.fan, course.loose)
        return cls(exact, (wide, tall), *how)

    def to_strip(self, corners: Floats) -> Floats:
        """Bring quads (n, 4, 2) of the photo to the strip."""
        return geometry.project(corners, self.matrix)

    def to_photo(self, corners: Floats) -> Floats:
        """Bring quads (n, 4, 2) of the strip back to the photo."""
        return geometry.project(corners, np.asarray(np.linalg.inv(self.matrix), np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class _RowSpacing:
    """How the tiles of a row follow each other, measured along the line between its ends.

    `axes` (2, 2) are that line's unit vector and its normal, `middle` the `origin`; `ends` are the
    places of the outermost tiles. A tile at place x has the size `size` (slope, constant): lengths
    across a row that recedes shrink with the distance, those along it with its square, so the cube
    root of the area is a straight line along the row. `pitch` times the squared size is its width.
    It lies `bend` (slope, constant) off the line; `lean` (slope, constant) and `tall`, times the
    size, lead along and off the line from its middle to its lower edge and as far again.
    """

    origin: Vector
    axes: Vector
    ends: tuple[float, float]
    size: Vector
    pitch: float
    bend: Vector
    lean: Vector
    tall: float
    askew: float
    fan: float
    loose: float

    @classmethod
    def of(cls, corners: Floats) -> Self:
        """Measure the quads (n, 4, 2) of one row in their order."""
        middles = corners.mean(axis=1).astype(np.float64)
        ahead = middles[-1] - middles[0]
        unit = ahead / max(float(np.linalg.norm(ahead)), 1e-6)
        axes = np.array([unit, [-unit[1], unit[0]]])
        origin = middles.mean(axis=0)
        x, aside = axes @ (middles - origin).T
        right, down = _sides(corners, unit)
        area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]).clip(1e-6)
        size = _line(x, np.cbrt(area))
        sizes = np.polyval(size, x).clip(1e-6)
        along, across = axes @ down.T / sizes
        return cls(
            origin=origin,
            axes=axes,
            ends=(float(x[0]), float(x[-1])),
            size=size,
            pitch=max(float(np.median(np.abs(right @ unit) / sizes**2)), 1e-6),
            bend=_line(x, aside),
            lean=_line(x, along),
            tall=float(np.median(across)),
            askew=_skew(right, unit),
            loose=_angle_residual(x, right @ axes.T),
            fan=abs(float(_line(x, _shear(right @ axes.T, down @ axes.T))[0] * (x[-1] - x[0]))),
        )

    @property
    def steepness(self) -> float:
        """Compare the sizes at both ends, the larger with the smaller one."""
        low, high = sorted(self.size_at(end) for end in self.ends)
        return high / max(low, 0.1 * high, 1e-6)

    def size_at(self, place: float) -> float:
        """Return the size of a tile at a place."""
        return float(np.polyval(self.size, place))

    def position_beyond(self, end: int) -> float:
        """Return the place some tiles past the first (0) or the last (1) one."""
        place = self.ends[end]
        here = self.size_at(place)
        for _ in range(_BEYOND * 4):
            now = self.size_at(place)
            if not _FARTHER * here < now < _NEARER * here:
                break
            place += (-1, 1)[end] * self.pitch * now**2 / 4
        return place

    def tiles(self, start: float, stop: float) -> float:
        """Count the tiles that have room between two places: the integral of one over a width."""
        widths = self.pitch * self.size_at(start) * self.size_at(stop)
        return (stop - start) / max(widths, 1e-6)

    def point_below(self, place: float, heights: float) -> Vector:
        """Return the point (2,) of the photo so many tile heights below the middle of a place."""
        across = np.array([float(np.polyval(self.lean, place)), self.tall])
        middle = np.array([place, float(np.polyval(self.bend, place))])
        return self.origin + (middle + heights * self.size_at(place) * across) @ self.axes


def straighten(corners: Floats) -> Floats:
    """Return quads (n, 4, 2) of a strip with level edges that lean as their row does."""
    middles = corners.mean(axis=1).astype(np.float64)
    right, down = _sides(corners, np.array([1.0, 0.0]))
    x = middles[:, 0]
    lean = np.polyval(_line(x, _shear(right, down)), x)
    right = np.stack([right[:, 0], np.zeros_like(x)], axis=1) / 2
    down = np.stack([lean, np.ones_like(x)], axis=1) * down[:, 1:] / 2
    edges = np.stack([-right - down, right - down, right + down, down - right], axis=1)
    return np.asarray(middles[:, None] + edges, np.float32)


def _shear(right: Vector, down: Vector) -> Vector:
    """Say how far tiles lean (n,), through their height, by sides (n, 2) along and off their row.

    A detector that hardly knows slanted tiles makes a rectangle of one, turned by half of what the
    tile leans: so what its upper edge is turned counts as well.
    """
    lean = down[:, 0] / down[:, 1].clip(1e-3) - right[:, 1] / right[:, 0].clip(1e-3)
    return np.asarray(lean.clip(-_MOST_LEAN, _MOST_LEAN))


def _sides(corners: Floats, unit: Vector) -> tuple[Vector, Vector]:
    """Return the sides (n, 2) of quads (n, 4, 2) along a direction and, clockwise from it, across.

    The camera squeezes tiles, so their shape does not tell which side is which.
    """
    quads = Quads(corners)
    one, two = quads.right.astype(np.float64), quads.down.astype(np.float64)
    cosines = [np.abs(side @ unit) / np.linalg.norm(side, axis=1).clip(1e-6) for side in (one, two)]
    first = (cosines[0] >= cosines[1])[:, None]
    right, down = np.where(first, one, two), np.where(first, two, one)
    right = right * np.where(right @ unit < 0, -1.0, 1.0)[:, None]
    below = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    return right, down * np.where(below < 0, -1.0, 1.0)[:, None]


def _skew(right: Vector, unit: Vector) -> float:
    """Return the median angle in degrees between sides (n, 2) and a line."""
    aside = np.abs(right[:, 0] * unit[1] - right[:, 1] * unit[0])
    return float(np.degrees(np.median(np.arctan2(aside, right @ unit))))


def _angle_residual(x: Vector, right: Vector) -> float:
    """Return the median angle in degrees between sides (n, 2) and what their places x (n,) tell."""
    angles = np.degrees(np.arctan2(right[:, 1], right[:, 0]))
    return float(np.median(np.abs(angles - np.polyval(_line(x, angles), x))))


def _line(x: Vector, y: Vector) -> Vector:
    """Fit slope and height of a line to points, and again without those that lie far off."""
    fit = _fit(x, y)
    off = np.abs(np.polyval(fit, x) - y)
    near = off <= 3 * max(float(np.median(off)), 1e-9)
    return _fit(x[near], y[near]) if near.sum() > 3 else fit


def _fit(x: Vector, y: Vector) -> Vector:
    away = x - x.mean()
    slope = float(away @ y) / max(float(away @ away), 1e-9)
    return np.array([slope, float(y.mean()) - slope * float(x.mean())])


# Rows whose near tiles are so much longer and wider than their far ones are looked at along a
# strip; where they are seen unsurely, those that are hardly steep, or lean to both sides, as well.
_STEEP = 1.2
_ASKEW = 7.0  # degrees between a row and its tiles, which cannot be: they were seen badly
_UNSURE = 0.78  # mean confidence of a row
_HARDLY_STEEP = 1.15
_FAN = 0.3  # how much more the tiles of one end lean than those of the other, through their height
_LOOSE = 10.0  # degrees to either side: tiles that were dropped there are no row to straighten
_FEWEST = 5  # tiles of such a row
_ROWS = 2  # the longest ones
_TIMES = 7
_IDLE = 2  # looks that show nothing better, after which there are no more
_LEVEL = 0.6  # tile heights to either side of a strip's middle
_SAME = 0.7  # tile widths between two sights of one tile


def find_hard_rows(found: Detections) -> Iterator[Detections]:
    """Yield the rows, tile by tile, that run far away or slant so that tiles are seen badly."""
    corners = found.corners
    if len(corners) < _FEWEST:
        return
    unsure = found.confidences.mean() < _UNSURE
    if not (unsure or _vary_in_size(corners) or _seem_skewed(corners)):
        return
    for row in tiles_of_rows(corners)[:_ROWS]:
        tiles = found[np.array(row, np.intp)]
        strip = Strip.along(tiles.corners) if len(tiles) >= _FEWEST else None
        if strip is None or strip.loose > _LOOSE:
            continue
        unsure = tiles.confidences.mean() < _UNSURE
        if (
            strip.steepness > _STEEP
            or strip.askew > _ASKEW
            or (unsure and (strip.steepness > _HARDLY_STEEP or strip.fan > _FAN))
        ):
            yield tiles


@dataclass(frozen=True, slots=True, eq=False)
class RowLooks:
    """What level strips have shown of one row so far, each fitted to what the one before showed.

    `strip` is the one to look through next, None where there is no more to see; `before` is what
    was found of the photo before the first of them, `found` is that with the best one put into it.
    """

    strip: Strip | None
    before: Detections | None = None
    found: Detections | None = None
    worth: float = 0.0
    count: int = 0
    idle: int = 0

    @classmethod
    def along(cls, row: Detections) -> Self:
        """Begin with a row, tile by tile."""
        return cls(Strip.along(row.corners))

    def take(self, every: Detections, sights: Detections, threshold: float) -> Self:
        """Take what the strip shows, in its pixels, where its tiles are more or surer.

        `sights` are those of the photo. Only what is as sure as the threshold takes the place of
        one of them.
        """
        before = sights if self.before is None else self.before
        look = None if self.strip is None else _StripReading.of(self.strip, every, threshold)
        if look is None or len(look.sure) < _FEWEST:
            return replace(self, strip=None)
        gains, count = look.worth > self.worth, self.count + 1
        idle = 0 if gains else self.idle + 1
        return replace(
            self,
            strip=None if idle == _IDLE or count == _TIMES else look.next_strip(),
            before=before,
            found=look.replace_in(before, threshold) if gains else self.found,
            worth=max(look.worth, self.worth),
            count=count,
            idle=idle,
        )


@dataclass(frozen=True, slots=True, eq=False)
class _StripReading:
    """What one strip shows, in its pixels: `sure` tiles left to right, and `faint` ones."""

    strip: Strip
    sure: Detections
    faint: Detections

    @classmethod
    def of(cls, strip: Strip, every: Detections, threshold: float) -> Self:
        """Take the tiles around the middle line of a strip."""
        aside = every.corners.mean(axis=1)[:, 1] - strip.size[1] / 2
        every = every[np.abs(aside) < _LEVEL * TILE[1]]
        sure, faint = every.part(threshold)
        if len(sure) >= _FEWEST:
            fits = find_next_tiles(sure, faint)
            raised = np.full(int(fits.sum()), threshold, np.float32)
            sure = sure.append(Detections(faint.corners[fits], raised))
            faint = faint[~fits]
        order = np.argsort(sure.corners.mean(axis=1)[:, 0], kind="stable")
        return cls(strip, sure[order], faint)

    @property
    def worth(self) -> float:
        """Add up the confidences: the more tiles and the surer, the better."""
        return float(self.sure.confidences.sum())

    def next_strip(self) -> Strip | None:
        """Fit another strip to what is seen; None where none fits."""
        return Strip.along(self.strip.to_photo(straighten(self.sure.corners)))

    def replace_in(self, found: Detections, threshold: float) -> Detections:
        """Put the sure tiles in the place of those that were found there; add the faint ones."""
        flat = geometry.turn_upright(self.sure.corners)
        before, faint = found.part(threshold)
        places = self.strip.to_strip(before.corners).mean(axis=1)
        away = geometry.distances(places, flat.mean(axis=1)).min(axis=1)
        sure = Detections(self.strip.to_photo(flat), self.sure.confidences)
        both = sure.append(before[away > _SAME * TILE[0]])
        both = both[np.argsort(-both.confidences, kind="stable")]
        more = self.strip.to_photo(geometry.turn_upright(self.faint.corners))
        return both.append(Detections(more, self.faint.confidences)).append(faint)


def _vary_in_size(corners: Floats) -> bool:
    """Whether some row may run far away."""
    sizes = np.sqrt(geometry.sides(corners).prod(axis=1))
    places = np.array([0.1, 0.9]) * (len(sizes) - 1)
    low, high = np.interp(places, np.arange(len(sizes)), np.sort(sizes))
    return bool(high > _STEEP * low)


def _seem_skewed(corners: Floats) -> bool:
    """Whether tiles commonly lie in other directions than their nearest neighbours."""
    middles = corners.mean(axis=1)
    apart = geometry.distances(middles, middles)
    np.fill_diagonal(apart, np.inf)
    way = middles[apart.argmin(axis=1)] - middles
    sides = (corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0])
    sines = [
        np.abs(way[:, 0] * side[:, 1] - way[:, 1] * side[:, 0])
        / (np.linalg.norm(way, axis=1) * np.linalg.norm(side, axis=1)).clip(1e-6)
        for side in sides
    ]
    return bool(np.median(np.minimum(*sines)) > np.sin(np.deg2rad(0.7 * _ASKEW)))


# At each place of a strip lies one tile, the next beside it; one in glare, or a blank one, is seen
# faintly.
_FAINT = 0.2  # of the detector: the least that may be the next tile of a row
_NEXT = (0.8, 1.25)  # widths from its neighbour's middle, and sizes of its neighbour
_OUT_OF_LINE = 0.15  # heights


def find_next_tiles(seen: Detections, faint: Detections) -> NDArray[np.bool_]:
    """Return which `faint` sights lie just where the next tile of the `seen` ones would."""
    middles, others = seen.corners.mean(axis=1), faint.corners.mean(axis=1)
    sizes, own = _sizes(seen.corners), _sizes(faint.corners)
    fits = np.zeros(len(faint), np.bool_)
    for tile in np.argsort(-faint.confidences, kind="stable") if len(seen) else ():
        away = np.abs(others[tile] - middles)
        near = away[:, 0].argmin()
        wide, tall = sizes[near]
        shape = (away[near, 0] / wide, own[tile, 0] / wide, own[tile, 1] / tall)
        fits[tile] = (
            faint.confidences[tile] >= _FAINT
            and all(_NEXT[0] < ratio < _NEXT[1] for ratio in shape)
            and away[near, 1] < _OUT_OF_LINE * tall
        )
    return fits


def _sizes(corners: Floats) -> Floats:
    """Return width and height (n, 2) of the boxes around quads (n, 4, 2), 1 at least."""
    boxes = geometry.hulls(corners)
    return np.asarray((boxes[:, 2:] - boxes[:, :2]).clip(1), np.float32)
