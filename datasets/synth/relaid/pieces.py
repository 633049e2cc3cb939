"""Cuts pieces out of photographed rows and pastes them elsewhere on the cloth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.relaid.row import PhotographedRow, mask
from vision.arrays import Floats, Pixels
from vision.quads import geometry

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
