"""Characters, winds, dragons and the captions in the corners, set in Chinese fonts."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synth.faces.fonts import glyph
from datasets.synth.faces.pictures import draw_picture
from datasets.synth.faces.strokes import CANVAS, Canvas, Colour, blank, ink

NUMBERS = "一二三四五六七八九"
WINDS, WIND_LETTERS = "東南西北", "ESWN"
FLOWERS, SEASONS = "梅蘭菊竹", "春夏秋冬"
WHITE_STYLES = (
    *("frame", "frame", "thin", "double", "corners", "blank", "blank", "character"),
    *("framed", "round", "ornate"),
)
_WHITE_CHARACTERS = {"character": 0.6, "framed": 0.4}  # their size
_CORNERS = {"tl": (0.13, 0.1), "tr": (0.87, 0.1), "bl": (0.13, 0.9), "br": (0.87, 0.9)}
Box = tuple[float, float, float, float]  # centre x, centre y, width, height: shares of the canvas


@dataclass(frozen=True)
class TextStyle:
    """How one set letters its tiles.

    ``five`` is 五 or 伍, ``ten_thousand`` 萬 or 万, ``fortune`` 發 or 发; ``index`` names the
    corners that carry western numerals ("" for none); ``white`` is one of ``WHITE_STYLES``.
    """

    family: tuple[str, str]
    five: str
    ten_thousand: str
    fortune: str
    east: str
    white: str
    index: str
    index_colour: str
    weight: int
    height: float
    palette: dict[str, Colour]


def put(canvas: Canvas, text: str, style: TextStyle, box: Box, colour: Colour) -> None:
    """Stretch ``text`` into ``box`` and ink it; a one or a dash keeps its own proportions."""
    put_mask(canvas, glyph(text, style.family), style.weight, box, colour)


def put_mask(
    canvas: Canvas, mask: npt.NDArray[np.uint8], weight: int, box: Box, colour: Colour
) -> None:
    """Stretch the coverage (h, w) of a word into ``box``, thicken and ink it."""
    height, width = mask.shape
    room_x, room_y = box[2] * CANVAS[0], box[3] * CANVAS[1]
    scale = min(room_x / width, room_y / height)
    # A flat stroke (一) must not be blown up to the height of the box; others may stretch a bit.
    size_x = max(2, round(min(room_x, width * scale * 1.25)))
    size_y = max(2, round(min(room_y, height * scale * 1.25)))
    mask = np.asarray(cv2.resize(mask, (size_x, size_y), interpolation=cv2.INTER_AREA), np.uint8)
    weight = round(weight * min(1.0, max(size_x, size_y) / 130))  # small words keep their gaps
    if weight > 0:
        kernel = np.ones((weight, weight), np.uint8)
        mask = np.asarray(cv2.dilate(mask, kernel), np.uint8)
    x = round(box[0] * CANVAS[0] - size_x / 2)
    y = round(box[1] * CANVAS[1] - size_y / 2)
    x, y = int(np.clip(x, 0, CANVAS[0] - size_x)), int(np.clip(y, 0, CANVAS[1] - size_y))
    area = canvas[y : y + size_y, x : x + size_x]
    cover = mask[..., None].astype(np.float32) / 255
    area[:] = np.round(area * (1 - cover) + np.array(ink(colour), np.float32) * cover)


def put_index(canvas: Canvas, text: str, style: TextStyle, corners: str) -> None:
    """Write a small western numeral or letter in the named corners ("tl", "tlbr" and the like)."""
    for corner in (corners[i : i + 2] for i in range(0, len(corners), 2)):
        x, y = _CORNERS[corner]
        put(canvas, text, style, (x, y, 0.17, 0.13), style.palette[style.index_colour])


def draw_characters(rank: int, style: TextStyle) -> Canvas:
    """Draw the face of ``rank`` (1 to 9) of characters: the number above ten thousand."""
    canvas = blank()
    number = style.five if rank == 5 else NUMBERS[rank - 1]
    put(canvas, number, style, (0.5, 0.27, 0.62, 0.36 * style.height), style.palette["n"])
    put(
        canvas,
        style.ten_thousand,
        style,
        (0.5, 0.71, 0.72, 0.42 * style.height),
        style.palette["m"],
    )
    put_index(canvas, str(rank), style, style.index)
    return canvas


def draw_wind(rank: int, style: TextStyle) -> Canvas:
    """Draw the wind of ``rank`` 1 to 4: East, South, West, North."""
    canvas = blank()
    text = style.east if rank == 1 else WINDS[rank - 1]
    put(canvas, text, style, (0.5, 0.52, 0.74, 0.66 * style.height), style.palette["w"])
    put_index(canvas, WIND_LETTERS[rank - 1], style, style.index)
    return canvas


def draw_dragon(rank: int, style: TextStyle, rng: np.random.Generator) -> Canvas:
    """Draw the dragon of honour ``rank`` 5 to 7: White, Green, Red."""
    if rank == 5:
        return _draw_white(style, rng)
    canvas = blank()
    text, colour, letter = (
        (style.fortune, style.palette["d"], "F") if rank == 6 else ("中", style.palette["b"], "C")
    )
    put(canvas, text, style, (0.5, 0.52, 0.74, 0.7 * style.height), colour)
    put_index(canvas, letter, style, style.index)
    return canvas


def _draw_white(style: TextStyle, rng: np.random.Generator) -> Canvas:
    """Draw the white dragon: frames, a character, blocks in the corners, or nothing."""
    canvas, colour = blank(), style.palette["f"]
    if size := _WHITE_CHARACTERS.get(style.white):
        put(canvas, "白", style, (0.5, 0.5, size, size), colour)
    if style.white == "character":
        put_index(canvas, "P", style, style.index)
    elif style.white != "blank":
        draw_picture(canvas, f"white-{style.white}", (ink(colour),), rng, loose=0.0)
    return canvas
