"""Dots drawn from circles: ranks one to nine in the styles that carved sets use.

Ink is drawn on a transparent RGBA canvas of ``CANVAS`` pixels with premultiplied alpha, so that
antialiased strokes blend onto any body colour later.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Canvas = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]
CANVAS = (240, 320)  # width, height; a real face is close to three by four
CLEAR = (0, 0, 0, 0)

DOT_STYLES = ("ring", "target", "rosette", "wheel", "lobes", "coin", "spokes", "star")
_POSITIONS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.27), (0.5, 0.73)),
    3: ((0.24, 0.2), (0.5, 0.5), (0.76, 0.8)),
    4: ((0.28, 0.25), (0.72, 0.25), (0.28, 0.75), (0.72, 0.75)),
    5: ((0.25, 0.22), (0.75, 0.22), (0.5, 0.5), (0.25, 0.78), (0.75, 0.78)),
    6: ((0.3, 0.18), (0.7, 0.18), (0.3, 0.55), (0.7, 0.55), (0.3, 0.82), (0.7, 0.82)),
    7: ((0.2, 0.14), (0.5, 0.25), (0.8, 0.36), (0.3, 0.6), (0.7, 0.6), (0.3, 0.85), (0.7, 0.85)),
    8: tuple((x, y) for y in (0.14, 0.38, 0.62, 0.86) for x in (0.3, 0.7)),
    9: tuple((x, y) for y in (0.18, 0.5, 0.82) for x in (0.2, 0.5, 0.8)),
}
_RADIUS = {1: 0.4, 2: 0.21, 3: 0.17, 4: 0.17, 5: 0.155, 6: 0.15, 7: 0.135, 8: 0.135, 9: 0.135}
# Letters name the palette's colours a (green), b (red), c (blue), one a dot in the order above.
_SCHEMES: dict[str, dict[int, str]] = {
    "three": {2: "ac", 3: "cba", 4: "caac", 5: "cabac", 6: "aabbbb", 7: "aaabbbb", 8: "c" * 8,
              9: "aaabbbccc"},
    "two": {2: "aa", 3: "aba", 4: "aaaa", 5: "aabaa", 6: "aabbbb", 7: "aaabbbb", 8: "a" * 8,
            9: "aaabbbaaa"},
    "dark": {2: "cc", 3: "cbc", 4: "cccc", 5: "ccbcc", 6: "ccbbbb", 7: "cccbbbb", 8: "c" * 8,
             9: "cccbbbccc"},
    "mixed": {2: "ca", 3: "abc", 4: "acca", 5: "acbca", 6: "aabbbb", 7: "aaabbbb", 8: "c" * 8,
              9: "cccbbbaaa"},
}  # fmt: skip
DOT_SCHEMES = tuple(_SCHEMES)


@dataclass(frozen=True)
class DotStyle:
    """How one set draws its dots: ``shape``, colour ``scheme``, ``big`` one, size and spread."""

    shape: str
    scheme: str
    big: str
    scale: float
    spread: tuple[float, float]
    palette: dict[str, Colour]


def blank() -> Canvas:
    """Return a transparent canvas (height, width, 4)."""
    return np.zeros((CANVAS[1], CANVAS[0], 4), np.uint8)


def ink(colour: Colour) -> tuple[int, int, int, int]:
    """Return the opaque drawing colour of an RGB triple."""
    return (*colour, 255)


def disc(canvas: Any, centre: tuple[float, float], radius: float, colour: tuple[int, ...]) -> None:  # noqa: ANN401 (cv2 draws on any array)
    """Fill an antialiased disc; ``centre`` and ``radius`` are canvas pixels."""
    point = (round(centre[0] * 16), round(centre[1] * 16))
    cv2.circle(canvas, point, max(1, round(radius * 16)), colour, -1, cv2.LINE_AA, 4)


def around(
    centre: tuple[float, float], radius: float, count: int, turn: float
) -> list[tuple[float, float]]:
    """Return ``count`` points evenly around ``centre``, the first at ``turn`` radians."""
    angles = turn + np.arange(count) * 2 * np.pi / count
    return [(centre[0] + radius * np.cos(a), centre[1] + radius * np.sin(a)) for a in angles]


def draw_dot(
    canvas: Canvas, at: tuple[float, float], radius: float, colour: Colour, style: DotStyle
) -> None:
    """Draw one small dot of ``style`` in ``colour``; gaps show the tile's body."""
    full = ink(colour)
    disc(canvas, at, radius, full)
    match style.shape:
        case "ring":
            disc(canvas, at, radius * 0.62, CLEAR)
            disc(canvas, at, radius * 0.34, full)
        case "target":
            for part, paint in ((0.78, CLEAR), (0.6, full), (0.4, CLEAR), (0.22, full)):
                disc(canvas, at, radius * part, paint)
        case "rosette":
            disc(canvas, at, radius * 0.8, CLEAR)
            for point in around(at, radius * 0.42, 6, 0.3):
                disc(canvas, point, radius * 0.24, full)
            disc(canvas, at, radius * 0.2, full)
        case "wheel":
            disc(canvas, at, radius * 0.78, CLEAR)
            _spokes(canvas, at, radius * 0.8, 4, full, radius * 0.2)
            disc(canvas, at, radius * 0.3, full)
        case "lobes":
            for point in around(at, radius * 0.44, 4, np.pi / 4):
                disc(canvas, point, radius * 0.26, CLEAR)
        case "coin":
            disc(canvas, at, radius * 0.72, CLEAR)
            disc(canvas, at, radius * 0.58, full)
            disc(canvas, at, radius * 0.2, CLEAR)
        case "spokes":
            _spokes(canvas, at, radius * 0.8, 8, CLEAR, radius * 0.12)
            disc(canvas, at, radius * 0.3, full)
        case _:
            disc(canvas, at, radius * 0.82, CLEAR)
            for point in around(at, radius * 0.36, 5, -np.pi / 2):
                disc(canvas, point, radius * 0.28, full)
            disc(canvas, at, radius * 0.14, CLEAR)


