"""Birds of 1 Bamboo in other manners than the libraries': thick with eyes, from the front, diving.

The bird differs from set to set more than any face but the bonus tiles. What no training shows is
read as the green dragon or a flower, and surely so: a dense picture in blue or green looks like a
dense character. So these are drawn in as many manners as there are engravers' habits.
"""

from collections.abc import Callable

import cv2
import numpy as np

from datasets.synth.faces.pictographs import BIRDS, draw_sign
from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Paint,
    Point,
    blank,
    curve,
    disc,
    ellipse,
    line,
    path,
    ring_of,
)

Paints = tuple[Paint, Paint, Paint]
Draw = Callable[[Canvas, Paints, float, np.random.Generator], None]
_SIZE = np.array(CANVAS, np.float64)


def draw_rare_bird(paints: Paints, rng: np.random.Generator) -> Canvas:
    """Draw a bird in three paints, the first for most of it, in a random manner and pose."""
    canvas = blank()
    _MANNERS[int(rng.integers(len(_MANNERS)))](canvas, paints, float(rng.uniform(3, 11)), rng)
    size, stretch = float(rng.uniform(0.78, 1.12)), float(rng.uniform(0.88, 1.12))
    turn = cv2.getRotationMatrix2D((CANVAS[0] / 2, CANVAS[1] / 2), float(rng.normal(0, 9)), size)
    turn[0] = turn[0] * stretch + np.array([0, 0, (1 - stretch) * CANVAS[0] / 2])
    canvas = np.asarray(cv2.warpAffine(canvas, turn, CANVAS, flags=cv2.INTER_AREA), np.uint8)
    return canvas if rng.random() < 0.5 else np.ascontiguousarray(canvas[:, ::-1])


def _canvas_point(right: float, down: float) -> Point:
    """Return the point at these shares of the canvas."""
    return np.array([right, down]) * _SIZE


def _ring(canvas: Canvas, at: Point, radius: float, pen: tuple[Paint, float]) -> None:
    disc(canvas, at, radius, pen[0])
    disc(canvas, at, max(1.0, radius - pen[1]), CLEAR)


def _rays(
    canvas: Canvas,
    root: Point,
    turns: tuple[float, float],
    reach: tuple[float, float],
    pen: tuple[Paint, float],
    count: int,
) -> None:
    """Draw ``count`` lines from ``reach[0]`` to ``reach[1]`` pixels away, between two ``turns``."""
    for turn in np.linspace(*turns, count):
        way = np.array([np.cos(turn), np.sin(turn)])
        line(canvas, root + way * reach[0], root + way * reach[1], *pen)


def _head(canvas: Canvas, at: Point, size: float, paints: Paints, rng: np.random.Generator) -> None:
    """Draw a head to the left: a ring or disc with its eye, beak and crest."""
    pen = float(rng.uniform(3, 9))
    if rng.random() < 0.5:
        _ring(canvas, at, size, (paints[0], pen))
    else:
        disc(canvas, at, size, paints[int(rng.integers(3))])
        disc(canvas, at, size * 0.45, CLEAR)
    disc(canvas, at, size * float(rng.uniform(0.15, 0.32)), paints[int(rng.integers(2))])
    open_beak = float(rng.uniform(0, 0.35))
    for turn in (np.pi - open_beak, np.pi + open_beak):
        tip = at + size * float(rng.uniform(1.6, 2.6)) * np.array([np.cos(turn), -np.sin(turn)])
        line(canvas, at + np.array([-size * 0.8, 0]), tip, paints[1], pen)
    _rays(
        canvas, at, (-2.4, -0.9), (size, size * float(rng.uniform(1.3, 2.2))),
        (paints[2], pen * 0.7), int(rng.integers(0, 6)),
    )  # fmt: skip


def _legs(canvas: Canvas, at: Point, down: float, paint: Paint, rng: np.random.Generator) -> None:
    wide = float(rng.uniform(3, 8))
    for x in (-14.0, 16.0):
        foot = at + np.array([x + rng.normal(0, 5), down])
        line(canvas, at + np.array([x, 0.0]), foot, paint, wide)
        _rays(
            canvas,
            foot,
            (2.6, 3.8) if rng.random() < 0.5 else (0.2, 2.9),
            (0, 18),
            (paint, wide),
            3,
        )


