"""A photo at the scale at which it is worth looking at, with the way back to its full size."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

import cv2
import numpy as np

from scorer.core.sentences import Sentence
from vision.arrays import Pixels
from vision.photo import image
from vision.photo.budget import ENDLESS, Budget
from vision.photo.image import LIMITS, Decode, Limits, PhotoError, Picture, Scale

# A long side of so many pixels holds a row of twenty tiles at the size in which they are named; a
# photo twice as large is decoded at half its size, for half the time and a quarter of the memory.
_ENOUGH = 1280
# Formats that have to be decoded whole are kept whole up to so many pixels, shared by the photos of
# a hand: a phone's HEIC, which is seldom worth decoding twice.
_KEPT_WHOLE = 16_000_000
_FINEST = 25_000_000  # pixels of what is decoded once more: larger sensors show no more of a tile
_LIGHTEST = 240  # of 255, in a negative: no black tile turns to glare
# Share of the time of a reading that decoding may take: what it finds out has to be looked at.
_DECODING = 0.75

# The bytes of a photo, or where to get them: those of eight photos need not lie in memory at once.
File: TypeAlias = bytes | Callable[[], bytes]


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo: `pixels` are RGB (h, w, 3), upright, at 1/`shrink` of the full `size`.

    `size` is width and height of the upright photo; `redecode` decodes it at another scale. A
    `negative` has light and dark changed about and its colours kept, so that a dark tile with light
    print looks like a light tile with dark print.
    """

    size: tuple[int, int]
    pixels: Pixels
    shrink: int = 1
    redecode: Callable[[Scale], Picture] | None = None
    negative: bool = False

    @classmethod
    def of(
        cls,
        photo: File | Pixels,
        decode: Decode = image.decode,
        limits: Limits = LIMITS,
        *,
        whole: int = _KEPT_WHOLE,
        seconds: float = math.inf,
        budget: Budget = ENDLESS,
    ) -> Self:
        """Decode a file as far as needed, or take an upright RGB array; raises PhotoError.

        A format that decodes no faster at a reduced size is kept `whole` up to this many pixels.
        Decoding may take `seconds`, and decoding at a finer scale the rest of the `budget`.
        """
        if isinstance(photo, np.ndarray):
            return cls((photo.shape[1], photo.shape[0]), photo)

        def read() -> bytes:
            return photo if isinstance(photo, bytes) else photo()

        def redecode(scale: Scale) -> Picture:
            if budget.is_spent():
                raise image.cost_error(Sentence("takes too long to decode"))
            return decode(read(), scale, limits, budget.left)

        picture = decode(read(), Scale(_ENOUGH, whole), limits, seconds)
        more = redecode if picture.shrink > 1 else None
        return cls(picture.size, picture.pixels, picture.shrink, more)

    def finer(self, factor: float) -> Self:
        """Return the photo with at least `factor` times as many pixels a side, or all it has.

        Or this one, where the time or the memory for it is not there.
        """
        shrink = self.shrink
        while shrink > 1 and shrink * factor > self.shrink and self._holds(shrink // 2):
            shrink //= 2
        if shrink == self.shrink or self.redecode is None:
            return self
        try:
            picture = self.redecode(Scale(max(self.size) // shrink))
        except PhotoError:
            return self
        pixels = _negative(picture.pixels) if self.negative else picture.pixels
        return replace(self, pixels=pixels, shrink=picture.shrink)

    def invert(self) -> Self:
        """Return the negative of the photo, or the photo of a negative."""
        return replace(self, pixels=_negative(self.pixels), negative=not self.negative)

    def _holds(self, shrink: int) -> bool:
        return self.size[0] * self.size[1] <= _FINEST * shrink**2


class Batch:
    """Opens the photos of one hand, which share the limits and the time for decoding."""

    def __init__(self, count: int, decode: Decode = image.decode, budget: Budget = ENDLESS) -> None:
        """`count`: how many there will be; `budget`: what all of the reading may take."""
        self._decode, self._budget = decode, budget
        self._decoding = budget.share(_DECODING)
        self._whole = _KEPT_WHOLE // max(count, 1)
        self._limits = LIMITS

    def open(self, photo: File | Pixels) -> Photo:
        """Decode the next photo; raises PhotoError, and the next one has what this one had."""
        opened = Photo.of(
            photo,
            self._decode,
            self._limits,
            whole=self._whole,
            seconds=self._decoding.left,
            budget=self._budget,
        )
        self._limits = self._limits.after(opened.size)
        return opened


def open_photos(
    photos: Sequence[File | Pixels | Photo],
    decode: Decode = image.decode,
    budget: Budget = ENDLESS,
) -> list[Photo]:
    """Decode the photos of one hand; raises PhotoError with the photo's number if there are more.

    Photos that are open stay as they are.
    """
    batch, opened = Batch(len(photos), decode, budget), list[Photo]()
    for number, photo in enumerate(photos, start=1):
        try:
            opened.append(photo if isinstance(photo, Photo) else batch.open(photo))
        except PhotoError as error:
            if len(photos) == 1:
                raise
            detail = Sentence(
                "Photo {number} of {photos}: {detail}",
                number=number,
                photos=len(photos),
                detail=error.detail,
            )
            raise PhotoError(error.code, detail) from error
    return opened


def _negative(pixels: Pixels) -> Pixels:
    light, red_green, blue_yellow = cv2.split(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB))
    light = cv2.subtract(np.full_like(light, _LIGHTEST), light)
    merged = cv2.merge([light, red_green, blue_yellow])
    return np.asarray(cv2.cvtColor(merged, cv2.COLOR_LAB2RGB), np.uint8)
