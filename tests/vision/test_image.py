"""Photos of every type come out upright; everything else is refused by name."""

import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image
from pillow_heif import from_pillow

from vision.image import Limits, PhotoError, load, load_file

# Pillow comments on damaged metadata by warnings; these tests are about what follows from them.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")

RED, GREEN, BLUE, WHITE = (200, 30, 30), (30, 160, 30), (30, 30, 200), (240, 240, 240)


def four_corners() -> Image.Image:
    """Paint a 96 x 64 picture whose four quarters differ: red, green, blue and white."""
    pixels = np.zeros((64, 96, 3), np.uint8)
    pixels[:32, :48], pixels[:32, 48:] = RED, GREEN
    pixels[32:, :48], pixels[32:, 48:] = BLUE, WHITE
    return Image.fromarray(pixels)


def encode(image: Image.Image, form: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def heic(image: Image.Image, **options: object) -> bytes:
    stream = io.BytesIO()
    from_pillow(image).save(stream, **options)
    return stream.getvalue()


def orientation(value: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = value
    return exif


def assert_upright(pixels: NDArray[np.uint8]) -> None:
    assert pixels.shape == (64, 96, 3)
    assert pixels.dtype == np.uint8
    assert pixels.flags.c_contiguous
    seen = pixels[[8, 8, -8, -8], [8, -8, 8, -8]].astype(int)
    assert np.abs(seen - [RED, GREEN, BLUE, WHITE]).max() < 40


def refusal(data: bytes, limits: Limits | None = None) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        load(data, limits or Limits())
    assert caught.value.detail.endswith(".")
    return caught.value


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(encode(four_corners(), "JPEG", quality=95), id="jpeg"),
        pytest.param(encode(four_corners(), "JPEG", progressive=True), id="progressive jpeg"),
        pytest.param(encode(four_corners().convert("CMYK"), "JPEG"), id="cmyk jpeg"),
        pytest.param(encode(four_corners(), "PNG"), id="png"),
        pytest.param(encode(four_corners().quantize(8), "PNG"), id="palette png"),
        pytest.param(encode(four_corners().convert("RGBA"), "PNG"), id="png with alpha"),
        pytest.param(encode(four_corners(), "WEBP"), id="webp"),
        pytest.param(encode(four_corners(), "WEBP", lossless=True), id="lossless webp"),
        pytest.param(encode(four_corners().convert("RGBA"), "WEBP"), id="webp with alpha"),
        pytest.param(heic(four_corners(), quality=90), id="heic"),
    ],
)
def test_every_accepted_type_is_read(data: bytes) -> None:
    assert_upright(load(data))


# How the picture must be stored so that the orientation of the first column shows it upright.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@pytest.mark.parametrize("value", STORED)
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_exif_orientation_is_applied(form: str, value: int) -> None:
    stored = STORED[value]
    image = four_corners() if stored is None else four_corners().transpose(stored)
    options = {"quality": 95} if form != "PNG" else {}
    assert_upright(load(encode(image, form, exif=orientation(value), **options)))


def test_a_turned_heic_is_turned_once() -> None:
    image = four_corners().transpose(Image.Transpose.ROTATE_90)
    assert_upright(load(heic(image, exif=orientation(6).tobytes())))


@pytest.mark.parametrize("exif", [b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0nonsense", b"x" * 40])
def test_a_broken_exif_block_costs_nothing(exif: bytes) -> None:
    assert_upright(load(encode(four_corners(), "JPEG", quality=95, exif=exif)))


def test_an_orientation_out_of_range_is_ignored() -> None:
    assert_upright(load(encode(four_corners(), "JPEG", quality=95, exif=orientation(77))))


def test_sixteen_bit_grey_is_scaled_not_clipped() -> None:
    ramp = np.linspace(0, 65535, 256 * 4).astype(np.uint16).reshape(4, 256)
    done, png = cv2.imencode(".png", ramp)
    assert done
    pixels = load(png.tobytes())
    assert pixels.shape == (4, 256, 3)
    assert len(np.unique(pixels)) > 200


def test_grey_becomes_three_equal_channels() -> None:
    pixels = load(encode(four_corners().convert("L"), "JPEG"))
    assert (pixels[..., 0] == pixels[..., 2]).all()


def test_what_lies_behind_transparency_is_neither_black_nor_white() -> None:
    pixels = load(encode(Image.new("RGBA", (8, 8), (255, 255, 255, 0)), "PNG"))
    assert (pixels == 128).all()


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_of_an_animation_the_first_frame_counts(form: str) -> None:
    rest = [Image.new("RGB", (96, 64), (9, 9, 9))] * 2
    data = encode(four_corners(), form, save_all=True, append_images=rest)
    assert_upright(load(data))


def test_of_a_picture_with_a_preview_the_first_counts() -> None:
    preview = Image.new("RGB", (24, 16))
    data = encode(four_corners(), "MPO", save_all=True, append_images=[preview], quality=95)
    assert_upright(load(data))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"Dear Sir or Madam,", "not_an_image"),
        (b"\0" * 4096, "not_an_image"),
        (b"RIFF\0\0\0\0WAVE", "not_an_image"),
        (b"%PDF-1.7\n1 0 obj", "unsupported_type"),
        (b"GIF89a" + b"\0" * 40, "unsupported_type"),
        (b"II*\0" + b"\0" * 40, "unsupported_type"),
        (b"\0\0\0\x20ftypisom" + b"\0" * 40, "unsupported_type"),
        (b"\0\0\0\x1cftypavif\0\0\0\0mif1avif", "unsupported_type"),
        (b"\xff\xd8\xff", "truncated_image"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 400, "truncated_image"),
        (b"\x89PNG\r\n\x1a\n", "truncated_image"),
        (b"RIFF\x10\0\0\0WEBPVP8X", "truncated_image"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "truncated_image"),
    ],
)
def test_what_is_no_photo_is_named(data: bytes, code: str) -> None:
    assert refusal(data).code == code


