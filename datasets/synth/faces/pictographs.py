"""Pictures for bonus tiles and birds that nobody here drew: the signs of symbol fonts.

What a program draws has the program's habits, and a network learns them. Symbola and Noto Sans
Symbols 2 hold a hundred plants, animals and things by engravers of their own.
"""

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from datasets.synth.faces import fonts
from datasets.synth.faces.strokes import CANVAS, Canvas, Paint, Point

Mask = npt.NDArray[np.uint8]
_PX = 200
# Flowers, leaves, fruit and trees; small animals; things and weather of a season.
_GROWN = (
    "🌱🌲🌳🌴🌵🌷🌸🌹🌺🌻🌼🌾🌿🍀🍁🍂🍃🍄🍇🍈🍉🍊🍋🍍🍎🍏🍐🍑🍒🍓🎋🎍💐🥀🌰⚘❀❁❃✾✿❦❧🏵☘🙐🙑🙒🙓🙘🙙🎄🪴"
)
_ALIVE = "🐛🐝🐞🐟🐠🦋🐌🐚🦐🐉🐲🐇🐿🦌🐎"
_MADE = "🎑🎏🎎🏮🏯⛩🏺🍵🎣🛶⛵🌄🌅🌊🌙🌞☀❄🌈☁🎐🪁🕯"
PICTURES = (*_GROWN, *_GROWN, *_ALIVE, *_MADE)
BIRDS = tuple("🐓🐔🐣🐤🐥🐦🐧🦃🕊🦅🦆🦉")


@cache
def masks(signs: tuple[str, ...]) -> tuple[Mask, ...]:
    """Return the coverage (h, w) of those of ``signs`` that an installed font draws."""
    found = (_mask(sign, font) for font in _fonts() for sign in signs)
    return tuple(mask for mask in found if mask is not None)


@cache
def _fonts() -> tuple[ImageFont.FreeTypeFont, ...]:
    files = [file for file in map(fonts.font_file, fonts.PICTURES) if file is not None]
    return tuple(ImageFont.truetype(str(file), _PX) for file in files)


def _mask(sign: str, font: ImageFont.FreeTypeFont) -> Mask | None:
    """Draw a sign cut to its ink; None where the font has only its box for what it lacks."""
    drawn, absent = (_draw(text, font) for text in (sign, "\uffff"))
    if drawn is None or (absent is not None and np.array_equal(drawn, absent)):
        return None
    return drawn


def _draw(text: str, font: ImageFont.FreeTypeFont) -> Mask | None:
    image = Image.new("L", (_PX * 2, _PX * 2))
    ImageDraw.Draw(image).text((_PX // 3, _PX // 4), text, fill=255, font=font)
    box = image.getbbox()
    return None if box is None else np.asarray(image.crop(box), np.uint8)


def draw_sign(
    canvas: Canvas,
    signs: tuple[str, ...],
    place: tuple[Point, float],
    paints: tuple[Paint, Paint],
    rng: np.random.Generator,
) -> None:
    """Draw one of ``signs`` at ``place``, its middle and longer side in pixels.

    It is filled or in outline, its lower part in the second of ``paints``. Nothing is drawn where
    no font has any of the signs.
    """
    known = masks(signs)
    if not known:
        return
    mask = _draw_outline(known[int(rng.integers(len(known)))], rng)
    height, width = mask.shape
    (x, y), size = place
    scale = size / max(height, width)
    stretch = float(rng.uniform(0.8, 1.25))
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.normal(0, 10)), scale)
    turn[0] *= stretch * (1 if rng.random() < 0.5 else -1)
    turn[:, 2] += np.array([x, y]) - turn @ (width / 2, height / 2, 1)
    cover = cv2.warpAffine(mask, turn, CANVAS, flags=cv2.INTER_AREA)[..., None] / np.float32(255)
    colours = np.empty((CANVAS[1], CANVAS[0], 4), np.float32)
    colours[:] = paints[0]
    colours[round(float(y + rng.uniform(-0.2, 0.4) * size)) :] = paints[1]
    canvas[:] = np.round(canvas * (1 - cover) + colours * cover)


def _draw_outline(mask: Mask, rng: np.random.Generator) -> Mask:
    """Leave a sign as it is, or only its edges, or make its lines thicker."""
    kind = rng.random()
    wide = int(rng.integers(3, 8))
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    padded = cv2.copyMakeBorder(mask, wide, wide, wide, wide, cv2.BORDER_CONSTANT)
    if kind < 0.35:
        return np.asarray(cv2.morphologyEx(padded, cv2.MORPH_GRADIENT, brush), np.uint8)
    if kind < 0.5:
        return np.asarray(cv2.dilate(padded, brush), np.uint8)
    return mask
