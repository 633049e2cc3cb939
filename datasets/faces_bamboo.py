"""Bamboo sticks of ranks two to nine and the bird of the one."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.faces_dots import CANVAS, CLEAR, Canvas, Colour, around, blank, disc, ink

STICK_STYLES = ("capsule", "bone", "bar", "bead", "outline", "joint")
BIRDS = ("sparrow", "peacock", "crane", "stick")
# x, y of the middle, length (share of the height), lean in degrees, colour letter.
_Stick = tuple[float, float, float, float, str]


def _grid(
    xs: tuple[float, ...], ys: tuple[float, ...], length: float, colours: str
) -> list[_Stick]:
    return [(x, y, length, 0.0, colours[i % len(colours)]) for y in ys for i, x in enumerate(xs)]


_HALVES, _THIRDS = (0.27, 0.73), (0.2, 0.5, 0.8)
_STICKS: dict[int, list[_Stick]] = {
    2: [(0.5, 0.27, 0.4, 0, "a"), (0.5, 0.73, 0.4, 0, "c")],
    3: [(0.5, 0.27, 0.4, 0, "b"), (0.27, 0.73, 0.4, 0, "a"), (0.73, 0.73, 0.4, 0, "c")],
    4: [(0.28, 0.27, 0.4, 0, "a"), (0.72, 0.27, 0.4, 0, "c"),
        (0.28, 0.73, 0.4, 0, "c"), (0.72, 0.73, 0.4, 0, "a")],
    5: [(0.24, 0.27, 0.4, 0, "a"), (0.76, 0.27, 0.4, 0, "c"), (0.5, 0.5, 0.4, 0, "r"),
        (0.24, 0.73, 0.4, 0, "c"), (0.76, 0.73, 0.4, 0, "a")],
    6: _grid((0.22, 0.5, 0.78), _HALVES, 0.4, "aac"),
    7: [(0.5, 0.17, 0.25, 0, "r"), *_grid((0.22, 0.5, 0.78), (0.49, 0.81), 0.28, "aca")],
    9: _grid((0.22, 0.5, 0.78), _THIRDS, 0.27, "ara"),
}  # fmt: skip
_EIGHT: dict[str, list[_Stick]] = {
    "mw": [(0.16, 0.27, 0.4, 0, "a"), (0.84, 0.27, 0.4, 0, "a"), (0.38, 0.25, 0.34, -32, "a"),
           (0.62, 0.25, 0.34, 32, "a"), (0.16, 0.73, 0.4, 0, "c"), (0.84, 0.73, 0.4, 0, "c"),
           (0.38, 0.75, 0.34, 32, "c"), (0.62, 0.75, 0.34, -32, "c")],
    "wm": [(0.16, 0.27, 0.4, 0, "a"), (0.84, 0.27, 0.4, 0, "a"), (0.38, 0.27, 0.34, 32, "a"),
           (0.62, 0.27, 0.34, -32, "a"), (0.16, 0.73, 0.4, 0, "c"), (0.84, 0.73, 0.4, 0, "c"),
           (0.38, 0.73, 0.34, -32, "c"), (0.62, 0.73, 0.34, 32, "c")],
}  # fmt: skip


@dataclass(frozen=True)
class BambooStyle:
    """How one set draws bamboo: ``stick`` shape, ``eight`` pattern, ``bird``, width, spread, colours."""

    stick: str
    eight: str
    bird: str
    width: float
    spread: tuple[float, float]
    palette: dict[str, Colour]


def _ellipse(
    canvas: Any,
    at: tuple[float, float],
    axes: tuple[float, float],
    turn: float,
    paint: tuple[int, ...],
) -> None:  # noqa: ANN401
    """Fill an ellipse; ``axes`` are half lengths along and across ``turn`` degrees."""
    point = (round(at[0] * 16), round(at[1] * 16))
    size = (max(1, round(axes[0] * 16)), max(1, round(axes[1] * 16)))
    cv2.ellipse(canvas, point, size, turn, 0, 360, paint, -1, cv2.LINE_AA, 4)


def _line(
    canvas: Any,
    start: npt.NDArray[np.float64],
    end: npt.NDArray[np.float64],
    paint: tuple[int, ...],
    width: float,
) -> None:  # noqa: ANN401
    a, b = (tuple(int(v) for v in np.round(p * 16)) for p in (start, end))
    cv2.line(canvas, a, b, paint, max(1, round(width)), cv2.LINE_AA, 4)


def draw_stick(
    canvas: Canvas,
    at: tuple[float, float],
    length: float,
    lean: float,
    colour: Colour,
    style: BambooStyle,
) -> None:
    """Draw one stick; ``length`` in canvas pixels, ``lean`` in degrees clockwise from upright."""
    full, width = ink(colour), CANVAS[0] * style.width
    angle = np.deg2rad(lean)
    axis = np.array([np.sin(angle), -np.cos(angle)])
    centre = np.array(at)
    top, bottom = centre + axis * (length / 2 - width / 2), centre - axis * (length / 2 - width / 2)
    turn = lean + 90.0
    match style.stick:
        case "capsule":
            for end in (top, bottom):
                _line(canvas, end, centre + (end - centre) * 0.25, full, width)
                _line(canvas, end, centre + (end - centre) * 0.4, CLEAR, width * 0.28)
            _line(canvas, top, bottom, full, width * 0.22)
        case "bone":
            _line(canvas, top, bottom, full, width * 0.6)
            for part in (top, centre, bottom):
                _ellipse(canvas, tuple(part), (width * 0.28, width * 0.62), turn, full)
            _line(
                canvas,
                centre + (top - centre) * 0.7,
                centre + (top - centre) * 0.25,
                CLEAR,
                width * 0.2,
            )
            _line(
                canvas,
                centre + (bottom - centre) * 0.7,
                centre + (bottom - centre) * 0.25,
                CLEAR,
                width * 0.2,
            )
        case "bar":
            _line(canvas, top, bottom, full, width)
            for part in (-0.36, 0.0, 0.36):
                middle = centre + (top - bottom) * part
                across = np.array([-axis[1], axis[0]]) * width * 0.5
                _line(canvas, middle - across, middle + across, CLEAR, width * 0.14)
        case "bead":
            for part in (-0.42, -0.14, 0.14, 0.42):
                _ellipse(
                    canvas,
                    tuple(centre + (top - bottom) * part),
                    (length * 0.13, width * 0.5),
                    turn,
                    full,
                )
                _ellipse(
                    canvas,
                    tuple(centre + (top - bottom) * part),
                    (length * 0.05, width * 0.2),
                    turn,
                    CLEAR,
                )
        case "outline":
            _line(canvas, top, bottom, full, width)
            _line(canvas, top, bottom, CLEAR, width * 0.55)
            _ellipse(canvas, tuple(centre), (width * 0.2, width * 0.6), turn, full)
        case _:
            for end in (top, bottom):
                _ellipse(
                    canvas,
                    tuple(centre + (end - centre) * 0.55),
                    (length * 0.24, width * 0.5),
                    turn,
                    full,
                )
                _line(
                    canvas,
                    centre + (end - centre) * 0.8,
                    centre + (end - centre) * 0.3,
                    CLEAR,
                    width * 0.2,
                )
            _ellipse(canvas, tuple(centre), (width * 0.2, width * 0.55), turn, full)


def draw_bamboo(rank: int, style: BambooStyle, rng: np.random.Generator) -> Canvas:
    """Draw the face of ``rank`` (1 to 9) of bamboo."""
    canvas = blank()
    if rank == 1 and style.bird != "stick":
        _bird(canvas, style, rng)
        return canvas
    sticks = (
        [(0.5, 0.5, 0.7, 0.0, "r")]
        if rank == 1
        else _EIGHT[style.eight]
        if rank == 8
        else _STICKS[rank]
    )
    for x, y, length, lean, letter in sticks:
        at = (
            CANVAS[0] * (0.5 + (x - 0.5) * style.spread[0]),
            CANVAS[1] * (0.5 + (y - 0.5) * style.spread[1]),
        )
        draw_stick(
            canvas, at, CANVAS[1] * length * style.spread[1], lean, style.palette[letter], style
        )
    return canvas


def _curve(
    canvas: Any, points: npt.NDArray[np.float64], paint: tuple[int, ...], width: float
) -> None:  # noqa: ANN401
    """Draw a smooth quadratic curve through start, control and end points."""
    t = np.linspace(0, 1, 14)[:, None]
    path = (1 - t) ** 2 * points[0] + 2 * t * (1 - t) * points[1] + t**2 * points[2]
    cv2.polylines(
        canvas,
        [np.round(path * 16).astype(np.int32)],
        False,
        paint,
        max(1, round(width)),
        cv2.LINE_AA,
        4,
    )  # noqa: FBT003


def _bird(canvas: Canvas, style: BambooStyle, rng: np.random.Generator) -> None:
    """Draw a simple bird: tail feathers, body, wing, neck, head, beak and legs."""
    green, red, blue = (ink(style.palette[k]) for k in "abc")
    body = np.array([CANVAS[0] * rng.uniform(0.45, 0.55), CANVAS[1] * rng.uniform(0.42, 0.52)])
    head = body + np.array(
        [CANVAS[0] * rng.uniform(-0.24, -0.1), -CANVAS[1] * rng.uniform(0.2, 0.27)]
    )
    feathers = {"peacock": 7, "crane": 3}.get(style.bird, 4)
    for part in np.linspace(-0.1, 0.38, feathers):
        tip = np.array([CANVAS[0] * (0.5 + part), CANVAS[1] * rng.uniform(0.82, 0.95)])
        bend = (body + tip) / 2 + rng.normal(0, 12, 2)
        _curve(
            canvas,
            np.stack([body, bend, tip]),
            (green, blue, green, red)[int(rng.integers(4))],
            rng.uniform(5, 10),
        )
        if style.bird == "peacock":
            disc(canvas, tuple(tip), 11, green)
            disc(canvas, tuple(tip), 5, red)
    slope = float(rng.uniform(40, 75))
    _ellipse(canvas, tuple(body), (62, 36), slope, green)
    _ellipse(canvas, tuple(body), (48, 24), slope, CLEAR)
    for point in around(tuple(body), 20, int(rng.integers(3, 7)), float(rng.uniform(0, 3))):
        _ellipse(canvas, point, (12, 6), slope, (blue, red, green)[int(rng.integers(3))])
    _curve(
        canvas,
        np.stack([body, (body + head) / 2 + rng.normal(0, 14, 2), head]),
        green,
        rng.uniform(12, 22),
    )
    disc(canvas, tuple(head), 20, (green, red, blue)[int(rng.integers(3))])
    disc(canvas, tuple(head), 7, CLEAR)
    _line(
        canvas,
        head + np.array([-14.0, 0.0]),
        head + np.array([-36.0, float(rng.uniform(-8, 14))]),
        red,
        7,
    )
    for turn in np.linspace(-0.6, 0.6, int(rng.integers(2, 5))):
        _line(canvas, head, head + 34 * np.array([np.sin(turn), -np.cos(turn)]), red, 4)
    for x in (-16.0, 12.0):
        _line(
            canvas,
            body + np.array([x, 40.0]),
            body + np.array([x - 8, 98.0]),
            (red, blue)[int(rng.integers(2))],
            6,
        )
