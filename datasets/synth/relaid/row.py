"""A photographed row of tiles: what lies in it, where, and which of it can be cut out."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import cv2
import numpy as np

import models
from datasets.evaluation.figures import judge_hand
from datasets.labels.photos import load_photos, table_area
from datasets.labels.structure import Structure, load_structures, structures_by_name
from vision.arrays import Floats, Pixels
from vision.quads import geometry
from vision.reader import Reader
from vision.reading import Reading

# Of a tile's face: what is cut out beyond it, for its rounded edges and the sides in view.
_ABOVE, _BELOW, _BESIDE = 0.14, 0.1, 0.18
_TOUCHING = 0.35  # of a tile's width, to its neighbour
_SHAPE = 0.76  # width of a tile for its height, seen from nearly above
_SHAPES = (1.0, 4 / 3, 3 / 4, 16 / 9, 9 / 16)  # width for height of the photos that phones take
_LONG = 10  # tiles of a row worth moving
_WITH = "complete"  # the group of hands that win as they lie


@dataclass(frozen=True, slots=True, eq=False)
class PhotographedRow:
    """The hand of one photo (h, w, 3): `codes` and faces `quads` (n, 4, 2) from left to right.

    Quads start at the corner that is top left in the photo; `others` (m, 4, 2) are all other tiles.
    """

    name: str
    image: Pixels
    codes: tuple[str, ...]
    quads: Floats
    others: Floats

    @classmethod
    def of(cls, name: str, image: Pixels, reading: Reading) -> Self | None:
        """Take the row from a reading that is right; None where its tiles lie in no one line.

        Only hands that lie in one row from left to right can be moved.
        """
        own = [r.kind.is_hand for r in (reading.groups[t.group] for t in reading.tiles)]
        corners = np.array([t.corners for t in reading.tiles], np.float32).reshape(-1, 4, 2)
        quads = np.stack([_turn_upright(quad) for quad in corners[own]])
        order = np.argsort(quads.mean(axis=1)[:, 0])
        codes = [tile.tile for tile, mine in zip(reading.tiles, own, strict=True) if mine]
        row = cls(
            name,
            image,
            tuple(codes[place] for place in order),
            quads[order],
            corners[~np.array(own, bool)],
        )
        return row if row._is_straight() else None

    @property
    def along(self) -> Floats:
        """Unit vector (2,) from the first tile to the last."""
        way = self.quads[-1].mean(axis=0) - self.quads[0].mean(axis=0)
        return np.asarray(way / np.linalg.norm(way), np.float32)

    @property
    def up(self) -> Floats:
        """Unit vector (2,) across the row, to the photo's top."""
        x, y = self.along
        return np.array([y, -x], np.float32)

    @property
    def tile(self) -> tuple[float, float]:
        """Width and height of a face, the usual ones."""
        wide = np.linalg.norm(self.quads[:, 1] - self.quads[:, 0], axis=1)
        tall = np.linalg.norm(self.quads[:, 3] - self.quads[:, 0], axis=1)
        return float(np.median(wide)), float(np.median(tall))

    def outlines(self) -> Floats:
        """Return the cut for each tile (n, 4, 2): half way to a neighbour that it touches."""
        left, right = self.quads[:, [0, 3]], self.quads[:, [1, 2]]
        wide = right - left
        start, end = left - _BESIDE * wide, right + _BESIDE * wide
        gaps = np.linalg.norm(left[1:] - right[:-1], axis=2).max(axis=1)
        for place in np.flatnonzero(gaps < _TOUCHING * self.tile[0]):
            end[place] = start[place + 1] = (right[place] + left[place + 1]) / 2
        down_left, down_right = start[:, 1] - start[:, 0], end[:, 1] - end[:, 0]
        return np.stack(
            [
                start[:, 0] - _ABOVE * down_left,
                end[:, 0] - _ABOVE * down_right,
                end[:, 1] + _BELOW * down_right,
                start[:, 1] + _BELOW * down_left,
            ],
            axis=1,
        )

    def body(self) -> Floats:
        """Return the usual colour (3,) of the tiles' rims in Lab: tiles of other light differ."""
        return self.colour(geometry.grow(self.quads, 0.9))

    def ground(self) -> Floats:
        """Return the colour (3,) of the table right above the row, of which the cut takes some."""
        return self.colour(self.outlines()[:, :2])

    def colour(self, spots: Floats) -> Floats:
        """Return the usual colour (3,) in Lab of points (..., 2) of the photo."""
        at = np.clip(spots.reshape(-1, 2).astype(int), 0, np.array(self.image.shape[1::-1]) - 1)
        lab = cv2.cvtColor(self.image, cv2.COLOR_RGB2LAB)
        return np.asarray(np.median(lab[at[:, 1], at[:, 0]], axis=0), np.float32)

    def _is_straight(self) -> bool:
        middles = self.quads.mean(axis=1)
        off = (middles - middles[0]) @ self.up
        return bool(np.abs(off).max() < self.tile[1] / 2)


