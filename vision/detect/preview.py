"""A preview of a photo: how many tiles the viewfinder shows, and what would make a better one.

Only the detector is asked, once, so a preview costs a fraction of a reading and names no tile.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vision.arrays import Floats
from vision.nets.detector import Detector
from vision.photo.advice import Advice, Condition, advise
from vision.photo.photo import Photo
from vision.quads import geometry

# Short side of a tile in pixels of the detector's input: of smaller ones a photo would be looked
# at twice, and from farther away names become doubtful.
_FAR = 22.0
_CROP = 64  # pixels: enough to judge light and glare by
_LEAST = 8  # pixels: what is smaller shows no tile


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """Tiles at `corners` (n, 4, 2), in pixels of the picture of `size`, and `advice` on it."""

    size: tuple[int, int]
    corners: Floats
    advice: tuple[Advice, ...]

    def to_json(self) -> dict[str, Any]:
        """Write it down: `size`, the number of `tiles`, their `corners`, `advice` by name."""
        return {
            "size": list(self.size),
            "tiles": len(self.corners),
            "corners": np.round(self.corners.astype(float), 1).tolist(),
            "advice": [word.value for word in self.advice],
        }


def preview(detector: Detector, photo: Photo) -> Preview:
    """Look once at a small picture."""
    found = detector.detect(photo.pixels) if min(photo.pixels.shape[:2]) >= _LEAST else None
    corners = np.zeros((0, 4, 2), np.float32) if found is None else found.corners
    crops = geometry.rectify(photo.pixels, geometry.turn_upright(corners), _CROP)
    condition = Condition.of(photo.pixels, corners, crops)
    # Whether a moving preview is sharp says nothing of the photo.
    still = replace(condition, sharpness=None)
    advice: tuple[Advice, ...] = tuple(each for each in advise(still) if each != Advice.CLOSER)
    seen = condition.width * detector.side / max(photo.pixels.shape[:2])
    if condition.tiles and seen < _FAR:
        advice = (Advice.CLOSER, *advice)
    return Preview(photo.size, corners * np.float32(photo.shrink), advice)
