"""Photos of every type come out upright; everything else is refused by name."""

import contextlib
import struct
import tracemalloc
import zlib
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from tests.soak import full
from tests.vision.kinds import (
    ALL_KINDS,
    BLUE,
    GREEN,
    RED,
    WHITE,
    encode,
    four_corners,
    heic,
)
from vision.photo import formats
from vision.photo.image import LIMITS, Limits, PhotoError, Scale, decode, load

# Pillow comments on damaged metadata by warnings; these tests are about what follows from them.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")


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
        pytest.param(encode(four_corners(), "AVIF", quality=90), id="avif"),
        pytest.param(encode(four_corners(), "TIFF"), id="tiff"),
        pytest.param(encode(four_corners(), "TIFF", compression="tiff_lzw"), id="packed tiff"),
        pytest.param(encode(four_corners().convert("CMYK"), "TIFF"), id="cmyk tiff"),
        pytest.param(encode(four_corners(), "BMP"), id="bmp"),
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
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "AVIF", "TIFF"])
def test_exif_orientation_is_applied(form: str, value: int) -> None:
    stored = STORED[value]
    image = four_corners() if stored is None else four_corners().transpose(stored)
    options = {"quality": 95} if form not in {"PNG", "TIFF"} else {}
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


@pytest.mark.parametrize("form", ["PNG", "WEBP", "AVIF", "TIFF"])
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
        (b"II*\0" + b"\0" * 40, "truncated_image"),
        (b"MM\0*\0\0\0\x08", "truncated_image"),
        (b"BM" + b"\0" * 60, "truncated_image"),
        (b"\0\0\0\x0cjP  \r\n\x87\n" + b"\0" * 40, "unsupported_type"),
        (b"\0\0\0\x0cJXL \r\n\x87\n" + b"\0" * 40, "unsupported_type"),
        (b"\0\0\1\0\1\0" + b"\0" * 40, "unsupported_type"),
        (b"\0\0\0\x20ftypisom" + b"\0" * 40, "unsupported_type"),
        (b"\0\0\0\x1cftypavif\0\0\0\0mif1avif", "truncated_image"),
        (b"\xff\xd8\xff", "truncated_image"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 400, "truncated_image"),
        (b"\x89PNG\r\n\x1a\n", "truncated_image"),
        (b"RIFF\x10\0\0\0WEBPVP8X", "truncated_image"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "truncated_image"),
    ],
)
def test_what_is_no_photo_is_named(data: bytes, code: str) -> None:
    assert refusal(data).code == code


def test_a_raw_photo_is_no_tiff() -> None:
    """Its first picture is a thumbnail, which would be read in its place."""
    plain, reduced = (encode(four_corners(), "TIFF", tiffinfo={254: kind}) for kind in (0, 1))
    assert_upright(load(plain))
    dng = encode(four_corners(), "TIFF", tiffinfo={50706: b"\1\4\0\0"})
    for raw in (reduced, dng):
        found = refusal(raw)
        assert found.code == "unsupported_type"
        assert "a camera's raw image" in found.detail


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\0\0\0\x18ftypcrx \0\0\0\1crx isom", "a camera's raw image"),  # Canon
        (b"FUJIFILMCCD-RAW 0201FF383501", "a camera's raw image"),
        (b"IIRO\x08\0\0\0", "a camera's raw image"),  # Olympus
        (b"IIU\0\x18\0\0\0", "a camera's raw image"),  # Panasonic
        (b'<?xml version="1.0"?>\n<!-- a tile -->\n<svg width="9"/>', "an SVG drawing"),
    ],
)
def test_what_has_no_letters_of_its_type_first_is_named(data: bytes, name: str) -> None:
    assert name in refusal(data).detail


@pytest.mark.parametrize(
    ("form", "name"), [("JPEG2000", "a JPEG 2000 image"), ("ICO", "an ICO icon")]
)
def test_what_is_not_read_is_named_as_what_it_is(form: str, name: str) -> None:
    assert name in refusal(encode(four_corners(), form)).detail


@pytest.mark.parametrize("part", [0.2, 0.6, 0.9])
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIC", "AVIF", "TIFF", "BMP"])
def test_a_file_cut_short_is_refused(form: str, part: float) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    image = Image.fromarray(noise)
    data = heic(image) if form == "HEIC" else encode(image, form)
    assert refusal(data[: int(len(data) * part)]).code == "truncated_image"


