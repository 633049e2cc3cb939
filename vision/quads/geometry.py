"""Quads of tiles: axes, sides, touching neighbours, and the crop used in training and reading."""

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels

Number = TypeVar("Number", np.float32, np.float64)

_ONE_ON, _OPPOSITE = [1, 2, 3, 0], [2, 3, 0, 1]  # corners that replace 0, 1, 2 and 3


def hulls(corners: Floats) -> Floats:
    """Return the axis-aligned boxes (n, 4) x0 y0 x1 y1 around quads (n, 4, 2)."""
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).astype(np.float32)


def quads(boxes: Floats) -> Floats:
    """Return the corners (n, 4, 2), clockwise from the top left, of boxes (n, 4) x0 y0 x1 y1."""
    x0, y0, x1, y1 = np.asarray(boxes, np.float32).reshape(-1, 4).T
    flat = np.stack([x0, y0, x1, y0, x1, y1, x0, y1], axis=1)
    return flat.reshape(-1, 4, 2).astype(np.float32)


def box_iou(a: Floats, b: Floats) -> Floats:
    """Return the overlap (n, m) of boxes a (n, 4) with boxes b (m, 4), intersection over union."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    inner = np.clip(high - low, 0, None).prod(axis=2)
    areas_a = np.clip(a[:, 2:] - a[:, :2], 0, None).prod(axis=1)
    areas_b = np.clip(b[:, 2:] - b[:, :2], 0, None).prod(axis=1)
    union = areas_a[:, None] + areas_b[None] - inner
    return np.asarray(inner / np.maximum(union, 1e-9), np.float32)


def sides(corners: Floats) -> Floats:
    """Return the mean lengths (n, 2) of quads (n, 4, 2) along corners 0-1 and 1-2."""
    edges = _edges(corners)
    return np.asarray((edges[:, :2] + edges[:, 2:]) / 2, np.float32)


def areas(corners: Floats) -> Floats:
    """Return the areas (n,) of quads (n, 4, 2)."""
    x, y = corners[..., 0], corners[..., 1]
    after = np.roll(corners, -1, axis=1)
    return np.asarray(abs((x * after[..., 1] - y * after[..., 0]).sum(axis=1)) / 2, np.float32)


def turn_upright(corners: Floats) -> Floats:
    """Start every quad (n, 4, 2) with its short side, at the corner nearer the top left.

    Tiles are taller than wide, so the rectified face is upright or upside down, never sideways
    (unless perspective squeezed it). Of the two possible first corners, the one nearer the photo's
    top left is chosen.
    """
    width, height = sides(corners).T
    turned = np.where((width > height)[:, None, None], corners[:, _ONE_ON], corners)
    flipped = turned[:, _OPPOSITE]
    keep = turned[:, 0].sum(axis=1) <= flipped[:, 0].sum(axis=1)
    return np.where(keep[:, None, None], turned, flipped).astype(np.float32)


def grow(corners: Floats, factor: float) -> Floats:
    """Return quads (n, 4, 2) scaled by a factor around the mean of their corners."""
    middles = corners.mean(axis=1, keepdims=True)
    return np.asarray(middles + (corners - middles) * factor, np.float32)


def distances(ones: NDArray[np.floating], others: NDArray[np.floating]) -> Floats:
    """Return the distances (n, m) from each of these points (n, 2) to each of those (m, 2)."""
    return np.asarray(np.linalg.norm(ones[:, None] - others[None], axis=2))


def relative_distances(points: Floats, sizes: Floats) -> Floats:
    """Return the distances (n, n) between points (n, 2), in the mean of the two `sizes` (n,)."""
    means = ((sizes[:, None] + sizes) / 2).clip(1e-6)
    return np.asarray(distances(points, points) / means, np.float32)


def project(points: Floats, matrix: NDArray[np.float64]) -> Floats:
    """Map points (..., 2) through a homography (3, 3)."""
    if not points.size:
        return points
    flat = points.reshape(-1, 1, 2).astype(np.float64)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float32).reshape(points.shape)


def rotation(angle: float) -> NDArray[np.float64]:
    """Return the matrix (2, 2) of a rotation by an angle in radians, clockwise in a photo."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine], [sine, cosine]])


