"""Faces of things other than tiles: dice, seat markers, chips, cards, racks, trays; and backs.

`props.png` has them in rows of twenty, kind by kind. Seat markers are never black or blue on white,
since that is how the wind tiles look; red on white is always in a ring or a frame, as on markers
and unlike the red dragon.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from datasets.synth.faces.strokes import Canvas

SIDE = 96
PLATES, DICE, SIGNS, RACKS = 48, 18, 60, 5  # numbers of variants
# Things that lie in rows like tiles, and their numbers of variants.
STRANGE: Mapping[str, int] = MappingProxyType({"key": 72, "book": 40, "playing": 20, "domino": 72})
_KINDS = {
    "die": DICE,
    "plate": PLATES,
    "sign": SIGNS,
    "chip": 6,
    "card": 6,
    **STRANGE,
    "rack": RACKS,
    "tray": 3,
    "phone": 1,
    "back": 40,
    "carved": 32,
}
_FIRST = dict(zip(_KINDS, np.cumsum([0, *_KINDS.values()]).tolist(), strict=False))
_COLUMNS = 20
_PRINTED = 0.24  # share of backs with anything on them


def is_round(key: str) -> bool:
    """Return whether a prop is a disc, not a block."""
    name, _, variant = key.partition(":")
    return name == "chip" or (name == "plate" and int(variant) % 3 == 0)


def prop_texture(key: str) -> Canvas:
    """Return the front of a prop, premultiplied RGBA (SIDE, SIDE, 4).

    Dice are numbered from 1, everything else from 0. Raises ``KeyError`` for an unknown key.
    """
    name, _, variant = key.partition(":")
    down, right = divmod(_FIRST[name] + int(variant or 0) - (name == "die"), _COLUMNS)
    return _sheet()[down * SIDE : (down + 1) * SIDE, right * SIDE : (right + 1) * SIDE].copy()


@cache
def _sheet() -> Canvas:
    pixels = cv2.imread(str(Path(__file__).with_name("props.png")), cv2.IMREAD_UNCHANGED)
    return np.asarray(pixels, np.uint8)[..., [2, 1, 0, 3]]


def carved_back(rng: np.random.Generator) -> Canvas:
    """Return a sign as cut into dark backs and painted (SIDE, SIDE, 4)."""
    sign = prop_texture(f"carved:{int(rng.integers(_KINDS['carved']))}")
    return np.asarray(sign * float(rng.uniform(0.4, 1.0)), np.uint8)


def back_texture(rng: np.random.Generator) -> Canvas:
    """Return what is printed or grown in the backs of a set (SIDE, SIDE, 4): mostly nothing.

    Occasionally the grain of bamboo, dots, a sign or frame, and the gloss of a polished back.
    """
    canvas = np.zeros((SIDE, SIDE, 4), np.uint8)
    if rng.random() < _PRINTED:
        printed = prop_texture(f"back:{int(rng.integers(_KINDS['back']))}")
        canvas = np.asarray(printed * float(rng.uniform(0.15, 0.7)), np.uint8)
    if rng.random() < 0.35:
        middle, wide = float(rng.uniform(0, SIDE)), float(rng.uniform(6, 32))
        slope = np.arange(SIDE)[None] + np.arange(SIDE)[:, None] * float(rng.uniform(-0.8, 0.8))
        gloss = np.exp(-(((slope - middle) / wide) ** 2)) * float(rng.uniform(20, 110))
        canvas = np.maximum(canvas, gloss.astype(np.uint8)[..., None])
    return canvas
