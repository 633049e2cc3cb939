"""Reads labelled photos as the product does and compares each reading with its labels."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from datasets.evaluation.figures import PhotoResult
from datasets.evaluation.matching import Fit, FoundTiles, Matching, Truth, match
from datasets.evaluation.whole_hands import HandResult, judge, judge_tiles
from datasets.labels.photos import Photo
from vision.reading import Reading

Read = Callable[[bytes], Reading]
Hands = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """One photo (width, height) with its labels, its predictions, who matched whom, the counts."""

    photo: Photo
    truth: Truth
    found: FoundTiles
    matching: Matching
    result: PhotoResult
    size: tuple[int, int]


def measure(
    photos: Iterable[Photo], read: Read, hands: Hands | None = None
) -> Iterator[Measurement]:
    """Read photo after photo; raises what `read` raises, an OSError for a file that is gone.

    `hands`: group and hand text of a photo by its name, where somebody wrote down how it lies.
    """
    for photo in photos:
        yield compare(photo, read(photo.path.read_bytes()), hands)


def compare(photo: Photo, reading: Reading, hands: Hands | None = None) -> Measurement:
    """Compare one reading with the labels of its photo, and with its hand where that is known."""
    truth = Truth.of(photo, *reading.size)
    found = found_in(reading)
    matching = match(truth, found)
    result = replace(
        PhotoResult.of(photo, truth, found, matching),
        quads=tuple(_quads(photo, found, matching, reading.size)),
        hand=_hand(photo, reading, hands or {}),
        timings=dict(reading.timings_ms),
    )
    return Measurement(photo, truth, found, matching, result, reading.size)


def found_in(reading: Reading) -> FoundTiles:
    """Take the tiles of a reading as arrays."""
    tiles = reading.tiles
    return FoundTiles(
        tuple(tile.tile for tile in tiles),
        np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2),
        np.array([tile.confidence for tile in tiles], np.float32),
        np.array([tile.unsure for tile in tiles], bool),
    )


def _quads(
    photo: Photo, found: FoundTiles, matching: Matching, size: tuple[int, int]
) -> Iterator[Fit]:
    """Compare each matched quad with its label's outline, where that has four corners."""
    for label, index in matching.pairs:
        outline = photo.tiles[label].outline
        if outline is not None and len(outline) == 4:
            real = np.array(outline, np.float32) * np.array(size, np.float32)
            yield Fit.of(real, found.corners[index])


def _hand(photo: Photo, reading: Reading, hands: Hands) -> HandResult | None:
    """Judge the hand by what was written down, else, in a plain row, by the labels."""
    if photo.path.stem in hands:
        return judge(reading, *hands[photo.path.stem])
    if photo.scene == "row":
        return judge_tiles(reading, [label.tile for label in photo.tiles])
    return None