def _spokes(
    canvas: Any,
    at: tuple[float, float],
    radius: float,
    count: int,
    paint: tuple[int, ...],
    width: float,
) -> None:  # noqa: ANN401
    """Draw ``count`` spokes from the centre outwards."""
    start = (round(at[0] * 16), round(at[1] * 16))
    for x, y in around(at, radius, count, np.pi / 4):
        cv2.line(
            canvas,
            start,
            (round(x * 16), round(y * 16)),
            paint,
            max(1, round(width)),
            cv2.LINE_AA,
            4,
        )


def _big_dot(canvas: Canvas, style: DotStyle, rng: np.random.Generator) -> None:
    """Draw the one of dots: a large wheel with petals around a red heart."""
    at = (CANVAS[0] / 2, CANVAS[1] / 2)
    radius = CANVAS[0] * _RADIUS[1] * style.scale
    outer, heart = ink(style.palette["a"]), ink(style.palette["b"])
    petals = int(rng.integers(8, 19))
    if style.big == "sun":
        for point in around(at, radius * 0.86, petals, 0.0):
            disc(canvas, point, radius * 2.4 / petals, outer)
            disc(canvas, point, radius * 1.3 / petals, CLEAR)
        disc(canvas, at, radius * 0.66, CLEAR)
        disc(canvas, at, radius * 0.6, heart)
    elif style.big == "wheel":
        for part, paint in ((1.0, outer), (0.9, CLEAR), (0.84, outer)):
            disc(canvas, at, radius * part, paint)
        for point in around(at, radius * 0.66, petals, 0.0):
            disc(canvas, point, radius * 1.5 / petals, CLEAR)
        disc(canvas, at, radius * 0.48, CLEAR)
        disc(canvas, at, radius * 0.42, heart)
    else:
        for part, paint in (
            (1.0, outer),
            (0.86, CLEAR),
            (0.74, outer),
            (0.62, CLEAR),
            (0.5, heart),
        ):
            disc(canvas, at, radius * part, paint)
    for point in around(at, radius * 0.24, int(rng.integers(4, 7)), 0.4):
        disc(canvas, point, radius * 0.12, CLEAR)
    disc(canvas, at, radius * 0.08, CLEAR)


def draw_dots(rank: int, style: DotStyle, rng: np.random.Generator) -> Canvas:
    """Draw the face of ``rank`` (1 to 9) of dots."""
    canvas = blank()
    if rank == 1:
        _big_dot(canvas, style, rng)
        return canvas
    letters = _SCHEMES[style.scheme][rank]
    for (x, y), letter in zip(_POSITIONS[rank], letters, strict=True):
        at = (
            CANVAS[0] * (0.5 + (x - 0.5) * style.spread[0]),
            CANVAS[1] * (0.5 + (y - 0.5) * style.spread[1]),
        )
        draw_dot(canvas, at, CANVAS[0] * _RADIUS[rank] * style.scale, style.palette[letter], style)
    return canvas
