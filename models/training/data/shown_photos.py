"""Tiles of training photos as a reading compares them with a tile set, and what is no tile there.

A photo of play shows books, boxes and glasses, too, and some of that is named as tiles. How far a
photo may show that it is of another set has to be fitted with it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.evaluation.matching import FoundTiles, Truth, match
from datasets.evaluation.tile_columns import TileColumns
from datasets.labels.photos import Photo as Labelled
from vision.arrays import Floats
from vision.detect.recogniser import NetworkRecogniser, PhotoTiles
from vision.photo.photo import Photo
from vision.tilesets.tile_set import decode, inner, pictures

ANY = ""  # the set of a photo whose set nobody knows


@dataclass(frozen=True, slots=True, eq=False)
class ShownTiles(TileColumns):
    """What was found in photos (n,): photo and set, what networks name it and how surely.

    `embeddings` (n, d) say what it looks like; `labels` (n,) is the face labelled there, or -1.
    """

    photos: NDArray[np.intp]
    sets: NDArray[np.str_]
    names: NDArray[np.intp]
    sure: Floats
    embeddings: Floats
    labels: NDArray[np.intp]


def look_at_photos(
    photos: Iterable[Labelled], sets: Mapping[str, str], recogniser: NetworkRecogniser
) -> Iterator[ShownTiles]:
    """Find and name what looks like tiles in each photo; `sets` by the photo's name."""
    for number, photo in enumerate(photos):
        seen = recogniser.recognise(Photo.of(photo.path.read_bytes()), {})
        # Strangers pass for no tile, and are compared all the same.
        every: list[PhotoTiles] = [seen] if seen.doubted is None else [seen, seen.doubted]
        found = [_comparable_mask(part, recogniser.detector.threshold) for part in every]
        corners = np.concatenate(
            [part.corners[firm] for part, firm in zip(every, found, strict=True)]
        )
        shares = np.concatenate(
            [part.probabilities[firm] for part, firm in zip(every, found, strict=True)]
        )
        if not len(corners):
            continue
        count = len(corners)
        labels = _labels(photo, seen, corners, recogniser.labels)
        crops = np.stack([decode(each) for each in pictures(seen.photo, corners)])
        yield ShownTiles(
            np.full(count, number),
            np.full(count, sets.get(photo.path.stem, ANY)),
            shares.argmax(axis=1),
            shares.max(axis=1),
            recogniser.classifier.embeddings(inner(crops, recogniser.classifier.size)),
            labels,
        )


def _comparable_mask(seen: PhotoTiles, threshold: float) -> NDArray[np.bool_]:
    """Return what is compared: found by the detector, and likelier a tile than not."""
    return np.asarray((seen.found >= threshold) & (seen.probabilities.sum(axis=1) >= 0.5))


def _labels(
    photo: Labelled, seen: PhotoTiles, corners: Floats, names: tuple[str, ...]
) -> NDArray[np.intp]:
    """Return the labelled face of each quad (n, 4, 2), or -1."""
    count = len(corners)
    found = FoundTiles(("",) * count, corners, np.ones(count, np.float32), np.zeros(count, bool))
    truth = Truth.of(photo, *seen.size)
    labels = np.full(count, -1, np.intp)
    for label, tile in match(truth, found).pairs:
        labels[tile] = names.index(truth.names[label])
    return labels
