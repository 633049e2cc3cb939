"""Advice for a better photo, derived from its pixels before tiles are misnamed."""

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
    """What a person can do to improve a photo; the values are stable names."""

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
        Advice.LESS_GLARE: Sentence(
            "There is glare on the tiles. Tilt the phone or shade the lamp."
        ),
        Advice.HOLD_STILL: Sentence(
            "The photo is blurred. Hold the phone still and tap the tiles to focus."
        ),
    }
)

# Found by degrading good photos step by step until tiles were misnamed (see models/JOURNAL.md).
_NARROW = 15.0  # median short side of the tiles, in pixels of the photo
_DARK = 25.0  # lightness of the tiles' bodies, of 255, before the photo was brightened
_DARK_PHOTO = 40.0  # the same for a whole photo without tiles
_BLOWN = 0.15  # share of the faces that is pure white
_BLURRED = 0.10  # steepest edges, in contrasts per pixel of a crop
_BLURRED_PHOTO = 0.06  # the same for a whole photo without tiles
_WHITE = 252
_CONTRAST = 40.0  # of 255: a crop with less contrast has no print to judge sharpness by
_THUMBNAIL = 480
_SOBEL = 8  # the filter's response to a rise of one level per pixel
_JUDGED = 12  # tiles measured in a photo, spread over all of them; more change nothing


@dataclass(frozen=True, slots=True)
class Condition:
    """Measurements of a photo's tiles, or of the whole photo if it has none.

    `width`: median short side of the tiles in pixels; `light`: lightness of bright parts, of 255;
    `blown`: share of pure white pixels on the faces; `sharpness`: the steepest edges.
    """

    tiles: int
    width: float
    light: float
    blown: float
    sharpness: float | None

    @classmethod
    def of(cls, image: Pixels, corners: Floats, crops: Pixels, gain: float = 1.0) -> Self:
        """Measure a photo (h, w, 3) by the corners (n, 4, 2) of its tiles and the crops of them.

        The photo was brightened by `gain`; `light` is that of the file.
        """
        if not len(corners):
            part = max(1, round(max(image.shape[:2]) / _THUMBNAIL))
            lights, edges = _lights_and_edges(image[None, ::part, ::part], 0.9)
            return cls(0, 0.0, lights[0] / gain, 0.0, edges[0] if edges else None)
        judged = crops[:: -(-len(crops) // _JUDGED)]
        lights, edges = _lights_and_edges(judged, 0.75)
        return cls(
            len(corners),
            median(sides(corners).min(axis=1).tolist()),
            median(lights) / gain,
            _overexposed_share(judged),
            median(edges) if edges else None,
        )


def advise(condition: Condition) -> Iterator[Advice]:
    """Yield advice for a better photo; nothing if it is good enough."""
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
    """Return each image's lightness quantile at share `bright`, and the edge steepness of some.

    Of images (n, h, w, 3). Steepness is in contrasts per pixel, and only where there is contrast.
    """
    grey = np.asarray(cv2.cvtColor(_stack_vertically(images), cv2.COLOR_RGB2GRAY), np.uint8)
    greys = grey.reshape(images.shape[:3])
    low, light, high = _quantiles(greys, 0.02, bright, 0.98).astype(float)
    printed = (high - low >= _CONTRAST) & (min(greys.shape[1:]) >= 3)
    return light.tolist(), (_edge_steepness(greys[printed]) / (high - low)[printed]).tolist()


def _edge_steepness(greys: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return how steep the edges of images (n, h, w) are, in lightness per pixel.

    The blurrier of the two directions counts: a moving hand blurs only along its own direction.
    """
    if not len(greys):
        return np.zeros(0)
    ways = [[cv2.Sobel(grey, cv2.CV_16S, 1 - down, down) for grey in greys] for down in (0, 1)]
    across, down = (_quantiles(np.abs(np.array(way)), 0.97)[0] for way in ways)
    return np.asarray(np.minimum(across, down) / _SOBEL)


def _stack_vertically(images: Pixels) -> Pixels:
    """Stack images (n, h, w, 3) into one (n * h, w, 3), for measures of single pixels."""
    return np.ascontiguousarray(images).reshape(-1, *images.shape[2:])


def _quantiles(images: NDArray[np.integer], *shares: float) -> NDArray[np.integer]:
    """Return quantiles (shares, n) of the values of images (n, h, w), without interpolation."""
    values = images.reshape(len(images), -1)
    places = [int(share * (values.shape[1] - 1)) for share in shares]
    return np.partition(values, places, axis=1)[:, places].T
