"""One photo saved in many ways is one reading; what cannot be read well comes with advice."""

import io
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import models
from tests.heic import heic
from vision.photo.image import load
from vision.photo.photo import Photo
from vision.reader import Reader
from vision.reading import Reading

pytestmark = pytest.mark.slow

SOURCE = Path(__file__).parents[1] / "photos" / "concealed_row.jpg"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(*models.shipped(), threads=1)


@pytest.fixture(scope="module")
def photo() -> Image.Image:
    return Image.fromarray(load(SOURCE.read_bytes()))


@pytest.fixture(scope="module")
def plain(reader: Reader) -> Reading:
    return reader.read(SOURCE.read_bytes())


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def with_alpha(image: Image.Image) -> bytes:
    cut = image.convert("RGBA")
    cut.putalpha(255)
    return saved(cut, "PNG")


def sixteen_bits(image: Image.Image) -> bytes:
    deep = np.asarray(image)[:, :, ::-1].astype(np.uint16) * 257
    return cv2.imencode(".png", deep)[1].tobytes()


def turned(image: Image.Image) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(image.transpose(Image.Transpose.ROTATE_90), "JPEG", quality=92, exif=exif)


def tiles(reading: Reading) -> Counter[str]:
    return Counter(tile.tile for tile in reading.tiles)


SAVED = {
    "HEIC": lambda image: heic(image, quality=90),
    "PNG with alpha": with_alpha,
    "CMYK JPEG": lambda image: saved(image.convert("CMYK"), "JPEG", quality=92),
    "16-bit PNG": sixteen_bits,
    "progressive JPEG": lambda image: saved(image, "JPEG", quality=92, progressive=True),
    "WebP": lambda image: saved(image, "WEBP", quality=92),
    "turned by EXIF": turned,
}


@pytest.mark.parametrize("save", SAVED.values(), ids=SAVED)
def test_however_it_is_saved_it_is_read(
    reader: Reader, photo: Image.Image, plain: Reading, save
) -> None:
    reading = reader.read(save(photo))
    assert reading.size == plain.size
    assert (tiles(reading) & tiles(plain)).total() >= tiles(plain).total() - 1


def test_twelve_megapixels_are_read_at_the_scale_of_the_tiles(
    reader: Reader, photo: Image.Image, plain: Reading
) -> None:
    factor = 4032 / photo.width
    size = (4032, round(photo.height * factor))
    data = saved(photo.resize(size, Image.Resampling.BICUBIC), "JPEG", quality=88)
    assert Photo.of(data).shrink == 2
    reading = reader.read(data)
    assert reading.size == size
    assert reading.hand == plain.hand
    here = np.array([tile.box for tile in reading.tiles]) / factor
    there = np.array([tile.box for tile in plain.tiles])
    assert np.abs(np.sort(here[:, 0]) - np.sort(there[:, 0])).max() < 4


def test_a_photo_is_decoded_finer_where_its_tiles_are_small(photo: Image.Image) -> None:
    data = saved(photo.resize((5200, 3900)), "JPEG")
    coarse = Photo.of(data)
    assert (coarse.shrink, coarse.size, coarse.pixels.shape[:2]) == (4, (5200, 3900), (975, 1300))
    assert coarse.finer(1.0) is coarse
    assert coarse.finer(1.5).pixels.shape[:2] == (1950, 2600)
    assert coarse.finer(9.0).pixels.shape[:2] == (3900, 5200)


def test_a_turned_large_photo_keeps_its_upright_size(photo: Image.Image) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    looked = Photo.of(saved(photo.resize((4000, 3000)), "JPEG", exif=exif))
    assert looked.size == (3000, 4000)
    assert looked.pixels.shape[:2] == (2000, 1500)


def panorama(image: Image.Image) -> NDArray[np.uint8]:
    table = np.full((519, 4032, 3), 90, np.uint8)
    small = np.asarray(image.resize((519 * image.width // image.height, 519)))
    table[:, 1700 : 1700 + small.shape[1]] = small
    return table


@pytest.mark.parametrize("shape", ["panorama", "320 x 240"])
def test_odd_sizes_are_read(reader: Reader, photo: Image.Image, plain: Reading, shape: str) -> None:
    image = panorama(photo) if shape == "panorama" else np.asarray(photo.resize((320, 240)))
    reading = reader.read(image)
    assert (tiles(reading) & tiles(plain)).total() >= 0.7 * tiles(plain).total()


def test_no_tiles_are_an_empty_reading_with_advice(reader: Reader) -> None:
    reading = reader.read(np.full((480, 640, 3), 120, np.uint8))
    assert (reading.tiles, reading.hand, reading.advice) == ((), None, ("no_tiles",))
    assert reading.to_json("a.jpg")["advice"] == ["no_tiles"]


def test_a_good_photo_gets_no_advice(plain: Reading) -> None:
    assert "advice" not in plain.to_json("a.jpg")


def test_a_photo_with_hardly_any_light_is_read_all_the_same(
    reader: Reader, photo: Image.Image, plain: Reading
) -> None:
    night = reader.read((np.asarray(photo) * 0.04).astype(np.uint8))
    assert night.hand == plain.hand
    assert night.advice == ("more_light",)


def test_a_dark_photo_is_brightened_at_any_scale_and_a_light_one_is_not(photo: Image.Image) -> None:
    large = photo.resize((2560, round(2560 * photo.height / photo.width)))
    light, dark = (
        Photo.of(saved(large.point(lambda level, part=part: round(level * part)), "PNG"), whole=0)
        for part in (1, 0.3)
    )
    assert (light.gain, light.shrink) == (1, 2)
    assert dark.gain > 2
    for opened in (dark, dark.finer(2)):
        assert 235 < np.quantile(opened.pixels.mean(axis=2), 0.99) < 255


@pytest.mark.parametrize(
    ("spoil", "advice"),
    [
        # A blur of six pixels is at the limit, and the hand is still read right.
        (lambda image: cv2.GaussianBlur(image, (0, 0), 8), "hold_still"),
        (lambda image: (image * 0.1).astype(np.uint8), "more_light"),
        (lambda image: np.minimum(image.astype(int) * 2 + 120, 255).astype(np.uint8), "less_glare"),
    ],
    ids=["blurred", "dark", "glaring"],
)
def test_a_spoilt_photo_says_what_would_help(
    reader: Reader, photo: Image.Image, spoil, advice: str
) -> None:
    assert advice in reader.read(spoil(np.asarray(photo))).advice
