"""Pictures on bonus tiles as engravers cut them: outlines of one width, all in one colour.

Coloured-in plants (`plants`) are what printed sets show; the older and dearer ones show
line art, and a network that has met none of it takes a red iris for the bird of 1 Bamboo.
"""

from collections.abc import Mapping

import numpy as np

from datasets.synth.faces.pictographs import PICTURES, draw_sign
from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Draw,
    Paint,
    Point,
    curve,
    disc,
    line,
    path,
    ring_of,
)

_SIZE = np.array(CANVAS, np.float64)
_COVERED = 0.9  # of a blossom's radius: no line shows through
_OWN_PLANT = 0.55  # share of flowers with the plant of their name, and of seasons with none of them


def engrave(
    canvas: Canvas, paint: Paint, rng: np.random.Generator, plant: str | None = None
) -> None:
    """Draw a plant, vase or figure in lines of one width and one ``paint``.

    ``plant`` is "plum", "orchid", "mum" or "bamboo", as the flowers of most sets show them: about
    every other picture is that one, or none of the four where it is None; the rest are any.
    """
    width = float(rng.uniform(2.0, 6.5))
    if plant is not None and rng.random() < _OWN_PLANT:
        _PLANTS[plant](canvas, paint, width, rng)
    elif plant is None and rng.random() < _OWN_PLANT:
        _OTHERS[int(rng.integers(len(_OTHERS)))](canvas, paint, width, rng)
    else:
        _PICTURES[int(rng.integers(len(_PICTURES)))](canvas, paint, width, rng)


def _by(right: float, down: float = 0.0) -> Point:
    return np.array([right, down])


def _closed(canvas: Canvas, points: Point, paint: Paint, width: float) -> None:
    path(canvas, np.concatenate([points, points[:1]]), paint, width)


def _spot(rng: np.random.Generator, low: float = 0.4, high: float = 0.8) -> Point:
    return np.asarray(_SIZE * [rng.uniform(0.28, 0.72), rng.uniform(low, high)])


def _petal(
    canvas: Canvas, at: Point, turn: float, size: tuple[float, float], pen: tuple[Paint, float]
) -> None:
    """Draw the outline of a petal or leaf of ``size`` (length, width) from ``at``."""
    t = np.linspace(0, 1, 8)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    side = np.sin(t**0.8 * np.pi)[:, None] * size[1] / 2 * across
    upper = t[:, None] * size[0] * along + side
    lower = t[:, None] * size[0] * along - side
    _closed(canvas, at + np.concatenate([upper, lower[::-1]]), *pen)


def _blossom(
    canvas: Canvas, at: Point, radius: float, pen: tuple[Paint, float], rng: np.random.Generator
) -> None:
    """Draw an open blossom of five petals, or of many narrow ones, upon what lies under it."""
    disc(canvas, at, radius * _COVERED, CLEAR)
    many = rng.random() < 0.4
    count = int(rng.integers(9, 18) if many else rng.integers(4, 7))
    wide = radius * (0.3 if many else 0.85)
    start = float(rng.uniform(0, 6))
    for turn in start + np.arange(count) * 2 * np.pi / count:
        _petal(canvas, at, float(turn), (radius * float(rng.uniform(0.85, 1.1)), wide), pen)
    heart = np.array(ring_of((float(at[0]), float(at[1])), radius * 0.2, 8, 0.0))
    _closed(canvas, heart, *pen)


def _wild(start: Point, end: Point, rng: np.random.Generator, bends: int = 3) -> Point:
    """Return a gnarled way (n, 2) from ``start`` to ``end``."""
    knots = np.linspace(0, 1, bends + 2)[:, None]
    away = rng.normal(0, 0.16, (bends + 2, 2)) * np.linalg.norm(end - start)
    away[[0, -1]] = 0
    points = start + (end - start) * knots + away
    t = np.linspace(0, bends + 1, 8 * (bends + 1))
    ways = [np.interp(t, np.arange(bends + 2), points[:, axis]) for axis in (0, 1)]
    smooth = np.stack(
        [np.convolve(np.pad(way, 3, "edge"), np.ones(7) / 7, "valid") for way in ways]
    )
    return np.asarray(smooth.T)


