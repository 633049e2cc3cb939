"""Faces of a set that nobody has seen before, drawn when needed.

A network that sees the same flowers twice learns the picture. If they are drawn afresh each time,
only the printed character and number distinguish bonus tiles, which also holds for unknown sets.
The same applies to the bird. In many sets the rest of the bamboo is drawn anew, too.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from datasets.synth.faces.design import Design, colour, design, draw
from datasets.synth.faces.fonts import foundries
from datasets.synth.faces.plants import CORNER_PAIRS, SIGN, BonusStyle
from datasets.synth.faces.strokes import Colour
from datasets.synth.faces.suits import ANOTHER_BIRD, LADDERS, BambooStyle

Image = npt.NDArray[np.uint8]
ANEW = frozenset({"1s", *(f"{rank}{suit}" for suit in "fg" for rank in range(1, 5))})
_SEEDS = (10_000, 1 << 31)  # far from the seeds of any library, so that no held-out design is drawn
_ENGRAVED = 0.5  # share of sets whose bonus tiles show line art in one colour per group
_SIGNS = 0.35  # of the others: pictures in two colours from a symbol font
_INKS = (  # of engraved lines: ranges for hue, lightness and strength
    ((0.95, 1.03), (0.28, 0.5), (0.5, 0.95)),
    ((0.28, 0.5), (0.14, 0.36), (0.4, 1.0)),
    ((0.54, 0.7), (0.2, 0.45), (0.4, 1.0)),
    ((0.0, 1.0), (0.04, 0.2), (0.0, 0.3)),
    ((0.03, 0.12), (0.25, 0.45), (0.5, 0.9)),
)
# Labels of flowers and of seasons that differ, such as a number alone and number with word.
_UNLIKE = (
    ("picture_number", "number_caption"),
    ("number", "caption_number"),
    ("picture_number", "caption_number"),
    ("caption", "number_caption"),
)
_APART = 0.65  # share of these sets that use them
_FRAMED = 0.4  # of the sets without line art and signs: words with a surround and no picture
_STACKED = ((0.5, 0.3), (0.5, 0.7))  # word and number, one above the other
_OTHER_BIRDS = 0.55  # share of sets with a style of bird that no library has
_ONE_PAINT = 0.25  # of these
_LADDERED = 0.4  # share of sets with bamboo as long hollow sticks in dark lines
_BAMBOO = frozenset(f"{rank}s" for rank in range(2, 10))
# Flowers have word and number, seasons number and word, side by side at the top, as in all sets of
# mahjong-dataset that have both.
_CUSTOMARY = 0.4  # of the sets without line art
_CHINESE_NUMBERS = 0.12  # on the seasons of these
_PLANTS = 0.7  # of these: pictures of plants in two colours
_CARVED = 0.55  # share of sets whose orchid is cut in few strokes
_ANY_HAND = 0.6  # share of sets lettered in any installed font, not in those of the libraries


def draw_new_faces(rng: np.random.Generator, codes: Iterable[str]) -> dict[str, Image]:
    """Return the ink of those of ``codes`` that are drawn anew, all in one new set."""
    look, drawn = draw_new_design(rng), ANEW
    if rng.random() < _LADDERED:
        look, drawn = _change_ladder(rng, look), ANEW | _BAMBOO
    return {code: draw(look, code) for code in sorted(drawn.intersection(codes))}


def draw_new_design(rng: np.random.Generator) -> Design:
    """Return the styles of a new set, with the library's bamboo except the bird."""
    look = _change_lettering(rng, design(int(rng.integers(*_SEEDS))))
    bonus = _change_pictures(rng, look.bonus)
    if rng.random() < _CARVED:
        bonus = replace(bonus, simplified=True, hand=int(rng.integers(*_SEEDS)))
    return replace(look, bonus=bonus, bamboo=_change_bird(rng, look.bamboo))


