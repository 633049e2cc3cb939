"""A photo at the scale at which it is worth looking at, with the way back to its full size."""

from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from PIL import ImageFile

from vision import decoding, image
from vision.decoding import Pixels
from vision.image import LIMITS, Limits

# A long side of so many pixels holds a row of twenty tiles at the size in which they are named; a
# photo twice as large is decoded at half its size, for half the time and a quarter of the memory.
_ENOUGH = 1280
_LIGHTEST = 240  # of 255, in a negative: no black tile turns to glare


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo: `pixels` are RGB (h, w, 3), upright, at 1/`shrink` of the full `size`.

    `size` is width and height of the upright photo; `file` is what finer pixels come from. A
    `negative` has light and dark changed about and its colours kept, so that a dark tile with light
    print looks like a light tile with dark print.
    """

    size: tuple[int, int]
    pixels: Pixels
    shrink: int = 1
    file: tuple[bytes, ImageFile.ImageFile] | None = None
    negative: bool = False

    @classmethod
    def of(cls, photo: bytes | Pixels, limits: Limits = LIMITS) -> Self:
        """Decode a file as far as needed, or take an upright RGB array; raises PhotoError."""
        if not isinstance(photo, bytes):
            return cls((photo.shape[1], photo.shape[0]), photo)
        opened = image.open_image(photo, limits)
        shrink = 1
        while shrink < 8 and max(opened.size) >= 2 * shrink * _ENOUGH:
            shrink *= 2
        if shrink == 1 or not decoding.can_shrink(opened):
            pixels = image.pixels_of(photo, opened)
            return cls((pixels.shape[1], pixels.shape[0]), pixels)
        pixels = image.pixels_of(photo, opened, shrink)
        wide = (pixels.shape[1] >= pixels.shape[0]) == (opened.size[0] >= opened.size[1])
        size = opened.size if wide else opened.size[::-1]
        return cls((size[0], size[1]), pixels, shrink, (photo, opened))

    def finer(self, factor: float) -> Self:
        """Give the photo with at least `factor` times as many pixels a side, or all it has."""
        shrink = self.shrink
        while shrink > 1 and shrink * factor > self.shrink:
            shrink //= 2
        if shrink == self.shrink or self.file is None:
            return self
        pixels = image.pixels_of(*self.file, shrink)
        return replace(self, pixels=_negative(pixels) if self.negative else pixels, shrink=shrink)

    def turned_negative(self) -> Self:
        """Give the negative of the photo, or the photo of a negative."""
        return replace(self, pixels=_negative(self.pixels), negative=not self.negative)


def _negative(pixels: Pixels) -> Pixels:
    light, red_green, blue_yellow = cv2.split(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB))
    light = cv2.subtract(np.full_like(light, _LIGHTEST), light)
    merged = cv2.merge([light, red_green, blue_yellow])
    return np.asarray(cv2.cvtColor(merged, cv2.COLOR_LAB2RGB), np.uint8)
