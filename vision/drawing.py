"""Draws the tiles of a reading on its photo, for people to check."""

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Pixels
from vision.reading import GroupKind, Point, Reading, TileReading

COLOURS = {
    GroupKind.CONCEALED: (0, 114, 178),
    GroupKind.EXPOSED: (213, 94, 0),
    GroupKind.CONCEALED_KONG: (204, 121, 167),
    GroupKind.BONUS: (0, 158, 115),
    GroupKind.POOL: (110, 110, 110),
    GroupKind.WALL: (110, 110, 110),
    GroupKind.OTHER: (150, 150, 150),
}
_UNSURE = (240, 228, 66)
_INK = (255, 255, 255)


def overlay(image: Pixels, reading: Reading, photo: int = 0, shrink: int = 1) -> Pixels:
    """Draw outlines and codes of one photo's tiles on a copy of it (h, w, 3), at 1/`shrink`.

    The colour shows the kind of the tile's group, a dot the face's own top left; a yellow outline
    and a question mark show a tile to check; hand text and problems are printed below.
    """
    width = max(2, round(max(image.shape[:2]) / 500))
    height = max(11, round(max(image.shape[:2]) / 55))
    font = ImageFont.load_default(size=height)
    lines = [reading.hand or "no hand", *reading.problems]
    strip = round(height * 1.4) * 2
    canvas = Image.fromarray(np.pad(image, ((0, strip), (0, 0), (0, 0))))
    draw = ImageDraw.Draw(canvas)
    for tile in reading.tiles:
        if tile.photo == photo:
            colour = COLOURS[reading.groups[tile.group].kind]
            corners = [(x / shrink, y / shrink) for x, y in tile.corners]
            _draw_tile(draw, tile, corners, colour, width, font)
    for number, line in enumerate((lines[0], ", ".join(lines[1:]))):
        at = (width * 2, image.shape[0] + number * strip / 2 + width)
        draw.text(at, line, fill=_INK, font=font)
    return np.array(canvas)


def _draw_tile(
    draw: ImageDraw.ImageDraw,
    tile: TileReading,
    corners: Sequence[Point],
    colour: tuple[int, int, int],
    width: int,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
) -> None:
    outline = [*corners, corners[0]]
    draw.line(outline, fill=_UNSURE if tile.unsure else colour, width=width, joint="curve")
    x, y = corners[0]
    draw.ellipse((x - width, y - width, x + width, y + width), fill=colour)
    label = f"{tile.tile}?" if tile.unsure else tile.tile
    middle = tuple(sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
    left, top, right, bottom = draw.textbbox((middle[0], middle[1]), label, font=font, anchor="mm")
    draw.rectangle((left - width, top - width, right + width, bottom + width), fill=colour)
    draw.text((middle[0], middle[1]), label, fill=_INK, font=font, anchor="mm")
