"""Faces that are none of the 42: jokers, animals and signs that some sets have as well.

They differ from set to set, and no collection of them is complete. A network that sees words,
letters, heads, animals and stars in any style and colour learns what is not a face.
"""

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synth.faces.design import FACE_SIZE, colour
from datasets.synth.faces.fonts import FAMILIES, glyph, installed
from datasets.synth.faces.pictures import draw_picture
from datasets.synth.faces.strokes import CANVAS, Canvas, Paint, blank, ink, path
from datasets.synth.faces.text import put_mask

Image = npt.NDArray[np.uint8]
# Characters on jokers and on the special tiles of several countries, and similar words; never a
# character of one of the 42 faces.
SIGNS = "福祿壽喜財王將帥皇后象車馬炮士鼠貓雞虎龍鳳飛元寶公侯相天地人和金銀牌神仙佛愛樂ABHJKQX&!%"
WORDS = (
    "百搭", "財神", "聽用", "飛天", "大小", "壽星", "招財", "進寶", "歡喜",
    "JOKER", "WILD", "FLY", "CAT", "RAT", "KING", "QUEEN", "LUCKY", "STAR",
)  # fmt: skip
_ANY_INK = ((0.0, 1.0), (0.12, 0.5), (0.4, 1.0))  # hue, lightness and strength
_WORD_ALONE, _WORD_BESIDE = 0.45, 0.4  # shares of faces with words and no picture, with both
_FRAMED = 0.12


def draw_unknown(rng: np.random.Generator) -> Image:
    """Draw a face (160, 120, 4) that is none of the 42: words, a picture, or both.

    Without an installed font there are no words: the project's own has only the characters of the
    42 faces.
    """
    fonts = sorted(set(FAMILIES) & installed().keys())
    canvas, kind = blank(), rng.random() if fonts else 1.0
    if kind >= _WORD_ALONE:
        draw_picture(canvas, "unknown", [_paint(rng) for _ in range(3)], rng)
    if kind < _WORD_ALONE + _WORD_BESIDE:
        font = fonts[int(rng.integers(len(fonts)))]
        _put_word(canvas, rng, font, alone=kind < _WORD_ALONE)
    if rng.random() < _FRAMED:
        low, high = np.array(CANVAS) * 0.06, np.array(CANVAS) * 0.94
        frame = np.array([low, (high[0], low[1]), high, (low[0], high[1]), low])
        path(canvas, frame, _paint(rng), float(rng.uniform(3, 8)))
    face = np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)
    width, height = (round(side * float(rng.uniform(0.78, 1.0))) for side in FACE_SIZE)
    left, top = (FACE_SIZE[0] - width) // 2, (FACE_SIZE[1] - height) // 2
    small = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
    face[top : top + height, left : left + width] = small
    return face


def _paint(rng: np.random.Generator) -> Paint:
    return ink(colour(rng, *_ANY_INK))


def _put_word(
    canvas: Canvas, rng: np.random.Generator, font: tuple[str, str], *, alone: bool
) -> None:
    """Put a word in the middle, down the middle or a side, or above or below a picture."""
    word, shade = str(rng.choice((*SIGNS, *WORDS))), colour(rng, *_ANY_INK)
    weight = int(rng.integers(0, 6))
    if alone and len(word) > 1 and rng.random() < 0.7:
        across = 0.5 if len(word) == 2 else float(rng.uniform(0.2, 0.8))
        size = min(0.5, 0.9 / len(word))
        for place, sign in enumerate(word):
            box = (across, (place + 1) / (len(word) + 1), size, size * 0.75)
            put_mask(canvas, glyph(sign, font), weight, box, shade)
        return
    down = 0.5 if alone else float(rng.choice([0.12, 0.88]))
    size = float(rng.uniform(0.55, 0.9)) if alone else float(rng.uniform(0.14, 0.22))
    put_mask(canvas, glyph(word, font), weight, (0.5, down, 0.9, size), shade)
