"""Faces of things that are no tiles: dice, seat markers, chips, cards, racks and trays."""

import cv2
import numpy as np

from datasets.faces_strokes import Canvas, disc
from datasets.faces_text import WINDS
from datasets.fonts import FAMILIES, glyph

_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}
SIDE = 96


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
    canvas = _plain((238, 236, 228), 0.2)
    paint = (200, 30, 30, 255) if value in (1, 4) else (25, 25, 30, 255)
    for spot in _PIPS[value]:
        at = (SIDE * (0.25 + 0.25 * (int(spot) % 3)), SIDE * (0.25 + 0.25 * (int(spot) // 3)))
        disc(canvas, at, SIDE * (0.2 if value == 1 else 0.1), paint)
    return canvas


def _plate(variant: int) -> Canvas:
    """Draw a seat marker: a green plate with a wind in red or white, or a white one in red.

    Never black or blue on white: that is how the wind tiles themselves look.
    """
    body = ((30, 130, 60), (240, 238, 230), (20, 90, 50), (235, 240, 235))[variant % 4]
    canvas = _plain(body, 0.5 if is_round(f"plate:{variant}") else 0.12)
    colour = (245, 240, 230) if variant >= 6 and variant % 2 == 0 else (200, 30, 35)
    if variant % 2 == 0:
        cv2.circle(
            canvas, (SIDE // 2, SIDE // 2), round(SIDE * 0.42), (*colour, 255), 2, cv2.LINE_AA
        )
    _write(canvas, WINDS[variant % 4], colour, 0.62, variant)
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


def is_round(key: str) -> bool:
    """Whether a prop is a disc, not a block."""
    name, _, variant = key.partition(":")
    return name == "chip" or (name == "plate" and int(variant) % 3 == 0)


def prop_texture(key: str) -> Canvas:
    """Return the front of a prop, premultiplied RGBA (SIDE, SIDE, 4).

    Raises ``KeyError`` for an unknown key.
    """
    name, _, variant = key.partition(":")
    match name:
        case "die":
            return _die(int(variant))
        case "plate":
            return _plate(int(variant))
        case "chip":
            return _chip(int(variant))
        case "card":
            return _card(int(variant))
        case "rack":
            return _plain((200, 165, 60), 0.02)
        case "tray":
            return _plain((38, 42, 52), 0.03)
        case _:
            raise KeyError(key)
