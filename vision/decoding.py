"""From an opened image file to an upright RGB array, whole or at a part of its size."""

import io
from collections.abc import Callable

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image, ImageFile

Pixels = NDArray[np.uint8]

# Transparent parts of a cut-out become mid-grey: on white, the edges of white tiles would vanish.
_BEHIND_TRANSPARENT = (128, 128, 128)

_EXIF_ORIENTATION = 0x0112

# A JPEG is stored in blocks of 8 x 8 frequencies; leaving the high ones out gives a smaller picture
# for less work. These are the parts of its size that the library offers.
_REDUCED = {
    1: 0,
    2: cv2.IMREAD_REDUCED_GRAYSCALE_2,
    4: cv2.IMREAD_REDUCED_GRAYSCALE_4,
    8: cv2.IMREAD_REDUCED_GRAYSCALE_8,
}


# What the decoders hold at once, in bytes a pixel of the whole picture, measured as the growth of
# a process on pictures of twelve million pixels: the samples of Pillow's own memory by mode; the
# canvases of the WebP library, which is made for animations; planes and RGB of the HEIC library.
_PILLOW = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2}
_PILLOW_OTHERWISE = 4
_WEBP = 16
_HEIC = 5.5
_RGB = 3
# A progressive JPEG is kept whole as frequencies, two bytes each, until its last pass has come.
_PROGRESSIVE = 2 * 3

_BAND = 1 << 20  # pixels converted at once: some megabytes of working memory


def can_shrink(image: ImageFile.ImageFile) -> bool:
    """Whether leaving out frequencies decodes an image at a half, a quarter or an eighth."""
    return image.format in {"JPEG", "MPO"} and image.mode in {"L", "RGB"}


def decoded_bytes(image: ImageFile.ImageFile) -> float:
    """How much memory the decoder of an opened image needs at once, in bytes."""
    pixels = image.width * image.height
    if can_shrink(image):
        return pixels * (_PROGRESSIVE if "progressive" in image.info else _RGB / 4)
    if image.format == "WEBP":
        return float(pixels * _WEBP)
    if image.format == "HEIF":
        return pixels * _HEIC
    return float(pixels * _PILLOW.get(image.mode, _PILLOW_OTHERWISE))


def decode(data: bytes, image: ImageFile.ImageFile, shrink: int = 1) -> Pixels:
    """Decode an opened image to RGB uint8 (h, w, 3) at 1/`shrink` of its size, not yet upright.

    `shrink` is 1, 2, 4 or 8. Raises whatever the decoders raise on damaged files.
    """
    if can_shrink(image):
        # The same library underneath and the same pixels as Pillow, in half the time or less:
        # it writes into the array instead of copying out of an image.
        flags = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION | _REDUCED[shrink]
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
        if pixels is None:
            raise EOFError("the JPEG data end early")
        return np.asarray(pixels, np.uint8)
    if image.format == "HEIF":
        return _heic(data, shrink)
    image.load()
    rows = max(1, _BAND // image.width // shrink) * shrink

    def band(top: int) -> Pixels:
        return _rgb(image.crop((0, top, image.width, min(top + rows, image.height))))

    return _by_bands(band, (image.height, image.width), rows, shrink)


def _heic(data: bytes, shrink: int) -> Pixels:
    # Straight out of its library: an image of Pillow's between them would double the memory.
    opened = pillow_heif.open_heif(io.BytesIO(data))
    whole = np.asarray(opened)
    rows = max(1, _BAND // whole.shape[1] // shrink) * shrink

    def band(top: int) -> Pixels:
        return _rgb(Image.fromarray(whole[top : top + rows]))

    return _by_bands(band, whole.shape[:2], rows, shrink)


def _by_bands(
    band: Callable[[int], Pixels], size: tuple[int, int], rows: int, shrink: int
) -> Pixels:
    """Put a picture of `size` (h, w) together from bands of so many `rows`, by their first row."""
    high, wide = size
    out = np.empty((-(-high // shrink), -(-wide // shrink), 3), np.uint8)
    for top in range(0, high, rows):
        part = _shrunk(band(top), shrink)
        out[top // shrink : top // shrink + len(part)] = part
    return out


def _rgb(image: Image.Image) -> Pixels:
    """Convert a decoded picture or a part of one to RGB uint8 (h, w, 3), without alpha."""
    if image.mode.startswith("I"):
        # 16-bit grey: Pillow's own conversion would clip instead of scaling.
        grey = (np.asarray(image).astype(np.int64) >> 8).clip(0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.has_transparency_data:
        cut_out = image.convert("RGBA")
        behind = Image.new("RGBA", cut_out.size, (*_BEHIND_TRANSPARENT, 255))
        return np.array(Image.alpha_composite(behind, cut_out).convert("RGB"))
    return np.array(image.convert("RGB"))


def _shrunk(pixels: Pixels, shrink: int) -> Pixels:
    """Average squares of `shrink` pixels a side; what is left over at the ends is a part of one."""
    if shrink == 1:
        return pixels
    high, wide = (-(-side // shrink) for side in pixels.shape[:2])
    return np.asarray(cv2.resize(pixels, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def orientation(image: Image.Image) -> int:
    """Return the EXIF orientation 1-8; raises whatever a broken EXIF block makes Pillow raise."""
    value = image.getexif().get(_EXIF_ORIENTATION, 1)
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def upright(pixels: Pixels, orientation: int) -> Pixels:
    """Turn and mirror as the EXIF orientation asks (TIFF 6.0, tag 274)."""
    turned = pixels.transpose(1, 0, 2) if orientation >= 5 else pixels
    rows = -1 if orientation in {3, 4, 7, 8} else 1
    columns = -1 if orientation in {2, 3, 6, 7} else 1
    return np.ascontiguousarray(turned[::rows, ::columns])
