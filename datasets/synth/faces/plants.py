"""Flower and season faces: a caption, a number, and a picture or a surround for the words.

Printed sets show coloured plants; older and more expensive ones show outlines of one width in one
colour, and a network that has seen none of those takes a red iris for the bird of 1 Bamboo. Seat
markers have words in frames, so bonus tiles with only a frame are included, too.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.synth.faces.pictures import ORCHID, draw_orchid, draw_picture
from datasets.synth.faces.strokes import CANVAS, CLEAR, Canvas, Colour, Paint, blank, ink
from datasets.synth.faces.text import FLOWERS, NUMBERS, SEASONS, TextStyle, put, put_mask

LABELS = (
    "caption_number",
    "number_caption",
    "caption",
    "number",
    "picture_number",
    "chinese_number",
    "caption_only",
    "number_only",
    "picture",
)
# Plants are the most common. The others, signs from a symbol font and surrounds of the words, keep
# a network from reading the picture instead of the word.
SIGN, ORNAMENT = "sign", "ornament"
MOTIFS = (*("plant",) * 4, *(SIGN,) * 3, ORNAMENT)
_OWN_PLANT = 0.55  # share of flowers with the plant of their name, of seasons with none of the four
_ENGRAVED = ("plum", "orchid", "mum", "bamboo", "vase", "vase", "person", *(SIGN,) * 7)
_NO_PLANTS = ("vase", "vase", "person", "person", SIGN)
_TWO_BORDERS = 0.25  # share of borders
# Positions of number and caption: the centres of two corners as shares of the canvas.
CORNER_PAIRS = (
    ((0.2, 0.15), (0.81, 0.15)),
    ((0.19, 0.13), (0.8, 0.86)),
    ((0.8, 0.14), (0.2, 0.86)),
    ((0.2, 0.15), (0.2, 0.86)),
    ((0.8, 0.14), (0.8, 0.86)),
    ((0.2, 0.86), (0.81, 0.86)),
)


@dataclass(frozen=True)
class BonusStyle:
    """How one set marks bonus tiles: ``label`` layout, colours for flowers and for seasons.

    ``corners`` are the centres of the two words, ``motif`` what is drawn beside them. If seasons
    have other words than flowers, ``season_label`` is their layout; ``engraved`` draws the pictures
    in lines of the words' colour, ``framed`` draws only a surround; ``hand`` is the engraver who
    cuts the simplified orchid, None if a font's is printed.
    """

    label: str
    simplified: bool
    flower_colours: tuple[Colour, Colour]  # caption, number
    season_colours: tuple[Colour, Colour]
    caption_size: float
    corners: tuple[tuple[float, float], tuple[float, float]]
    motif: str
    palette: dict[str, Colour]
    season_label: str = ""
    engraved: bool = False
    framed: bool = False
    hand: int | None = None

    def words(self, suit: str) -> str:
        """Return the layout of the words on flowers ("f") or seasons ("g")."""
        return (self.season_label if suit == "g" else "") or self.label


def draw_bonus(
    suit: str, rank: int, style: BonusStyle, text: TextStyle, rng: np.random.Generator
) -> Canvas:
    """Draw the bonus tile ``rank`` (1 to 4) of ``suit`` "f" (flowers) or "g" (seasons)."""
    canvas = blank()
    names = FLOWERS if suit == "f" else SEASONS
    caption = ORCHID if style.simplified and names[rank - 1] == "蘭" else names[rank - 1]
    colours = style.flower_colours if suit == "f" else style.season_colours
    label = style.words(suit)
    only = label in ("caption_only", "number_only")
    _picture(canvas, (suit, rank), style, colours[0], rng)
    size = style.caption_size
    first, second = ((*at, size, size * 0.8) for at in style.corners)
    number = (str(rank), colours[1])
    alike = not style.season_label
    if alike and label in ("number", "picture_number", "number_only", "picture") and suit == "g":
        number = (NUMBERS[rank - 1], colours[1])  # 三 in red is autumn where a blue 3 is a flower
    elif label == "chinese_number":
        number = (NUMBERS[rank - 1], colours[1])
    middle = (0.5, 0.5, 0.5 + size * 0.5, 0.42 + size * 0.5)
    if only:
        alone = (caption, colours[0]) if label == "caption_only" else number
        _label(canvas, (alone[0], middle, alone[1]), text, style.hand)
        return canvas
    words = {
        "caption_number": ((caption, colours[0]), number),
        "number_caption": (number, (caption, colours[0])),
        "chinese_number": (number, (caption, colours[0])),
        "number": (number, None),
        "picture_number": (None, number),
        "caption": ((caption, colours[0]), None)[:: 1 if rank % 2 else -1],
        "picture": (number if suit == "g" else None, None),
    }[label]
    for word, box in zip(words, (first, second), strict=True):
        if word is not None:
            _label(canvas, (word[0], box, word[1]), text, style.hand)
    return canvas


def _picture(
    canvas: Canvas,
    tile: tuple[str, int],
    style: BonusStyle,
    words: Colour,
    rng: np.random.Generator,
) -> None:
    """Draw the picture of a suit's tile of some rank beside its words."""
    suit, rank = tile
    plants = {"f": ("plum", "orchid", "mum", "bamboo"), "g": ("plum", "lotus", "mum", "pine")}
    own = kind = plants[suit][rank - 1]
    label = style.words(suit)
    only = label in ("caption_only", "number_only")
    if rng.random() < 0.25 and label != "picture":
        kind = ("plum", "orchid", "mum", "lotus")[int(rng.integers(4))]
    if style.framed:
        draw_border(canvas, (ink(words), ink(style.palette["abc"[int(rng.integers(3))]])), rng)
    elif style.engraved:
        engrave(canvas, ink(words), rng, own if suit == "f" else None)
    elif style.motif == "plant" or (label == "picture" and suit == "f"):
        draw_picture(canvas, kind, [ink(style.palette[letter]) for letter in "abc"], rng)
    elif style.motif == ORNAMENT:
        draw_border(canvas, _two_paints(style, rng), rng)
    elif not only:
        draw_picture(canvas, SIGN, _two_paints(style, rng), rng)


