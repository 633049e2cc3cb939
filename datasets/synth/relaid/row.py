"""A photographed row of tiles: what lies in it, and pieces of it, cut out and pasted elsewhere."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

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


Matrix = NDArray[np.float64]
_SOFT = 0.8  # px, edge of what is pasted
_SHADE = 0.4  # of the light, beside a tile
_FILL = 1.5  # tile heights up to the cloth that covers where the row lay


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Neighbouring `tiles` of a row, and the `matrix` (2, 3) that says where they go."""

    row: PhotographedRow
    tiles: tuple[int, ...]
    matrix: Matrix

    def moved(self, quads: Floats) -> Floats:
        """Bring quads (n, 4, 2) of the row's photo to where they go."""
        return np.asarray(quads @ self.matrix[:, :2].T + self.matrix[:, 2], np.float32)

    @property
    def quads(self) -> Floats:
        """Faces (n, 4, 2) where they go."""
        return self.moved(self.row.quads[list(self.tiles)])

    @property
    def outlines(self) -> Floats:
        """What is pasted (n, 4, 2)."""
        return self.moved(self.row.outlines()[list(self.tiles)])

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of the tiles."""
        return tuple(self.row.codes[tile] for tile in self.tiles)


def place(
    row: PhotographedRow,
    tiles: Sequence[int],
    to: Floats,
    *,
    turn: float = 0.0,
    scale: float = 1.0,
) -> Piece:
    """Move tiles of a row so that their middle lies at `to` (2,), `turn` radians clockwise."""
    middle = row.quads[list(tiles)].reshape(-1, 2).mean(axis=0)
    linear = scale * geometry.rotation(turn)
    return Piece(row, tuple(tiles), np.column_stack([linear, np.asarray(to) - linear @ middle]))


def cover_source(row: PhotographedRow) -> Floats:
    """Return where the cloth that covers the row (n, 4, 2) is taken from."""
    return np.asarray(
        _outlines_with_shadow(row) + row.up * np.float32(_FILL * row.tile[1]), np.float32
    )


def clear_row(row: PhotographedRow) -> Pixels:
    """Take the row off its photo: cloth from above it covers the place."""
    height, width = row.image.shape[:2]
    cover = mask(_outlines_with_shadow(row), (width, height))
    slide = row.up * np.float32(_FILL * row.tile[1])
    moved = cv2.warpAffine(
        row.image,
        np.array([[1, 0, -slide[0]], [0, 1, -slide[1]]], np.float64),
        (width, height),
        borderMode=cv2.BORDER_REFLECT,
    )
    return _blend(row.image, np.asarray(moved, np.uint8), cv2.GaussianBlur(cover, (0, 0), 2.0))


def paste_pieces(image: Pixels, pieces: Sequence[Piece], sun: tuple[float, float]) -> Pixels:
    """Paste pieces on a photo (h, w, 3), far ones first, with shadows `sun` (dx, dy) px long."""
    height, width = image.shape[:2]
    for piece in sorted(pieces, key=lambda each: float(each.quads[..., 1].mean())):
        cover = mask(piece.outlines, (width, height))
        shadow = cv2.warpAffine(
            cover, np.array([[1, 0, sun[0]], [0, 1, sun[1]]], np.float64), (width, height)
        )
        dark = 1 - _SHADE / 255 * cv2.GaussianBlur(shadow, (0, 0), 2.5).astype(np.float32)
        shaded = np.asarray(image * dark[..., None], np.uint8)
        moved = cv2.warpAffine(
            piece.row.image, piece.matrix, (width, height), flags=cv2.INTER_CUBIC
        )
        image = _blend(shaded, np.asarray(moved, np.uint8), cv2.GaussianBlur(cover, (0, 0), _SOFT))
    return image


def _outlines_with_shadow(row: PhotographedRow) -> Floats:
    """Return the outlines of a row (n, 4, 2) with their shadows."""
    return geometry.grow(row.outlines(), 1.25)


def _blend(under: Pixels, over: Pixels, cover: NDArray[Any]) -> Pixels:
    share = cover[..., None].astype(np.float32) / 255
    return np.asarray(np.round(under * (1 - share) + over * share), np.uint8)
