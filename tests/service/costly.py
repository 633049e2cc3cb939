"""Photos that cost far more than their bytes, a kind each: what nobody may make a service spend."""

import io
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

import numpy as np
from PIL import Image

from tests.heic import heic
from tests.service.hostile import chunk
from tests.soak import full


def png(width: int, height: int, depth: int = 8, colour: int = 6, *, interlaced=False) -> bytes:
    """A PNG of zeros, whatever its size; `colour`: 0 grey, 2 RGB, 3 palette, 6 RGBA."""
    channels = {0: 1, 2: 3, 3: 1, 6: 4}[colour]
    packer = zlib.compressobj(6)
    left = (1 + -(-width * channels * depth // 8)) * (height * 2 if interlaced else height)
    packed = b""
    while left > 0:  # twice the lines are enough for all seven passes of an interlaced one
        packed += packer.compress(bytes(min(left, 1 << 22)))
        left -= 1 << 22
    packed += packer.flush()
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced))
    palette = chunk(b"PLTE", bytes(3 * 256)) + chunk(b"tRNS", bytes(256)) if colour == 3 else b""
    parts = chunk(b"IHDR", head) + palette + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def profiles() -> bytes:
    """A PNG whose many colour profiles unpack to a megabyte each, before the picture begins."""
    plain = png(8, 8)
    one = chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(1_000_000), 9))
    return plain[:33] + one * 9000 + plain[33:]


def saved(image: Image.Image, form: str, **options) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def large(mode: str = "RGB", size=(8000, 6200)) -> Image.Image:
    """A picture of fifty million pixels with something in it."""
    tile = np.random.default_rng(2).integers(0, 255, (62, 80), dtype=np.uint8)
    return Image.fromarray(tile).resize(size, Image.Resampling.BILINEAR).convert(mode)


def passes() -> bytes:
    """A progressive JPEG of fifty million pixels that goes through all of them many times."""
    whole = saved(large(), "JPEG", progressive=True, quality=30)
    end = whole.rindex(b"\xff\xda")
    return whole[:end] + whole[end:-2] * 50 + whole[-2:]


def moving() -> bytes:
    frames = [large(size=(4000, 3000)), Image.new("RGB", (4000, 3000), (9, 99, 9))]
    return saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], method=0, quality=10)


MAKE: Mapping[str, Callable[[], bytes]] = MappingProxyType(
    {
        "strip": lambda: png(1, 60_000_000, colour=0),  # of one pixel's width
        "RGBA": lambda: png(7745, 7745),
        "RGBA within limits": lambda: png(5400, 5500),
        "RGBA of 16 bits": lambda: png(5400, 5500, depth=16),
        "interlaced": lambda: png(5400, 5500, interlaced=True),
        "palette with holes": lambda: png(5400, 5500, colour=3),
        "profiles": profiles,
        "JPEG": lambda: saved(large(), "JPEG", quality=30),
        "progressive": lambda: saved(large(), "JPEG", progressive=True, subsampling=0, quality=30),
        "passes": passes,
        "CMYK": lambda: saved(large("CMYK"), "JPEG", quality=30),
        "WebP": lambda: saved(large(), "WEBP", method=0, quality=10),
        "WebP with alpha": lambda: saved(large("RGBA", (6000, 6000)), "WEBP", method=0, quality=10),
        "WebP without loss": lambda: saved(
            large("RGBA", (5400, 5500)), "WEBP", lossless=True, method=0, quality=0
        ),
        "moving WebP": moving,
        "HEIC": lambda: heic(
            Image.new("RGB", full((4000, 3000), (8000, 6200)), (90, 20, 9)), quality=10
        ),
        "HEIC with alpha": lambda: heic(
            Image.new("RGBA", (4000, 3000), (9, 90, 20, 99)), quality=10
        ),
        "AVIF": lambda: saved(
            large(size=full((4000, 3000), (6000, 4000))), "AVIF", speed=10, quality=10
        ),
        "AVIF with alpha": lambda: saved(
            large("RGBA", (4000, 3000)), "AVIF", speed=10, quality=10, subsampling="4:4:4"
        ),
        "TIFF": lambda: saved(large("RGBA", (5000, 5000)), "TIFF", compression="tiff_lzw"),
        "TIFF of one strip": lambda: saved(
            large(size=(5000, 5000)), "TIFF", compression="tiff_lzw", tiffinfo={278: 5000}
        ),
        "BMP": lambda: saved(large("P", (5000, 5000)), "BMP"),
    }
)


@cache  # several tests send the same, and some take seconds to make
def photo(kind: str) -> bytes:
    """A photo of this kind."""
    return MAKE[kind]()
