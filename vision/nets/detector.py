"""Finds tiles: one peak of the centre map is one tile, with its four corners.

The network is a CenterNet (Objects as Points, arXiv 1904.07850) that predicts four corners in
place of a box. Touching tiles keep centres most of a tile apart, so peaks need no box suppression,
which would delete neighbours in a slanted row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.session import Session
from vision.quads import geometry

FAINTEST = 0.15  # least confidence of a sight that may be a tile


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """Quads (n, 4, 2) in pixels of the photo, clockwise, and confidences (n,), best first."""

    corners: Floats
    confidences: Floats

    def __post_init__(self) -> None:
        """Raise ValueError for arrays of different lengths."""
        if self.corners.shape != (len(self.confidences), 4, 2):
            message = f"corners {self.corners.shape} with confidences {self.confidences.shape}"
            raise ValueError(message)

    @classmethod
    def none(cls) -> Self:
        """Return no tiles."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))

    def __len__(self) -> int:
        """Count the tiles."""
        return len(self.confidences)

    def __getitem__(self, index: NDArray[np.generic] | slice) -> Self:
        """Select tiles; both arrays stay in step."""
        return type(self)(self.corners[index], self.confidences[index])

    def part(self, threshold: float) -> tuple[Self, Self]:
        """Return the detections at or above a threshold, and those below."""
        sure = self.confidences >= threshold
        return self[sure], self[~sure]

    def append(self, others: Self) -> Self:
        """Append other tiles."""
        return type(self)(
            np.concatenate([self.corners, others.corners]),
            np.concatenate([self.confidences, others.confidences]),
        )


@dataclass(frozen=True, slots=True)
class Detector:
    """The detector network with its threshold; calls change nothing."""

    session: Session
    side: int
    threshold: float

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the detector model; raises ModelError."""
        session = Session.load(path, "detector", threads)
        return cls(session, int(session.number("side")), session.number("threshold"))

    def detect(self, image: Pixels, side: int | None = None) -> Detections:
        """Find the tiles of an RGB image (h, w, 3); `side` is its long side for the network."""
        pixels, scale = prepare(image, side or self.side)
        heat, *corners = self.session.run(pixels)
        found = decode(heat[0, 0], [given[0] for given in corners], self.threshold)
        found = found[:_MOST_PEAKS]
        kept = found[select_peaks(found)[:_MOST]]
        return Detections(
            (kept.corners / np.asarray(scale, np.float32)).astype(np.float32), kept.confidences
        )


STRIDE = 4
MULTIPLE = 32
CLOSENESS = 0.38
# The quad of a later order must be larger by this factor: both are right most of the time, and the
# first order was learned from more photos.
CLEARLY = 1.08
GREY = 128
# A set has 144 tiles. A photo with many more is no table, and comparisons of all pairs would take
# long; several peaks may belong to one tile.
_MOST = 240
_MOST_PEAKS = 600


def prepare(image: Pixels, side: int) -> tuple[Pixels, tuple[float, float]]:
    """Return an image scaled to a long side as a batch (1, h, w, 3), and the scale.

    The scale (x, y) leads from the photo to the network's pixels. Both sides become multiples of 32
    by padding at the right and the bottom with grey.
    """
    height, width = image.shape[:2]
    factor = side / max(height, width)
    new = (max(1, round(width * factor)), max(1, round(height * factor)))
    pixels = np.full((1, _round_up(new[1]), _round_up(new[0]), 3), GREY, np.uint8)
    pixels[0, : new[1], : new[0]] = resize(image, new)
    return pixels, (new[0] / width, new[1] / height)


def resize(image: Pixels, size: tuple[int, int]) -> Pixels:
    """Scale an image to a size (width, height): by halves as far as possible, then by the rest.

    Halving averages four pixels and is fast; an area mean over an odd factor is slow.
    """
    while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1] and min(size) > 1:
        height, width = image.shape[0] // 2, image.shape[1] // 2
        even = image[: 2 * height, : 2 * width]
        image = np.asarray(
            cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )
    if image.shape[1::-1] == size:
        return image
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def decode(heat: Floats, corners: Sequence[Floats], threshold: float) -> Detections:
    """Read the peaks of a centre map (h, w) with their corners, in network pixels.

    `corners` has one or several orders of a tile's corners, each (8, h, w): offsets x, y from the
    middle of the cell, in cells. At angles at which an order jumps to the next corner a network
    predicts something in between, smaller than the tile, so the larger quad is taken.
    """
    peak = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    cells = np.flatnonzero((heat >= peak) & (heat >= threshold))
    cells = cells[np.argsort(-heat.ravel()[cells], kind="stable")]
    ys, xs = np.divmod(cells, heat.shape[1])
    given = np.stack([each[:, ys, xs].T.reshape(-1, 4, 2) for each in corners])
    offsets = given[choose_larger(given), np.arange(len(cells))]
    middles = np.stack([xs, ys], axis=1).astype(np.float32) + np.float32(0.5)
    found = (middles[:, None, :] + offsets) * np.float32(STRIDE)
    return Detections(found.astype(np.float32), heat[ys, xs].astype(np.float32))


def choose_larger(given: Floats) -> NDArray[np.intp]:
    """Return which of its m quads each tile of (m, n, 4, 2) has, the first if in doubt."""
    sizes = np.stack([geometry.areas(quads) for quads in given])
    sizes[1:] /= CLEARLY
    return np.asarray(sizes.argmax(axis=0), np.intp)


def select_peaks(found: Detections) -> NDArray[np.intp]:
    """Return the peaks without weaker ones whose middle lies close to that of a stronger one.

    Close is nearer than 0.38 of the shorter side, which neighbours in a row never are.
    """
    centres = found.corners.mean(axis=1)
    reach = geometry.sides(found.corners).min(axis=1) * CLOSENESS
    apart = geometry.distances(centres, centres)
    close = apart < np.maximum(reach[:, None], reach)
    kept = np.ones(len(found), np.bool_)
    for index in np.flatnonzero(close.sum(axis=1) > 1):
        if kept[index]:
            kept[index + 1 :] &= ~close[index, index + 1 :]
    return np.flatnonzero(kept)


def _round_up(length: int) -> int:
    """Return a length rounded up to the multiple that the network's strides need."""
    return -(-length // MULTIPLE) * MULTIPLE