def test_too_many_bytes_are_refused_before_decoding() -> None:
    error = refusal(b"\xff\xd8\xff" + b"\0" * 30_000_000)
    assert error.code == "file_too_large"
    assert "larger than 26 MB" in error.detail


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


def lossless_webp_header(width: int, height: int) -> bytes:
    bits = (width - 1) | (height - 1) << 14
    return b"RIFF\x40\0\0\0WEBPVP8L\x20\0\0\0\x2f" + bits.to_bytes(4, "little") + b"\0" * 40


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


@pytest.mark.parametrize(
    ("header", "size"),
    [
        (png_header, (1, 60_000_000)),  # 291 kB when it was found, for 3.6 GB
        (png_header, (20_001, 1000)),
        (jpeg_header, (1000, 20_001)),
        (png_header, (7745, 7745)),  # more than any photo of 25 MB without loss
        (lossless_webp_header, (6000, 6000)),
        (png_header, (2500, 80)),
        (jpeg_header, (19_000, 700)),
        (webp_header, (100, 16_000)),
    ],
)
def test_what_no_camera_makes_is_refused_by_its_header(
    header: Callable[[int, int], bytes], size: tuple[int, int]
) -> None:
    error = refusal(header(*size))
    assert error.code == "too_many_pixels"
    assert f"{size[0]} x {size[1]}" in error.detail


@pytest.mark.parametrize(
    ("header", "size"),
    [
        (jpeg_header, (8192, 6144)),  # a sensor of 50 million
        (jpeg_header, (16_382, 3840)),  # a panorama
        (webp_header, (4096, 3072)),
        (png_header, (6000, 4500)),
        (png_header, (1900, 20)),  # a row of tiles, cut out
    ],
)
def test_what_cameras_make_is_refused_by_no_limit(
    header: Callable[[int, int], bytes], size: tuple[int, int]
) -> None:
    with pytest.raises(PhotoError) as caught:
        decode(header(*size), Scale(side=1280))
    assert caught.value.code == "truncated_image"  # there is nothing behind the header


def test_what_would_take_too_much_memory_is_refused_before_it_does() -> None:
    passes = encode(Image.new("RGB", (800, 600)), "JPEG", progressive=True, subsampling=0)
    frame = passes.index(b"\xff\xc2") + 5
    large = passes[:frame] + struct.pack(">HH", 7500, 8000) + passes[frame + 4 :]
    error = refusal(large)
    assert error.code == "photo_too_costly"
    assert "plain JPEG" in error.detail
    frames = [Image.new("RGB", (60, 40), (n, 0, 0)) for n in (9, 200)]
    moving = bytearray(encode(frames[0], "WEBP", save_all=True, append_images=frames[1:]))
    moving[24:30] = (5000 - 1).to_bytes(3, "little") + (4800 - 1).to_bytes(3, "little")
    assert moving[12:16] == b"VP8X"
    assert refusal(bytes(moving)).code == "photo_too_costly"


def test_photos_of_one_hand_share_the_pixels() -> None:
    left = LIMITS.after((8000, 8000)).after((8000, 8000))
    assert refusal(jpeg_header(2100, 2000), left).code == "too_many_pixels"
    assert "together with the photos before it" in refusal(png_header(2100, 2000), left).detail
    assert refusal(jpeg_header(1900, 2000), left).code == "truncated_image"


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


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_kind_is_the_same_at_a_part_of_its_size(kind: str) -> None:
    """What is decoded smaller is what the mean of the whole picture is, but for rounding."""
    whole = decode(ALL_KINDS[kind])
    half = decode(ALL_KINDS[kind], Scale(side=40))
    assert (whole.size, whole.shrink, half.size, half.shrink) == ((96, 64), 1, (96, 64), 2)
    assert half.pixels.shape == (32, 48, 3)
    mean = whole.pixels.reshape(32, 2, 48, 2, 3).mean(axis=(1, 3))
    assert np.abs(half.pixels[2:-2, 2:-2] - mean[2:-2, 2:-2]).mean() < 6