def _wheel(canvas: Canvas, paints: Paints, pen: float, rng: np.random.Generator) -> None:
    """Draw a peacock whose wheel is a bush thick with eyes, its wings spread at both sides."""
    middle = _canvas_point(float(rng.uniform(0.42, 0.58)), float(rng.uniform(0.26, 0.36)))
    half = np.array([rng.uniform(0.22, 0.42), rng.uniform(0.17, 0.27)]) * _SIZE
    dark = rng.random() < 0.6
    if dark:
        ellipse(canvas, middle, (float(half[0]), float(half[1])), 0.0, paints[0])
    for turn in np.linspace(np.pi * 0.9, np.pi * 2.1, int(rng.integers(12, 40))):
        way = np.array([np.cos(turn), np.sin(turn)])
        out = middle + way * half * float(rng.uniform(1.1, 1.35))
        line(canvas, middle + way * half * 0.9, out, paints[0], pen * 0.6)
    eye = float(rng.uniform(11, 24))
    for k, y in enumerate(np.arange(-half[1] + eye, half[1], eye * 1.9)):
        for x in np.arange(-half[0] + eye * (1 + k % 2), half[0], eye * 2.1):
            if (x / half[0]) ** 2 + (y / half[1]) ** 2 > 0.92:
                continue
            spot = middle + np.array([x, y])
            disc(canvas, spot, eye * 0.85, CLEAR if dark else paints[int(rng.choice([0, 0, 2]))])
            disc(canvas, spot, eye * 0.5, paints[int(rng.choice([0, 1, 2]))] if dark else CLEAR)
            disc(canvas, spot, eye * 0.22, CLEAR if dark else paints[1])
    body = _canvas_point(float(rng.uniform(0.42, 0.58)), float(rng.uniform(0.66, 0.76)))
    for side in (-1, 1) if rng.random() < 0.7 else (1,):
        level = (np.pi if side < 0 else 0.0) + side * float(rng.uniform(-0.5, 0.2))
        _rays(
            canvas, body + np.array([side * 15.0, -10]), (level - 0.5, level + 0.5),
            (10, float(rng.uniform(60, 100))), (paints[int(rng.choice([0, 2]))], pen * 0.8),
            int(rng.integers(5, 11)),
        )  # fmt: skip
    _trunk(canvas, body, (float(rng.uniform(34, 60)), float(rng.uniform(24, 38))), paints, rng)
    head = body + np.array([-float(rng.uniform(30, 75)), -float(rng.uniform(40, 80))])
    path(canvas, curve(body, (body + head) / 2 + np.array([-22.0, 0]), head), paints[0], pen * 1.5)
    _head(canvas, head, float(rng.uniform(10, 20)), paints, rng)
    _legs(canvas, body + np.array([0.0, 24.0]), float(rng.uniform(30, 62)), paints[1], rng)


def _trunk(
    canvas: Canvas, at: Point, axes: tuple[float, float], paints: Paints, rng: np.random.Generator
) -> None:
    """Draw a body: filled, bare in its outline, scaled or striped."""
    slope, kind = float(rng.uniform(-35, 50)), int(rng.integers(4))
    ellipse(canvas, at, axes, slope, paints[int(rng.choice([0, 0, 2]))])
    if kind:
        ellipse(canvas, at, (axes[0] - 6, axes[1] - 6), slope, CLEAR)
    if kind == 2:
        for point in ring_of(at, axes[1] * 0.5, int(rng.integers(4, 9)), 0.3):
            _ring(canvas, np.array(point), axes[1] * 0.24, (paints[0], 4.0))
    if kind == 3:
        for share in np.linspace(-0.6, 0.6, int(rng.integers(3, 8))):
            x = (
                at
                + np.array([np.cos(np.deg2rad(slope)), np.sin(np.deg2rad(slope))]) * axes[0] * share
            )
            ellipse(canvas, x, (axes[1] * 0.75, 3), slope + 80, paints[int(rng.integers(3))])


def _parrot(canvas: Canvas, paints: Paints, pen: float, rng: np.random.Generator) -> None:
    """Draw a bird from the front on its perch: a round head, folded wings, a long tail below."""
    head, pen = (
        _canvas_point(0.5 + float(rng.normal(0, 0.05)), float(rng.uniform(0.2, 0.28))),
        pen * 1.3,
    )
    hips = _canvas_point(0.5 + float(rng.normal(0, 0.06)), float(rng.uniform(0.52, 0.62)))
    tail = _canvas_point(float(rng.uniform(0.35, 0.65)), float(rng.uniform(0.88, 0.96)))
    for side in (-1.0, 1.0):
        out = (head + hips) / 2 + np.array([side * float(rng.uniform(50, 95)), 10])
        path(canvas, curve(head + np.array([side * 24, 18]), out, hips), paints[0], pen)
        if rng.random() < 0.6:
            inner = (head + hips) / 2 + np.array([side * 24, 10])
            path(canvas, curve(head + np.array([side * 20, 34]), inner, hips), paints[2], pen * 0.8)
    for k in range(int(rng.integers(2, 6))):
        end = tail + np.array([float(rng.normal(0, 18)), -12.0 * k])
        bend = (hips + end) / 2 + np.array([float(rng.normal(0, 20)), 0])
        path(canvas, curve(hips, bend, end), paints[int(rng.choice([0, 0, 1, 2]))], pen)
    for y in np.linspace(0.25, 0.75, int(rng.integers(0, 6))):
        at = head * (1 - y) + hips * y
        line(canvas, at + np.array([-14.0, 0]), at + np.array([14.0, 5]), paints[0], pen * 0.6)
    if rng.random() < 0.7:
        ends = (hips + np.array([-95.0, 12]), hips + np.array([95.0, float(rng.normal(12, 14))]))
        line(canvas, *ends, paints[int(rng.integers(3))], pen)
        for end in ends:
            _ring(canvas, end, float(rng.uniform(8, 16)), (paints[0], pen * 0.8))
    disc(canvas, head, float(rng.uniform(26, 46)), CLEAR)
    _head(canvas, head, float(rng.uniform(24, 42)), paints, rng)