def correct_shape(image: Pixels, reading: Reading) -> Pixels:
    """Undo the stretching of a photo to a square (h, w, 3), which its tiles give away."""
    quads = np.array([tile.corners for tile in reading.tiles], np.float32).reshape(-1, 4, 2)
    if image.shape[0] != image.shape[1] or not len(quads):
        return image
    wide, tall = geometry.sides(geometry.turn_upright(quads)).T
    squeezed = float(np.median(wide / tall)) / _SHAPE
    shape = min(_SHAPES, key=lambda each: abs(np.log(each * squeezed)))
    size = (round(image.shape[1] * max(1.0, shape)), round(image.shape[0] * max(1.0, 1 / shape)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _turn_upright(quad: Floats) -> Floats:
    """Start a quad (4, 2) at its corner nearest to the photo's top left."""
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)


def mask(quads: Sequence[Floats] | Floats, size: tuple[int, int]) -> Pixels:
    """Fill quads (n, 4, 2) with 255 in a picture of this width and height."""
    filled = np.zeros(size[::-1], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(
            filled, np.round((quad - 0.5) * 16).astype(np.int32), 255, cv2.LINE_AA, 4
        )
    return filled


def hand_rows(folder: Path) -> Iterator[PhotographedRow | None]:
    """Return the rows of all winning hands that somebody wrote down; raises DatasetError."""
    hands = structures_by_name(load_structures())
    reader = Reader(*models.shipped())
    for photo in load_photos(folder):
        group, text = hands.get(photo.path.stem, ("", ""))
        if group == _WITH:
            image = correct_shape(photo.image(), reader.read(photo.path.read_bytes()))
            reading = reader.read(image)
            if reading.hand and Structure.parse(reading.hand) == Structure.parse(text):
                yield PhotographedRow.of(photo.path.stem, image, reading)


def labelled_rows(
    folder: Path, split: str | None = None, without: Collection[str] = ()
) -> Iterator[PhotographedRow | None]:
    """Return all single rows that were read as they are labelled; raises DatasetError.

    `split` keeps one part of the photos, `without` leaves photos of these names out.
    """
    reader = Reader(*models.shipped())
    for photo in load_photos(folder, split=split):
        if photo.path.stem in without:
            continue
        if photo.scene != "row" or photo.augmented or len(photo.tiles) < _LONG:
            continue
        whole = correct_shape(photo.image(), reader.read(photo.path.read_bytes()))
        x0, y0, x1, y1 = table_area(whole)
        image = np.ascontiguousarray(whole[y0:y1, x0:x1])
        reading = reader.read(image)
        labelled = " ".join(label.tile for label in photo.tiles)
        if judge_hand(reading, "", labelled, lies=False).right:
            yield PhotographedRow.of(photo.path.stem, image, reading)