@pytest.mark.parametrize("part", [0.2, 0.6, 0.9])
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIC"])
def test_a_file_cut_short_is_refused(form: str, part: float) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    image = Image.fromarray(noise)
    data = heic(image) if form == "HEIC" else encode(image, form)
    assert refusal(data[: int(len(data) * part)]).code == "truncated_image"


def test_too_many_bytes_are_refused_before_decoding() -> None:
    error = refusal(b"\xff\xd8\xff" + b"\0" * 30_000_000)
    assert error.code == "file_too_large"
    assert "more than 26 MB" in error.detail


def png_header(width: int, height: int) -> bytes:
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = b"IDAT" + zlib.compress(b"\0" * 1000)
    chunks = [
        struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in (head, body)
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def webp_header(width: int, height: int) -> bytes:
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + sizes + b"\0" * 40


def jpeg_header(width: int, height: int) -> bytes:
    frame = (
        b"\xff\xc0\0\x11\x08" + struct.pack(">HH", height, width) + b"\x03\1\x11\0\2\x11\1\3\x11\1"
    )
    return b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0" + frame + b"\xff\xda" + b"\0" * 40


@pytest.mark.parametrize("header", [png_header, webp_header, jpeg_header])
def test_a_bomb_is_refused_by_its_header(header: object) -> None:
    assert callable(header)
    error = refusal(header(16000, 12500))
    assert error.code == "too_many_pixels"
    assert "16000 x 12500" in error.detail


def test_limits_can_be_set() -> None:
    data = encode(four_corners(), "PNG")
    assert refusal(data, Limits(pixels=6143)).code == "too_many_pixels"
    assert refusal(data, Limits(file_bytes=10)).code == "file_too_large"
    assert_upright(load(data, Limits(pixels=6144)))


def test_a_jpeg_with_thousands_of_passes_is_refused() -> None:
    data = encode(four_corners(), "JPEG", progressive=True)
    end = data.rindex(b"\xff\xda")
    bomb = data[:end] + data[end:-2] * 300 + data[-2:]
    assert refusal(bomb).code == "unsupported_type"


def test_the_name_of_a_file_does_not_matter(tmp_path: Path) -> None:
    photo = tmp_path / "photo.pdf"
    photo.write_bytes(encode(four_corners(), "PNG"))
    assert_upright(load_file(photo))


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.jpg", tmp_path):
        with pytest.raises(PhotoError) as caught:
            load_file(path)
        assert caught.value.code == "unreadable_file"
        assert path.name in caught.value.detail


def test_a_large_file_is_not_even_read(tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff")
    with pytest.raises(PhotoError) as caught:
        load_file(photo, Limits(file_bytes=2))
    assert caught.value.code == "file_too_large"


PHOTOS = [
    encode(four_corners(), "JPEG"),
    encode(four_corners(), "PNG"),
    encode(four_corners(), "WEBP"),
    heic(four_corners()),
]


@given(
    st.sampled_from(PHOTOS),
    st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=8),
)
def test_damage_anywhere_gives_a_photo_or_a_refusal(
    photo: bytes, changes: list[tuple[float, int]]
) -> None:
    data = bytearray(photo)
    for place, value in changes:
        data[int(place * len(data))] = value
    try:
        pixels = load(bytes(data), Limits(pixels=1_000_000))
    except PhotoError:
        return
    assert pixels.ndim == 3
