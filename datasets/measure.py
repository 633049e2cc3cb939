"""Reads labelled photos as the product does and compares each reading with its labels."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from datasets.figures import PhotoResult
from datasets.matching import Found, Matching, Truth, match
from datasets.photos import Photo
from vision.reading import Reading

Read = Callable[[bytes], Reading]
_GROUP = re.compile(r"(\d+)([mpszfg])")


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """One photo with its labels, its predictions, who matched whom, and the counts of that."""

    photo: Photo
    truth: Truth
    found: Found
    matching: Matching
    result: PhotoResult


def measure(photos: Iterable[Photo], read: Read) -> Iterator[Measured]:
    """Read photo after photo; raises what `read` raises, an OSError for a file that is gone."""
    for photo in photos:
        yield compare(photo, read(photo.path.read_bytes()))


def compare(photo: Photo, reading: Reading) -> Measured:
    """Compare one reading with the labels of its photo."""
    truth = Truth.of(photo, *reading.size)
    found = found_in(reading)
    matching = match(truth, found)
    result = replace(
        PhotoResult.of(photo, truth, found, matching),
        hand_right=_hand_right(photo, reading) if photo.scene == "row" else None,
        timings=dict(reading.timings_ms),
    )
    return Measured(photo, truth, found, matching, result)


def found_in(reading: Reading) -> Found:
    """Take the tiles of a reading as arrays."""
    tiles = reading.tiles
    return Found(
        tuple(tile.tile for tile in tiles),
        np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2),
        np.array([tile.confidence for tile in tiles], np.float32),
        np.array([tile.unsure for tile in tiles], bool),
    )


def hand_tiles(text: str) -> Counter[str]:
    """Count the face-up tiles of hand text, whatever brackets they stand in."""
    return Counter(digit + letter for digits, letter in _GROUP.findall(text) for digit in digits)


def _hand_right(photo: Photo, reading: Reading) -> bool:
    """Say whether hand text has just the tiles that are labelled."""
    return hand_tiles(reading.hand or "") == Counter(label.tile for label in photo.tiles)
