"""From an opened image file to an upright RGB array, JPEG also at a part of its size."""

import cv2
import numpy as np
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


def can_shrink(image: ImageFile.ImageFile) -> bool:
    """Whether an opened image can be decoded at a half, a quarter or an eighth of its size."""
    return image.format in {"JPEG", "MPO"} and image.mode in {"L", "RGB"}


def decode(data: bytes, image: ImageFile.ImageFile, shrink: int = 1) -> Pixels:
    """Decode an opened image to RGB uint8 (h, w, 3), not yet upright.

    `shrink`: 1, or 2, 4, 8 where `can_shrink`. Raises what the decoders raise on damaged files.
    """
    if can_shrink(image):
        # The same library underneath and the same pixels as Pillow, in half the time or less:
        # it writes into the array instead of copying out of an image.
        flags = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION | _REDUCED[shrink]
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
        if pixels is None:
            raise EOFError("the JPEG data end early")
        return np.asarray(pixels, np.uint8)
    image.load()
    if image.mode.startswith("I"):
        # 16-bit grey: Pillow's own conversion would clip instead of scaling.
        grey = (np.asarray(image).astype(np.int64) >> 8).clip(0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.has_transparency_data:
        cut_out = image.convert("RGBA")
        behind = Image.new("RGBA", cut_out.size, (*_BEHIND_TRANSPARENT, 255))
        return np.array(Image.alpha_composite(behind, cut_out).convert("RGB"))
    return np.array(image.convert("RGB"))


def orientation(image: Image.Image, damage: tuple[type[Exception], ...]) -> int:
    """Return the EXIF orientation 1-8; a broken EXIF block costs the turn, not the photo."""
    try:
        value = image.getexif().get(_EXIF_ORIENTATION, 1)
    except damage:
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def upright(pixels: Pixels, orientation: int) -> Pixels:
    """Turn and mirror as the EXIF orientation asks (TIFF 6.0, tag 274)."""
    turned = pixels.transpose(1, 0, 2) if orientation >= 5 else pixels
    rows = -1 if orientation in {3, 4, 7, 8} else 1
    columns = -1 if orientation in {2, 3, 6, 7} else 1
    return np.ascontiguousarray(turned[::rows, ::columns])
