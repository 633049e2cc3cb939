"""What would make a better photo, told from the pixels before the tiles are named wrongly."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, median
from types import MappingProxyType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, Pixels, sides


class Advice(StrEnum):
    """What a person can do about a photo, by stable name."""

    NO_TILES = "no_tiles"
    CLOSER = "closer"
    MORE_LIGHT = "more_light"
    LESS_GLARE = "less_glare"
    HOLD_STILL = "hold_still"


WORDS: Mapping[Advice, str] = MappingProxyType(
    {
        Advice.NO_TILES: "No tiles were found. Lay them face up and fill the picture with them.",
        Advice.CLOSER: "The tiles are small in this photo. Come closer or zoom in.",
        Advice.MORE_LIGHT: "The photo is dark. Switch on a light or turn the tiles towards it.",
        Advice.LESS_GLARE: "Light glares on the tiles. Tilt the phone, or shade the lamp.",
        Advice.HOLD_STILL: "The photo is blurred. Hold the phone still and tap the tiles to focus.",
    }
)

# Found by making good photos worse step by step until names went wrong (see models/README.md).
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
    """What can be measured of a photo: of its tiles, or of all of it where there are none.

    `width`: median short side of the tiles in pixels; `light`: lightness of what is bright, of
    255; `blown`: share of pure white pixels on the faces; `sharpness`: the steepest edges.
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
            light, edge = _light_and_edge(np.ascontiguousarray(image[::part, ::part]), 0.9)
            return cls(0, 0.0, light, 0.0, edge)
        judged = crops[:: -(-len(crops) // _JUDGED)]
        lights, edges = zip(*(_light_and_edge(crop, 0.75) for crop in judged), strict=True)
        told = [edge for edge in edges if edge is not None]
        return cls(
            len(corners),
            median(sides(corners).min(axis=1).tolist()),
            median(lights),
            fmean(map(_blown, judged)),
            median(told) if told else None,
        )


def advise(condition: Condition) -> Iterator[Advice]:
    """Say what would make a better photo; nothing where it is good enough."""
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


def _blown(crop: Pixels) -> float:
    white = cv2.inRange(crop, (_WHITE,) * 3, (255,) * 3)
    return cv2.countNonZero(white) / white.size


def _light_and_edge(image: Pixels, bright: float) -> tuple[float, float | None]:
    """Measure the lightness below which a share `bright` lies, and how sharp an image is."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)
    low, light, high = (float(value) for value in _quantiles(grey, 0.02, bright, 0.98))
    return light, _sharpness(grey, high - low)


def _sharpness(grey: NDArray[np.uint8], contrast: float) -> float | None:
    """Measure the steepest edges in contrasts per pixel; None where nothing is to be seen.

    Of the two directions the duller one counts: a hand that moves blurs across its way only.
    """
    if contrast < _CONTRAST or min(grey.shape) < 3:
        return None
    across = cv2.Sobel(grey, cv2.CV_16S, 1, 0)
    down = cv2.Sobel(grey, cv2.CV_16S, 0, 1)
    steepest = min(float(_quantiles(np.abs(edges), 0.97)[0]) for edges in (across, down))
    return steepest / _SOBEL / contrast


def _quantiles(values: NDArray[np.integer], *shares: float) -> NDArray[np.integer]:
    """Give the values below which these shares lie, without sorting or weighing neighbours."""
    places = [int(share * (values.size - 1)) for share in shares]
    return np.partition(values.ravel(), places)[places]
