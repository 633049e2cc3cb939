"""Compares readings of labelled photos with their labels."""

from dataclasses import dataclass, replace

import numpy as np

from datasets.evaluation.figures import PhotoResult, judge_hand
from datasets.evaluation.matching import FoundTiles, Matching, Truth, match
from datasets.labels.photos import Photo
from datasets.labels.truths import PhotoTruth
from vision.reading import Reading


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """One photo with its labels, its predictions, who matched whom, and the counts."""

    photo: Photo
    truth: Truth
    found: FoundTiles
    matching: Matching
    result: PhotoResult


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
        PhotoResult.of(photo, truth, found, matching), ms=reading.timings_ms.get("total")
    )
    return Measurement(photo, truth, found, matching, result)


def found_in(reading: Reading) -> FoundTiles:
    """Return the tiles of a reading as arrays."""
    tiles = reading.tiles
    return FoundTiles(
        tuple(tile.tile for tile in tiles),
        np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2),
        np.array([tile.confidence for tile in tiles], np.float32),
        np.array([tile.unsure for tile in tiles], bool),
    )