def turn(corners: Floats, turns: NDArray[np.integer]) -> Floats:
    """Start every quad (n, 4, 2) at corner `turns` (n,) instead of corner 0."""
    index = (np.arange(4)[None, :] + np.asarray(turns)[:, None]) % 4
    return np.take_along_axis(corners, index[:, :, None], axis=1)


def rectify(image: Pixels, corners: Floats, size: int) -> Pixels:
    """Cut the quads (n, 4, 2) out of an image (h, w, 3) as flat squares (n, size, size, 3).

    Corner 0 becomes the top left of the crop. Large tiles are shrunk with area sampling first,
    so that a 12-megapixel photo does not alias.
    """
    crops = np.empty((len(corners), size, size, 3), np.uint8)
    quads = corners.astype(np.float32)
    longest = _edges(quads).max(axis=1).tolist()
    for crop, quad, edge in zip(crops, quads, longest, strict=True):
        crop[:] = _flatten(image, quad, size, max(1, min(8, int(edge / size))))
    return crops


def rectify_with_rim(pixels: Pixels, quads: Floats, size: int, border: float) -> Pixels:
    """Cut quads (n, 4, 2) out as `rectify` does, each with `border` of its side around it."""
    return rectify(pixels, grow(quads, 1 + 2 * border), size)


def _edges(corners: Floats) -> Floats:
    """Return the lengths (n, 4) of the sides of quads (n, 4, 2), from each corner to the next."""
    return np.asarray(np.linalg.norm(corners[:, _ONE_ON] - corners, axis=2), np.float32)


def _flatten(image: Pixels, quad: Floats, size: int, factor: int) -> Pixels:
    """Cut one quad (4, 2) out as a flat square, first at `factor` times its size."""
    work = size * factor
    target = np.array([[0, 0], [work, 0], [work, work], [0, work]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(quad - np.float32(0.5), target)
    flat = cv2.warpPerspective(
        image, matrix, (work, work), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if factor > 1:
        flat = cv2.resize(flat, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8)


def axes(corners: NDArray[Number]) -> NDArray[Number]:
    """Return the vectors (..., 2, 2) along quads (..., 4, 2), rightwards and down their faces.

    In perspective, opposite sides of a quad differ, so each vector is the mean of two.
    """
    one, two, three, four = np.moveaxis(corners, -2, 0)
    ways = (two - one + three - four) / 2, (four - one + three - two) / 2
    return np.asarray(np.stack(ways, axis=-2), corners.dtype)


_BESIDE = 0.3  # tile widths from a neighbour's expected place
_CLEAR = 0.6  # of its shorter side: no tile is centred this close to a well-seen one
_ALIKE = 1.3  # ratio of sizes of neighbours


def touching_mask(firm: Floats, others: Floats) -> NDArray[np.bool_]:
    """Return which of `others` (m, 4, 2) touch the left or right side of a tile of `firm`.

    `firm` is (n, 4, 2). Tiles that lie on a firm tile, or differ in size from their neighbour, do
    not count.
    """
    if not len(firm) or not len(others):
        return np.zeros(len(others), np.bool_)
    right = axes(firm)[:, 0]
    lengths = sides(firm)
    away = others.mean(axis=1)[:, None] - firm.mean(axis=1)[None]
    size, own = (np.sqrt(sides(quads).prod(axis=1)) for quads in (firm, others))
    ratio = own[:, None] / size[None].clip(1e-6)
    near = [np.linalg.norm(away - way, axis=2) < _BESIDE * lengths[:, 0] for way in (right, -right)]
    beside = (near[0] | near[1]) & (ratio < _ALIKE) & (ratio > 1 / _ALIKE)
    upon = (np.linalg.norm(away, axis=2) < _CLEAR * lengths.min(axis=1)).any(axis=1)
    return np.asarray(beside.any(axis=1) & ~upon, np.bool_)
