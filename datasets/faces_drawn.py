"""One drawn design: a seed gives colours, dot and bamboo styles, lettering and plants for all 42 faces."""

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.faces_bamboo import STICK_STYLES, BambooStyle, draw_bamboo
from datasets.faces_dots import DOT_SCHEMES, DOT_STYLES, Canvas, Colour, DotStyle, draw_dots
from datasets.faces_plants import LABELS, BonusStyle, draw_bonus
from datasets.faces_text import (
    WHITE_STYLES,
    TextStyle,
    draw_characters,
    draw_dragon,
    draw_wind,
    put_index,
)
from datasets.fonts import FAMILIES

FACE_SIZE = (120, 160)  # stored width, height
CODES = tuple(f"{rank}{suit}" for suit, top in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 4), ("g", 4))
              for rank in range(1, top + 1))  # fmt: skip


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


def _colour(
    rng: np.random.Generator,
    hue: tuple[float, float],
    light: tuple[float, float],
    strength: tuple[float, float],
) -> Colour:
    parts = colorsys.hls_to_rgb(
        rng.uniform(*hue) % 1.0, rng.uniform(*light), rng.uniform(*strength)
    )
    return (round(parts[0] * 255), round(parts[1] * 255), round(parts[2] * 255))


def _palette(rng: np.random.Generator) -> dict[str, Colour]:
    """Return colours by letter: a green, b red, c blue or dark, r stick red, n number, w wind, f frame."""
    green = _colour(rng, (0.3, 0.46), (0.14, 0.34), (0.5, 1.0))
    red = _colour(rng, (0.96, 1.02), (0.34, 0.52), (0.6, 0.95))
    blue = _colour(rng, (0.56, 0.68), (0.22, 0.44), (0.5, 1.0))
    black = _colour(rng, (0.0, 1.0), (0.04, 0.18), (0.0, 0.3))
    if rng.random() < 0.25:
        green = black
    dark = (black, blue)[int(rng.random() < 0.6)]
    if rng.random() < 0.15:
        red = _colour(rng, (0.0, 0.06), (0.3, 0.45), (0.6, 0.9))
    pick = lambda *options: options[int(rng.integers(len(options)))]  # noqa: E731
    return {
        "a": green, "b": red, "c": dark, "r": pick(red, red, red, green),
        "n": pick(black, blue, dark, green), "w": pick(black, blue, blue, dark), "f": pick(blue, black, green, dark),
        "i": pick(red, blue, black),
    }  # fmt: skip


def design(seed: int) -> Design:
    """Return the drawn design of ``seed``; the same seed always gives the same design."""
    rng = np.random.default_rng((seed, 7041))
    palette = _palette(rng)
    pick = lambda *options: options[int(rng.integers(len(options)))]  # noqa: E731
    spread = (float(rng.uniform(0.92, 1.06)), float(rng.uniform(0.9, 1.02)))
    index = pick("", "", "tl", "tr", "tlbr", "tl")
    text = TextStyle(
        family=FAMILIES[int(rng.integers(len(FAMILIES)))],
        five=pick("五", "五", "伍"),
        ten_thousand=pick("萬", "萬", "萬", "万"),
        fortune=pick("發", "發", "發", "发"),
        east=pick("東", "東", "東", "东"),
        white=pick(*WHITE_STYLES),
        index=index,
        index_colour="i",
        weight=int(rng.integers(0, 6)),
        height=float(rng.uniform(0.92, 1.08)),
        palette=palette,
    )
    dots = DotStyle(
        shape=pick(*DOT_STYLES), scheme=pick(*DOT_SCHEMES), big=pick("sun", "wheel", "target"),
        scale=float(rng.uniform(0.86, 1.08)), spread=spread, palette=palette,
    )  # fmt: skip
    sticks = dict(palette)
    sticks["c"] = pick(palette["a"], palette["a"], palette["c"])
    sticks["b"] = pick(palette["a"], palette["a"], palette["b"])
    bamboo = BambooStyle(
        stick=pick(*STICK_STYLES), eight=pick("mw", "mw", "wm"), bird=pick("sparrow", "peacock", "crane", "stick"),
        width=float(rng.uniform(0.09, 0.145)), spread=spread, palette=sticks,
    )  # fmt: skip
    colours = (palette["b"], palette["i"], palette["n"], palette["a"])
    bonus = BonusStyle(
        label=pick(*LABELS[:2], *LABELS), simplified=bool(rng.random() < 0.3),
        flower_colours=(pick(*colours), pick(*colours)), season_colours=(pick(*colours), pick(*colours)),
        caption_size=float(rng.uniform(0.2, 0.32)), palette=palette,
    )  # fmt: skip
    if bonus.label in ("number", "picture_number"):
        # Numbers alone leave flowers and seasons alike but for their colour: blue against red, as on real sets.
        tints = (palette["n"], palette["b"]) if rng.random() < 0.5 else (palette["b"], palette["n"])
        bonus = BonusStyle(
            bonus.label,
            bonus.simplified,
            (tints[0],) * 2,
            (tints[1],) * 2,
            bonus.caption_size,
            palette,
        )  # type: ignore[arg-type] # two equal colours
    suit_index = bool(index) and bool(rng.random() < 0.7)
    return Design(seed, dots, bamboo, text, bonus, suit_index, float(rng.uniform(0.8, 0.95)))


def draw(look: Design, code: str) -> Canvas:
    """Draw the face of ``code`` in a design: premultiplied RGBA of ``FACE_SIZE`` (height 160, width 120)."""
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
            canvas = draw_wind(rank, look.text) if rank <= 4 else draw_dragon(rank, look.text)
        case _:
            canvas = draw_bonus(suit, rank, look.bonus, look.text, rng)
    if suit in "ps" and look.suit_index:
        put_index(canvas, str(rank), look.text, look.text.index)
    return _with_margin(canvas, look.margin)


def _with_margin(canvas: Canvas, share: float) -> Canvas:
    """Shrink the ink to ``share`` of the face, centred: engravers keep clear of the rounded edge."""
    face = np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)
    size = (round(FACE_SIZE[0] * share), round(FACE_SIZE[1] * share))
    left, top = (FACE_SIZE[0] - size[0]) // 2, (FACE_SIZE[1] - size[1]) // 2
    face[top : top + size[1], left : left + size[0]] = cv2.resize(
        canvas, size, interpolation=cv2.INTER_AREA
    )
    return face