def _change_ladder(rng: np.random.Generator, look: Design) -> Design:
    """Return a set with bamboo as long hollow sticks, usually dark, red ones dull or as dark."""
    dark = colour(rng, (0.25, 0.7), (0.05, 0.28), (0.0, 0.7))
    other = dark if rng.random() < 0.6 else colour(rng, (0.25, 0.7), (0.1, 0.4), (0.1, 0.9))
    red = colour(rng, (0.95, 1.03), (0.2, 0.48), (0.4, 0.95)) if rng.random() < 0.85 else dark
    inks = {"a": dark, "b": dark, "c": other, "r": red}
    bamboo = replace(
        look.bamboo,
        stick=str(rng.choice(LADDERS)),
        width=float(rng.uniform(0.08, 0.15)),
        spread=(float(rng.uniform(0.68, 1.0)), float(rng.uniform(0.88, 1.0))),
        stretch=float(rng.uniform(0.96, 1.06)),
        # A new style of bird keeps its own inks.
        palette=look.bamboo.palette | (inks if look.bamboo.bird != ANOTHER_BIRD else {"r": red}),
    )
    return replace(look, bamboo=bamboo)


def _change_bird(rng: np.random.Generator, bamboo: BambooStyle) -> BambooStyle:
    """Return bamboo, often with a new style of bird, in three paints or in one."""
    if rng.random() >= _OTHER_BIRDS:
        return bamboo
    first, second, third = (_engravers_ink(rng) for _ in range(3))
    if rng.random() < _ONE_PAINT:
        second = third = first
    paints = {"a": first, "b": second, "c": third}
    return replace(bamboo, bird=ANOTHER_BIRD, palette={**bamboo.palette, **paints})


def _engravers_ink(rng: np.random.Generator) -> Colour:
    return colour(rng, *_INKS[int(rng.choice(len(_INKS), p=(0.34, 0.22, 0.22, 0.14, 0.08)))])


def _change_lettering(rng: np.random.Generator, look: Design) -> Design:
    """Return a set, mostly in another engraver's lettering: letters differ most of all."""
    houses = foundries()
    if not houses or rng.random() >= _ANY_HAND:
        return look
    fonts = houses[str(rng.choice(sorted(houses)))]
    family = fonts[int(rng.integers(len(fonts)))]
    # Not every font has the simplified orchid.
    text, bonus = replace(look.text, family=family), replace(look.bonus, simplified=False)
    return replace(look, text=text, bonus=bonus)


def _change_pictures(rng: np.random.Generator, bonus: BonusStyle) -> BonusStyle:
    """Return line art, customary words, signs of a symbol font, or words with a border."""
    if rng.random() < _ENGRAVED:
        return _engrave(rng, bonus)
    if rng.random() < _CUSTOMARY:
        chinese = rng.random() < _CHINESE_NUMBERS
        return replace(
            bonus,
            label="caption_number",
            season_label="chinese_number" if chinese else "number_caption",
            corners=CORNER_PAIRS[0],
            caption_size=float(rng.uniform(0.2, 0.36)),
            motif="plant" if rng.random() < _PLANTS else bonus.motif,
        )
    if rng.random() < _SIGNS:
        return replace(bonus, motif=SIGN)
    if rng.random() >= _FRAMED:
        return bonus
    label = str(rng.choice(("caption_only", "caption_only", "caption_number", "number_caption")))
    return replace(
        bonus,
        label=label,
        framed=True,
        corners=_STACKED if rng.random() < 0.6 else bonus.corners,
        caption_size=float(rng.uniform(0.12, 0.5 if label == "caption_only" else 0.36)),
    )


def _engrave(rng: np.random.Generator, bonus: BonusStyle) -> BonusStyle:
    """Return line art, flowers in one colour and seasons in another, and differing words."""
    flowers, seasons = (_engravers_ink(rng) for _ in range(2))
    label, other = bonus.label, ""
    if rng.random() < _APART:
        label, other = _UNLIKE[int(rng.integers(len(_UNLIKE)))]
    elif label in ("number_only", "caption_only", "picture"):
        label = "number_caption"
    return replace(
        bonus,
        label=label,
        season_label=other,
        engraved=True,
        flower_colours=(flowers, flowers),
        season_colours=(seasons, seasons),
        caption_size=float(rng.uniform(0.11, 0.32)),
    )
