"""Flower and season faces: a caption, a number and a random plant in line art."""

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.synth.faces.borders import draw_border
from datasets.synth.faces.engravings import engrave
from datasets.synth.faces.orchid import ORCHID, draw_orchid
from datasets.synth.faces.pictographs import PICTURES, draw_sign
from datasets.synth.faces.strokes import (
    CANVAS,
    CLEAR,
    Canvas,
    Colour,
    Paint,
    Point,
    blank,
    curve,
    disc,
    fill,
    ink,
    line,
    path,
    ring_of,
)
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
# Plants are the commonest; the others, signs of a symbol font and what surrounds the words, keep a
# network from reading the picture for the word.
SIGN, ORNAMENT = "sign", "ornament"
MOTIFS = (*("plant",) * 4, *(SIGN,) * 3, ORNAMENT)
# Where number and caption stand: the middles of two corners as shares of the canvas.
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

    ``corners`` are the middles of the two words, ``motif`` what is drawn beside them. Where seasons
    bear other words than flowers, ``season_label`` says which; ``engraved`` has the pictures in
    lines of the words' colour, ``framed`` none at all but what surrounds the words; ``hand`` is
    the engraver's who cuts the simplified orchid, None where a font's is printed.
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
        """Name the layout of the words on flowers ("f") or seasons ("g")."""
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
    """Draw what the tile of a suit and rank shows beside its words."""
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
        _plant(canvas, kind, style, rng)
    elif style.motif == ORNAMENT:
        draw_border(canvas, _two_paints(style, rng), rng)
    elif not only:
        middle = np.array(CANVAS) * [rng.uniform(0.4, 0.6), rng.uniform(0.54, 0.64)]
        size = float(rng.uniform(110, 200))
        draw_sign(canvas, PICTURES, (middle, size), _two_paints(style, rng), rng)


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


def _leaf(
    canvas: Canvas, at: Point, turn: float, length: float, paint: Paint, *, hollow: bool = False
) -> None:
    """Draw a pointed leaf from ``at`` in direction ``turn`` (radians)."""
    t = np.linspace(0, 1, 9)
    side = np.sin(t * np.pi) * length * 0.22
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    upper = t[:, None] * length * along + side[:, None] * across
    lower = t[:, None] * length * along - side[:, None] * across
    outline = np.concatenate([upper, lower[::-1]])
    fill(canvas, at + outline, paint)
    if hollow:
        fill(canvas, at + along * length * 0.08 + outline * 0.8, CLEAR)


def _blossom(
    canvas: Canvas, at: Point, radius: float, paint: Paint, rng: np.random.Generator
) -> None:
    """Draw a blossom: petals as discs or rings around a heart."""
    petals = int(rng.integers(5, 9))
    hollow = rng.random() < 0.6
    for point in ring_of(
        (float(at[0]), float(at[1])), radius * 0.62, petals, float(rng.uniform(0, 3))
    ):
        disc(canvas, point, radius * 0.42, paint)
    if hollow:
        for point in ring_of(
            (float(at[0]), float(at[1])), radius * 0.62, petals, float(rng.uniform(0, 3))
        ):
            disc(canvas, point, radius * 0.24, CLEAR)
    disc(canvas, (float(at[0]), float(at[1])), radius * 0.36, CLEAR)
    disc(canvas, (float(at[0]), float(at[1])), radius * 0.24, paint)


def _stem(root: Point, tip: Point, bend: float) -> Point:
    """Return a stem (14, 2) from ``root`` to ``tip``, bent by a share of its length."""
    across = np.array([-(tip - root)[1], (tip - root)[0]])
    return curve(root, (root + tip) / 2 + across * bend, tip)


def _plant(canvas: Canvas, kind: str, style: BonusStyle, rng: np.random.Generator) -> None:
    paints = (ink(style.palette["a"]), ink(style.palette["b"]), ink(style.palette["c"]))
    root = np.array([CANVAS[0] * float(rng.uniform(0.35, 0.65)), CANVAS[1] * 0.95])
    if kind == "bamboo":
        _bamboo(canvas, paints, rng)
    elif kind == "orchid":
        _orchid(canvas, root, paints, rng)
    else:
        _flowering(canvas, kind, root, paints, rng)


def _bamboo(canvas: Canvas, paints: tuple[Paint, ...], rng: np.random.Generator) -> None:
    """Draw two or three jointed stalks with leaves."""
    for x in rng.uniform(0.3, 0.7, int(rng.integers(2, 4))):
        foot = np.array([CANVAS[0] * x, CANVAS[1] * 0.95])
        rise = np.array([rng.normal(0, 18), -CANVAS[1] * rng.uniform(0.5, 0.72)])
        stalk = _stem(foot, foot + rise, 0.03)
        path(canvas, stalk, paints[int(rng.choice([0, 2]))], float(rng.uniform(6, 13)))
        for joint in stalk[2::3]:
            line(canvas, joint - np.array([9.0, 0]), joint + np.array([9.0, 0]), CLEAR, 4)
            for turn in rng.uniform(-0.2, np.pi + 0.2, 3):
                _leaf(canvas, joint, float(turn), float(rng.uniform(30, 58)), paints[0])


def _orchid(
    canvas: Canvas, root: Point, paints: tuple[Paint, ...], rng: np.random.Generator
) -> None:
    """Draw long bent blades and small blossoms of hollow petals."""
    size = np.array(CANVAS, np.float64)
    for _ in range(int(rng.integers(5, 9))):
        tip = size * [rng.uniform(0.08, 0.92), rng.uniform(0.34, 0.75)]
        bend = float(rng.uniform(-0.3, 0.3))
        path(canvas, _stem(root, tip, bend), paints[0], float(rng.uniform(4, 9)))
    for _ in range(int(rng.integers(1, 4))):
        at = size * [rng.uniform(0.25, 0.75), rng.uniform(0.45, 0.8)]
        for turn in rng.uniform(0, 2 * np.pi, 5):
            _leaf(canvas, at, float(turn), 34, paints[1], hollow=True)


def _flowering(
    canvas: Canvas,
    kind: str,
    root: Point,
    paints: tuple[Paint, ...],
    rng: np.random.Generator,
) -> None:
    """Draw a branch with leaves and one to five blossoms."""
    green, red, dark = paints
    count = {"plum": int(rng.integers(2, 5)), "pine": 2}.get(kind, 1)
    for _ in range(count):
        tip = np.array([CANVAS[0] * rng.uniform(0.2, 0.8), CANVAS[1] * rng.uniform(0.36, 0.66)])
        stem = _stem(root, tip, float(rng.uniform(-0.35, 0.35)))
        path(canvas, stem, (green, dark)[int(rng.integers(2))], float(rng.uniform(4, 9)))
        hollow = rng.random() < 0.5
        for joint in stem[2:-2:2]:
            side = float(rng.choice([0.0, np.pi]) + rng.normal(0, 0.5) - 0.3)
            _leaf(canvas, joint, side, float(rng.uniform(28, 62)), green, hollow=hollow)
        radius = float(rng.uniform(24, 38) if count > 1 else rng.uniform(38, 60))
        _blossom(canvas, tip, radius, red, rng)
    if kind == "lotus":
        for turn in np.linspace(-2.6, -0.5, 5):
            _leaf(
                canvas,
                root - np.array([0.0, 90.0]),
                float(turn),
                float(rng.uniform(60, 90)),
                red,
                hollow=True,
            )
