"""The bird on the one of bamboo."""

import cv2
import numpy as np

from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Colour,
    Paint,
    Point,
    blank,
    curve,
    disc,
    ellipse,
    ink,
    line,
    path,
    ring_of,
)

BIRDS = (
    "sparrow",
    "sparrow",
    "peacock",
    "peacock",
    "crane",
    "fan",
    "fan",
    "phoenix",
    "phoenix",
    "swallow",
    "stick",
)


def draw_bird(kind: str, palette: dict[str, Colour], rng: np.random.Generator) -> Canvas:
    """Draw a bird: tail feathers, body, wing, neck, head, beak, comb and legs.

    Which part has which colour, and whether it is filled or only outlined, differs from set to set.
    """
    canvas = blank()
    letters = rng.permutation(list("aabc"))[:3] if rng.random() < 0.7 else list("abc")
    paints = tuple(ink(palette[str(letter)]) for letter in letters)
    if rng.random() < 0.12:
        paints = (paints[0],) * 3
    body = np.array([CANVAS[0] * rng.uniform(0.42, 0.6), CANVAS[1] * rng.uniform(0.42, 0.56)])
    reach = np.array([rng.uniform(-0.28, -0.08), rng.uniform(-0.36, -0.24)])
    if kind == "swallow":
        reach = np.array([rng.uniform(-0.34, -0.2), rng.uniform(-0.2, 0.05)])
    head = body + reach * np.array(CANVAS)
    tail = {"fan": _fan, "phoenix": _plumes, "swallow": _wings}.get(kind)
    if tail is None:
        _tail(canvas, kind, body, paints, rng)
    else:
        tail(canvas, body, paints, rng)
    if rng.random() < 0.3:
        _perch(canvas, paints, rng)
    _body(canvas, body, paints, rng)
    bend = (body + head) / 2 + rng.normal(0, 14, 2)
    path(
        canvas,
        curve(body - np.array([8.0, 24.0]), bend, head),
        paints[0],
        float(rng.uniform(12, 34)),
    )
    _head(canvas, head, paints, rng)
    size = float(rng.uniform(0.85, 1.12))
    turn = cv2.getRotationMatrix2D((CANVAS[0] / 2, CANVAS[1] / 2), float(rng.normal(0, 7)), size)
    canvas = np.asarray(cv2.warpAffine(canvas, turn, CANVAS, flags=cv2.INTER_AREA), np.uint8)
    return canvas if rng.random() < 0.5 else np.ascontiguousarray(canvas[:, ::-1])


def _feather(
    canvas: Canvas, root: Point, tip: Point, paint: Paint, eye: Paint | None, width: float
) -> None:
    """Draw a long feather, with an eye at its tip where one is given."""
    bend = (root + tip) / 2 + np.array([tip[1] - root[1], root[0] - tip[0]]) * 0.12
    path(canvas, curve(root, bend, tip), paint, width)
    if eye is not None:
        disc(canvas, tip, width * 1.5 + 4, paint)
        disc(canvas, tip, width + 2, CLEAR)
        disc(canvas, tip, width * 0.8 + 1, eye)


def _fan(canvas: Canvas, body: Point, paints: tuple[Paint, ...], rng: np.random.Generator) -> None:
    """Spread a peacock's wheel behind the body."""
    count, middle = int(rng.integers(6, 13)), float(rng.uniform(-0.6, 0.5))
    width, eyed = float(rng.uniform(5, 11)), rng.random() < 0.7
    for turn in np.linspace(middle - 1.2, middle + 1.2, count):
        tip = body + np.array([np.sin(turn), -np.cos(turn)]) * CANVAS[0] * rng.uniform(0.5, 0.62)
        tip = np.clip(tip, 14, np.array(CANVAS) - 14)
        eye = paints[int(rng.integers(3))] if eyed else None
        _feather(canvas, body, tip, paints[int(rng.choice([0, 0, 2]))], eye, width)


def _plumes(
    canvas: Canvas, body: Point, paints: tuple[Paint, ...], rng: np.random.Generator
) -> None:
    """Let three to six long plumes hang down or curl up behind."""
    up = rng.random() < 0.35
    for k in range(int(rng.integers(3, 7))):
        x = CANVAS[0] * float(rng.uniform(0.55, 0.97))
        y = CANVAS[1] * float(rng.uniform(0.05, 0.35) if up else rng.uniform(0.7, 0.97))
        eye = paints[1] if rng.random() < 0.5 else None
        wide = float(rng.uniform(6, 17))
        _feather(canvas, body + 8.0 * k, np.array([x, y]), paints[k % 3], eye, wide)


