"""Looks for tiles at the scale at which the detector sees them best."""

import numpy as np

from vision import geometry
from vision.detector import Detections, Detector
from vision.geometry import Pixels

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


def look(detector: Detector, image: Pixels) -> Detections:
    """Find the tiles of an RGB photo (h, w, 3), with a second look where they are small or huge."""
    if min(image.shape[:2]) < 8:
        return Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    first = detector.detect(image)
    if not len(first):
        other = [detector.detect(image, detector.side * 2), detector.detect(image, _LEAST_SIDE)]
        return max(other, key=len)
    short = float(np.median(geometry.sides(first.corners).min(axis=1)))
    seen = short * detector.side / max(image.shape[:2])
    if _SMALLEST <= seen <= _LARGEST:
        return first
    wanted = _WANTED_OF_SMALL if seen < _SMALLEST else _WANTED_OF_LARGE
    second = _look_closer(detector, image, first, wanted / max(short, 1e-6))
    return second if len(second) >= _KEPT * len(first) else first


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
