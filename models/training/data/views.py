"""The detector's views of an example: turned, mirrored, slanted, of any size, in other colours."""

import cv2
import numpy as np

from datasets.synth.scenes.effects import Dice, photograph
from models.training.data.examples import EXACT, UNKNOWN, Example, Target, draw_target
from vision.arrays import Floats, Pixels
from vision.photo.photo import Photo
from vision.quads import geometry

# The long side of a photo in the reader's first pass, in pixels.
READ_AT = 640
# Shares of the pictures with known corners that are turned by any angle, and slanted.
TURNED, SLOPED = 0.35, 0.4
# Shares of all pictures with light and dark inverted, and with all hues turned.
DARK, RECOLOURED = 0.04, 0.2
# By how much at most one edge of a sloping square is nearer than its middle.
SLOPE = 0.45
# A tile that becomes narrower than this, in pixels, counts neither as tile nor as table.
LEAST_SEEN = 5.0
# A point this near to the horizon or beyond lies outside every square.
_HORIZON = 0.05
# From pixel centres of a halved picture to those of the whole one.
_DOUBLE = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]])


def augment(dice: Dice, example: Example, side: int) -> tuple[Pixels, Target]:
    """Return a square picture (side, side, 3) of a part of the example, with its target."""
    matrix = placement(dice, example, side)
    border = tuple(int(value) for value in dice.integers(0, 256, 3))
    around = cv2.BORDER_CONSTANT if dice.random() < 0.6 else cv2.BORDER_REPLICATE
    image = warp(example.image, matrix, side, border, around)
    quads, captions = (move(quads, matrix) for quads in (example.quads, example.captions))
    kinds = np.where(example.kinds == EXACT, EXACT, UNKNOWN) if example.can_turn else example.kinds
    plain = geometry.sides(quads).min(axis=1) >= LEAST_SEEN if len(quads) else np.ones(0, bool)
    captions = np.concatenate([captions, quads[~plain]])
    seen = (quads[plain], kinds[plain], captions)
    target = draw_target(*seen, side, complete=example.complete, partial=example.partial)
    return photograph(dice, recolour(dice, image)), target


def recolour(dice: Dice, image: Pixels) -> Pixels:
    """Return some of the pictures in other hues, or as dark sets with light print."""
    if dice.random() < DARK:
        image = Photo.of(image).invert().pixels
    if dice.random() >= RECOLOURED:
        return image
    hue, saturation, value = cv2.split(cv2.cvtColor(image, cv2.COLOR_RGB2HSV))
    turned = (hue.astype(np.int16) + dice.integers(0, 180)) % 180
    paler = np.clip(saturation * dice.uniform(0.4, 1.3), 0, 255)
    merged = cv2.merge([turned.astype(np.uint8), paler.astype(np.uint8), value])
    return np.asarray(cv2.cvtColor(merged, cv2.COLOR_HSV2RGB), np.uint8)


def placement(dice: Dice, example: Example, side: int) -> Floats:
    """Return turn, mirroring, stretch, size, slope and place (3, 3) from example to square.

    Turns spoil boxes, so only pictures with corners are turned by more than a little.
    """
    height, width = example.image.shape[:2]
    quads = np.concatenate([example.quads, example.captions])
    centres = quads.mean(axis=1) if len(quads) else np.array([[width / 2, height / 2]], np.float32)
    linear = _draw_turn(dice, example) * _draw_scale(dice, example, max(height, width))
    focus = centres[dice.integers(len(centres))]
    focus = focus + (centres.mean(axis=0) - focus) * dice.uniform(0, 1)
    seat = side * dice.uniform(0.3, 0.7, 2)
    matrix = np.eye(3, dtype=np.float32)
    matrix[:2, :2] = linear
    matrix[:2, 2] = seat - linear @ focus
    if example.can_turn and dice.random() < SLOPED:
        matrix = _draw_slope(dice, side) @ matrix
    return matrix


def _draw_scale(dice: Dice, example: Example, longest: int) -> float:
    """Draw the size: of readable tiles, or as in a reader's view, of which the square is a part."""
    if dice.random() < 0.5:
        return float(READ_AT / longest * np.exp(dice.uniform(-0.35, 0.2)))
    sides = geometry.sides(example.quads).min(axis=1) if len(example.quads) else np.array([40.0])
    short = float(np.median(sides))
    lowest, highest = max(0.45, 11 / short), min(2.2, 110 / short)
    return float(np.exp(dice.uniform(np.log(min(lowest, 1.0)), np.log(max(highest, 1.05)))))


def _draw_turn(dice: Dice, example: Example) -> Floats:
    """Draw a turn of a stretched and perhaps mirrored picture (2, 2)."""
    tilt = dice.uniform(-7, 7) if example.tight else 0.0
    angle = float(90 * dice.integers(0, 4) * (dice.random() < 0.5) + tilt)
    spread = 0.2
    if example.can_turn and dice.random() < TURNED:
        angle, spread = float(dice.uniform(0, 360)), 0.35
    stretch = np.exp(dice.uniform(-spread, spread))
    mirror = -1.0 if dice.random() < 0.5 else 1.0
    turn = geometry.rotation(np.radians(angle))
    return np.asarray(turn @ np.diag([stretch * mirror, 1 / stretch]), np.float32)


def _draw_slope(dice: Dice, side: int) -> Floats:
    """Draw a homography (3, 3) that moves one edge of the square nearer and the other away."""
    there, back = np.eye(3, dtype=np.float32), np.eye(3, dtype=np.float32)
    there[:2, 2], back[:2, 2] = -side / 2, side / 2
    tilt = np.eye(3, dtype=np.float32)
    tilt[2, :2] = dice.uniform(-SLOPE, SLOPE, 2) / side
    return np.asarray(back @ tilt @ there, np.float32)


def warp(image: Pixels, matrix: Floats, side: int, border: tuple[int, ...], mode: int) -> Pixels:
    """Return the picture as seen through a placement, a square (side, side, 3).

    It is first halved until it shrinks to 0.7 or more: OpenCV's warps sample single pixels, while a
    reader averages pixels when it shrinks a photo.
    """
    onto = matrix.astype(np.float64)
    while abs(float(np.linalg.det(onto[:2, :2]))) < 0.7**2 and min(image.shape[:2]) > side // 4:
        half = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        image = np.asarray(half, np.uint8)
        onto = onto @ _DOUBLE
    shown = cv2.warpPerspective(
        image,
        onto,
        (side, side),
        flags=cv2.INTER_LINEAR,
        borderMode=mode,
        borderValue=border,
    )
    return np.asarray(shown, np.uint8)


def move(quads: Floats, matrix: Floats) -> Floats:
    """Move quads (n, 4, 2) through a placement; they stay clockwise if it mirrors."""
    planar = quads @ matrix[:2, :2].T + matrix[:2, 2]
    depth = quads @ matrix[2, :2] + matrix[2, 2]
    mapped = planar / np.maximum(depth, _HORIZON)[..., None]
    if np.linalg.det(matrix[:2, :2]) < 0:
        mapped = mapped[:, [1, 0, 3, 2]]
    return mapped.astype(np.float32)
