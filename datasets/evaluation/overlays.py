"""Draws labels and predictions over a photo, so that each mistake can be looked at.

Green: labelled boxes found and named rightly, with the name given. Red: what was misnamed (label,
arrow, name given) or is extra inside the labelled hull (+). Orange: labels that were missed. Grey:
predictions outside the labelled hull, of which the labels say nothing.
"""

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from datasets.evaluation.figures import Measurement
from vision.arrays import Floats, Pixels
from vision.quads import geometry

Colour = tuple[int, int, int]
GREEN, RED, ORANGE, GREY = (60, 220, 60), (255, 40, 40), (255, 160, 0), (170, 170, 170)
LONG_SIDE = 1600
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_mistakes(measured: Iterable[Measurement], folder: Path) -> None:
    """Write an overlay of each photo with a mistake, or whose hand is wrong, as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in measured:
        hand = each.result.hand
        if each.result.mistakes or (hand is not None and hand.wrong):
            path = folder / f"{each.photo.group}-{each.photo.path.stem}.png".replace(" ", "-")
            cv2.imwrite(str(path), cv2.cvtColor(overlay(each), cv2.COLOR_RGB2BGR))


def overlay(each: Measurement) -> Pixels:
    """Draw one photo's matching on an enlarged copy (h, w, 3), with its hands as text below."""
    image, truth, found, matching = each.photo.image(), each.truth, each.found, each.matching
    factor = LONG_SIDE / max(image.shape[:2])
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    canvas = np.array(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8)
    boxes = geometry.quads(truth.boxes) * np.float32(factor)
    corners = found.corners * np.float32(factor)
    for index in matching.outside:
        _quad(canvas, corners[index], GREY, found.names[index])
    for label, index in matching.pairs:
        was, read = truth.names[label], found.names[index]
        _quad(canvas, boxes[label], GREEN, "")
        _quad(canvas, corners[index], *((GREEN, read) if was == read else (RED, f"{was}>{read}")))
    for label in matching.missed:
        _quad(canvas, boxes[label], ORANGE, truth.names[label])
    for index in matching.extra:
        _quad(canvas, corners[index], RED, f"+{found.names[index]}")
    hand = each.result.hand
    return canvas if hand is None else _add_text(canvas, hand.wanted, hand.found)


def _add_text(picture: Pixels, lies: str, read: str) -> Pixels:
    strip = np.zeros((76, picture.shape[1], 3), np.uint8)
    for y, line in ((26, f"lies  {lies}"), (60, f"read  {read}")):
        cv2.putText(strip, line, (8, y), _FONT, 0.8, (255, 255, 255), 1, cv2.LINE_AA)
    return np.concatenate([picture, strip])


def _quad(canvas: Pixels, corners: Floats, colour: Colour, text: str) -> None:
    """Draw a quad (4, 2) and its text with a dark rim, which any table lets one read."""
    points = np.round(corners).astype(np.int32)
    cv2.polylines(canvas, [points], isClosed=True, color=colour, thickness=2)
    x, y = (int(value) for value in points.mean(axis=0))
    where = (max(0, x - 7 * len(text)), y + 6)
    for ink, thickness in (((0, 0, 0), 4), (colour, 2)):
        cv2.putText(canvas, text, where, _FONT, 0.65, ink, thickness, cv2.LINE_AA)