def _branches(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw a gnarled branch that forks and reaches across the tile, with buds and open blossoms."""
    root = _SIZE * [rng.uniform(0.12, 0.88), rng.uniform(0.84, 0.97)]
    ways = []
    for _ in range(int(rng.integers(1, 5))):
        way = _wild(root, _SIZE * [rng.uniform(0.08, 0.92), rng.uniform(0.06, 0.5)], rng)
        ways.append(way)
        path(canvas, way, paint, width)
        if rng.random() < 0.4:  # the other edge of a thick branch
            path(canvas, way + rng.uniform(5, 12), paint, width)
        for joint in way[5::6]:
            if rng.random() < 0.5:
                _twig(canvas, joint, (paint, width), rng)
        root = way[int(rng.integers(len(way) // 2))]
    open_at: list[tuple[Point, float]] = []
    for _ in range(int(rng.integers(1, 5))):
        way = ways[int(rng.integers(len(ways)))]
        at = way[int(rng.integers(len(way) // 3, len(way)))] + rng.normal(0, 12, 2)
        radius = float(rng.uniform(20, 62))
        at = np.clip(at, radius * 0.8, _SIZE - radius * 0.8)
        if any(np.linalg.norm(at - other) < radius + far for other, far in open_at):
            continue  # blossoms of one branch hide it, not each other
        open_at.append((at, radius))
        draw = _blossom if rng.random() < 0.3 else _rounded
        draw(canvas, at, radius, (paint, width), rng)


def _twig(canvas: Canvas, at: Point, pen: tuple[Paint, float], rng: np.random.Generator) -> None:
    """Draw a twig that ends in a bud, in a curl or in nothing."""
    turn, length = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(24, 76))
    end = at + length * np.array([np.cos(turn), np.sin(turn)])
    path(canvas, curve(at, (at + end) / 2 + rng.normal(0, 16, 2), end), *pen)
    if rng.random() < 0.7:
        radius = float(rng.uniform(4, 13))
        ring = np.array(ring_of((float(end[0]), float(end[1])), radius, 10, 0.0))
        path(canvas, ring[: int(rng.integers(6, 11))], *pen)


def _rounded(
    canvas: Canvas, at: Point, radius: float, pen: tuple[Paint, float], rng: np.random.Generator
) -> None:
    """Draw an open blossom of four to six round petals that meet upon what lies under it."""
    disc(canvas, at, radius * _COVERED, CLEAR)
    count = int(rng.integers(4, 7))
    turns = float(rng.uniform(0, 6)) + np.arange(count) * 2 * np.pi / count
    for turn in turns:
        reach = radius * 0.58 * np.array([np.cos(turn), np.sin(turn)])
        swing = turn + np.linspace(-1.9, 1.9, 12)
        petal = at + reach + radius * 0.42 * np.stack([np.cos(swing), np.sin(swing)], axis=1)
        path(canvas, petal, *pen)
    if rng.random() < 0.5:
        for turn in turns:
            line(canvas, at, at + radius * 0.4 * np.array([np.cos(turn), np.sin(turn)]), *pen)
    heart = np.array(ring_of((float(at[0]), float(at[1])), radius * 0.14, 8, 0.0))
    _closed(canvas, heart, *pen)


def _blades(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw an orchid or iris: long blades from one root, and petals that hang."""
    root = _SIZE * [rng.uniform(0.3, 0.7), rng.uniform(0.86, 0.95)]
    for _ in range(int(rng.integers(4, 10))):
        tip = _SIZE * [rng.uniform(0.06, 0.94), rng.uniform(0.25, 0.8)]
        bend = (root + tip) / 2 + rng.normal(0, 40, 2)
        path(canvas, curve(root, bend, tip), paint, width)
        if rng.random() < 0.6:
            path(canvas, curve(root, bend + rng.uniform(4, 14), tip), paint, width)
    for _ in range(int(rng.integers(1, 4))):
        at = _spot(rng, 0.25, 0.6)
        for turn in rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))):
            size = (float(rng.uniform(28, 88)), float(rng.uniform(10, 36)))
            _petal(canvas, at, float(turn), size, (paint, width))


