"""Looks for tiles at the scale at which the detector sees them best."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.along import TILE, Strip
from vision.detector import Detections, Detector, separate
from vision.faint import FAINTEST, sides_taken
from vision.geometry import Floats, Pixels
from vision.photo import Photo
from vision.rows import find_rows

# Short sides of tiles, in pixels of the network's input. Outside these the first look is repeated,
# on the part of the photo where tiles are, so that they come out as large as wanted.
_SMALLEST = 22.0
_LARGEST = 130.0
_WANTED_OF_SMALL = 34.0
_WANTED_OF_LARGE = 80.0
_MARGIN = 1.5  # tile sizes around the tiles
_MOST_ENLARGED = 2.0  # times the detector's side: the cost grows with the square
_LEAST_SIDE = 192
_KEPT = 0.9  # a second look that loses more tiles than this is not believed


# Rows whose near tiles are so much longer and wider than their far ones are looked at along a level
# strip; several times, for each strip shows better where it should have lain.
_STEEP = 1.2
_ASKEW = 7.0  # degrees between a slanted row and its tiles, which cannot be: they were seen badly
_FEWEST = 5  # tiles of such a row
_ROWS = 2  # the longest ones
_TIMES = 3
_SETTLED = 0.03  # how little the steepness changes when nothing is left to gain
_LEVEL = 0.6  # tile heights to either side of a strip's middle
_SAME = 0.7  # tile widths between two sights of one tile
_LINKS = 2  # faint sights in a row that end beside a sure one
# A photo whose sure tiles are so little sure on average may show dark tiles with light print. It is
# looked at as a negative, and that is believed where it is so much surer.
_DOUBTFUL = 0.6
_SURER = 0.05


def look_either_way(detector: Detector, photo: Photo) -> tuple[Photo, Detections]:
    """Find the tiles of a photo or, where dark tiles lie there, of its negative, and give that."""
    found = look(detector, photo.pixels)
    mean = _sureness(found, detector.threshold)
    if mean is None or mean >= _DOUBTFUL:
        return photo, found
    negative = photo.turned_negative()
    other = look(detector, negative.pixels)
    surer = _sureness(other, detector.threshold)
    return (photo, found) if surer is None or surer < mean + _SURER else (negative, other)


def _sureness(found: Detections, threshold: float) -> float | None:
    """Give the mean confidence of what is sure, None where it is too few to tell a row."""
    sure = found.confidences[found.confidences >= threshold]
    return float(sure.mean()) if len(sure) >= _FEWEST else None


def look(detector: Detector, image: Pixels) -> Detections:
    """Find the tiles of an RGB photo (h, w, 3); their quads start as `geometry.upright` says.

    With a second look where tiles are small or huge, and along rows that run far away. What is
    less sure than the detector's threshold is there only beside a tile that is sure, or beside one
    that lies there.
    """
    found = _look_at_scale(detector, image)
    found = Detections(geometry.upright(found.corners), found.confidences)
    sure = found.confidences >= detector.threshold
    found, faint = found[sure], found[~sure]
    low = replace(detector, threshold=min(FAINTEST, detector.threshold))
    for strip in _strips(found.corners):
        both = _look_along(low, image, found, strip, detector.threshold)
        sure = both.confidences >= detector.threshold
        found, faint = both[sure], _joined(both[~sure], faint)
    faint = faint[_beside(found.corners, faint.corners)]
    faint = faint[np.argsort(-faint.confidences, kind="stable")]
    return _joined(found, faint[separate(faint)])


def _joined(one: Detections, other: Detections) -> Detections:
    return Detections(
        np.concatenate([one.corners, other.corners]),
        np.concatenate([one.confidences, other.confidences]),
    )


def _beside(firm: Floats, faint: Floats) -> NDArray[np.bool_]:
    """Tell which faint sights (m, 4, 2) touch firm ones (n, 4, 2), or faint ones that do."""
    beside = sides_taken(firm, faint) > 0
    for _ in range(_LINKS if beside.any() else 0):
        linked = sides_taken(np.concatenate([firm, faint[beside]]), faint) > 0
        if (linked <= beside).all():
            break
        beside |= linked
    return beside


def _look_at_scale(detector: Detector, image: Pixels) -> Detections:
    """Find tiles, faint ones too, at the scale in which they are as large as those learned from."""
    if min(image.shape[:2]) < 8:
        return Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    low = replace(detector, threshold=min(FAINTEST, detector.threshold))
    first = low.detect(image)
    sure = first[first.confidences >= detector.threshold]
    if not len(sure):
        other = [detector.detect(image, detector.side * 2), detector.detect(image, _LEAST_SIDE)]
        return max(other, key=len)
    short = float(np.median(geometry.sides(sure.corners).min(axis=1)))
    seen = short * detector.side / max(image.shape[:2])
    if _SMALLEST <= seen <= _LARGEST:
        return first
    wanted = _WANTED_OF_SMALL if seen < _SMALLEST else _WANTED_OF_LARGE
    second = _look_closer(low, image, sure, wanted / max(short, 1e-6))
    count = int((second.confidences >= detector.threshold).sum())
    return second if count >= _KEPT * len(sure) else first


def _look_closer(detector: Detector, image: Pixels, first: Detections, scale: float) -> Detections:
    """Detect again in the part of the photo that holds the first tiles, at another scale."""
    boxes = geometry.hulls(first.corners)
    margin = _MARGIN * float(np.median(geometry.sides(first.corners)))
    height, width = image.shape[:2]
    x0, y0 = (max(0, int(low - margin)) for low in boxes[:, :2].min(axis=0))
    x1, y1 = boxes[:, 2:].max(axis=0) + margin
    part = image[y0 : min(height, int(y1) + 1), x0 : min(width, int(x1) + 1)]
    side = max(part.shape[:2]) * scale
    side = int(np.clip(side, _LEAST_SIDE, _MOST_ENLARGED * detector.side))
    found = detector.detect(np.ascontiguousarray(part), side)
    return Detections(found.corners + np.array([x0, y0], np.float32), found.confidences)


def _strips(corners: Floats) -> Iterator[Strip]:
    """Give strips along rows that run far away, and along slanted ones whose tiles seem level."""
    if len(corners) < _FEWEST or not (_of_many_sizes(corners) or _seem_askew(corners)):
        return
    for row in find_rows(corners)[:_ROWS]:
        if len(row) >= _FEWEST:
            strip = Strip.along(corners[list(row.tiles)])
            if strip is not None and (strip.steepness > _STEEP or strip.askew > _ASKEW):
                yield strip


def _of_many_sizes(corners: Floats) -> bool:
    """Whether some row may run far away."""
    sizes = np.sqrt(geometry.sides(corners).prod(axis=1))
    low, high = np.quantile(sizes, [0.1, 0.9])
    return bool(high > _STEEP * low)


def _seem_askew(corners: Floats) -> bool:
    """Whether tiles commonly lie in other directions than their nearest neighbours."""
    middles = corners.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    way = middles[apart.argmin(axis=1)] - middles
    sides = (corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0])
    sines = [
        np.abs(way[:, 0] * side[:, 1] - way[:, 1] * side[:, 0])
        / (np.linalg.norm(way, axis=1) * np.linalg.norm(side, axis=1)).clip(1e-6)
        for side in sides
    ]
    return bool(np.median(np.minimum(*sines)) > np.sin(np.deg2rad(0.7 * _ASKEW)))


def _look_along(
    detector: Detector, image: Pixels, found: Detections, strip: Strip, threshold: float
) -> Detections:
    """Find the tiles of one row anew in a level strip, and again in one fitted to these.

    Only what is as sure as the threshold takes the place of another tile.
    """
    result, count = found, 0
    for _ in range(_TIMES):
        every = detector.detect(strip.cut(image), max(strip.size))
        middles = every.corners.mean(axis=1)
        every = every[np.abs(middles[:, 1] - strip.size[1] / 2) < _LEVEL * TILE[1]]
        sure = every.confidences >= threshold
        seen = every[sure]
        if len(seen) < _FEWEST:
            break
        seen = seen[np.argsort(seen.corners.mean(axis=1)[:, 0], kind="stable")]
        faint = every[~sure]
        faint = Detections(strip.back(geometry.upright(faint.corners)), faint.confidences)
        result = _joined(_replace(found, seen, strip), faint)
        after = Strip.along(strip.back(seen.corners))
        settled = after and abs(after.steepness / strip.steepness - 1) < _SETTLED
        if after is None or (settled and len(seen) <= count):
            break
        strip, count = after, len(seen)
    return result


def _replace(found: Detections, seen: Detections, strip: Strip) -> Detections:
    """Put tiles seen in a strip in the place of those that were found there before."""
    flat = geometry.upright(seen.corners)
    before = strip.onto(found.corners).mean(axis=1)
    away = np.linalg.norm(before[:, None] - flat.mean(axis=1)[None], axis=2).min(axis=1)
    rest = found[away > _SAME * TILE[0]]
    confidences = np.concatenate([seen.confidences, rest.confidences])
    both = Detections(np.concatenate([strip.back(flat), rest.corners]), confidences)
    return both[np.argsort(-confidences, kind="stable")]
