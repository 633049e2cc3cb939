"""Faces of things that are no tiles: dice, seat markers, chips, cards, racks and trays.

`props.png` has them in rows of twenty, kind by kind. Seat markers are never black or blue on white,
as that is how the wind tiles themselves look; what is red on white stands in a ring or a frame, as
on the markers and not on the red dragon.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from datasets.synth.faces.fonts import FAMILIES, glyph
from datasets.synth.faces.strokes import Canvas, disc

SIDE = 96
PLATES, DICE, SIGNS, RACKS = 48, 18, 60, 5  # how many variants there are
# Things that lie in rows as tiles do, and how many of each there are.
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
}
_FIRST = dict(zip(_KINDS, np.cumsum([0, *_KINDS.values()]).tolist(), strict=False))
_COLUMNS = 20


def is_round(key: str) -> bool:
    """Return whether a prop is a disc, not a block."""
    name, _, variant = key.partition(":")
    return name == "chip" or (name == "plate" and int(variant) % 3 == 0)


def prop_texture(key: str) -> Canvas:
    """Return the front of a prop, premultiplied RGBA (SIDE, SIDE, 4).

    Dice are numbered from 1, all else from 0. Raises ``KeyError`` for an unknown key.
    """
    name, _, variant = key.partition(":")
    down, right = divmod(_FIRST[name] + int(variant or 0) - (name == "die"), _COLUMNS)
    return _sheet()[down * SIDE : (down + 1) * SIDE, right * SIDE : (right + 1) * SIDE].copy()


@cache
def _sheet() -> Canvas:
    pixels = cv2.imread(str(Path(__file__).with_name("props.png")), cv2.IMREAD_UNCHANGED)
    return np.asarray(pixels, np.uint8)[..., [2, 1, 0, 3]]


def carved_back(rng: np.random.Generator) -> Canvas:
    """Return a sign as it is cut into dark backs and painted (80, 60, 4)."""
    canvas = np.zeros((80, 60, 4), np.uint8)
    shade = rng.choice([(210, 180, 90), (230, 230, 220), (190, 40, 45), (120, 170, 90)])
    mask = glyph(str(rng.choice(list("福龍發財喜鳳壽春"))), FAMILIES[int(rng.integers(3))])
    word = cv2.resize(mask, (38, 46), interpolation=cv2.INTER_AREA)[..., None]
    cover = word.astype(np.float32) / 255 * float(rng.uniform(0.4, 1.0))
    canvas[17:63, 11:49, :3] = cover * np.asarray(shade)
    canvas[17:63, 11:49, 3:] = cover * 255
    return canvas


def back_texture(rng: np.random.Generator) -> Canvas:
    """Return what is printed on or grown in the backs of a set (80, 60, 4): mostly nothing.

    Now and then the grain of bamboo, dots, a sign or frame, and the gloss of a polished back.
    """
    canvas = np.zeros((80, 60, 4), np.uint8)
    kind, shade = rng.random(), int(rng.choice([20, 235]))
    paint = (shade,) * 3
    if kind < 0.1:
        for y in np.sort(rng.uniform(0, 80, int(rng.integers(6, 22)))):
            cv2.line(canvas, (0, int(y)), (60, int(y + rng.normal(0, 2))), (*paint, 255), 1)
    elif kind < 0.14:
        for y in range(8, 80, 12):
            for x in range(8, 60, 11):
                disc(canvas, (x, y), 2.5, (*paint, 255))
    elif kind < 0.2:
        cv2.rectangle(canvas, (8, 8), (52, 72), (*paint, 255), int(rng.integers(1, 4)))
    elif kind < 0.24:
        mask = glyph(str(rng.choice(list("福龍發財喜"))), FAMILIES[int(rng.integers(3))])
        word = cv2.resize(mask, (34, 38), interpolation=cv2.INTER_AREA)[..., None]
        canvas[21:59, 13:47, :3], canvas[21:59, 13:47, 3:] = word // 255 * shade, word
    canvas = (canvas * float(rng.uniform(0.15, 0.7))).astype(np.uint8)
    if rng.random() < 0.35:
        middle, wide = float(rng.uniform(0, 60)), float(rng.uniform(4, 20))
        slope = np.arange(60)[None] + np.arange(80)[:, None] * float(rng.uniform(-0.6, 0.6))
        gloss = np.exp(-(((slope - middle) / wide) ** 2)) * float(rng.uniform(20, 110))
        canvas = np.maximum(canvas, gloss.astype(np.uint8)[..., None])
    return np.ascontiguousarray(canvas)
