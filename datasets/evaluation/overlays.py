"""Draws labels and predictions over a photo, so that each mistake can be looked at.

Green: labelled boxes found and named rightly, with the name given. Red: what was misnamed (label,
arrow, name given) or is extra inside the labelled hull (+). Orange: labels that were missed. Grey:
predictions outside the labelled hull, of which the labels say nothing.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from datasets.evaluation.matching import FoundTiles, Matching, Truth
from datasets.evaluation.sheets import FONT
from vision.arrays import Floats, Pixels
from vision.quads import geometry

GREEN, RED, ORANGE, GREY, BLACK = (
    (60, 220, 60),
    (255, 40, 40),
    (255, 160, 0),
    (170, 170, 170),
    (0, 0, 0),
)
LONG_SIDE = 1600
Colour = tuple[int, int, int]
Draw = Callable[[Floats, Colour, str], None]


def overlay(image: Pixels, truth: Truth, found: FoundTiles, matching: Matching) -> Pixels:
    """Draw one photo's matching on an enlarged copy (h, w, 3) of the photo."""
    factor = LONG_SIDE / max(image.shape[:2])
    canvas = _enlarge(image, factor)

    def draw(corners: Floats, colour: Colour, text: str) -> None:
        _quad(canvas, corners * np.float32(factor), colour, text)

    boxes = geometry.quads(truth.boxes)
    for index in matching.outside:
        draw(found.corners[index], GREY, found.names[index])
    for label, index in matching.pairs:
        _pair(draw, truth.names[label], boxes[label], found.names[index], found.corners[index])
    for label in matching.missed:
        draw(boxes[label], ORANGE, truth.names[label])
    for index in matching.extra:
        draw(found.corners[index], RED, f"+{found.names[index]}")
    return canvas


def add_title(picture: Pixels, lines: Sequence[str]) -> Pixels:
    """Put lines of text under a picture (h, w, 3)."""
    height = 34
    strip = np.zeros((height * len(lines) + 8, picture.shape[1], 3), np.uint8)
    for row, line in enumerate(lines, 1):
        where = (8, row * height - 8)
        cv2.putText(strip, line, where, FONT, 0.8, (255, 255, 255), 1, cv2.LINE_AA)
    return np.concatenate([picture, strip])


def _pair(draw: Draw, label: str, box: Floats, name: str, corners: Floats) -> None:
    """Draw a label with the prediction that matched it."""
    if label == name:
        draw(box, GREEN, "")
        draw(corners, GREEN, name)
    else:
        draw(box, GREEN, "")
        draw(corners, RED, f"{label}>{name}")


def _enlarge(image: Pixels, factor: float) -> Pixels:
    """Copy an image at another scale."""
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.array(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8)


def _quad(canvas: Pixels, corners: Floats, colour: Sequence[int], text: str) -> None:
    """Draw a quad (4, 2) and its text with a dark rim, which any table lets one read."""
    points = np.round(corners).astype(np.int32)
    cv2.polylines(canvas, [points], isClosed=True, color=tuple(colour), thickness=2)
    x, y = (int(value) for value in points.mean(axis=0))
    where = (max(0, x - 7 * len(text)), y + 6)
    for ink, thickness in ((BLACK, 4), (tuple(colour), 2)):
        cv2.putText(canvas, text, where, FONT, 0.65, ink, thickness, cv2.LINE_AA)