def _heads(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw large blossoms on bent stems with a few leaves."""
    root = _SIZE * [rng.uniform(0.3, 0.7), rng.uniform(0.86, 0.96)]
    for _ in range(int(rng.integers(1, 4))):
        at = _spot(rng, 0.28, 0.66)
        stem = curve(root, (root + at) / 2 + rng.normal(0, 30, 2), at)
        path(canvas, stem, paint, width)
        for joint in stem[2:-3:3]:
            turn, size = float(rng.uniform(-np.pi, 0)), float(rng.uniform(26, 60))
            _petal(canvas, joint, turn, (size, size * float(rng.uniform(0.3, 0.6))), (paint, width))
        _blossom(canvas, at, float(rng.uniform(34, 66)), (paint, width), rng)


def _cane(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw jointed stalks in outline, with leaves in bunches."""
    for x in rng.uniform(0.25, 0.75, int(rng.integers(1, 4))):
        foot = _SIZE * [x, 0.95]
        tip = foot + _by(rng.normal(0, 34), -CANVAS[1] * rng.uniform(0.45, 0.72))
        half = float(rng.uniform(4, 11))
        way = curve(foot, (foot + tip) / 2 + rng.normal(0, 10, 2), tip)
        for side in (-half, half):
            path(canvas, way + _by(side), paint, width)
        for joint in way[2::3]:
            line(canvas, joint - _by(half), joint + _by(half), paint, width)
            for turn in rng.uniform(-0.4, np.pi + 0.4, int(rng.integers(1, 4))):
                size = (float(rng.uniform(30, 66)), float(rng.uniform(8, 18)))
                _petal(canvas, joint, float(turn), size, (paint, width))


def _vase(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw a dwarf tree or a bunch in a pot on feet."""
    wide, high = float(rng.uniform(34, 76)), float(rng.uniform(22, 70))
    top = _SIZE * [rng.uniform(0.42, 0.58), 0.93] - _by(0, high)
    neck = float(rng.uniform(0.6, 1.25))
    outline = np.array(
        [[-wide * neck, 0], [wide * neck, 0], [wide * 0.7, high], [-wide * 0.7, high]]
    )
    _closed(canvas, top + outline, paint, width)
    for _ in range(int(rng.integers(0, 3))):
        y = float(rng.uniform(0.1, 0.8)) * high
        line(canvas, top + _by(-wide * 0.8, y), top + _by(wide * 0.8, y), paint, width)
    for _ in range(int(rng.integers(2, 7))):
        at = _spot(rng, 0.22, 0.6)
        path(canvas, _wild(top, at, rng, 2), paint, width)
        if rng.random() < 0.5:
            _blossom(canvas, at, float(rng.uniform(18, 40)), (paint, width), rng)
        else:
            _curls(canvas, at, (paint, width), rng)


def _curls(canvas: Canvas, at: Point, pen: tuple[Paint, float], rng: np.random.Generator) -> None:
    """Draw a cloud of rounded leaves."""
    for _ in range(int(rng.integers(2, 6))):
        middle = at + rng.normal(0, 20, 2)
        radius = float(rng.uniform(9, 24))
        ring = np.array(ring_of((float(middle[0]), float(middle[1])), radius, 12, 0.0))
        _closed(canvas, ring + rng.normal(0, 2.0, ring.shape), *pen)


def _person(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw somebody in a robe of many folds, in outline."""
    at, tall = _SIZE * [rng.uniform(0.4, 0.6), rng.uniform(0.42, 0.52)], float(rng.uniform(90, 140))
    wide = float(rng.uniform(30, 60))
    robe = np.array([[-0.5, 0], [0.5, 0], [1, 1], [-1, 1]]) * (wide, tall)
    _closed(canvas, at + robe + rng.normal(0, 8, (4, 2)), paint, width)
    head = np.array(ring_of((float(at[0]), float(at[1]) - 22), float(rng.uniform(16, 26)), 12, 0.0))
    _closed(canvas, head, paint, width)
    for _ in range(int(rng.integers(3, 9))):
        fold = at + _by(rng.uniform(-0.4, 0.4) * wide)
        end = at + _by(rng.uniform(-1, 1) * wide, tall)
        path(canvas, curve(fold, (fold + end) / 2 + rng.normal(0, 12, 2), end), paint, width)
    hand = at + _by(rng.choice([-1, 1]) * wide * 1.3, tall * 0.35)
    line(canvas, at + _by(0, 8), hand, paint, width)
    line(canvas, hand - _by(rng.normal(0, 20), 70), hand + _by(0, 80), paint, width)


def _printed(canvas: Canvas, paint: Paint, width: float, rng: np.random.Generator) -> None:
    """Draw one to three signs of the symbol fonts, some on stems."""
    root = _SIZE * [rng.uniform(0.3, 0.7), rng.uniform(0.86, 0.95)]
    stems = rng.random() < 0.5
    for count in range(int(rng.choice([1, 1, 2, 3]))):
        at = _spot(rng, 0.35, 0.65)
        if stems:
            path(canvas, _wild(root, at, rng), paint, width)
        size = float(rng.uniform(60, 120) if count or stems else rng.uniform(110, 210))
        draw_sign(canvas, PICTURES, (at, size), (paint, paint), rng)


_PICTURES: tuple[Draw, ...] = (
    *(_branches, _blades, _heads, _cane, _vase, _vase, _person),
    *(_printed,) * 7,
)
_PLANTS: Mapping[str, Draw] = {
    "plum": _branches,
    "orchid": _blades,
    "mum": _heads,
    "bamboo": _cane,
}
_OTHERS: tuple[Draw, ...] = (_vase, _vase, _person, _person, _printed)
