"""What bonus tiles show beside their words where it is no plant: figures, pavilions, ornaments."""

import cv2
import numpy as np

from datasets.synth.faces.pictographs import PICTURES, draw_sign
from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Colour,
    Paint,
    Point,
    curve,
    disc,
    ellipse,
    fill,
    ink,
    line,
    path,
    ring_of,
)

# Plants are the commonest; the others keep a network from reading the picture for the word.
MOTIFS = ("plant", "plant", "plant", "plant", "figure", "pavilion", "butterfly", "ornament")
SIGN = "sign"  # of a symbol font: for sets drawn anew alone


def draw_motif(
    canvas: Canvas, motif: str, palette: dict[str, Colour], rng: np.random.Generator
) -> None:
    """Draw a random picture of the kind ``motif``, one of ``MOTIFS`` but no plant, or ``SIGN``.

    Where no font has signs an ornament stands for them.
    """
    paints = tuple(ink(palette[letter]) for letter in rng.permutation(list("abc")))
    middle = np.array([CANVAS[0] * rng.uniform(0.4, 0.6), CANVAS[1] * rng.uniform(0.54, 0.64)])
    if motif == "figure":
        _figure(canvas, middle, paints, rng)
    elif motif == "pavilion":
        _pavilion(canvas, middle, paints, rng)
    elif motif == "butterfly":
        _butterfly(canvas, middle, paints, rng)
    elif motif == SIGN:
        size = float(rng.uniform(110, 200))
        draw_sign(canvas, PICTURES, (middle, size), (paints[0], paints[1]), rng)
    else:
        _ornament(canvas, paints, rng)


def _figure(canvas: Canvas, at: Point, paints: tuple[Paint, ...], rng: np.random.Generator) -> None:
    """Draw a person in a robe, with a staff, rod or basket."""
    tall, wide = float(rng.uniform(70, 105)), float(rng.uniform(38, 64))
    robe = np.array([[-0.4, -0.6], [0.4, -0.6], [0.75, 1.0], [-0.75, 1.0]]) * (wide, tall)
    fill(canvas, at + robe + rng.normal(0, 7, (4, 2)), paints[0])
    if rng.random() < 0.6:
        fill(canvas, at + robe * 0.72, CLEAR)
    for _ in range(int(rng.integers(2, 6))):
        x = float(rng.uniform(-0.5, 0.5)) * wide
        end = at + np.array([x * 1.3, tall * 0.9])
        line(canvas, at + np.array([x * 0.6, -tall * 0.4]), end, paints[1], 4)
    head = at - np.array([rng.normal(0, 8), tall * 0.6 + 24])
    disc(canvas, head, 25, paints[int(rng.integers(3))])
    disc(canvas, head + 4, 15, CLEAR)
    line(canvas, head - 18, head + np.array([18.0, -18.0]), paints[1], 8)
    side = float(rng.choice([-1, 1]))
    hand = at + np.array([side * wide * 1.1, -tall * rng.uniform(-0.1, 0.5)])
    line(canvas, at - np.array([0.0, tall * 0.35]), hand, paints[0], 12)
    top = hand - np.array([side * rng.uniform(-40, 40), rng.uniform(60, 110)])
    line(canvas, hand + np.array([0.0, rng.uniform(20, 90)]), top, paints[2], 5)


def _pavilion(
    canvas: Canvas, at: Point, paints: tuple[Paint, ...], rng: np.random.Generator
) -> None:
    """Draw a house or tower with bent roofs, or a boat under a sail."""
    floors, wide = int(rng.integers(1, 4)), float(rng.uniform(70, 96))
    y = at[1] + 90
    for floor in range(floors):
        half, high = wide * (1 - 0.2 * floor), float(rng.uniform(34, 54))
        for x in np.linspace(-0.6, 0.6, int(rng.integers(2, 5))) * half:
            line(canvas, (at[0] + x, y), (at[0] + x, y - high), paints[1], 7)
        y -= high
        eaves = np.array([[-half, 4.0], [-half * 0.5, -26], [half * 0.5, -26], [half, 4.0]])
        fill(canvas, np.array([at[0], y]) + eaves, paints[floor % 3])
        y -= 26
    if rng.random() < 0.5:
        for x in rng.uniform(20, CANVAS[0] - 20, 4):
            foot = np.array([x, CANVAS[1] * 0.94])
            tip = foot + rng.normal(0, 16, 2) - np.array([0, 50])
            path(canvas, curve(foot, foot - 14, tip), paints[2], 5)


def _butterfly(
    canvas: Canvas, at: Point, paints: tuple[Paint, ...], rng: np.random.Generator
) -> None:
    """Draw an insect, fish or bird that is all wings."""
    for side in (-1.0, 1.0):
        for lift, size in ((-40.0, 1.0), (34.0, 0.7)):
            axes = (float(rng.uniform(40, 58)) * size, float(rng.uniform(22, 36)) * size)
            spot = at + np.array([side * 44 * size, lift])
            lean = side * float(np.sign(lift)) * float(rng.uniform(15, 45))
            ellipse(canvas, spot, axes, lean, paints[0])
            ellipse(canvas, spot, (axes[0] * 0.6, axes[1] * 0.55), lean, CLEAR)
            disc(canvas, spot, axes[1] * 0.3, paints[1])
    ellipse(canvas, at, (64, 10), 90, paints[2])
    for side in (-1.0, 1.0):
        line(canvas, at - np.array([0.0, 60.0]), at + np.array([side * 26, -100.0]), paints[2], 4)


def _ornament(canvas: Canvas, paints: tuple[Paint, ...], rng: np.random.Generator) -> None:
    """Draw a frame, a ring or a cloud of small marks around the words."""
    kind, thick = int(rng.integers(4)), int(rng.integers(3, 10))
    if kind == 0:
        inset = int(rng.integers(12, 34))
        cv2.rectangle(
            canvas, (inset, inset), (CANVAS[0] - inset, CANVAS[1] - inset), paints[0], thick
        )
    elif kind == 1:
        radius = float(rng.uniform(84, 108))
        disc(canvas, (CANVAS[0] / 2, CANVAS[1] / 2), radius, paints[0])
        disc(canvas, (CANVAS[0] / 2, CANVAS[1] / 2), radius - thick, CLEAR)
    elif kind == 2:
        spots = ring_of((CANVAS[0] / 2, CANVAS[1] / 2), 104, int(rng.integers(8, 20)), 0.0)
        for point in spots:
            disc(canvas, point, float(rng.uniform(6, 13)), paints[int(rng.integers(3))])
    else:
        for x, y in rng.uniform(0.1, 0.9, (int(rng.integers(4, 12)), 2)) * CANVAS:
            ellipse(canvas, (x, y), (18, 6), float(rng.uniform(0, 180)), paints[0])
