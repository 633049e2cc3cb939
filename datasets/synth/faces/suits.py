"""Dots and bamboo: sticks of ranks two to nine, and rank one with its bird."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.synth.faces.pictures import draw_part, draw_picture
from datasets.synth.faces.strokes import CANVAS, Canvas, Colour, blank, ink
from vision.quads.geometry import rotation

# ANOTHER_BIRD is in a style that no library has: thick with eyes, from the front, diving. The bird
# differs from set to set more than any other face but the bonus tiles, and one unlike those in
# training is read as the green dragon or a flower.
BIRD, ANOTHER_BIRD = "bird", "odd-bird"
_ONE_PAINT = 0.12  # share of the usual birds
_PLACES = tomllib.loads(Path(__file__).with_name("places.toml").read_text(encoding="utf-8"))
_BAMBOO, _DOTS = _PLACES["bamboo"], _PLACES["dots"]
# Width and length of a stick, and the radius of a dot, in the pictures.
_STICK, _DOT = (56.0, 240.0), 100.0
STICK_STYLES = ("capsule", "bone", "bar", "bead", "outline", "joint")
# Long hollow sticks of one dark line, as most sets engrave them and no library draws them.
LADDERS = ("ladder-of-two", "ladder-of-three", "ladder-of-four", "thick-ladder", "thin-ladder")


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
        long = CANVAS[1] * length * style.spread[1] * style.stretch
        placed = rotation(np.radians(lean)) @ np.diag([width / _STICK[0], long / _STICK[1]])
        draw_part(canvas, f"stick-{style.stick}", at, placed, (ink(style.palette[letter]),), rng)
    return canvas


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
    canvas = blank()
    sized = np.eye(2) * CANVAS[0] * _RADIUS[str(rank)] * style.scale / _DOT
    if rank == 1:
        paints = (ink(style.palette["a"]), ink(style.palette["b"]))
        draw_part(canvas, f"big-{style.big}", (CANVAS[0] / 2, CANVAS[1] / 2), sized, paints, rng)
        return canvas
    letters = _DOTS["schemes"][style.scheme].split()[rank - 2]
    for (x, y), letter in zip(_POSITIONS[str(rank)], letters, strict=True):
        at = (
            CANVAS[0] * (0.5 + (x - 0.5) * style.spread[0]),
            CANVAS[1] * (0.5 + (y - 0.5) * style.spread[1]),
        )
        draw_part(canvas, f"dot-{style.shape}", at, sized, (ink(style.palette[letter]),), rng)
    return canvas
