"""Labelled photos seen from elsewhere: nearer, farther or blurred, with what lies there.

What reads them is a function from a file to a reading; `figures` measures it by the rules of
docs/benchmark.md.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from PIL import Image

from datasets.evaluation.benchmark import Figures
from datasets.evaluation.measurement import judge_reading
from datasets.labels.photos import Photo
from datasets.labels.truths import PhotoTruth
from vision.arrays import Floats, Pixels
from vision.reading import Reading

QUALITY = 90  # of the JPEG
GREY = (128, 128, 128)
_Item = TypeVar("_Item")
Read = Callable[[bytes], Reading]


@dataclass(frozen=True, slots=True)
class CameraView:
    """A picture as JPEG, with what lies there."""

    jpeg: bytes
    truth: PhotoTruth

    @classmethod
    def of(cls, photo: Photo, boxes: Floats, pixels: Pixels, group: str) -> "CameraView":
        """Take a photo whose labelled boxes (n, 4) lie so in pixels (h, w, 3); all are its hand."""
        height, width = pixels.shape[:2]
        labels = tuple(
            replace(label, box=_box(box), outline=None)
            for label, box in zip(photo.tiles, boxes / (width, height, width, height), strict=True)
        )
        hand = " ".join(label.tile for label in labels)
        return cls(
            encode(pixels), PhotoTruth(replace(photo, tiles=labels), group, hand, lies=False)
        )


def encode(pixels: Pixels) -> bytes:
    """Write pixels (h, w, 3) down as a phone does, as JPEG."""
    data = io.BytesIO()
    Image.fromarray(pixels).save(data, "JPEG", quality=QUALITY)
    return data.getvalue()


def _box(values: Floats) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(value) for value in values)
    return x0, y0, x1, y1


def extent(boxes: Floats) -> tuple[Floats, Floats]:
    """Return the middle (2,) of all boxes (n, 4) together, and how wide and high (2,) they lie."""
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    return (low + high) / 2, high - low


def centre_tiles(
    photo: Photo,
    scale: float,
    size: tuple[int, int],
    ground: tuple[int, int, int] = GREY,
) -> tuple[Pixels, Floats]:
    """Show a photo so many times as large, its labelled tiles in the middle of `size` pixels.

    Returns the picture, which has a colour of its own where it shows no part of the photo, and the
    boxes (n, 4) there.
    """
    pixels = photo.image()
    boxes = photo.boxes(pixels.shape[1], pixels.shape[0])
    middle, _ = extent(boxes)
    if scale < 1:  # all pixels have a say, as in a camera that is farther away
        smaller = [max(1, round(side * scale)) for side in pixels.shape[1::-1]]
        near = np.array(smaller) / pixels.shape[1::-1]
        pixels = np.asarray(cv2.resize(pixels, smaller, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        near = np.ones(2)
    across, along = scale / near
    away = np.array(size) / 2 - scale * middle
    to = np.array([[across, 0, away[0]], [0, along, away[1]]])
    shown = cv2.warpAffine(pixels, to, size, flags=cv2.INTER_CUBIC, borderValue=ground)
    return np.asarray(shown, np.uint8), boxes * np.float32(scale) + np.tile(away, 2)


def select_spread(photos: Sequence[_Item], count: int) -> list[_Item]:
    """Return so many photos, spread over all of them."""
    return [photos[k * len(photos) // count] for k in range(min(count, len(photos)))]


def figures(seen: Sequence[CameraView], read: Read) -> Figures:
    """Measure one reader on views."""
    results = [judge_reading(each.truth, read(each.jpeg)).result for each in seen]
    return Figures.of(results, unread=0)