@pytest.mark.parametrize("kind", ["PNG", "PNG with alpha", "WebP", "HEIC", "palette PNG"])
def test_strips_come_together_without_a_seam(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [decode(ALL_KINDS[kind], Scale(side)) for side in (96, 48, 24, 12)]
    monkeypatch.setattr(formats, "_STRIP", 96 * 3)
    for before in whole:
        after = decode(ALL_KINDS[kind], Scale(-(-96 // before.shrink)))
        assert after.shrink == before.shrink
        assert (after.pixels == before.pixels).all()


def test_a_side_that_does_not_divide_loses_nothing() -> None:
    image = four_corners().resize((97, 61))
    for form in ("PNG", "JPEG"):
        part = decode(encode(image, form), Scale(side=12))
        assert (part.size, part.shrink, part.pixels.shape) == ((97, 61), 8, (8, 13, 3))
        assert np.abs(part.pixels[0, 0].astype(int) - RED).max() < 40


def test_a_turned_part_knows_its_whole_size() -> None:
    data = encode(four_corners(), "JPEG", exif=orientation(6))
    part = decode(data, Scale(side=24))
    assert (part.size, part.shrink, part.pixels.shape) == ((64, 96), 4, (24, 16, 3))


def test_formats_that_are_no_faster_smaller_stay_whole_where_there_is_room() -> None:
    for kind, shrink in (("PNG", 1), ("HEIC", 1), ("JPEG", 4)):
        assert decode(ALL_KINDS[kind], Scale(side=24, whole=96 * 64)).shrink == shrink
        assert decode(ALL_KINDS[kind], Scale(side=24, whole=96 * 64 - 1)).shrink == 4


def chunks_of(data: bytes, *, without: bytes = b"", more: bytes = b"") -> bytes:
    """Leave chunks of a PNG out, and put others in behind its head."""
    at, parts = 8, [data[:8]]
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        name, end = data[at + 4 : at + 8], at + 12 + length
        parts += [] if name == without else [data[at:end]]
        parts += [more] if name == b"IHDR" else []
        at = end
    return b"".join(parts)


def chunk(name: bytes, body: bytes) -> bytes:
    whole = name + body
    return struct.pack(">I", len(body)) + whole + struct.pack(">I", zlib.crc32(whole))


def test_a_palette_picture_without_its_palette_is_damaged() -> None:
    assert refusal(chunks_of(ALL_KINDS["palette PNG"], without=b"PLTE")).code == "truncated_image"


# Made when they are wanted: to pack 50 MB takes a core a fifth of a second.
BESIDE: dict[str, Callable[[], bytes]] = {
    "iCCP": lambda: chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(50_000_000))),
    "zTXt": lambda: chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(50_000_000))) * 80,
    "iTXt": lambda: chunk(b"iTXt", b"x\0\1\0\0\0" + zlib.compress(bytes(50_000_000))),
    "tEXt": lambda: chunk(b"tEXt", b"x\0" + bytes(900_000)) * 20,
    "eXIf": lambda: chunk(b"eXIf", b"MM\0*\0\0\0\x08\xff\xff" + bytes(60_000)),
}


@pytest.mark.parametrize("kind", BESIDE)
def test_what_a_png_says_beside_the_picture_costs_little(kind: str) -> None:
    """Chunks that unpack to far more than they are: a photo, or a refusal, and no memory."""
    more = BESIDE[kind]()
    tracemalloc.start()
    try:
        with contextlib.suppress(PhotoError):
            load(chunks_of(ALL_KINDS["PNG"], more=more))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 2**27  # 64 MB of texts are kept at the most


@given(
    st.sampled_from(sorted(ALL_KINDS)),
    st.lists(
        st.tuples(
            st.sampled_from(["set", "cut", "double", "drop"]),
            st.floats(0, 0.999),
            st.integers(0, 255),
        ),
        min_size=1,
        max_size=8,
    ),
)
@settings(max_examples=full(300, 5000), deadline=None)
def test_damage_anywhere_gives_a_photo_or_a_refusal(
    kind: str, changes: list[tuple[str, float, int]]
) -> None:
    data = bytearray(ALL_KINDS[kind])
    for how, place, value in changes:
        at = int(place * len(data))
        if not data:
            break  # all of it was dropped
        if how == "set":
            data[at] = value
        elif how == "cut":
            data = data[: max(at, 16)]
        elif how == "double":
            data[at:at] = data[at : at + value]
        else:
            del data[at : at + value % 8]
    try:
        picture = decode(bytes(data), Scale(side=40), Limits(pixels=1_000_000, lossless=1_000_000))
    except PhotoError:
        return
    assert picture.pixels.ndim == 3
