"""Drawn designs: a seed gives colours, styles, lettering and plants for all 42 faces."""

import colorsys
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np

from datasets.synth.faces.fonts import FAMILIES
from datasets.synth.faces.plants import CORNER_PAIRS, LABELS, MOTIFS, BonusStyle, draw_bonus
from datasets.synth.faces.strokes import Canvas, Colour
from datasets.synth.faces.suits import (
    BIRD,
    DOT_SCHEMES,
    DOT_STYLES,
    STICK_STYLES,
    BambooStyle,
    DotStyle,
    draw_bamboo,
    draw_dots,
)
from datasets.synth.faces.text import (
    WHITE_STYLES,
    TextStyle,
    draw_characters,
    draw_dragon,
    draw_wind,
    put_index,
)

FACE_SIZE = (120, 160)  # stored width, height
CODES = tuple(
    f"{rank}{suit}"
    for suit, top in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 4), ("g", 4))
    for rank in range(1, top + 1)
)


@dataclass(frozen=True)
class Design:
    """The styles of one drawn set."""

    seed: int
    dots: DotStyle
    bamboo: BambooStyle
    text: TextStyle
    bonus: BonusStyle
    suit_index: bool
    margin: float


def colour(
    rng: np.random.Generator,
    hue: tuple[float, float],
    light: tuple[float, float],
    strength: tuple[float, float],
) -> Colour:
    """Draw a colour; hue, lightness and strength each lie between two shares."""
    parts = colorsys.hls_to_rgb(
        rng.uniform(*hue) % 1.0, rng.uniform(*light), rng.uniform(*strength)
    )
    return (round(parts[0] * 255), round(parts[1] * 255), round(parts[2] * 255))


T = TypeVar("T")


def _pick(rng: np.random.Generator, *options: T) -> T:
    """Return one of the options at random; a repeated option is likelier."""
    return options[int(rng.integers(len(options)))]


def _palette(rng: np.random.Generator) -> dict[str, Colour]:
    """Return colours by letter.

    a is green, b red, c blue or dark, r a red stick's, n numbers, m ten thousand, w winds,
    d the green dragon, f the white dragon's frame, i western numerals.
    """
    green = colour(rng, (0.3, 0.46), (0.14, 0.34), (0.5, 1.0))
    red = colour(rng, (0.96, 1.02), (0.34, 0.52), (0.6, 0.95))
    blue = colour(rng, (0.56, 0.68), (0.22, 0.44), (0.5, 1.0))
    black = colour(rng, (0.0, 1.0), (0.04, 0.18), (0.0, 0.3))
    kind = rng.random()
    if kind < 0.2:
        green = black
    elif kind < 0.26:
        green = colour(rng, (0.46, 0.54), (0.2, 0.34), (0.5, 1.0))
    dark = _pick(rng, blue, blue, blue, black, green)
    if rng.random() < 0.15:
        red = colour(rng, (0.0, 0.06), (0.3, 0.45), (0.6, 0.9))
    elif rng.random() < 0.08:
        red = colour(rng, (0.88, 0.95), (0.35, 0.5), (0.5, 0.9))
    return {
        "a": green,
        "b": red,
        "c": dark,
        "r": _pick(rng, red, red, red, green),
        "n": _pick(rng, black, black, blue, dark, green, red),
        "m": _pick(rng, red, red, red, red, red, black, blue, green),
        "w": _pick(rng, black, black, blue, blue, dark, green),
        "d": _pick(rng, green, green, green, green, black),
        "f": _pick(rng, blue, blue, black, green, dark, red),
        "i": _pick(rng, red, blue, black, green),
    }


