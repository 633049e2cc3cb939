"""What would make a better photo, found from the pixels before the tiles are named wrongly."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from types import MappingProxyType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.core.sentences import Sentence
from vision.arrays import Floats, Pixels
from vision.quads.geometry import sides


class Advice(StrEnum):
    """What a person can do about a photo, by stable name."""

    NO_TILES = "no_tiles"
    CLOSER = "closer"
    MORE_LIGHT = "more_light"
    LESS_GLARE = "less_glare"
    HOLD_STILL = "hold_still"


WORDS: Mapping[Advice, str] = MappingProxyType(
    {
        Advice.NO_TILES: Sentence(
            "No tiles were found. Lay them face up and fill the picture with them."
        ),
        Advice.CLOSER: Sentence("The tiles are small in this photo. Come closer or zoom in."),
        Advice.MORE_LIGHT: Sentence(
            "The photo is dark. Switch on a light or turn the tiles towards it."
        ),
        Advice.LESS_GLARE: Sentence("The tiles are glaring. Tilt the phone, or shade the lamp."),
        Advice.HOLD_STILL: Sentence(
            "The photo is blurred. Hold the phone still and tap the tiles to focus."
        ),
    }
)

# Found by making good photos worse step by step until names went wrong (see models/JOURNAL.md).
_NARROW = 15.0  # pixels of the photo: short side of a tile
_DARK = 45.0  # of 255: lightness of the tiles' bodies
_DARK_PHOTO = 40.0  # the same of a whole photo without tiles
_BLOWN = 0.15  # share of the faces that is pure white
_BLURRED = 0.10  # steepest edges, in contrasts per pixel of a crop
_BLURRED_PHOTO = 0.06  # the same of a whole photo without tiles
_WHITE = 252
_CONTRAST = 40.0  # of 255: less is no print to judge sharpness by
_THUMBNAIL = 480
_SOBEL = 8  # what the filter gives for a rise of one a pixel
_JUDGED = 12  # tiles of a photo, spread over all of them: more say the same


@dataclass(frozen=True, slots=True)
class Condition:
    """Measures of a photo: of its tiles, or of the whole photo if there are none.

    `width`: median short side of the tiles in pixels; `light`: lightness of bright parts, of 255;
    `blown`: share of pure white pixels on the faces; `sharpness`: the steepest edges.
    """

    tiles: int
    width: float
    light: float
    blown: float
    sharpness: float | None

    @classmethod
    def of(cls, image: Pixels, corners: Floats, crops: Pixels) -> Self:
        """Measure a photo (h, w, 3) with its tiles' corners (n, 4, 2) in it and crops of them."""
        if not len(corners):
            part = max(1, round(max(image.shape[:2]) / _THUMBNAIL))
            lights, edges = _lights_and_edges(image[None, ::part, ::part], 0.9)
            return cls(0, 0.0, lights[0], 0.0, edges[0] if edges else None)
        judged = crops[:: -(-len(crops) // _JUDGED)]
        lights, edges = _lights_and_edges(judged, 0.75)
        return cls(
            len(corners),
            median(sides(corners).min(axis=1).tolist()),
            median(lights),
            _overexposed_share(judged),
            median(edges) if edges else None,
        )


def advise(condition: Condition) -> Iterator[Advice]:
    """Yield what would make a better photo; nothing where it is good enough."""
    alone = not condition.tiles
    if alone:
        yield Advice.NO_TILES
    elif condition.width < _NARROW:
        yield Advice.CLOSER
    if condition.light < (_DARK_PHOTO if alone else _DARK):
        yield Advice.MORE_LIGHT
    if condition.blown > _BLOWN:
        yield Advice.LESS_GLARE
    least = _BLURRED_PHOTO if alone else _BLURRED
    narrow = not alone and condition.width < _NARROW
    if not narrow and condition.sharpness is not None and condition.sharpness < least:
        yield Advice.HOLD_STILL


def _overexposed_share(crops: Pixels) -> float:
    white = cv2.inRange(_stack_vertically(crops), (_WHITE,) * 3, (255,) * 3)
    return cv2.countNonZero(white) / white.size


def _lights_and_edges(images: Pixels, bright: float) -> tuple[list[float], list[float]]:
    """Measure the lightness below which a share `bright` of each image (n, h, w, 3) lies.

    And of those that show anything the steepest edges, in contrasts per pixel.
    """
    grey = np.asarray(cv2.cvtColor(_stack_vertically(images), cv2.COLOR_RGB2GRAY), np.uint8)
    greys = grey.reshape(images.shape[:3])
    low, light, high = _quantiles(greys, 0.02, bright, 0.98).astype(float)
    printed = (high - low >= _CONTRAST) & (min(greys.shape[1:]) >= 3)
    return light.tolist(), (_edge_steepness(greys[printed]) / (high - low)[printed]).tolist()


def _edge_steepness(greys: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Measure how steep the edges of images (n, h, w) are, in lightness per pixel.

    Of the two directions the duller one counts: a hand that moves blurs across its way only.
    """
    if not len(greys):
        return np.zeros(0)
    ways = [[cv2.Sobel(grey, cv2.CV_16S, 1 - down, down) for grey in greys] for down in (0, 1)]
    across, down = (_quantiles(np.abs(np.array(way)), 0.97)[0] for way in ways)
    return np.asarray(np.minimum(across, down) / _SOBEL)


def _stack_vertically(images: Pixels) -> Pixels:
    """Put images (n, h, w, 3) into one (n * h, w, 3), to be looked at by pixels."""
    return np.ascontiguousarray(images).reshape(-1, *images.shape[2:])


def _quantiles(images: NDArray[np.integer], *shares: float) -> NDArray[np.integer]:
    """Return the values (shares, n) below which these shares of images (n, h, w) lie.

    Without sorting or weighing neighbours.
    """
    values = images.reshape(len(images), -1)
    places = [int(share * (values.shape[1] - 1)) for share in shares]
    return np.partition(values, places, axis=1)[:, places].T
