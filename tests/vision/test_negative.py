"""Dark tiles with light print are told from light ones, whatever light falls on the table."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

import models
from vision.detect.views import are_dark
from vision.nets.detector import Detector
from vision.photo.photo import Photo
from vision.quads import geometry
from vision.reader import Reader

PHOTOS = sorted((Path(__file__).parents[1] / "photos").glob("*.jpg"))
IVORY, GREEN, INK, GOLD = (235, 228, 205), (20, 60, 40), (30, 40, 120), (220, 190, 90)


def table_of(body: tuple[int, ...], ink: tuple[int, ...], count: int, light: float) -> np.ndarray:
    """Draw a row of tiles 40 pixels wide, each with a cross upon it, on grey cloth."""
    image = np.full((100, 60 * count + 20, 3), 110, np.uint8)
    for left in range(20, 60 * count + 20, 60):
        image[20:80, left : left + 40] = body
        image[46:54, left + 8 : left + 32] = ink
        image[32:68, left + 17 : left + 23] = ink
    return (image * light).astype(np.uint8)


def places(count: int) -> np.ndarray:
    lefts = 20 + 60 * np.arange(count)
    boxes = np.stack([lefts, np.full(count, 20), lefts + 40, np.full(count, 80)], axis=1)
    return geometry.quads(boxes.astype(np.float32))


@pytest.mark.parametrize("light", [1.0, 0.6, 0.35])
@pytest.mark.parametrize("count", [5, 17, 40])
def test_the_body_decides(count, light):
    assert not are_dark(table_of(IVORY, INK, count, light), places(count))
    assert are_dark(table_of(GREEN, GOLD, count, light), places(count))


@pytest.mark.parametrize("body", [IVORY, GREEN])
def test_tiles_without_print_say_nothing(body):
    assert not are_dark(table_of(body, body, 9, 1.0), places(9))


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda path: path.stem)
def test_no_bundled_photo_is_taken_for_one_of_dark_tiles(photo):
    pixels = Photo.of(photo.read_bytes()).pixels
    found = Detector.load(models.path("detector")).detect(pixels).corners
    assert not are_dark(pixels, found)
    assert are_dark(Photo.of(pixels).invert().pixels, found)


@pytest.mark.parametrize("number", ["002", "026"])
def test_dark_books_behind_light_tiles_do_not_make_the_tiles_dark(shared: Path, number: str):
    """Blurred, most of what is detected are the backs of books: the names decide on the light."""
    photo = Image.open(shared / "photos" / "wild" / f"automatic-table-{number}.jpg")
    data = BytesIO()
    photo.filter(ImageFilter.GaussianBlur(1.8)).save(data, "JPEG", quality=90)
    assert Reader(*models.shipped(), threads=1).read(data.getvalue()).hand == "123456789p"
