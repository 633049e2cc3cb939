"""Faces of things that are no tiles: dice, seat markers, chips, cards, racks and trays."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import cv2
import numpy as np

from datasets.synth.faces.fonts import FAMILIES, glyph
from datasets.synth.faces.strokes import Canvas, disc
from datasets.synth.faces.text import WINDS

_PLAIN = {
    "rack": ((200, 165, 60), (150, 100, 60), (30, 60, 170), (30, 110, 70), (235, 235, 232)),
    "tray": ((38, 42, 52), (120, 80, 50), (235, 235, 230)),
    "phone": ((18, 18, 22),),
}
RACKS = len(_PLAIN["rack"])
_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}
SIDE = 96
PLATES, DICE, SIGNS = 48, 18, 60  # how many variants there are


def _plain(colour: tuple[int, int, int], radius: float) -> Canvas:
    """Return a filled rounded square, premultiplied RGBA."""
    canvas = np.zeros((SIDE, SIDE, 4), np.uint8)
    steps = np.arange(SIDE) + 0.5
    inset = np.maximum(radius * SIDE - np.minimum(steps, SIDE - steps), 0)
    alpha = np.clip(radius * SIDE - np.hypot(inset[None], inset[:, None]) + 0.5, 0, 1)
    canvas[..., :3] = alpha[..., None] * np.array(colour)
    canvas[..., 3] = alpha * 255
    return canvas


def _write(
    canvas: Canvas, text: str, colour: tuple[int, int, int], share: float, family: int
) -> None:
    mask = glyph(text, FAMILIES[family % len(FAMILIES)])
    scale = share * SIDE / max(mask.shape)
    size = (max(2, round(mask.shape[1] * scale)), max(2, round(mask.shape[0] * scale)))
    cover = (
        np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)[..., None]
        / 255
    )
    x, y = (SIDE - size[0]) // 2, (SIDE - size[1]) // 2
    area = canvas[y : y + size[1], x : x + size[0]]
    area[..., :3] = area[..., :3] * (1 - cover) + np.array(colour) * cover


def _die(value: int) -> Canvas:
    """Draw 1 to 6 on ivory, 7 to 12 on white with other paint, 13 to 18 on a coloured die."""
    kind, value = (value - 1) // 6, (value - 1) % 6 + 1
    body = ((238, 236, 228), (250, 250, 250), (170, 20, 30))[kind]
    canvas = _plain(body, 0.2)
    red, dark = (((200, 30, 30), (25, 25, 30)), ((190, 30, 40), (25, 50, 140)), ((245,) * 3,) * 2)[
        kind
    ]
    paint = (*(red if value in (1, 4) else dark), 255)
    for spot in _PIPS[value]:
        at = (SIDE * (0.25 + 0.25 * (int(spot) % 3)), SIDE * (0.25 + 0.25 * (int(spot) // 3)))
        disc(canvas, at, SIDE * (0.2 if value == 1 else 0.1), paint)
    return canvas


_PLATES = (
    ((30, 130, 60), (200, 30, 35)),
    ((240, 238, 230), (200, 30, 35)),
    ((20, 90, 50), (245, 240, 230)),
    ((235, 240, 235), (190, 20, 30)),
    ((20, 110, 60), (220, 30, 30)),
    ((180, 25, 35), (250, 225, 120)),
    ((40, 150, 80), (250, 250, 245)),
    ((30, 60, 140), (245, 240, 230)),
    ((245, 240, 215), (205, 30, 30)),
    ((235, 195, 60), (190, 20, 30)),
    ((25, 25, 30), (225, 190, 90)),
)
_SIGNS = (*WINDS, *WINDS, *WINDS, "E", "S", "W", "N", "莊", "門")


def _plate(variant: int) -> Canvas:
    """Draw a seat marker: a plate, disc or framed block with a wind, in red on green or white.

    Never black or blue on white: that is how the wind tiles themselves look. What is red on white
    stands in a ring or a frame, as on the markers and not on the red dragon.
    """
    rng = np.random.default_rng((variant, 51))
    body, colour = _PLATES[int(rng.integers(len(_PLATES)))]
    canvas = _plain(body, 0.5 if is_round(f"plate:{variant}") else float(rng.uniform(0.05, 0.2)))
    paint, middle = (*colour, 255), SIDE // 2
    frame = int(rng.integers(3)) if sum(body) < 600 else 1 + int(rng.integers(2))
    thick = int(rng.integers(2, 6))
    if frame == 1 or (frame == 2 and is_round(f"plate:{variant}")):
        cv2.circle(canvas, (middle, middle), round(SIDE * 0.42), paint, thick, cv2.LINE_AA)
    elif frame == 2:
        inset = round(SIDE * float(rng.uniform(0.08, 0.15)))
        cv2.rectangle(canvas, (inset, inset), (SIDE - inset, SIDE - inset), paint, thick)
    sign = _SIGNS[int(rng.integers(len(_SIGNS)))]
    share = float(rng.uniform(0.48, 0.62)) if frame else float(rng.uniform(0.55, 0.78))
    _write(canvas, sign, colour, share, int(rng.integers(len(FAMILIES))))
    return canvas


def _sign(variant: int) -> Canvas:
    """Draw a character as clubs print them on their racks, on the body of rack ``variant``."""
    rng = np.random.default_rng((variant, 67))
    canvas = _plain(_PLAIN["rack"][variant % RACKS], 0.02)
    ink = ((190, 30, 35), (25, 25, 30), (225, 190, 90), (240, 240, 238))[int(rng.integers(4))]
    sign = str(rng.choice([*"麻雀館牌皇家友樂會東南西北發中莊萬福", "club", "VIP", "88"]))
    _write(canvas, sign, ink, float(rng.uniform(0.6, 0.95)), int(rng.integers(len(FAMILIES))))
    return canvas


def _chip(variant: int) -> Canvas:
    colours = (
        (200, 40, 40),
        (40, 60, 170),
        (30, 30, 30),
        (30, 130, 60),
        (240, 240, 240),
        (220, 180, 40),
    )
    canvas = _plain(colours[variant % 6], 0.5)
    for k in range(8):
        angle = k * np.pi / 4
        at = (SIDE / 2 + SIDE * 0.42 * np.cos(angle), SIDE / 2 + SIDE * 0.42 * np.sin(angle))
        disc(canvas, at, SIDE * 0.07, (250, 250, 250, 255))
    disc(canvas, (SIDE / 2, SIDE / 2), SIDE * 0.26, (245, 245, 240, 255))
    _write(canvas, str((1, 5, 10, 25, 50, 100)[variant % 6]), colours[(variant + 2) % 6], 0.26, 6)
    return canvas


def _card(variant: int) -> Canvas:
    """Draw paper with lines of print, or a keyboard's keys."""
    rng = np.random.default_rng(variant)
    body = (250, 250, 246) if variant % 2 else (45, 48, 54)
    canvas = _plain(body, 0.05)
    for y in range(8, SIDE - 8, 14):
        for x in range(8, SIDE - 10, 14):
            shade = int(rng.integers(20, 120)) if variant % 2 else int(rng.integers(150, 245))
            wide = int(rng.integers(3, 12)) if variant % 2 else 11
            cv2.rectangle(
                canvas,
                (x, y),
                (x + wide, y + (3 if variant % 2 else 10)),
                (shade, shade, shade, 255),
                -1,
            )
    return canvas


