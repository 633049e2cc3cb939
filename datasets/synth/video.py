"""A phone camera's view of a hand being laid down, as a file that stands in for a camera."""

import io
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from vision.arrays import Floats

CAMERA = (1280, 720)  # pixels of a frame
STEP = 3  # frames of the camera, which has 30 per second, for each picture
_STEPS = (0, 4, 8, 12)  # tiles on the table, step by step
_EACH = 4  # pictures of each step
_WHOLE = 40  # pictures of the whole hand
_SHAKE = 4  # most pixels by which a hand held still moves
_MARGIN = 15  # pixels around the photo, so that all of it stays in view
_COVER = 1.25  # sides of a tile, to include its shadow
_ROOM = "#1f6b4a"  # the colour around the photo


def film_hand(photo: Image.Image, quads: Floats, cloth: str) -> Iterator[Image.Image]:
    """Yield a photo with its tiles at `quads` (n, 4, 2) appearing, then all of them for a while.

    Where no tile lies yet, the table has the colour of its `cloth`. The phone is held by hand.
    """
    ordered = sorted(quads, key=lambda quad: float(quad[:, 0].mean()))
    shake = random.Random(7)
    steps = [down for down in _STEPS for _ in range(_EACH)]
    for down in [*steps, *[len(ordered)] * _WHOLE]:
        table = film_cover(photo, ordered[down:], cloth)
        yield add_frame(table, (shake.randint(-_SHAKE, _SHAKE), shake.randint(-_SHAKE, _SHAKE)))


def film_cover(photo: Image.Image, quads: Iterable[Floats], cloth: str) -> Image.Image:
    """Return a photo with these quads (4, 2) covered by cloth."""
    table = photo.copy()
    draw = ImageDraw.Draw(table)
    for quad in quads:
        middle = quad.mean(axis=0)
        around = middle + _COVER * (quad - middle)
        draw.polygon([(float(x), float(y)) for x, y in np.asarray(around)], fill=cloth)
    return table


def add_frame(picture: Image.Image, away: tuple[int, int] = (0, 0)) -> Image.Image:
    """Return a frame of the camera with a picture in it, this many pixels from the centre."""
    small = picture.copy()
    small.thumbnail((CAMERA[0] - 2 * _MARGIN, CAMERA[1] - 2 * _MARGIN), Image.Resampling.BILINEAR)
    frame = Image.new("RGB", CAMERA, _ROOM)
    left, top = ((CAMERA[axis] - small.size[axis]) // 2 + away[axis] for axis in (0, 1))
    frame.paste(small, (left, top))
    return frame


def write(path: Path, frames: Iterable[Image.Image]) -> Path:
    """Write pictures as motion JPEG, ten per second, which Chromium repeats; return the file."""
    with path.open("wb") as file:
        for frame in frames:
            data = io.BytesIO()
            frame.save(data, "JPEG", quality=85)
            file.write(data.getvalue() * STEP)
    return path