def _diving(canvas: Canvas, paints: Paints, pen: float, rng: np.random.Generator) -> None:
    """Draw a bird on the wing with long streamers: its tail above it or beside, its head low."""
    body, up = _canvas_point(0.48, 0.52), float(rng.choice([-1, -1, 1]))
    for k in range(int(rng.integers(2, 6))):
        end = body + np.array([float(rng.uniform(30, 110)), up * float(rng.uniform(70, 145))])
        bend = body + np.array([float(rng.uniform(0, 90)), up * 40.0])
        path(canvas, curve(body, bend, end), paints[k % 3], pen * float(rng.uniform(0.8, 2.4)))
    for k in range(int(rng.integers(1, 4))):
        tip = body + np.array([-float(rng.uniform(40, 110)), up * float(rng.uniform(-20, 110))])
        bend = body + np.array([-20.0 * k, up * 80.0])
        path(canvas, curve(body, bend, tip), paints[(k + 1) % 3], pen * float(rng.uniform(0.8, 2)))
    _trunk(canvas, body, (float(rng.uniform(40, 66)), float(rng.uniform(24, 40))), paints, rng)
    head = body + np.array([-float(rng.uniform(45, 80)), -up * float(rng.uniform(20, 70))])
    path(canvas, curve(body, (body + head) / 2, head), paints[0], pen * 2.2)
    _head(canvas, head, float(rng.uniform(12, 24)), paints, rng)


def _perched(canvas: Canvas, paints: Paints, pen: float, rng: np.random.Generator) -> None:
    """Draw a bird from the side in outline: a wing of rows of feathers, a tail like a broom."""
    body, lean = _canvas_point(0.5, 0.5), float(rng.uniform(0.3, 1.2))
    root = body + np.array([np.cos(lean), np.sin(lean)]) * 50
    _rays(
        canvas, root, (lean - float(rng.uniform(0.1, 0.5)), lean + 0.2),
        (0, float(rng.uniform(70, 130))), (paints[int(rng.integers(3))], pen),
        int(rng.integers(3, 9)),
    )  # fmt: skip
    _trunk(canvas, body, (float(rng.uniform(55, 80)), float(rng.uniform(32, 50))), paints, rng)
    for row in range(int(rng.integers(1, 4))):
        start = body + np.array([-10.0 + 16 * row, -8.0 + 10 * row])
        for turn in np.linspace(lean - 0.6, lean + 0.9, int(rng.integers(3, 7))):
            tip = start + np.array([np.cos(turn), np.sin(turn)]) * float(rng.uniform(26, 48))
            path(canvas, curve(start, (start + tip) / 2 + 5.0, tip), paints[row % 3], pen * 0.7)
    head = body + np.array([-float(rng.uniform(35, 70)), -float(rng.uniform(55, 95))])
    path(canvas, curve(body, (body + head) / 2 + np.array([-12.0, 8]), head), paints[0], pen * 2.4)
    _head(canvas, head, float(rng.uniform(16, 28)), paints, rng)
    _legs(canvas, body + np.array([0.0, 36.0]), float(rng.uniform(35, 70)), paints[1], rng)


def _printed(canvas: Canvas, paints: Paints, _pen: float, rng: np.random.Generator) -> None:
    """Draw a bird that a symbol font has."""
    place = (_canvas_point(float(rng.normal(0.5, 0.03)), float(rng.normal(0.5, 0.03))), 240.0)
    lower = paints[0] if rng.random() < 0.5 else paints[1]
    draw_sign(canvas, BIRDS, place, (paints[0], lower), rng)


_MANNERS: tuple[Draw, ...] = (_wheel, _wheel, _parrot, _diving, _perched, _printed, _printed)
