"""Changes of light and sharpness that a phone at a table makes; geometry is done elsewhere."""

import cv2
import numpy as np

from datasets.synth.scenes.effects import compress, motion
from vision.arrays import Pixels

Dice = np.random.Generator


def photograph(dice: Dice, image: Pixels, strength: float = 1.0) -> Pixels:
    """Return the image (h, w, 3) as another phone in another light might have taken it."""
    values = image.astype(np.float32)
    values = _light(dice, values, strength)
    if dice.random() < 0.25 * strength:
        values = _shade(dice, values)
    if dice.random() < 0.06:
        values = np.repeat(values.mean(axis=2, keepdims=True), 3, axis=2)
    pixels = np.clip(values, 0, 255).astype(np.uint8)
    pixels = _soften(dice, pixels, strength)
    if dice.random() < 0.3 * strength:
        noise = dice.normal(0, dice.uniform(2, 12), (*pixels.shape[:2], 1))
        pixels = np.clip(pixels + noise.astype(np.float32), 0, 255).astype(np.uint8)
    if dice.random() < 0.35:
        pixels = compress(pixels, int(dice.integers(40, 96)))
    return pixels


def _light(dice: Dice, values: np.ndarray, strength: float) -> np.ndarray:
    """Change exposure, contrast, tone curve and white balance."""
    gain = np.exp(dice.normal(0, 0.22 * strength))
    cast = np.exp(dice.normal(0, 0.07 * strength, 3))
    tone = np.exp(dice.normal(0, 0.2 * strength))
    middle = values.mean()
    contrast = np.exp(dice.normal(0, 0.15 * strength))
    steps = np.arange(256, dtype=np.float32)
    curve = 255 * (np.clip(middle + (steps - middle) * contrast, 0, 255) / 255) ** tone
    table = np.clip(curve[:, None] * (gain * cast)[None], 0, 255).astype(np.uint8)
    source = np.clip(values, 0, 255).astype(np.uint8)
    return cv2.LUT(source, table.reshape(1, 256, 3)).astype(np.float32)


def _shade(dice: Dice, values: np.ndarray) -> np.ndarray:
    """Darken or brighten along a slope, as a lamp to one side or a bent-over player does."""
    height, width = values.shape[:2]
    angle = dice.uniform(0, 2 * np.pi)
    across = np.linspace(-1, 1, width)[None] * np.cos(angle)
    along = np.linspace(-1, 1, height)[:, None] * np.sin(angle)
    edge = dice.uniform(0.5, 8)
    slope = 1 / (1 + np.exp(-edge * (across + along - dice.uniform(-0.5, 0.5))))
    low = dice.uniform(0.45, 0.9)
    return values * (low + (1 - low) * slope)[:, :, None].astype(np.float32)


def _soften(dice: Dice, pixels: Pixels, strength: float) -> Pixels:
    """Blur by focus or by a moving hand, or lose detail by a small sensor."""
    way = dice.random()
    if way < 0.15 * strength:
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), dice.uniform(0.4, 1.6)), np.uint8)
    if way < 0.25 * strength:
        kernel = motion(float(dice.integers(3, 8)), dice.uniform(0, np.pi))
        return np.asarray(cv2.filter2D(pixels, -1, kernel), np.uint8)
    if way < 0.4 * strength:
        height, width = pixels.shape[:2]
        factor = dice.uniform(0.45, 0.9)
        small = cv2.resize(
            pixels,
            (max(8, int(width * factor)), max(8, int(height * factor))),
            interpolation=cv2.INTER_AREA,
        )
        return np.asarray(cv2.resize(small, (width, height)), np.uint8)
    return pixels
