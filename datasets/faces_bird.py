"""The bird on the one of bamboo."""

import numpy as np

from datasets.faces_strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Colour,
    Paint,
    Point,
    around,
    blank,
    curve,
    disc,
    ellipse,
    ink,
    line,
    path,
)

BIRDS = ("sparrow", "peacock", "crane", "stick")


def draw_bird(kind: str, palette: dict[str, Colour], rng: np.random.Generator) -> Canvas:
    """Draw a simple bird: tail feathers, body, wing, neck, head, beak, comb and legs."""
    canvas = blank()
    paints = (ink(palette["a"]), ink(palette["b"]), ink(palette["c"]))
    body = np.array([CANVAS[0] * rng.uniform(0.46, 0.6), CANVAS[1] * rng.uniform(0.42, 0.52)])
    reach = np.array([rng.uniform(-0.28, -0.12), rng.uniform(-0.34, -0.26)])
    head = body + reach * np.array(CANVAS)
    _tail(canvas, kind, body, paints, rng)
    _body(canvas, body, paints, rng)
    bend = (body + head) / 2 + rng.normal(0, 14, 2)
    path(
        canvas,
        curve(body - np.array([8.0, 24.0]), bend, head),
        paints[0],
        float(rng.uniform(14, 26)),
    )
    _head(canvas, head, paints, rng)
    return canvas if rng.random() < 0.5 else np.ascontiguousarray(canvas[:, ::-1])


def _tail(
    canvas: Canvas, kind: str, body: Point, paints: tuple[Paint, ...], rng: np.random.Generator
) -> None:
    feathers = {"peacock": 7, "crane": 3}.get(kind, 5)
    for part in np.linspace(-0.12, 0.4, feathers):
        tip = np.array([CANVAS[0] * (0.5 + part), CANVAS[1] * float(rng.uniform(0.84, 0.97))])
        bend = (body + tip) / 2 + rng.normal(0, 14, 2)
        paint = paints[int(rng.choice([0, 0, 1, 2]))]
        path(canvas, curve(body, bend, tip), paint, float(rng.uniform(6, 13)))
        if kind == "peacock":
            disc(canvas, tip, 13, paints[0])
            disc(canvas, tip, 6, paints[1])


def _body(canvas: Canvas, body: Point, paints: tuple[Paint, ...], rng: np.random.Generator) -> None:
    slope = float(rng.uniform(40, 75))
    for x in (-18.0, 14.0):
        foot = body + np.array([x - 8, 112.0])
        line(canvas, body + np.array([x, 40.0]), foot, paints[int(rng.integers(1, 3))], 7)
        line(canvas, foot, foot + np.array([-16.0, 4.0]), paints[1], 5)
    ellipse(canvas, body, (76, 44), slope, paints[0])
    ellipse(canvas, body, (60, 30), slope, CLEAR)
    for point in around(body, 26, int(rng.integers(3, 8)), float(rng.uniform(0, 3))):
        ellipse(canvas, point, (15, 7), slope, paints[int(rng.integers(3))])


def _head(canvas: Canvas, head: Point, paints: tuple[Paint, ...], rng: np.random.Generator) -> None:
    for turn in np.linspace(-0.6, 0.6, int(rng.integers(2, 5))):
        line(canvas, head, head + 40 * np.array([np.sin(turn), -np.cos(turn)]), paints[1], 5)
    disc(canvas, head, 24, paints[int(rng.integers(3))])
    disc(canvas, head, 9, CLEAR)
    disc(canvas, head, 4, paints[0])
    beak = head + np.array([-44.0, float(rng.uniform(-8, 16))])
    line(canvas, head + np.array([-18.0, 0.0]), beak, paints[1], 8)
