"""The canvas that faces are drawn on, and the strokes: discs, ellipses, lines, curves.

Ink is drawn on a transparent RGBA canvas of ``CANVAS`` pixels with premultiplied alpha, so that
antialiased strokes blend onto any body colour later.
"""

import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Canvas = npt.NDArray[np.uint8]
Point = npt.NDArray[np.float64]
Colour = tuple[int, int, int]
Paint = tuple[int, int, int, int]
CANVAS = (240, 320)  # width, height; a real face is close to three by four
CLEAR: Paint = (0, 0, 0, 0)
_FINE = 4  # bits of a pixel's fraction that OpenCV draws with
_DRAWINGS = tomllib.loads(Path(__file__).with_name("drawings.toml").read_text(encoding="utf-8"))


def drawings(kind: str) -> dict[str, dict[str, Any]]:
    """Return where the parts of a kind of faces lie, from `drawings.toml`."""
    return dict(_DRAWINGS[kind])


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


def ellipse(
    canvas: Canvas,
    at: tuple[float, float] | Point,
    axes: tuple[float, float],
    turn: float,
    paint: Paint,
) -> None:
    """Fill an ellipse; ``axes`` are half lengths along and across ``turn`` degrees."""
    size = (max(1, round(axes[0] * 16)), max(1, round(axes[1] * 16)))
    cv2.ellipse(canvas, _fixed(at), size, turn, 0, 360, paint, -1, cv2.LINE_AA, _FINE)


def line(
    canvas: Canvas,
    start: tuple[float, float] | Point,
    end: tuple[float, float] | Point,
    paint: Paint,
    width: float,
) -> None:
    """Draw a round-ended line."""
    wide = max(1, round(width))
    cv2.line(canvas, _fixed(start), _fixed(end), paint, wide, cv2.LINE_AA, _FINE)


def path(canvas: Canvas, points: Point, paint: Paint, width: float) -> None:
    """Draw an open line through ``points`` (n, 2)."""
    fixed = [np.round(points * 16).astype(np.int32)]
    wide = max(1, round(width))
    cv2.polylines(
        canvas,
        fixed,
        isClosed=False,
        color=paint,
        thickness=wide,
        lineType=cv2.LINE_AA,
        shift=_FINE,
    )


def fill(canvas: Canvas, points: Point, paint: Paint) -> None:
    """Fill the polygon ``points`` (n, 2)."""
    cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], paint, cv2.LINE_AA, _FINE)
