"""Dots drawn from circles: ranks one to nine in the styles that carved sets use."""

from dataclasses import dataclass

import numpy as np

from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Colour,
    Paint,
    blank,
    disc,
    ink,
    line,
    ring_of,
)

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
    "three": {
        2: "ac",
        3: "cba",
        4: "caac",
        5: "cabac",
        6: "aabbbb",
        7: "aaabbbb",
        8: "c" * 8,
        9: "aaabbbccc",
    },
    "two": {
        2: "aa",
        3: "aba",
        4: "aaaa",
        5: "aabaa",
        6: "aabbbb",
        7: "aaabbbb",
        8: "a" * 8,
        9: "aaabbbaaa",
    },
    "dark": {
        2: "cc",
        3: "cbc",
        4: "cccc",
        5: "ccbcc",
        6: "ccbbbb",
        7: "cccbbbb",
        8: "c" * 8,
        9: "cccbbbccc",
    },
    "mixed": {
        2: "ca",
        3: "abc",
        4: "acca",
        5: "acbca",
        6: "aabbbb",
        7: "aaabbbb",
        8: "c" * 8,
        9: "cccbbbaaa",
    },
    "plain": {rank: "c" * rank for rank in range(2, 10)},
    "red": {
        2: "bc",
        3: "cbc",
        4: "cbbc",
        5: "ccbcc",
        6: "ccbbbb",
        7: "cccbbbb",
        8: "c" * 8,
        9: "bbbcccbbb",
    },
    "green": {
        2: "ba",
        3: "cba",
        4: "acca",
        5: "acbca",
        6: "aabbbb",
        7: "aaabbbb",
        8: "aacc" * 2,
        9: "cccbbbaaa",
    },
}
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


# Discs from the outside in, as shares of the radius; True is ink, False the tile's body.
_DISCS: dict[str, tuple[tuple[float, bool], ...]] = {
    "ring": ((1.0, True), (0.62, False), (0.34, True)),
    "target": ((1.0, True), (0.78, False), (0.6, True), (0.4, False), (0.22, True)),
    "coin": ((1.0, True), (0.72, False), (0.58, True), (0.2, False)),
    "rosette": ((1.0, True), (0.8, False), (0.2, True)),
    "wheel": ((1.0, True), (0.78, False), (0.3, True)),
    "lobes": ((1.0, True),),
    "spokes": ((1.0, True),),
    "star": ((1.0, True), (0.82, False)),
    "hole": ((1.0, True), (0.3, False)),
    "thin": ((1.0, True), (0.86, False), (0.5, True), (0.36, False), (0.2, True)),
    "fine": ((1.0, True), (0.88, False), (0.76, True), (0.64, False), (0.5, True), (0.36, False)),
    "flower": ((1.0, True), (0.84, False), (0.24, True)),
    "disc": ((1.0, True),),
}
DOT_STYLES = tuple(_DISCS)
# Small discs in a ring: how many, ring radius, disc radius, first angle, ink or body.
_PETALS: dict[str, tuple[int, float, float, float, bool]] = {
    "rosette": (6, 0.42, 0.24, 0.3, True),
    "lobes": (4, 0.44, 0.26, np.pi / 4, False),
    "star": (5, 0.36, 0.28, -np.pi / 2, True),
    "flower": (8, 0.5, 0.17, 0.2, True),
}


def draw_dot(
    canvas: Canvas, at: tuple[float, float], radius: float, colour: Colour, style: DotStyle
) -> None:
    """Draw one small dot of ``style`` in ``colour``; gaps show the tile's body."""
    full = ink(colour)
    for share, inked in _DISCS[style.shape]:
        disc(canvas, at, radius * share, full if inked else CLEAR)
    if style.shape in _PETALS:
        count, out, share, turn, inked = _PETALS[style.shape]
        for point in ring_of(at, radius * out, count, turn):
            disc(canvas, point, radius * share, full if inked else CLEAR)
    if style.shape == "star":
        disc(canvas, at, radius * 0.14, CLEAR)
    elif style.shape == "wheel":
        _spokes(canvas, at, radius * 0.8, 4, full, radius * 0.2)
    elif style.shape == "spokes":
        _spokes(canvas, at, radius * 0.8, 8, CLEAR, radius * 0.12)
        disc(canvas, at, radius * 0.3, full)


def _spokes(
    canvas: Canvas,
    at: tuple[float, float],
    radius: float,
    count: int,
    paint: Paint,
    width: float,
) -> None:
    """Draw ``count`` spokes from the centre outwards."""
    for end in ring_of(at, radius, count, np.pi / 4):
        line(canvas, at, end, paint, width)


def _big_dot(canvas: Canvas, style: DotStyle, rng: np.random.Generator) -> None:
    """Draw the one of dots: a large wheel with petals around a red heart."""
    at = (CANVAS[0] / 2, CANVAS[1] / 2)
    radius = CANVAS[0] * _RADIUS[1] * style.scale
    outer, heart = ink(style.palette["a"]), ink(style.palette["b"])
    petals = int(rng.integers(8, 19))
    if style.big == "sun":
        for point in ring_of(at, radius * 0.86, petals, 0.0):
            disc(canvas, point, radius * 2.4 / petals, outer)
            disc(canvas, point, radius * 1.3 / petals, CLEAR)
        disc(canvas, at, radius * 0.66, CLEAR)
        disc(canvas, at, radius * 0.6, heart)
    elif style.big == "wheel":
        for part, paint in ((1.0, outer), (0.9, CLEAR), (0.84, outer)):
            disc(canvas, at, radius * part, paint)
        for point in ring_of(at, radius * 0.66, petals, 0.0):
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
    for point in ring_of(at, radius * 0.24, int(rng.integers(4, 7)), 0.4):
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
