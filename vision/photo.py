"""A photo at the scale at which it is worth looking at, with the way back to its full size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

import cv2
import numpy as np

from vision import decoding, image
from vision.decoding import Pixels
from vision.image import LIMITS, Limits
from vision.timing import NEVER, Deadline

# A long side of so many pixels holds a row of twenty tiles at the size in which they are named; a
# photo twice as large is decoded at half its size, for half the time and a quarter of the memory.
_ENOUGH = 1280
_LEAST_SHRUNK, _MOST_SHRUNK = 1, 8
# Pixels that are kept of one photo, and of all photos of a hand together: 40 and 160 MB. What is
# looked at more finely for a moment may have twice as many as one.
_KEPT, _KEPT_TOGETHER, _FINE = 14_000_000, 52_000_000, 28_000_000
_FIRST_SIDEWAYS = 5  # EXIF orientations from 5 on lie on their side
_LIGHTEST = 240  # of 255, in a negative: no black tile turns to glare


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A decoded file: `pixels` are RGB (h, w, 3), upright, at 1/`shrink` of the full `size`.

    `size` is width and height of the upright photo. `reducible` says whether its file can be
    decoded at another part of its size for less work.
    """

    size: tuple[int, int]
    pixels: Pixels
    shrink: int
    reducible: bool


# Decodes a file at 1/`shrink` of its size, or as coarsely as is enough (None), as one of so many
# photos of a hand, until a deadline; raises PhotoError.
Decode: TypeAlias = Callable[[bytes, int | None, int, Deadline], Picture]


def decode(
    data: bytes, shrink: int | None = None, together: int = 1, _deadline: Deadline = NEVER
) -> Picture:
    """Decode a file in this process at 1/`shrink` of its size, or as coarsely as is enough.

    `together` is how many photos of one hand there are. Nothing here can be ended half way.
    Raises PhotoError.
    """
    return decode_within(LIMITS, data, shrink, together)


def decode_within(limits: Limits, data: bytes, shrink: int | None, together: int) -> Picture:
    """Decode a file as `decode` does, within limits; raises PhotoError."""
    opened = image.open_image(data, limits)
    reducible = decoding.can_shrink(opened)
    if shrink is None:
        shrink = _enough(opened.size, together, reducible=reducible)
    pixels = image.decode(data, opened, shrink)
    turned = image.orientation(opened) >= _FIRST_SIDEWAYS
    width, height = opened.size[::-1] if turned else opened.size
    return Picture((width, height), pixels, shrink, reducible)


def _enough(size: tuple[int, int], together: int, *, reducible: bool) -> int:
    shrink = _LEAST_SHRUNK
    while (reducible and shrink < _MOST_SHRUNK and max(size) >= 2 * shrink * _ENOUGH) or _pixels(
        size, shrink
    ) > min(_KEPT, _KEPT_TOGETHER / together):
        shrink *= 2
    return shrink


def _pixels(size: tuple[int, int], shrink: int) -> float:
    return size[0] * size[1] / shrink**2


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
    file: tuple[bytes, Decode] | None = None
    negative: bool = False

    @classmethod
    def of(
        cls,
        photo: bytes | Pixels,
        decode: Decode = decode,
        together: int = 1,
        deadline: Deadline = NEVER,
    ) -> Self:
        """Decode a file as far as needed, or take an upright RGB array; raises PhotoError."""
        if not isinstance(photo, bytes):
            return cls((photo.shape[1], photo.shape[0]), photo)
        found = decode(photo, None, together, deadline)
        file = (photo, decode) if found.reducible and found.shrink > 1 else None
        return cls(found.size, found.pixels, found.shrink, file)

    @classmethod
    def all_of(
        cls, photos: Sequence[bytes | Pixels], decode: Decode = decode, deadline: Deadline = NEVER
    ) -> list[Self]:
        """Decode the photos of one hand; raises PhotoError, also where they cost too much."""
        image.check_together([photo for photo in photos if isinstance(photo, bytes)])
        opened = []
        for number, photo in enumerate(photos, start=1):
            with image.numbered(number, len(photos)):
                opened.append(cls.of(photo, decode, len(photos), deadline))
        return opened

    def finer(self, factor: float, deadline: Deadline = NEVER) -> Self:
        """Give the photo with at least `factor` times as many pixels a side, or all it has.

        No finer than memory allows, and as it is where there is no time left.
        """
        shrink = self.shrink
        while (
            shrink > 1
            and shrink * factor > self.shrink
            and _pixels(self.size, shrink // 2) <= _FINE
        ):
            shrink //= 2
        if shrink == self.shrink or self.file is None or deadline.over:
            return self
        data, decode = self.file
        pixels = decode(data, shrink, 1, deadline).pixels
        return replace(self, pixels=_negative(pixels) if self.negative else pixels, shrink=shrink)

    def turned_negative(self) -> Self:
        """Give the negative of the photo, or the photo of a negative."""
        return replace(self, pixels=_negative(self.pixels), negative=not self.negative)


def _negative(pixels: Pixels) -> Pixels:
    light, red_green, blue_yellow = cv2.split(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB))
    light = cv2.subtract(np.full_like(light, _LIGHTEST), light)
    merged = cv2.merge([light, red_green, blue_yellow])
    return np.asarray(cv2.cvtColor(merged, cv2.COLOR_LAB2RGB), np.uint8)
