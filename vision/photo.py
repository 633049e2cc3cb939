"""A photo at the scale at which it is worth looking at, with the way back to its full size."""

from dataclasses import dataclass, replace
from typing import Self

from PIL import ImageFile

from vision import decoding, image
from vision.decoding import Pixels
from vision.image import LIMITS, Limits

# A long side of so many pixels holds a row of twenty tiles at the size in which they are named; a
# photo twice as large is decoded at half its size, for half the time and a quarter of the memory.
_ENOUGH = 1280


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo: `pixels` are RGB (h, w, 3), upright, at 1/`shrink` of the full `size`.

    `size` is width and height of the upright photo; `file` is what finer pixels come from.
    """

    size: tuple[int, int]
    pixels: Pixels
    shrink: int = 1
    file: tuple[bytes, ImageFile.ImageFile] | None = None

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
        return replace(self, pixels=image.pixels_of(*self.file, shrink), shrink=shrink)