def _wings(
    canvas: Canvas, body: Point, paints: tuple[Paint, ...], rng: np.random.Generator
) -> None:
    """Spread two wings of long feathers and a forked tail, as of a bird in flight."""
    for side in (-1.0, 1.0):
        lift = float(rng.uniform(0.3, 1.1))
        for k, turn in enumerate(np.linspace(lift - 0.5, lift + 0.5, int(rng.integers(4, 8)))):
            way = np.array([side * np.cos(turn) * 0.8, -np.sin(turn)])
            tip = body + way * CANVAS[0] * float(rng.uniform(0.38, 0.6))
            _feather(canvas, body, np.clip(tip, 10, None), paints[k % 2], None, 12.0)
    for x in (0.12, 0.3):
        tip = body + np.array([CANVAS[0] * x, CANVAS[1] * float(rng.uniform(0.3, 0.42))])
        _feather(canvas, body, tip, paints[2], None, float(rng.uniform(9, 15)))


def _perch(canvas: Canvas, paints: tuple[Paint, ...], rng: np.random.Generator) -> None:
    """Draw a branch, stick or ground for the bird to stand on."""
    y = CANVAS[1] * float(rng.uniform(0.84, 0.94))
    ends = (CANVAS[0] * float(rng.uniform(0.05, 0.3)), CANVAS[0] * float(rng.uniform(0.6, 0.95)))
    line(canvas, (ends[0], y), (ends[1], y + rng.normal(0, 10)), paints[int(rng.integers(3))], 9)
    for x in rng.uniform(*ends, int(rng.integers(0, 5))):
        ellipse(canvas, (x, y - 10), (14, 6), float(rng.uniform(-60, 60)), paints[0])


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
    long, wide = float(rng.uniform(56, 84)), float(rng.uniform(32, 52))
    ellipse(canvas, body, (long, wide), slope, paints[0])
    pattern = int(rng.integers(4))
    if pattern < 2:
        ellipse(canvas, body, (long * 0.8, wide * 0.7), slope, CLEAR)
    if pattern in (0, 2):  # scales: on the bare middle in colours, on a filled one cut out
        for point in ring_of(body, 26, int(rng.integers(3, 9)), float(rng.uniform(0, 3))):
            paint = CLEAR if pattern == 2 else paints[int(rng.integers(3))]
            ellipse(canvas, point, (15, 7), slope, paint)
    else:
        for share in np.linspace(-0.5, 0.5, int(rng.integers(3, 6))):
            step = np.array([np.cos(np.deg2rad(slope)), np.sin(np.deg2rad(slope))]) * long * share
            paint = CLEAR if pattern == 3 else paints[int(rng.integers(3))]
            ellipse(canvas, body + step, (wide * 0.6, 4), slope + 75, paint)
    if rng.random() < 0.5:
        wing = body + np.array([rng.uniform(0, 20), rng.uniform(-10, 16)])
        ellipse(canvas, wing, (long * 0.62, wide * 0.4), slope + rng.normal(0, 15), paints[2])
        for share in (0.2, 0.5, 0.8):
            tip = wing + np.array([14.0, long * 0.7 * share])
            line(canvas, wing, tip, CLEAR, 3)


def _head(canvas: Canvas, head: Point, paints: tuple[Paint, ...], rng: np.random.Generator) -> None:
    for turn in np.linspace(-0.6, 0.6, int(rng.integers(2, 5))):
        line(canvas, head, head + 40 * np.array([np.sin(turn), -np.cos(turn)]), paints[1], 5)
    size = float(rng.uniform(17, 30))
    disc(canvas, head, size, paints[int(rng.integers(3))])
    disc(canvas, head, size * 0.4, CLEAR)
    disc(canvas, head, 4, paints[0])
    beak = head + np.array([-float(rng.uniform(34, 54)), float(rng.uniform(-8, 16))])
    line(canvas, head + np.array([-18.0, 0.0]), beak, paints[1], 8)
