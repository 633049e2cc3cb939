"""Bonus tiles without a picture: their word in a frame, a ring, a wreath or on a spot of paint.

Seat markers look so too, and a network that met the ring on markers alone takes such a flower for
one of them.
"""

import cv2
import numpy as np

from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Draw,
    Paint,
    Point,
    disc,
    ellipse,
    fill,
    line,
    path,
    ring_of,
)

_MIDDLE = np.array(CANVAS, np.float64) / 2


def draw_border(canvas: Canvas, paints: tuple[Paint, Paint], rng: np.random.Generator) -> None:
    """Draw what surrounds the words, in one or two paints; only pale paint covers the middle."""
    first, second = paints if rng.random() < 0.5 else paints[:1] * 2
    width = float(rng.uniform(2.5, 9.0))
    BORDERS[int(rng.integers(len(BORDERS)))](canvas, first, width, rng)
    if rng.random() < 0.25:
        BORDERS[int(rng.integers(len(BORDERS)))](canvas, second, width * 0.6, rng)


def _rounded(half: Point, radius: float) -> Point:
    """Return the outline (n, 2) of a rounded block of half its sides around the middle."""
    turn = np.linspace(0, np.pi / 2, 7)
    arc = radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    inner = half - radius
    corners = [
        arc * side + inner * side if turned else (arc * side + inner * side)[::-1]
        for side, turned in (
            (np.array([1.0, 1.0]), True),
            (np.array([-1.0, 1.0]), False),
            (np.array([-1.0, -1.0]), True),
            (np.array([1.0, -1.0]), False),
        )
    ]
    outline = np.concatenate(corners)
    return np.asarray(_MIDDLE + np.concatenate([outline, outline[:1]]))


def _block(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw one or two frames with sharp or round corners along the tile's edge."""
    inset = float(rng.uniform(8, 44))
    half = _MIDDLE - inset
    round_by = float(rng.choice([0.5, 14, 40, 80]))
    for _ in range(int(rng.choice([1, 1, 2]))):
        radius = min(round_by, float(half.min()))
        path(canvas, _rounded(half, radius), paint, width)
        half = half - width * float(rng.uniform(1.6, 2.4))


def _corners(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw four corners of a frame, each ending in a fret or a dot."""
    inset, long = float(rng.uniform(12, 34)), float(rng.uniform(24, 76))
    step = float(rng.uniform(10, 24))
    fret = rng.random() < 0.6
    for right in (-1.0, 1.0):
        for down in (-1.0, 1.0):
            inward = -np.array([right, down])
            at = _MIDDLE + (_MIDDLE - inset) * (right, down)
            for axis in (np.array([1.0, 0.0]), np.array([0.0, 1.0])):
                end = at + inward * axis * long
                way = [at, end]
                if fret:
                    turned = end + inward * axis[::-1] * step
                    way += [turned, turned - inward * axis * step]
                path(canvas, np.array(way), paint, width)
                if not fret:
                    disc(canvas, end, width * 1.3, paint)


def _ring(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw one or two rings, or the outline of a polygon or of lobes."""
    radius = float(rng.uniform(78, 112))
    lobes, deep = int(rng.choice([0, 0, 4, 6, 8])), float(rng.uniform(0.04, 0.14))
    count = int(rng.choice([48, 48, 48, 8, 6]))
    tall = float(rng.uniform(1.0, 1.35))
    for _ in range(int(rng.choice([1, 1, 2]))):
        turn = np.linspace(0, 2 * np.pi, count + 1)
        reach = radius * (1 + deep * np.cos(lobes * turn))
        ring = np.stack([reach * np.cos(turn), tall * reach * np.sin(turn)], axis=1)
        path(canvas, _MIDDLE + ring, paint, width)
        radius -= width * float(rng.uniform(1.6, 2.6))


def _wreath(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw dots, petals, leaves or strokes in a ring."""
    radius, count = float(rng.uniform(82, 108)), int(rng.integers(6, 30))
    tall, size = float(rng.uniform(1.0, 1.3)), float(rng.uniform(5, 16))
    kind = int(rng.integers(4))
    lean = float(rng.uniform(0, 180))
    for point in ring_of((0, 0), 1.0, count, float(rng.uniform(0, 1))):
        out = np.array(point)
        at = _MIDDLE + out * radius * (1.0, tall)
        if kind == 0:
            disc(canvas, at, size, paint)
        elif kind == 1:
            turn = float(np.degrees(np.arctan2(out[1], out[0]))) + lean
            ellipse(canvas, at, (size * 1.4, size * 0.55), turn, paint)
        elif kind == 2:
            line(canvas, at - out * size, at + out * size, paint, width)
        else:
            disc(canvas, at, size, paint)
            disc(canvas, at, max(1.0, size - width), CLEAR)


def _spot(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw a shield, lozenge or disc filled with pale paint, edged or not."""
    share = float(rng.uniform(0.12, 0.4))
    red, green, blue, cover = (round(part * share) for part in paint)
    pale = (red, green, blue, cover)
    half = _MIDDLE - float(rng.uniform(10, 50))
    count = int(rng.choice([4, 6, 8, 40, 40]))
    outline = np.array(ring_of((0, 0), 1.0, count, 0.0)) * half
    outline = _MIDDLE + np.concatenate([outline, outline[:1]])
    if rng.random() < 0.4:
        outline = _rounded(half, float(rng.uniform(4, half.min())))
    fill(canvas, outline, pale)
    if rng.random() < 0.6:
        path(canvas, outline, paint, width)


def _bands(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw waves, bars or a row of marks above and below."""
    kind = int(rng.integers(3))
    deep, times = float(rng.uniform(4, 12)), int(rng.integers(2, 7))
    for y in (float(rng.uniform(20, 44)), CANVAS[1] - float(rng.uniform(20, 44))):
        x = np.linspace(18, CANVAS[0] - 18, 40)
        if kind == 0:
            wave = y + deep * np.sin(np.linspace(0, 2 * np.pi * times, 40))
            path(canvas, np.stack([x, wave], axis=1), paint, width)
        elif kind == 1:
            line(canvas, (x[0], y), (x[-1], y), paint, width)
            line(canvas, (x[8], y + deep), (x[-9], y + deep), paint, width)
        else:
            for place in np.linspace(24, CANVAS[0] - 24, times + 2):
                cv2.rectangle(
                    canvas,
                    (round(place - deep), round(y - deep)),
                    (round(place + deep), round(y + deep)),
                    paint,
                    max(1, round(width / 2)),
                )


BORDERS: tuple[Draw, ...] = (
    _block,
    _block,
    _corners,
    _ring,
    _ring,
    _wreath,
    _wreath,
    _spot,
    _bands,
)
