"""Dots: ranks one to nine in the styles that carved sets use."""

from dataclasses import dataclass

import numpy as np

from datasets.synth.faces.pictures import draw_dot
from datasets.synth.faces.strokes import CANVAS, Canvas, Colour, blank, drawings, ink

_DOTS = drawings("dots")
_POSITIONS, _RADIUS = _DOTS["positions"], _DOTS["radius"]
DOT_SCHEMES, DOT_STYLES = tuple(_DOTS["schemes"]), tuple(_DOTS["styles"])


@dataclass(frozen=True)
class DotStyle:
    """How one set draws its dots: ``shape``, colour ``scheme``, ``big`` one, size and spread."""

    shape: str
    scheme: str
    big: str
    scale: float
    spread: tuple[float, float]
    palette: dict[str, Colour]


def draw_dots(rank: int, style: DotStyle, rng: np.random.Generator) -> Canvas:
    """Draw the face of ``rank`` (1 to 9) of dots; gaps show the tile's body."""
    canvas, radius = blank(), CANVAS[0] * _RADIUS[str(rank)] * style.scale
    if rank == 1:
        paints = (ink(style.palette["a"]), ink(style.palette["b"]))
        draw_dot(canvas, f"big-{style.big}", (CANVAS[0] / 2, CANVAS[1] / 2), radius, paints, rng)
        return canvas
    letters = _DOTS["schemes"][style.scheme].split()[rank - 2]
    for (x, y), letter in zip(_POSITIONS[str(rank)], letters, strict=True):
        at = (
            CANVAS[0] * (0.5 + (x - 0.5) * style.spread[0]),
            CANVAS[1] * (0.5 + (y - 0.5) * style.spread[1]),
        )
        draw_dot(canvas, f"dot-{style.shape}", at, radius, (ink(style.palette[letter]),), rng)
    return canvas
