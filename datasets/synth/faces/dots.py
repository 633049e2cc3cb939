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
    drawings,
    ink,
    line,
    ring_of,
)

_DOTS = drawings("dots")
_POSITIONS, _RADIUS, _DISCS = _DOTS["positions"], _DOTS["radius"], _DOTS["discs"]
DOT_SCHEMES, DOT_STYLES = tuple(_DOTS["schemes"]), tuple(_DISCS)
# Small discs in a ring: how many, ring radius, disc radius, first angle, ink or body.
_PETALS: dict[str, tuple[int, float, float, float, bool]] = {
    "rosette": (6, 0.42, 0.24, 0.3, True),
    "lobes": (4, 0.44, 0.26, np.pi / 4, False),
    "star": (5, 0.36, 0.28, -np.pi / 2, True),
    "flower": (8, 0.5, 0.17, 0.2, True),
}


@dataclass(frozen=True)
class DotStyle:
    """How one set draws its dots: ``shape``, colour ``scheme``, ``big`` one, size and spread."""

    shape: str
    scheme: str
    big: str
    scale: float
    spread: tuple[float, float]
    palette: dict[str, Colour]


def draw_dot(
    canvas: Canvas, at: tuple[float, float], radius: float, colour: Colour, style: DotStyle
) -> None:
    """Draw one small dot of ``style`` in ``colour``; gaps show the tile's body."""
    full = ink(colour)
    for layer, share in enumerate(_DISCS[style.shape]):
        disc(canvas, at, radius * share, CLEAR if layer % 2 else full)
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
    radius = CANVAS[0] * _RADIUS["1"] * style.scale
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
    letters, radius = _DOTS["schemes"][style.scheme].split()[rank - 2], _RADIUS[str(rank)]
    for (x, y), letter in zip(_POSITIONS[str(rank)], letters, strict=True):
        at = (
            CANVAS[0] * (0.5 + (x - 0.5) * style.spread[0]),
            CANVAS[1] * (0.5 + (y - 0.5) * style.spread[1]),
        )
        draw_dot(canvas, at, CANVAS[0] * radius * style.scale, style.palette[letter], style)
    return canvas