def design(seed: int) -> Design:
    """Return the drawn design of ``seed``; the same seed always gives the same design."""
    rng = np.random.default_rng((seed, 7041))
    palette = _palette(rng)
    spread = (float(rng.uniform(0.92, 1.06)), float(rng.uniform(0.9, 1.02)))
    dots = DotStyle(
        shape=_pick(rng, *DOT_STYLES),
        scheme=_pick(rng, *DOT_SCHEMES),
        big=_pick(rng, "sun", "wheel", "target"),
        scale=float(rng.uniform(0.8, 1.12)),
        spread=spread,
        palette=palette,
    )
    sticks = dict(palette)
    sticks["c"] = _pick(rng, palette["a"], palette["a"], palette["c"])
    sticks["b"] = _pick(rng, palette["a"], palette["a"], palette["b"])
    if rng.random() < 0.15:
        sticks["a"] = palette["c"]
    bamboo = BambooStyle(
        stick=_pick(rng, *STICK_STYLES),
        eight=_pick(rng, "mw", "mw", "wm"),
        bird=_pick(rng, *(BIRD,) * 10, "stick"),
        width=float(rng.uniform(0.075, 0.16)),
        spread=spread,
        palette=sticks,
    )
    text = _text(rng, palette)
    suit_index = bool(text.index) and bool(rng.random() < 0.7)
    margin = float(rng.uniform(0.74, 0.96))
    return Design(seed, dots, bamboo, text, _bonus(rng, palette), suit_index, margin)


def _text(rng: np.random.Generator, palette: dict[str, Colour]) -> TextStyle:
    return TextStyle(
        family=_pick(rng, *FAMILIES),
        five=_pick(rng, "五", "五", "伍"),
        ten_thousand=_pick(rng, "萬", "萬", "萬", "万"),
        fortune=_pick(rng, "發", "發", "發", "发"),
        east=_pick(rng, "東", "東", "東", "东"),
        white=_pick(rng, *WHITE_STYLES),
        index=_pick(rng, "", "", "", "", "tl", "tr", "tlbr", "tl"),
        index_colour="i",
        weight=int(rng.integers(0, 9)),
        height=float(rng.uniform(0.92, 1.08)),
        palette=palette,
    )


def _bonus(rng: np.random.Generator, palette: dict[str, Colour]) -> BonusStyle:
    colours = (palette["b"], palette["i"], palette["n"], palette["a"])
    label = _pick(rng, *LABELS[:3], *LABELS)
    flowers = (_pick(rng, *colours), _pick(rng, *colours))
    seasons = (_pick(rng, *colours), _pick(rng, *colours))
    if label in ("number", "picture_number", "number_only", "picture"):
        # Without captions, numbers tell: western and dark on flowers, Chinese and red on seasons.
        flowers, seasons = (palette["c"],) * 2, (palette["b"],) * 2
    return BonusStyle(
        label=label,
        simplified=bool(rng.random() < 0.3),
        flower_colours=flowers,
        season_colours=seasons,
        caption_size=float(rng.uniform(0.2, 0.42)),
        corners=_pick(rng, *CORNER_PAIRS[:2], *CORNER_PAIRS),
        motif=_pick(rng, *MOTIFS),
        palette=palette,
    )


def draw(look: Design, code: str) -> Canvas:
    """Draw the face of ``code`` in a design: premultiplied RGBA (160, 120, 4)."""
    rank, suit = int(code[0]), code[1]
    rng = np.random.default_rng((look.seed, CODES.index(code)))
    match suit:
        case "m":
            canvas = draw_characters(rank, look.text)
        case "p":
            canvas = draw_dots(rank, look.dots, rng)
        case "s":
            canvas = draw_bamboo(rank, look.bamboo, rng)
        case "z":
            canvas = draw_wind(rank, look.text) if rank <= 4 else draw_dragon(rank, look.text, rng)
        case _:
            canvas = draw_bonus(suit, rank, look.bonus, look.text, rng)
    if suit in "ps" and look.suit_index:
        put_index(canvas, str(rank), look.text, look.text.index)
    return _with_margin(canvas, look.margin)


def _with_margin(canvas: Canvas, share: float) -> Canvas:
    """Shrink the ink to ``share`` of the face: engravers stay clear of the rounded edge."""
    face = np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)
    size = (round(FACE_SIZE[0] * share), round(FACE_SIZE[1] * share))
    left, top = (FACE_SIZE[0] - size[0]) // 2, (FACE_SIZE[1] - size[1]) // 2
    face[top : top + size[1], left : left + size[0]] = cv2.resize(
        canvas, size, interpolation=cv2.INTER_AREA
    )
    return face
