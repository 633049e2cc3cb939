"""The canvas on which faces are drawn, and the strokes: discs, lines, polygons.

Ink is drawn on a transparent RGBA canvas of ``CANVAS`` pixels with premultiplied alpha, so that
antialiased strokes later blend onto any body colour.
"""

import cv2
import numpy as np
import numpy.typing as npt

Canvas = npt.NDArray[np.uint8]
Point = npt.NDArray[np.float64]
Colour = tuple[int, int, int]
Paint = tuple[int, int, int, int]
CANVAS = (240, 320)  # width, height; a real face is close to three by four
CLEAR: Paint = (0, 0, 0, 0)
_FINE = 4  # bits of OpenCV's fraction of a pixel


def blank() -> Canvas:
    """Return a transparent canvas (height, width, 4)."""
    return np.zeros((CANVAS[1], CANVAS[0], 4), np.uint8)


def ink(colour: Colour) -> Paint:
    """Return the opaque drawing colour of an RGB triple."""
    return (*colour, 255)


def _fixed(point: tuple[float, float] | Point) -> tuple[int, int]:
    return (round(float(point[0]) * 16), round(float(point[1]) * 16))


def disc(canvas: Canvas, at: tuple[float, float] | Point, radius: float, paint: Paint) -> None:
    """Fill a disc; ``at`` and ``radius`` are canvas pixels."""
    cv2.circle(canvas, _fixed(at), max(1, round(radius * 16)), paint, -1, cv2.LINE_AA, _FINE)


def path(canvas: Canvas, points: Point, paint: Paint, width: float) -> None:
    """Draw an open line through ``points`` (n, 2)."""
    fixed = [np.round(points * 16).astype(np.int32)]
    wide = max(1, round(width))
    cv2.polylines(canvas, fixed, False, paint, wide, cv2.LINE_AA, _FINE)  # noqa: FBT003  (not closed)


def fill(canvas: Canvas, points: Point, paint: Paint) -> None:
    """Fill the polygon ``points`` (n, 2)."""
    cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], paint, cv2.LINE_AA, _FINE)
