"""Bamboo: sticks of ranks two to nine, and the one with its bird."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from datasets.synth.faces.pictographs import BIRDS, draw_sign
from datasets.synth.faces.pictures import draw_picture
from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Colour,
    Paint,
    Point,
    blank,
    drawings,
    ellipse,
    ink,
    line,
)

BIRD, ANOTHER_BIRD = "bird", "odd-bird"  # the other one in a manner that no library has
_PRINTED = 2 / 7  # share of birds in another manner that a symbol font has
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


@dataclass(frozen=True, eq=False)
class _Stroke:
    """One stick to draw: its middle, ends, width in canvas pixels, turn in degrees, colour."""

    canvas: Canvas
    centre: Point
    top: Point
    bottom: Point
    width: float
    turn: float
    paint: Paint

    def along(self, share: float) -> Point:
        """Return the point at ``share`` of the way from the middle, -1 bottom to 1 top."""
        end = self.top if share >= 0 else self.bottom
        return np.asarray(self.centre + (end - self.centre) * abs(share))

    def bar(self, start: float, end: float, width: float, *, clear: bool = False) -> None:
        """Draw a round-ended bar along the stick; ``width`` is a share of the stick's."""
        paint = CLEAR if clear else self.paint
        line(self.canvas, self.along(start), self.along(end), paint, self.width * width)

    def knot(self, share: float, axes: tuple[float, float], *, clear: bool = False) -> None:
        """Draw an ellipse on the stick; ``axes`` along and across, in canvas pixels."""
        paint = CLEAR if clear else self.paint
        ellipse(self.canvas, self.along(share), axes, self.turn, paint)


def _capsule(stick: _Stroke) -> None:
    for side in (1.0, -1.0):
        stick.bar(side, side * 0.25, 1.0)
        stick.bar(side, side * 0.4, 0.28, clear=True)
    stick.bar(1.0, -1.0, 0.22)


def _bone(stick: _Stroke) -> None:
    stick.bar(1.0, -1.0, 0.6)
    for share in (1.0, 0.0, -1.0):
        stick.knot(share, (stick.width * 0.28, stick.width * 0.62))
    for side in (1.0, -1.0):
        stick.bar(side * 0.7, side * 0.25, 0.2, clear=True)


def _bar(stick: _Stroke) -> None:
    stick.bar(1.0, -1.0, 1.0)
    for share in (-0.72, 0.0, 0.72):
        stick.knot(share, (stick.width * 0.07, stick.width * 0.5), clear=True)


def _bead(stick: _Stroke) -> None:
    length = float(np.linalg.norm(stick.top - stick.bottom)) + stick.width
    for share in (-0.84, -0.28, 0.28, 0.84):
        stick.knot(share, (length * 0.13, stick.width * 0.5))
        stick.knot(share, (length * 0.05, stick.width * 0.2), clear=True)


def _outline(stick: _Stroke) -> None:
    stick.bar(1.0, -1.0, 1.0)
    stick.bar(1.0, -1.0, 0.55, clear=True)
    stick.knot(0.0, (stick.width * 0.2, stick.width * 0.6))


def _joint(stick: _Stroke) -> None:
    length = float(np.linalg.norm(stick.top - stick.bottom)) + stick.width
    for side in (1.0, -1.0):
        stick.knot(side * 0.55, (length * 0.24, stick.width * 0.5))
        stick.bar(side * 0.8, side * 0.3, 0.2, clear=True)
    stick.knot(0.0, (stick.width * 0.2, stick.width * 0.55))


def _ladder(stick: _Stroke, beads: int, thick: float) -> None:
    """Draw a hollow stick of ``beads`` run into one; its line is ``thick`` of the width."""
    length = float(np.linalg.norm(stick.top - stick.bottom)) + stick.width
    shares = np.linspace(-1, 1, 2 * beads + 1)[1::2] * length / max(length - stick.width, 1.0)
    each = length / beads / 2
    for share in shares:
        stick.knot(float(share), (each * 1.35, stick.width * 0.5))
    for share in shares:
        stick.knot(float(share), (each * 0.95, stick.width * (0.5 - thick)), clear=True)


_STICK_SHAPES: dict[str, Callable[[_Stroke], None]] = {
    "capsule": _capsule,
    "bone": _bone,
    "bar": _bar,
    "bead": _bead,
    "outline": _outline,
    "joint": _joint,
}
STICK_STYLES = tuple(_STICK_SHAPES)
# Long hollow sticks of one dark line, as most sets engrave them and no library draws.
_LADDERS: dict[str, Callable[[_Stroke], None]] = {
    "ladder of two": partial(_ladder, beads=2, thick=0.2),
    "ladder of three": partial(_ladder, beads=3, thick=0.22),
    "ladder of four": partial(_ladder, beads=4, thick=0.2),
    "thick ladder": partial(_ladder, beads=3, thick=0.34),
    "thin ladder": partial(_ladder, beads=4, thick=0.13),
}
LADDERS = tuple(_LADDERS)


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
    axis = np.array([np.sin(angle), -np.cos(angle)])
    centre = np.array(at)
    reach = axis * (length - width) / 2
    stroke = _Stroke(
        canvas, centre, centre + reach, centre - reach, width, lean + 90.0, ink(colour)
    )
    (_STICK_SHAPES | _LADDERS)[shape](stroke)


def draw_bamboo(rank: int, style: BambooStyle, rng: np.random.Generator) -> Canvas:
    """Draw the face of ``rank`` (1 to 9) of bamboo."""
    if rank == 1 and style.bird == ANOTHER_BIRD:
        return draw_other_bird([ink(style.palette[letter]) for letter in "abc"], rng)
    canvas = blank()
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


def draw_other_bird(paints: Sequence[Paint], rng: np.random.Generator) -> Canvas:
    """Draw a bird in another manner: thick with eyes, from the front, diving, or of a symbol font.

    The first of three paints is that of most of it. The bird differs from set to set more than any
    face but the bonus tiles; what no training shows is read as the green dragon or a flower, and
    surely so, as a dense picture looks like a character.
    """
    canvas = blank()
    if rng.random() >= _PRINTED:
        draw_picture(canvas, ANOTHER_BIRD, paints, rng)
        return canvas
    middle = np.array(CANVAS) * rng.normal(0.5, 0.03, 2)
    lower = paints[0] if rng.random() < 0.5 else paints[1]
    draw_sign(canvas, BIRDS, (middle, 240.0), (paints[0], lower), rng)
    return canvas
