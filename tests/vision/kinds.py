"""One small picture, saved in every way in which a photo may be saved."""

import io

import cv2
import numpy as np
from PIL import Image

from tests.heic import heic

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


def sixteen_bits(channels: int) -> bytes:
    pixels = np.asarray(four_corners())[:, :, ::-1].astype(np.uint16) * 257
    if channels == 4:
        pixels = np.dstack([pixels, np.full(pixels.shape[:2], 65535, np.uint16)])
    return cv2.imencode(".png", pixels)[1].tobytes()


def cut_out(mode: str) -> Image.Image:
    image = four_corners().convert("RGBA")
    return image if mode == "RGBA" else image.convert(mode)


ALL_KINDS: dict[str, bytes] = {
    "JPEG": encode(four_corners(), "JPEG"),
    "progressive JPEG": encode(four_corners(), "JPEG", progressive=True),
    "grey JPEG": encode(four_corners().convert("L"), "JPEG"),
    "CMYK JPEG": encode(four_corners().convert("CMYK"), "JPEG"),
    "MPO": encode(four_corners(), "MPO", save_all=True, append_images=[Image.new("RGB", (9, 9))]),
    "PNG": encode(four_corners(), "PNG"),
    "palette PNG": encode(four_corners().quantize(64), "PNG"),
    "palette PNG with a hole": encode(four_corners().quantize(64), "PNG", transparency=0),
    "PNG of one bit": encode(four_corners().convert("1"), "PNG"),
    "PNG with alpha": encode(cut_out("RGBA"), "PNG"),
    "grey PNG with alpha": encode(cut_out("LA"), "PNG"),
    "PNG of 16 bits": sixteen_bits(3),
    "PNG of 16 bits with alpha": sixteen_bits(4),
    "moving PNG": encode(
        four_corners(), "PNG", save_all=True, append_images=[Image.new("RGB", (96, 64))]
    ),
    "WebP": encode(four_corners(), "WEBP"),
    "WebP with alpha": encode(cut_out("RGBA"), "WEBP"),
    "WebP without loss": encode(cut_out("RGBA"), "WEBP", lossless=True),
    "moving WebP": encode(
        four_corners(), "WEBP", save_all=True, append_images=[Image.new("RGB", (96, 64))]
    ),
    "HEIC": heic(four_corners()),
    "HEIC with alpha": heic(cut_out("RGBA")),
    "grey HEIC": heic(four_corners().convert("L")),
    "AVIF": encode(four_corners(), "AVIF", quality=90),
    "AVIF with alpha": encode(cut_out("RGBA"), "AVIF", quality=90),
    "moving AVIF": encode(
        four_corners(), "AVIF", save_all=True, append_images=[Image.new("RGB", (96, 64))]
    ),
    "TIFF": encode(four_corners(), "TIFF"),
    "packed TIFF": encode(four_corners(), "TIFF", compression="tiff_lzw"),
    "TIFF with alpha": encode(cut_out("RGBA"), "TIFF", compression="tiff_adobe_deflate"),
    "CMYK TIFF": encode(four_corners().convert("CMYK"), "TIFF"),
    "TIFF of two pages": encode(
        four_corners(), "TIFF", save_all=True, append_images=[Image.new("RGB", (9, 9))]
    ),
    "BMP": encode(four_corners(), "BMP"),
    "palette BMP": encode(four_corners().quantize(64), "BMP"),
}
