"""Dots, and bamboo: sticks of ranks two to nine, and the one with its bird."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.synth.faces.pictures import draw_dot, draw_picture
from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Colour,
    blank,
    drawings,
    ellipse,
    ink,
    line,
)

# The other one in a manner that no library has: thick with eyes, from the front, diving. The bird
# differs from set to set more than any face but the bonus tiles, and what no training shows is read
# as the green dragon or a flower.
BIRD, ANOTHER_BIRD = "bird", "odd-bird"
_ONE_PAINT = 0.12  # share of the usual birds
_BAMBOO = drawings("bamboo")


@dataclass(frozen=True)
class BambooStyle:
    """How one set draws bamboo: ``stick`` shape, ``eight`` pattern, ``bird``, width, colours.

    ``stretch`` lengthens the sticks: with 1.1 those above each other touch.
    """

    stick: str
    eight: str
    bird: str
    width: float
    spread: tuple[float, float]
    palette: dict[str, Colour]
    stretch: float = 1.0


_LADDERS = _BAMBOO["ladders"]  # beads, and how thick the line is as a share of the width
STICK_STYLES, LADDERS = tuple(_BAMBOO["shapes"]), tuple(_LADDERS)


def draw_stick(
    canvas: Canvas,
    at: tuple[float, float],
    size: tuple[float, float, float],
    colour: Colour,
    shape: str,
) -> None:
    """Draw one stick of ``shape``; ``size`` is length and width in pixels, lean in degrees."""
    length, width, lean = size
    angle = np.deg2rad(lean)
    axis, centre = np.array([np.sin(angle), -np.cos(angle)]), np.array(at)
    reach = axis * (length - width) / 2
    for part in _ladder(shape, length, width) if shape in _LADDERS else _BAMBOO["shapes"][shape]:
        paint = CLEAR if part.get("clear") else ink(colour)
        if "bar" in part:
            start, end = (centre + reach * share for share in part["bar"])
            line(canvas, start, end, paint, width * part["wide"])
        else:  # ellipses, as long as a share of the stick's length or of its width
            along = part["long"] * (length if part.get("of_length") else width)
            for share in part["knots"]:
                axes = (along, width * part["wide"])
                ellipse(canvas, centre + reach * share, axes, lean + 90.0, paint)


def _ladder(shape: str, length: float, width: float) -> Sequence[Mapping[str, Any]]:
    """Return the parts of a hollow stick of beads run into one."""
    beads, thick = _LADDERS[shape]
    knots = np.linspace(-1, 1, 2 * beads + 1)[1::2] * length / max(length - width, 1.0)
    solid = {"knots": knots, "of_length": True, "long": 1.35 / beads / 2, "wide": 0.5}
    return solid, solid | {"long": 0.95 / beads / 2, "wide": 0.5 - thick, "clear": True}


def draw_bamboo(rank: int, style: BambooStyle, rng: np.random.Generator) -> Canvas:
    """Draw the face of ``rank`` (1 to 9) of bamboo."""
    canvas = blank()
    if rank == 1 and style.bird == ANOTHER_BIRD:
        draw_picture(canvas, ANOTHER_BIRD, [ink(style.palette[letter]) for letter in "abc"], rng)
        return canvas
    if rank == 1 and style.bird == BIRD:
        # Which part has which colour differs from set to set.
        letters = rng.permutation(list("aabc"))[:3] if rng.random() < 0.7 else list("abc")
        paints = [ink(style.palette[str(letter)]) for letter in letters]
        draw_picture(canvas, BIRD, paints[:1] * 3 if rng.random() < _ONE_PAINT else paints, rng)
        return canvas
    sticks = _BAMBOO["eight"][style.eight] if rank == 8 else _BAMBOO["sticks"][str(rank)]
    width = CANVAS[0] * style.width * (1.5 if rank == 1 else 1)
    for x, y, length, lean, letter in sticks:
        at = (
            CANVAS[0] * (0.5 + (x - 0.5) * style.spread[0]),
            CANVAS[1] * (0.5 + (y - 0.5) * style.spread[1]),
        )
        size = (CANVAS[1] * length * style.spread[1] * style.stretch, width, lean)
        draw_stick(canvas, at, size, style.palette[letter], style.stick)
    return canvas


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
