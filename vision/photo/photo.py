"""A photo at the scale at which it is examined, with the way back to its full size."""

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

# A long side of this many pixels shows a row of twenty tiles large enough to name. A photo twice as
# large is decoded at half its size, for half the time and a quarter of the memory.
_LONG_SIDE = 1280
# Formats that must be decoded whole are kept whole up to this many pixels, shared by the photos of
# a hand: a phone's HEIC, which is seldom worth decoding twice.
_KEPT_WHOLE = 16_000_000
_FINEST = 25_000_000  # most pixels decoded again: larger sensors show no more of a tile
_LIGHTEST = 240  # of 255, in a negative, so that no black tile turns to glare
# A photo whose brightest hundredth is darker than `_DIM`, of 255, is brightened until it is
# `_BRIGHT`, because dark tiles are found and named less often (models/JOURNAL.md, 2026-11-29).
_BRIGHTEST = 0.99
_DIM, _BRIGHT = 180.0, 245.0
_MOST_GAIN = 12.0  # beyond that, noise and compression hide what is printed on a tile
_SAMPLED = 4  # every fourth pixel of a row and of a column is looked at
# Share of a reading's time that decoding may take: the rest is needed to read the result.
_DECODING_SHARE = 0.75

# The bytes of a photo, or a function that returns them, to hold one of eight at a time.
File: TypeAlias = bytes | Callable[[], bytes]


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo: `pixels` are RGB (h, w, 3), upright, at 1/`shrink` of the full `size`.

    `size` is the width and height of the upright photo; `redecode` decodes it at another scale. A
    `negative` has light and dark inverted and its colours kept, so that a dark tile with light
    print looks like a light tile with dark print. The pixels are `gain` times as bright as in the
    file.
    """

    size: tuple[int, int]
    pixels: Pixels
    shrink: int = 1
    redecode: Callable[[Scale], Picture] | None = None
    negative: bool = False
    gain: float = 1.0

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

        A dark photo is brightened. A format that decodes no faster at a reduced size is kept
        `whole` up to this many pixels.
        Decoding may take `seconds`, and decoding again at a finer scale the rest of the `budget`.
        """
        if isinstance(photo, np.ndarray):
            gain = _gain(photo)
            return cls((photo.shape[1], photo.shape[0]), _brighten(photo, gain), gain=gain)

        def read() -> bytes:
            return photo if isinstance(photo, bytes) else photo()

        def redecode(scale: Scale) -> Picture:
            if budget.is_spent():
                raise image.cost_error(Sentence("takes too long to decode"))
            return decode(read(), scale, limits, budget.left)

        picture = decode(read(), Scale(_LONG_SIDE, whole), limits, seconds)
        more = redecode if picture.shrink > 1 else None
        gain = _gain(picture.pixels)
        pixels = _brighten(picture.pixels, gain)
        return cls(picture.size, pixels, picture.shrink, more, gain=gain)

    def finer(self, factor: float) -> Self:
        """Return the photo with at least `factor` times as many pixels a side, or all it has.

        If there is no time or memory for that, return this one.
        """
        shrink = self.shrink
        most = math.prod(self.size) / _FINEST
        while shrink > 1 and shrink * factor > self.shrink and (shrink // 2) ** 2 >= most:
            shrink //= 2
        if shrink == self.shrink or self.redecode is None:
            return self
        try:
            picture = self.redecode(Scale(max(self.size) // shrink))
        except PhotoError:
            return self
        pixels = _brighten(picture.pixels, self.gain)
        pixels = _negative(pixels) if self.negative else pixels
        return replace(self, pixels=pixels, shrink=picture.shrink)

    def invert(self) -> Self:
        """Return the negative of the photo; of a negative, the photo."""
        return replace(self, pixels=_negative(self.pixels), negative=not self.negative)


class Batch:
    """Opens the photos of one hand, which share the limits and the time for decoding."""

    def __init__(self, count: int, decode: Decode = image.decode, budget: Budget = ENDLESS) -> None:
        """Open `count` photos; `budget` is for the whole reading."""
        self._decode, self._budget = decode, budget
        self._decoding = budget.share(_DECODING_SHARE)
        self._whole = _KEPT_WHOLE // max(count, 1)
        self._limits = LIMITS

    def open(self, photo: File | Pixels) -> Photo:
        """Decode the next photo; one that raises PhotoError uses up no limit."""
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
    """Decode the photos of one hand; PhotoError names the photo's number if there are several.

    Photos that are already open are returned unchanged.
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


def _gain(pixels: Pixels) -> float:
    """Return the factor by which a photo is to be brightened, 1 if it is light enough."""
    some = np.ascontiguousarray(pixels[::_SAMPLED, ::_SAMPLED])
    if not some.size:
        return 1.0
    grey = cv2.cvtColor(some, cv2.COLOR_RGB2GRAY)
    bright = float(np.quantile(grey, _BRIGHTEST, method="lower"))
    return min(_BRIGHT / max(bright, 1.0), _MOST_GAIN) if bright < _DIM else 1.0


def _brighten(pixels: Pixels, gain: float) -> Pixels:
    return pixels if gain == 1 else np.asarray(cv2.convertScaleAbs(pixels, alpha=gain), np.uint8)


def _negative(pixels: Pixels) -> Pixels:
    light, red_green, blue_yellow = cv2.split(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB))
    light = cv2.subtract(np.full_like(light, _LIGHTEST), light)
    merged = cv2.merge([light, red_green, blue_yellow])
    return np.asarray(cv2.cvtColor(merged, cv2.COLOR_LAB2RGB), np.uint8)
