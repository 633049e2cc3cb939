"""Reads labelled photos as the product does and compares each reading with its labels."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from datasets.evaluation.figures import PhotoResult, judge_hand
from datasets.evaluation.matching import FoundTiles, Matching, Truth, match
from datasets.labels.photos import Photo
from datasets.labels.truths import PhotoTruth
from vision.reading import Reading

Read = Callable[[bytes], Reading]


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """One photo (width, height) with its labels, its predictions, who matched whom, the counts."""

    photo: Photo
    truth: Truth
    found: FoundTiles
    matching: Matching
    result: PhotoResult
    size: tuple[int, int]


def measure(truths: Iterable[PhotoTruth], read: Read) -> Iterator[Measurement]:
    """Read photo after photo; raises what `read` raises, an OSError for a file that is gone."""
    for truth in truths:
        yield judge_reading(truth, read(truth.photo.path.read_bytes()))


def judge_reading(truth: PhotoTruth, reading: Reading) -> Measurement:
    """Compare one reading with the labels of its photo, and with its hand where that is known."""
    measured = compare(truth.photo, reading)
    if truth.hand is None:
        return measured
    hand = judge_hand(reading, truth.hand_group, truth.hand, lies=truth.lies)
    return replace(measured, result=replace(measured.result, hand=hand))


def compare(photo: Photo, reading: Reading) -> Measurement:
    """Compare one reading with the labels of its photo."""
    truth = Truth.of(photo, *reading.size)
    found = found_in(reading)
    matching = match(truth, found)
    result = replace(
        PhotoResult.of(photo, truth, found, matching),
        timings=dict(reading.timings_ms),
    )
    return Measurement(photo, truth, found, matching, result, reading.size)


def found_in(reading: Reading) -> FoundTiles:
    """Return the tiles of a reading as arrays."""
    tiles = reading.tiles
    return FoundTiles(
        tuple(tile.tile for tile in tiles),
        np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2),
        np.array([tile.confidence for tile in tiles], np.float32),
        np.array([tile.unsure for tile in tiles], bool),
    )
