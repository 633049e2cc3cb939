"""Decodes the bytes of a photo to an upright RGB array, as small as the caller can use.

Each format has a source that reads the header, reports the cost of decoding, and decodes: JPEG at a
fraction of its size in the decoder itself, the others in strips, so that no second copy of the
whole picture is made. Alpha and bits beyond eight are dropped strip by strip, too.
"""

import io
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

import cv2
import numpy as np
import pillow_heif
from PIL import Image, ImageFile
from PIL.AvifImagePlugin import AvifImageFile
from PIL.BmpImagePlugin import BmpImageFile
from PIL.JpegImagePlugin import jpeg_factory
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile
from PIL.WebPImagePlugin import WebPImageFile

from scorer.core.sentences import Sentence
from vision.arrays import Pixels
from vision.photo.filetype import FileType

# Transparent parts of a cut-out become mid-grey: on white, the edges of white tiles would vanish.
_BEHIND_TRANSPARENT = (128, 128, 128)

_EXIF_ORIENTATION = 0x0112
_STRIP = 1 << 20  # pixels converted at a time

# A JPEG is stored in blocks of 8 x 8 frequencies; leaving the high ones out gives a smaller picture
# for less work. These are the fractions of its size that the library offers.
_REDUCED = {
    1: 0,
    2: cv2.IMREAD_REDUCED_GRAYSCALE_2,
    4: cv2.IMREAD_REDUCED_GRAYSCALE_4,
    8: cv2.IMREAD_REDUCED_GRAYSCALE_8,
}

# Any marker of a JPEG except stuffing and restart counters (ITU T.81, B.1.1).
_JPEG_MARKER = re.compile(rb"\xff[^\x00\x01\xff\xd0-\xd8]")
_END_OF_IMAGE, _START_OF_SCAN = 0xD9, 0xDA

# Bytes per pixel of Pillow's images, by mode: three channels take four bytes, too.
_PILLOW_BYTES = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2}
_PILLOW_WIDEST = 4
_AVIF_BYTES = 12  # per pixel: 7 to 9 were measured for eight bits, ten bits take three more


class Source:
    """A photo with its header read and nothing decoded; the first picture if there are several.

    This base class has Pillow decode the whole picture, whatever size is wanted. `size` is the
    width and height as stored; `reducible` says whether decoding at a half, a quarter or an eighth
    of the size costs less; `passes` is how often the data goes through the whole picture.
    """

    opener: ClassVar[type[ImageFile.ImageFile]]
    image: ImageFile.ImageFile
    size: tuple[int, int]
    reducible = False
    lossless = True
    passes = 1

    def __init__(self, data: bytes) -> None:
        """Read the header or the first directory."""
        self.image = self.opener(io.BytesIO(data))
        self.size = self.image.size

    @property
    def pixel_bytes(self) -> int:
        """Bytes per pixel that decoding takes besides the array: twice Pillow's own."""
        return 2 * _PILLOW_WIDEST

    def memory(self, shrink: int) -> int:
        """Return how many bytes decoding at 1/`shrink` of the size takes, by the header."""
        return _area(self.size) * self.pixel_bytes + _array(self.size, shrink)

    def decode(self, shrink: int) -> Pixels:
        """Decode to RGB uint8 (h, w, 3) at 1/`shrink` of the size: 1, 2, 4 or 8; not yet upright.

        Raises whatever the decoders raise for damaged files.
        """
        return _from_pillow(self.image, shrink)

    def orientation(self) -> int:
        """Return the EXIF orientation 1-8 still to be applied after decoding."""
        return _orientation(self.image.getexif)


