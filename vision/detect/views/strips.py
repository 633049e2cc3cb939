"""Second looks along rows: where tiles run far away or lean, they are looked for in level strips.

Each strip shows better where it should have lain, so that the next one is fitted to what it shows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np

from vision.arrays import Floats, Pixels
from vision.budget import ENDLESS, Budget
from vision.detect.merge.level import find_next_tiles, join_parts
from vision.detect.views.strip import TILE, Strip, straighten
from vision.nets.detector import Detections, Detector
from vision.quads import geometry
from vision.quads.rows import tiles_of_rows

# Rows whose near tiles are so much longer and wider than their far ones are looked at along a
# strip; where they are seen unsurely, those that are hardly steep, or lean to both sides, as well.
_STEEP = 1.2
_ASKEW = 7.0  # degrees between a slanted row and its tiles, which cannot be: they were seen badly
_UNSURE = 0.78  # mean confidence of a row
_HARDLY_STEEP = 1.15
_FAN = 0.3  # how much more the tiles of one end lean than those of the other, through their height
_LOOSE = 10.0  # degrees to either side: tiles that were dropped there are no row to straighten
_FEWEST = 5  # tiles of such a row
_ROWS = 2  # the longest ones
_TIMES = 7
_IDLE = 2  # looks that show nothing better, after which there are no more
_BETTER = 1.01  # times what was seen so far
_SETTLED = 0.03  # how little the steepness changes when nothing is left to gain
_UPRIGHT = 0.1  # how little tiles lean then, through their height
_LEVEL = 0.6  # tile heights to either side of a strip's middle
_SAME = 0.7  # tile widths between two sights of one tile


def find_hard_rows(found: Detections) -> Iterator[Detections]:
    """Give the rows, tile by tile, that run far away or slant so that tiles are seen badly."""
    corners = found.corners
    if len(corners) < _FEWEST:
        return
    unsure = found.confidences.mean() < _UNSURE
    if not (unsure or _of_many_sizes(corners) or _seem_askew(corners)):
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


def look_along_row(
    detector: Detector,
    image: Pixels,
    found: Detections,
    row: Detections,
    threshold: float,
    budget: Budget = ENDLESS,
) -> Detections:
    """Find the tiles of one row anew in level strips; what one of them shows best is taken.

    Only what is as sure as the threshold takes the place of what was found before.
    """
    result, most, idle = found, 0.0, 0
    strip = Strip.along(row.corners)
    for _ in range(_TIMES):
        if strip is None or budget.is_spent():
            break
        look = _Look.along(detector, image, strip, threshold)
        if len(look.sure) < _FEWEST:
            break
        idle = 0 if look.worth > _BETTER * most else idle + 1
        if look.worth > most:
            result, most = look.put_into(found), look.worth
        strip, settled = look.next_strip()
        if idle == _IDLE or (idle and settled):
            break
    return result


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What one strip shows, in its pixels: `sure` tiles left to right, and `faint` ones."""

    strip: Strip
    sure: Detections
    faint: Detections

    @classmethod
    def along(cls, detector: Detector, image: Pixels, strip: Strip, threshold: float) -> Self:
        """Look for tiles around the middle line of a strip."""
        every = detector.detect(strip.cut(image), max(strip.size))
        aside = every.corners.mean(axis=1)[:, 1] - strip.size[1] / 2
        every = every[np.abs(aside) < _LEVEL * TILE[1]]
        firm = every.confidences >= threshold
        sure, faint = every[firm], every[~firm]
        if len(sure) >= _FEWEST:
            sure = join_parts(sure)
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

    def next_strip(self) -> tuple[Strip | None, bool]:
        """Fit another strip to what is seen, and say whether it is much the same."""
        corners, lean = straighten(self.sure.corners)
        after = Strip.along(self.strip.back(corners))
        if after is None:
            return None, True
        steeper = abs(after.steepness / self.strip.steepness - 1)
        return after, steeper < _SETTLED and lean < _UPRIGHT

    def put_into(self, found: Detections) -> Detections:
        """Put the sure tiles in the place of those that were found there before; add the faint."""
        flat = geometry.turn_upright(self.sure.corners)
        before = self.strip.onto(found.corners).mean(axis=1)
        away = geometry.distances(before, flat.mean(axis=1)).min(axis=1)
        sure = Detections(self.strip.back(flat), self.sure.confidences)
        both = sure.append(found[away > _SAME * TILE[0]])
        both = both[np.argsort(-both.confidences, kind="stable")]
        faint = self.strip.back(geometry.turn_upright(self.faint.corners))
        return both.append(Detections(faint, self.faint.confidences))


def _of_many_sizes(corners: Floats) -> bool:
    """Whether some row may run far away."""
    sizes = np.sqrt(geometry.sides(corners).prod(axis=1))
    places = np.array([0.1, 0.9]) * (len(sizes) - 1)
    low, high = np.interp(places, np.arange(len(sizes)), np.sort(sizes))
    return bool(high > _STEEP * low)


def _seem_askew(corners: Floats) -> bool:
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
