"""Contact sheets: many crops on one picture with a line of text under each, to look at."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Pixels

CELL = 96
TEXT = 18
WHITE = (255, 255, 255)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def contact_sheet(
    cells: Sequence[tuple[Pixels, str]], columns: int = 14, cell: int = CELL
) -> Pixels:
    """Lay RGB crops (h, w, 3) of any shape out in rows, each fitted to a square with its text."""
    rows = max(1, -(-len(cells) // columns))
    sheet = np.full((rows * (cell + TEXT), columns * cell, 3), 32, np.uint8)
    for index, (crop, text) in enumerate(cells):
        row, column = divmod(index, columns)
        top, left = row * (cell + TEXT), column * cell
        fitted = _fit(crop, cell - 4)
        height, width = fitted.shape[:2]
        y, x = top + (cell - height) // 2, left + (cell - width) // 2
        sheet[y : y + height, x : x + width] = fitted
        cv2.putText(sheet, text, (left + 3, top + cell + 12), FONT, 0.38, WHITE, 1, cv2.LINE_AA)
    return sheet


def cut(image: Pixels, box: Sequence[float], margin: float = 0.12) -> Pixels:
    """Cut a box x0 y0 x1 y1 in pixels out of an image, with a margin as a share of its size."""
    x0, y0, x1, y1 = box
    dx, dy = (x1 - x0) * margin, (y1 - y0) * margin
    height, width = image.shape[:2]
    left, top = max(0, round(x0 - dx)), max(0, round(y0 - dy))
    right, bottom = min(width, round(x1 + dx)), min(height, round(y1 + dy))
    return image[top : max(top + 1, bottom), left : max(left + 1, right)]


def _fit(crop: Pixels, side: int) -> Pixels:
    """Scale a crop so that its longer side is `side` pixels."""
    height, width = crop.shape[:2]
    factor = side / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(crop, size, interpolation=way), np.uint8)