class Jpeg(Source):
    """A JPEG; the first picture of a file with several (MPO)."""

    reducible = True
    lossless = False

    def __init__(self, data: bytes) -> None:
        self.image = jpeg_factory(io.BytesIO(data))
        self.data, self.size, self.passes = data, self.image.size, _scans(data)

    def memory(self, shrink: int) -> int:
        """Return the bytes: the picture twice and, for several passes, all coefficients."""
        layers = [(across, down) for _, across, down, *_ in getattr(self.image, "layer", ())]
        most = max((a for a, _ in layers), default=1) * max((d for _, d in layers), default=1)
        held = 2 * sum(_area(self.size) * a * d // most for a, d in layers)
        in_passes = self.passes > 1 or "progressive" in self.image.info
        return 2 * _array(self.size, shrink) + (held if in_passes else 0)

    def decode(self, shrink: int) -> Pixels:
        """Decode with OpenCV or, if the colours are not those of a photo, with Pillow."""
        if self.image.mode in {"L", "RGB"}:
            # The same library and the same pixels as with Pillow, in half the time or less: it
            # writes into the array instead of copying out of an image.
            flags = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION | _REDUCED[shrink]
            return _decode_by_opencv(self.data, flags)
        if shrink > 1:
            width, height = self.size
            self.image.draft(None, (width // shrink, height // shrink))
        return _from_pillow(self.image)


class Png(Source):
    """A PNG; 16 bits per channel are reduced to eight."""

    opener = PngImageFile

    @property
    def pixel_bytes(self) -> int:
        """Bytes per pixel of the decoded picture."""
        return _PILLOW_BYTES.get(self.image.mode, _PILLOW_WIDEST)

    def decode(self, shrink: int) -> Pixels:
        """Decode the whole picture, then convert it strip by strip."""
        if self.image.mode == "P" and self.image.palette is None:
            message = Sentence("an indexed picture without its palette")
            raise ValueError(message)
        return super().decode(shrink)


class Avif(Source):
    """An AVIF; its orientation sums up the file's own rotation and mirroring."""

    opener = AvifImageFile
    lossless = False
    pixel_bytes = _AVIF_BYTES


class Tiff(Source):
    """A TIFF; the decoder turns it upright."""

    opener = TiffImageFile


class Bmp(Source):
    """A BMP, which has no orientation."""

    opener = BmpImageFile


class WebP(Source):
    """A WebP, described by its chunks (RFC 9649); the first frame of an animation.

    Pillow treats every WebP as an animation, with two canvases of the whole size.
    """

    lossless = False

    def __init__(self, data: bytes) -> None:
        self.data, self.size, self.exif = data, (0, 0), b""
        self.alpha = self.animated = False
        for name, body in _chunks(data):
            if name == b"VP8X":
                wide, high = (int.from_bytes(body[at : at + 3], "little") + 1 for at in (4, 7))
                self.size = wide, high
                self.alpha, self.animated = bool(body[0] & 0x10), bool(body[0] & 0x02)
            elif name == b"VP8L":
                self.lossless = True
                (bits,) = struct.unpack_from("<I", body, 1)
                if self.size == (0, 0):
                    self.size = ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
                    self.alpha = bool(bits >> 28 & 1)
            elif name == b"VP8 " and self.size == (0, 0):
                wide, high = struct.unpack_from("<HH", body, 6)
                self.size = (wide & 0x3FFF, high & 0x3FFF)
            elif name == b"EXIF":
                self.exif = bytes(body)
        if not all(self.size):
            message = Sentence("a WebP without a picture")
            raise ValueError(message)

    @property
    def pixel_bytes(self) -> int:
        """Bytes per pixel of the picture twice, or of an animation."""
        return 16 if self.animated else 8 if self.alpha else 6

    def decode(self, shrink: int) -> Pixels:
        """Decode the whole picture, then convert it strip by strip."""
        if self.animated:
            return _from_pillow(WebPImageFile(io.BytesIO(self.data)), shrink)
        if not self.alpha:
            flags = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION
            pixels = _decode_by_opencv(self.data, flags)
            return _join_strips(pixels.shape, shrink, lambda start, stop: pixels[start:stop])
        pixels = _decode_by_opencv(self.data, cv2.IMREAD_UNCHANGED)
        order = [2, 1, 0, 3][: pixels.shape[2]]

        def strip(start: int, stop: int) -> Pixels:
            return _rgb(Image.fromarray(pixels[start:stop, :, order]))

        return _join_strips(pixels.shape, shrink, strip)

    def orientation(self) -> int:
        """Return the EXIF orientation."""

        def read() -> Image.Exif:
            exif = Image.Exif()
            exif.load(self.exif)
            return exif

        return _orientation(read)


def _chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the names and contents of the chunks of a WebP, as far as they are present."""
    at, view = 12, memoryview(data)
    while at + 8 <= len(data):
        name, length = struct.unpack_from("<4sI", data, at)
        yield name, view[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


class Heic(Source):
    """A HEIC; the primary picture if there are several."""

    lossless = False

    def __init__(self, data: bytes) -> None:
        """Read the header. Thumbnails, depth maps and other pictures stay undecoded."""
        file = pillow_heif.HeifFile(  # type: ignore[no-untyped-call]  # it ships no types
            io.BytesIO(data), convert_hdr_to_8bit=True, hdr_to_16bit=True, remove_stride=False
        )
        self.heif: pillow_heif.HeifImage = file[file.primary_index]
        self.size = self.heif.size

    @property
    def pixel_bytes(self) -> int:
        """Bytes per pixel of the stored planes and of the picture made from them."""
        return len(self.heif.mode) + 2

    def decode(self, shrink: int) -> Pixels:
        """Decode the whole picture, then convert it strip by strip."""
        data, stride, mode = memoryview(self.heif.data), self.heif.stride, self.heif.mode
        width, height = self.size

        def strip(start: int, stop: int) -> Pixels:
            part = data[start * stride : stop * stride]
            if mode == "RGB":
                lines = np.frombuffer(part, np.uint8).reshape(stop - start, stride)
                return lines[:, : 3 * width].reshape(stop - start, width, 3)
            size = (width, stop - start)
            return _rgb(Image.frombytes(mode, size, part, "raw", mode, stride))

        return _join_strips((height, width), shrink, strip)

    def orientation(self) -> int:
        """Return 1: the decoder has applied the file's own rotation, whatever its EXIF says."""
        return 1


OPEN: Mapping[FileType, type[Source]] = MappingProxyType(
    {
        # The plug-ins are called directly: `Image.open` would let a file choose its own decoder,
        # and has a process-wide pixel limit in place of ours.
        FileType.JPEG: Jpeg,
        FileType.PNG: Png,
        FileType.WEBP: WebP,
        FileType.HEIC: Heic,
        FileType.AVIF: Avif,
        FileType.TIFF: Tiff,
        FileType.BMP: Bmp,
    }
)


def apply_orientation(pixels: Pixels, orientation: int) -> Pixels:
    """Apply an EXIF orientation (TIFF 6.0, tag 274)."""
    turned = pixels.transpose(1, 0, 2) if orientation >= 5 else pixels
    rows = -1 if orientation in {3, 4, 7, 8} else 1
    columns = -1 if orientation in {2, 3, 6, 7} else 1
    return np.ascontiguousarray(turned[::rows, ::columns])


def _area(size: tuple[int, int]) -> int:
    return size[0] * size[1]


def _array(size: tuple[int, int], shrink: int) -> int:
    """Return the bytes of the decoded array."""
    return 3 * _area(size) // shrink**2


def _scans(data: bytes) -> int:
    """Count the passes over the first picture of a JPEG (ITU T.81, B.1.2)."""
    scans, at = 0, 2
    while (marker := _JPEG_MARKER.search(data, at)) is not None:
        at = marker.end()
        kind = data[at - 1]
        if kind == _END_OF_IMAGE:
            break
        scans += kind == _START_OF_SCAN
        at += int.from_bytes(data[at : at + 2], "big")
    return scans


def _decode_by_opencv(data: bytes, flags: int) -> Pixels:
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    if pixels is None:
        message = Sentence("the data ends early")
        raise EOFError(message)
    return np.asarray(pixels, np.uint8)


def _from_pillow(image: ImageFile.ImageFile, shrink: int = 1) -> Pixels:
    image.load()
    width, height = image.size

    def strip(start: int, stop: int) -> Pixels:
        return _rgb(image.crop((0, start, width, stop)))

    return _join_strips((height, width), shrink, strip)


def _join_strips(
    shape: tuple[int, ...], shrink: int, strip: Callable[[int, int], Pixels]
) -> Pixels:
    """Join strips of lines to an array (height, width, 3), shrunk."""
    height, width = shape[:2]
    pixels = np.empty((-(-height // shrink), -(-width // shrink), 3), np.uint8)
    lines = max(_STRIP // max(width, 1) // shrink, 1) * shrink
    for start in range(0, height, lines):
        part = strip(start, min(start + lines, height))
        here = start // shrink
        small = _mean(part, shrink) if shrink > 1 else part
        pixels[here : here + len(small)] = small
    return pixels


def _mean(pixels: Pixels, shrink: int) -> Pixels:
    """Return the means of squares of pixels; the last pixel of a line or column is repeated."""
    height, width = pixels.shape[:2]
    size = (-(-width // shrink), -(-height // shrink))
    down, right = size[1] * shrink - height, size[0] * shrink - width
    if down or right:
        pixels = np.asarray(
            cv2.copyMakeBorder(pixels, 0, down, 0, right, cv2.BORDER_REPLICATE), np.uint8
        )
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _rgb(image: Image.Image) -> Pixels:
    """Convert a picture of any mode to RGB uint8 (h, w, 3)."""
    if image.mode.startswith("I"):
        # 16-bit grey: Pillow's own conversion would clip instead of scaling.
        grey = (np.asarray(image).astype(np.int32) >> 8).clip(0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.has_transparency_data:
        cut_out = image.convert("RGBA")
        behind = Image.new("RGBA", cut_out.size, (*_BEHIND_TRANSPARENT, 255))
        return np.array(Image.alpha_composite(behind, cut_out).convert("RGB"))
    return np.array(image.convert("RGB"))


def _orientation(read: Callable[[], Image.Exif]) -> int:
    """Return the EXIF orientation 1-8, or 1 if the EXIF block is broken."""
    try:
        value = read().get(_EXIF_ORIENTATION, 1)
    except Exception:  # noqa: BLE001  (damaged data may raise anything)
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1
