"""Flower and season faces: a caption, a number and a random plant in line art."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.faces_dots import CANVAS, CLEAR, Canvas, Colour, around, blank, disc, ink
from datasets.faces_text import FLOWERS, NUMBERS, SEASONS, TextStyle, put

LABELS = (
    "caption_number",
    "number_caption",
    "caption",
    "number",
    "picture_number",
    "chinese_number",
)
Point = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BonusStyle:
    """How one set marks bonus tiles: ``label`` layout, colours for flowers and for seasons."""

    label: str
    simplified: bool
    flower_colours: tuple[Colour, Colour]  # caption, number
    season_colours: tuple[Colour, Colour]
    caption_size: float
    palette: dict[str, Colour]


def draw_bonus(
    suit: str, rank: int, style: BonusStyle, text: TextStyle, rng: np.random.Generator
) -> Canvas:
    """Draw the bonus tile ``rank`` (1 to 4) of ``suit`` "f" (flowers) or "g" (seasons)."""
    canvas = blank()
    names = FLOWERS if suit == "f" else SEASONS
    caption = "兰" if style.simplified and names[rank - 1] == "蘭" else names[rank - 1]
    colours = style.flower_colours if suit == "f" else style.season_colours
    kind = {"f": ("plum", "orchid", "mum", "bamboo"), "g": ("plum", "lotus", "mum", "pine")}[suit][
        rank - 1
    ]
    if rng.random() < 0.25:
        kind = ("plum", "orchid", "mum", "lotus")[int(rng.integers(4))]
    _plant(canvas, kind, style, rng)
    size = style.caption_size
    left, right = (0.2, 0.15, size, size * 0.8), (0.81, 0.15, size, size * 0.8)
    match style.label:
        case "caption_number":
            _label(canvas, (caption, left, colours[0]), text)
            _label(canvas, (str(rank), right, colours[1]), text)
        case "number_caption":
            _label(canvas, (str(rank), left, colours[1]), text)
            _label(canvas, (caption, right, colours[0]), text)
        case "caption":
            _label(canvas, (caption, right if rank % 2 else left, colours[0]), text)
        case "number" | "picture_number":
            corner = left if style.label == "number" else right
            _label(canvas, (str(rank), corner, colours[1]), text)
        case _:
            _label(canvas, (NUMBERS[rank - 1], left, colours[1]), text)
            _label(canvas, (caption, right, colours[0]), text)
    return canvas


def _label(
    canvas: Canvas, what: tuple[str, tuple[float, float, float, float], Colour], text: TextStyle
) -> None:
    """Write a caption on a cleared patch, as engravers leave room around it."""
    word, box, colour = what
    x0, y0 = (box[0] - box[2] * 0.55) * CANVAS[0], (box[1] - box[3] * 0.55) * CANVAS[1]
    x1, y1 = (box[0] + box[2] * 0.55) * CANVAS[0], (box[1] + box[3] * 0.55) * CANVAS[1]
    cv2.rectangle(canvas, (round(x0), round(y0)), (round(x1), round(y1)), CLEAR, -1)
    put(canvas, word, text, box, colour)


def _stroke(canvas: Any, path: Point, paint: tuple[int, ...], width: float) -> None:  # noqa: ANN401
    points = [np.round(path * 16).astype(np.int32)]
    cv2.polylines(canvas, points, False, paint, max(1, round(width)), cv2.LINE_AA, 4)  # noqa: FBT003


def _leaf(
    canvas: Canvas, at: Point, turn: float, length: float, paint: tuple[int, ...], hollow: bool
) -> None:  # noqa: FBT001
    """Draw a pointed leaf from ``at`` in direction ``turn`` (radians)."""
    t = np.linspace(0, 1, 9)
    side = np.sin(t * np.pi) * length * 0.22
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    upper = at + t[:, None] * length * along + side[:, None] * across
    lower = at + t[:, None] * length * along - side[:, None] * across
    outline = np.round(np.concatenate([upper, lower[::-1]]) * 16).astype(np.int32)
    cv2.fillPoly(canvas, [outline], paint, cv2.LINE_AA, 4)
    if hollow:
        inner = np.concatenate([at + (upper - at) * 0.8, (at + (lower - at) * 0.8)[::-1]])
        middle = at + along * length * 0.08
        cv2.fillPoly(
            canvas, [np.round((inner + middle - at) * 16).astype(np.int32)], CLEAR, cv2.LINE_AA, 4
        )


def _blossom(
    canvas: Canvas, at: Point, radius: float, paint: tuple[int, ...], rng: np.random.Generator
) -> None:
    """Draw a blossom: petals as discs or rings around a heart."""
    petals = int(rng.integers(5, 9))
    hollow = rng.random() < 0.6
    for point in around(
        (float(at[0]), float(at[1])), radius * 0.62, petals, float(rng.uniform(0, 3))
    ):
        disc(canvas, point, radius * 0.42, paint)
    if hollow:
        for point in around(
            (float(at[0]), float(at[1])), radius * 0.62, petals, float(rng.uniform(0, 3))
        ):
            disc(canvas, point, radius * 0.24, CLEAR)
    disc(canvas, (float(at[0]), float(at[1])), radius * 0.36, CLEAR)
    disc(canvas, (float(at[0]), float(at[1])), radius * 0.24, paint)


def _stem(root: Point, tip: Point, bend: float) -> Point:
    """Return a bent stem of twelve points from ``root`` to ``tip``."""
    t = np.linspace(0, 1, 12)[:, None]
    across = np.array([-(tip - root)[1], (tip - root)[0]])
    middle = (root + tip) / 2 + across * bend
    return np.asarray((1 - t) ** 2 * root + 2 * t * (1 - t) * middle + t**2 * tip)


def _plant(canvas: Canvas, kind: str, style: BonusStyle, rng: np.random.Generator) -> None:
    green, red, dark = (ink(style.palette[k]) for k in "abc")
    root = np.array([CANVAS[0] * rng.uniform(0.35, 0.65), CANVAS[1] * 0.95])
    match kind:
        case "bamboo":
            for x in rng.uniform(0.3, 0.7, int(rng.integers(2, 4))):
                foot = np.array([CANVAS[0] * x, CANVAS[1] * 0.95])
                stalk = _stem(
                    foot, foot + [rng.normal(0, 18), -CANVAS[1] * rng.uniform(0.5, 0.72)], 0.03
                )
                _stroke(canvas, stalk, (green, dark)[int(rng.integers(2))], rng.uniform(6, 13))
                for joint in stalk[2::3]:
                    _stroke(canvas, np.stack([joint + [-9, 0], joint + [9, 0]]), CLEAR, 4)
                    for turn in rng.uniform(-0.2, np.pi + 0.2, 3):
                        _leaf(
                            canvas,
                            joint,
                            float(turn),
                            float(rng.uniform(30, 58)),
                            green,
                            hollow=False,
                        )
        case "orchid":
            for _ in range(int(rng.integers(5, 9))):
                tip = np.array(
                    [CANVAS[0] * rng.uniform(0.08, 0.92), CANVAS[1] * rng.uniform(0.34, 0.75)]
                )
                _stroke(canvas, _stem(root, tip, rng.uniform(-0.3, 0.3)), green, rng.uniform(4, 9))
            for _ in range(int(rng.integers(1, 4))):
                at = np.array(
                    [CANVAS[0] * rng.uniform(0.25, 0.75), CANVAS[1] * rng.uniform(0.45, 0.8)]
                )
                for turn in rng.uniform(0, 2 * np.pi, 5):
                    _leaf(canvas, at, float(turn), 34, red, hollow=True)
        case _:
            _flowering(canvas, kind, root, (green, red, dark), rng)


def _flowering(
    canvas: Canvas,
    kind: str,
    root: Point,
    paints: tuple[tuple[int, ...], ...],
    rng: np.random.Generator,
) -> None:
    """Draw a branch with leaves and one to five blossoms."""
    green, red, dark = paints
    count = {"plum": int(rng.integers(2, 5)), "pine": 2}.get(kind, 1)
    for _ in range(count):
        tip = np.array([CANVAS[0] * rng.uniform(0.2, 0.8), CANVAS[1] * rng.uniform(0.36, 0.66)])
        stem = _stem(root, tip, float(rng.uniform(-0.35, 0.35)))
        _stroke(canvas, stem, (green, dark)[int(rng.integers(2))], rng.uniform(4, 9))
        hollow = rng.random() < 0.5
        for joint in stem[2:-2:2]:
            side = float(rng.choice([0.0, np.pi]) + rng.normal(0, 0.5) - 0.3)
            _leaf(canvas, joint, side, float(rng.uniform(28, 62)), green, hollow=hollow)
        radius = float(rng.uniform(24, 38) if count > 1 else rng.uniform(38, 60))
        _blossom(canvas, tip, radius, red, rng)
    if kind == "lotus":
        for turn in np.linspace(-2.6, -0.5, 5):
            _leaf(
                canvas, root + [0, -90], float(turn), float(rng.uniform(60, 90)), red, hollow=True
            )
