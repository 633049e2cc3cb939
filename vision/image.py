"""Photo bytes to an upright RGB array; whatever is no usable photo is refused by name."""

import io
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from PIL import ImageFile
from PIL.JpegImagePlugin import jpeg_factory
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile
from pillow_heif import HeifImageFile

from vision import decoding
from vision.decoding import Pixels
from vision.filetype import FileType, sniff


@dataclass(frozen=True, slots=True)
class Limits:
    """What a photo may cost: `file_bytes` on the wire, `pixels` once decoded."""

    file_bytes: int = 25 * 1024 * 1024
    pixels: int = 60_000_000


LIMITS = Limits()

# A progressive JPEG of an honest camera has about ten passes; thousands of them are an attack on
# the decoder's time. A JPEG with a preview and a depth map holds a few images, hence the room.
_MOST_JPEG_PASSES = 200

_ACCEPTED = "Send a JPEG, PNG, WebP or HEIC photo."

# What the decoders raise on damaged files; anything else is a fault of ours and passes through.
_DAMAGE = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    EOFError,
    RuntimeError,
    struct.error,
    zlib.error,
)


class PhotoError(Exception):
    """A file that cannot be read as a photo.

    `code` is stable: `unreadable_file`, `empty_file`, `not_an_image`, `unsupported_type`,
    `truncated_image`, `file_too_large` or `too_many_pixels`; `detail` says what is wrong and
    what to do about it.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


def load_file(path: Path, limits: Limits = LIMITS) -> Pixels:
    """Load the photo at `path`; raises `PhotoError`, also where the file cannot be opened."""
    try:
        size = path.stat().st_size
        if size > limits.file_bytes:
            _refuse_bytes(limits)
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        detail = f"{path.name}: {reason}. Check the name and that the file may be read."
        raise PhotoError("unreadable_file", detail) from error
    return load(data, limits)


def load(data: bytes, limits: Limits = LIMITS) -> Pixels:
    """Decode a JPEG, PNG, WebP or HEIC photo to upright RGB, uint8 (height, width, 3).

    The content decides the type, not the file's name; the EXIF orientation is applied; of several
    frames the first counts. Size and pixel count are checked before anything is decoded.
    Raises `PhotoError`.
    """
    return pixels_of(data, open_image(data, limits))


def open_image(data: bytes, limits: Limits = LIMITS) -> ImageFile.ImageFile:
    """Read a photo's header and check type and sizes, without decoding; raises `PhotoError`."""
    if not data:
        raise PhotoError("empty_file", "The file is empty. Take or choose the photo again.")
    if len(data) > limits.file_bytes:
        _refuse_bytes(limits)
    file_type = sniff(data)
    if file_type is None:
        raise PhotoError("not_an_image", f"The file is no image. {_ACCEPTED}")
    if not file_type.accepted:
        detail = f"The file is {file_type.value}, which cannot be read here. {_ACCEPTED}"
        raise PhotoError("unsupported_type", detail)
    if file_type is FileType.JPEG and data.count(b"\xff\xda") > _MOST_JPEG_PASSES:
        detail = "The JPEG has far too many passes for a photo. Save it again as a plain JPEG."
        raise PhotoError("unsupported_type", detail)
    if file_type is FileType.WEBP:
        # Its opener allocates the canvas that the header promises: look at the header first.
        _check_pixels(*_webp_size(data), limits)
    try:
        image = _OPENERS[file_type](io.BytesIO(data))
    except _DAMAGE as error:
        _refuse_damaged(error)
    _check_pixels(*image.size, limits)
    return image


def pixels_of(data: bytes, image: ImageFile.ImageFile, shrink: int = 1) -> Pixels:
    """Decode an opened photo to upright RGB at a part of its size; raises `PhotoError`."""
    try:
        pixels = decoding.decode(data, image, shrink)
    except _DAMAGE as error:
        _refuse_damaged(error)
    return decoding.upright(pixels, decoding.orientation(image, _DAMAGE))


def _refuse_bytes(limits: Limits) -> NoReturn:
    detail = (
        f"The file has more than {limits.file_bytes / 1e6:.0f} MB, the most that is read. "
        "Choose a smaller size in the camera or save it with stronger compression."
    )
    raise PhotoError("file_too_large", detail)


def _refuse_damaged(error: BaseException) -> NoReturn:
    detail = "The photo is cut off or damaged. Send the original again, or take a new photo."
    raise PhotoError("truncated_image", detail) from error


def _check_pixels(width: int, height: int, limits: Limits) -> None:
    if width * height > limits.pixels:
        detail = (
            f"The photo has {width} x {height} pixels; at most {limits.pixels / 1e6:.0f} million "
            "are read. Scale it down to about 4000 pixels on the long side."
        )
        raise PhotoError("too_many_pixels", detail)


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height as the first chunk of a WebP file gives them (RFC 9649, section 2)."""
    chunk = data[12:16]
    head = data[20:30]
    try:
        if chunk == b"VP8X":
            return (
                int.from_bytes(head[4:7], "little") + 1,
                int.from_bytes(head[7:10], "little") + 1,
            )
        if chunk == b"VP8L":
            (bits,) = struct.unpack_from("<I", head, 1)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        width, height = struct.unpack_from("<HH", head, 6)
    except struct.error as error:
        _refuse_damaged(error)
    return width & 0x3FFF, height & 0x3FFF


# The plug-ins are called directly: `Image.open` would let a file choose its own decoder, and it has
# a process-wide pixel limit in place of ours. Opening reads the header only.
_OPENERS: Mapping[FileType, Callable[[io.BytesIO], ImageFile.ImageFile]] = {
    FileType.JPEG: jpeg_factory,
    FileType.PNG: PngImageFile,
    FileType.WEBP: WebPImageFile,
    FileType.HEIC: HeifImageFile,
}