def engrave(
    canvas: Canvas, paint: Paint, rng: np.random.Generator, plant: str | None = None
) -> None:
    """Draw a plant, vase, figure or sign in lines of one width and one ``paint``.

    ``plant`` is "plum", "orchid", "mum" or "bamboo", as on the flowers of most sets: about every
    other picture is that one, or none of the four if it is None; the rest are any.
    """
    width = float(rng.uniform(2.0, 6.5))
    own = (plant,) if plant else _NO_PLANTS
    among = own if rng.random() < _OWN_PLANT else _ENGRAVED
    kind = among[int(rng.integers(len(among)))]
    draw_picture(canvas, f"line-{kind}", (paint,), rng, width=width)


def draw_border(canvas: Canvas, paints: tuple[Paint, Paint], rng: np.random.Generator) -> None:
    """Draw a surround of the words, in one or two paints; only pale paint covers the middle."""
    draw_picture(canvas, "border", paints[:1], rng, loose=0.05)
    if rng.random() < _TWO_BORDERS:
        draw_picture(canvas, "border", paints[int(rng.integers(2)) :], rng, loose=0.05)


def _two_paints(style: BonusStyle, rng: np.random.Generator) -> tuple[Paint, Paint]:
    first, second, _ = rng.permutation(list("abc"))
    return ink(style.palette[first]), ink(style.palette[second])


def _label(
    canvas: Canvas,
    what: tuple[str, tuple[float, float, float, float], Colour],
    text: TextStyle,
    hand: int | None,
) -> None:
    """Write a caption on a cleared patch, as engravers leave room around it."""
    word, box, colour = what
    box = (
        float(np.clip(box[0], box[2] / 2, 1 - box[2] / 2)),
        float(np.clip(box[1], box[3] / 2, 1 - box[3] / 2)),
        box[2],
        box[3],
    )
    x0, y0 = (box[0] - box[2] * 0.55) * CANVAS[0], (box[1] - box[3] * 0.55) * CANVAS[1]
    x1, y1 = (box[0] + box[2] * 0.55) * CANVAS[0], (box[1] + box[3] * 0.55) * CANVAS[1]
    cv2.rectangle(canvas, (round(x0), round(y0)), (round(x1), round(y1)), CLEAR, -1)
    if word == ORCHID and hand is not None:
        put_mask(canvas, draw_orchid(hand), 0, box, colour)
    else:
        put(canvas, word, text, box, colour)