def _key(variant: int) -> Canvas:
    """Draw a key of a keyboard, dark or light, with a letter."""
    dark = variant % 2
    canvas = _plain(((236, 236, 232), (40, 42, 46))[dark], 0.12)
    letter = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"[variant // 2 % 36]
    _write(canvas, letter, ((30, 30, 34), (230, 230, 230))[dark], 0.4, 6)
    return canvas


def _book(variant: int) -> Canvas:
    """Draw the spine of a book with its title along it."""
    rng = np.random.default_rng((variant, 83))
    red, green, blue = (int(shade) for shade in rng.integers(20, 245, 3))
    canvas = _plain((red, green, blue), 0.02)
    ink = (245, 240, 225) if canvas[..., :3].mean() < 120 else (30, 30, 40)
    for place, sign in enumerate(rng.permutation(list("史記論語詩經山海水文字學東西南北中"))[:4]):
        letter = np.zeros((SIDE, SIDE, 4), np.uint8)
        _write(letter, str(sign), (255,) * 3, 0.8, int(rng.integers(len(FAMILIES))))
        small = cv2.resize(letter[..., :3], (SIDE // 2, SIDE // 6), interpolation=cv2.INTER_AREA)
        top = SIDE // 10 + place * SIDE // 5
        area = canvas[top : top + SIDE // 6, SIDE // 4 : SIDE // 4 + SIDE // 2, :3]
        cover = small.astype(np.float32) / 255
        area[:] = area * (1 - cover) + cover * np.array(ink)
    return canvas


def _playing_card(variant: int) -> Canvas:
    """Draw a playing card: a rank and spots in red or black."""
    canvas = _plain((250, 250, 248), 0.06)
    paint = ((190, 25, 30), (25, 25, 30))[variant % 2]
    spots = variant // 2 % 10 + 1
    for spot in range(spots):
        at = (SIDE * (0.35 + 0.3 * (spot % 2)), SIDE * (0.15 + 0.7 * (spot // 2) / 4))
        disc(canvas, at, SIDE * 0.055, (*paint, 255))
    return canvas


def _domino(variant: int) -> Canvas:
    """Draw a domino: two fields of spots with a line between."""
    dark = variant % 2
    canvas = _plain(((244, 242, 234), (28, 28, 30))[dark], 0.08)
    paint = (*((25, 25, 28), (240, 240, 236))[dark], 255)
    cv2.line(canvas, (8, SIDE // 2), (SIDE - 8, SIDE // 2), paint, 2)
    for half, value in enumerate((variant // 2 % 6 + 1, variant // 12 % 6 + 1)):
        for spot in _PIPS[value]:
            across, down = 0.25 + 0.25 * (int(spot) % 3), 0.1 + 0.15 * (int(spot) // 3)
            disc(canvas, (SIDE * across, SIDE * (down + half / 2)), SIDE * 0.05, paint)
    return canvas


# Things that lie in rows as tiles do, and how many of each there are.
STRANGE: Mapping[str, int] = MappingProxyType({"key": 72, "book": 40, "playing": 20, "domino": 72})


def is_round(key: str) -> bool:
    """Return whether a prop is a disc, not a block."""
    name, _, variant = key.partition(":")
    return name == "chip" or (name == "plate" and int(variant) % 3 == 0)


_DRAWN: Mapping[str, Callable[[int], Canvas]] = MappingProxyType(
    {
        "die": _die,
        "plate": _plate,
        "sign": _sign,
        "chip": _chip,
        "card": _card,
        "key": _key,
        "book": _book,
        "playing": _playing_card,
        "domino": _domino,
    }
)


def prop_texture(key: str) -> Canvas:
    """Return the front of a prop, premultiplied RGBA (SIDE, SIDE, 4).

    Raises ``KeyError`` for an unknown key.
    """
    name, _, variant = key.partition(":")
    if name in _PLAIN:
        return _plain(_PLAIN[name][int(variant or 0)], 0.03)
    return _DRAWN[name](int(variant))


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
