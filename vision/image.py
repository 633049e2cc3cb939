"""Photo bytes to an upright RGB array; whatever is no usable photo is refused by name.

All bounds are checked on the header, before anything is decoded: a few kilobytes may promise
gigabytes. `vision.decoder` does the decoding itself in a process of its own.
"""

import io
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
    """What a photo may cost.

    `file_bytes` bounds it on the wire; `pixels`, `side` (pixels) and `aspect` (long side by short
    side) what its header promises; `decoded_bytes` what its decoder holds at once, all photos of
    one hand together at most `together` times as much.
    """

    file_bytes: int = 25 * 1024 * 1024
    pixels: int = 60_000_000  # the largest sensors that phones save whole have 50 million
    side: int = 20_000  # a phone's panorama has about 16,000
    aspect: float = 25.0  # a strip cut out round a row of eighteen upright tiles has 14
    decoded_bytes: int = 336 * 1024 * 1024  # 60 million pixels of HEIC; what is read adds to it
    together: float = 2.0


LIMITS = Limits()

# A progressive JPEG of an honest camera has about ten passes; thousands of them are an attack on
# the decoder's time. A JPEG with a preview and a depth map holds a few images, hence the room.
_MOST_JPEG_PASSES = 200

_ACCEPTED = "Send a JPEG, PNG, WebP or HEIC photo."
_SMALL = 4000  # pixels on the long side: a picture of any shape costs little up to here
_SMALLER = "Send it as a JPEG of about 4000 pixels on the long side."


class PhotoError(Exception):
    """A file that cannot be read as a photo.

    `code` is stable: `unreadable_file`, `empty_file`, `not_an_image`, `unsupported_type`,
    `truncated_image`, `file_too_large`, `too_many_pixels` or `photo_too_costly`; `detail` says
    what is wrong and what to do about it.
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
    frames the first counts. Everything in `limits` is checked before anything is decoded.
    Raises `PhotoError`.
    """
    return decode(data, open_image(data, limits), 1)


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
        _check_size(*_webp_size(data), limits)
    with _damage():
        image = _OPENERS[file_type](io.BytesIO(data))
    _check_size(*image.size, limits)
    if decoding.decoded_bytes(image) > limits.decoded_bytes:
        detail = (
            f"Decoding this {image.format} of {image.width} x {image.height} pixels takes more "
            f"memory than there is for a photo. {_SMALLER}"
        )
        raise PhotoError("photo_too_costly", detail)
    return image


def check_together(photos: Sequence[bytes], limits: Limits = LIMITS) -> None:
    """Refuse photos of one hand that cost too much together, or one of them; raises PhotoError."""
    cost = 0.0
    for number, photo in enumerate(photos, start=1):
        with numbered(number, len(photos)):
            cost += decoding.decoded_bytes(open_image(photo, limits))
    if cost > limits.together * limits.decoded_bytes:
        detail = f"These {len(photos)} photos are too large to be read together. {_SMALLER}"
        raise PhotoError("photo_too_costly", detail)


@contextmanager
def numbered(number: int, of: int) -> Iterator[None]:
    """Say of a PhotoError which photo it is about, where there are several."""
    try:
        yield
    except PhotoError as error:
        if of == 1:
            raise
        raise PhotoError(error.code, f"Photo {number} of {of}: {error.detail}") from error


def decode(data: bytes, image: ImageFile.ImageFile, shrink: int) -> Pixels:
    """Decode an opened photo to upright RGB at 1/`shrink` of its size; raises `PhotoError`."""
    with _damage():
        pixels = decoding.decode(data, image, shrink)
    return decoding.upright(pixels, orientation(image))


def orientation(image: ImageFile.ImageFile) -> int:
    """The EXIF orientation 1-8 of an opened photo, 1 where it has none or a broken one."""
    try:
        with _damage():
            return decoding.orientation(image)
    except PhotoError:
        return 1  # a broken EXIF block costs the turn, not the photo


@contextmanager
def _damage() -> Iterator[None]:
    """Whatever a decoder raises is the photo's fault: foreign code on foreign bytes."""
    try:
        yield
    except MemoryError as error:
        detail = f"Decoding this photo takes more memory than there is for one. {_SMALLER}"
        raise PhotoError("photo_too_costly", detail) from error
    except Exception as error:
        detail = "The photo is cut off or damaged. Send the original again, or take a new photo."
        raise PhotoError("truncated_image", detail) from error


def _refuse_bytes(limits: Limits) -> NoReturn:
    detail = (
        f"The file has more than {limits.file_bytes / 1e6:.0f} MB, the most that is read. "
        "Choose a smaller size in the camera or save it with stronger compression."
    )
    raise PhotoError("file_too_large", detail)


def _check_size(width: int, height: int, limits: Limits) -> None:
    short, long = sorted((width, height))
    if width * height > limits.pixels:
        most = f"at most {limits.pixels / 1e6:.0f} million"
    elif long > limits.side:
        most = f"at most {limits.side} on a side"
    elif long > max(limits.aspect * short, _SMALL):
        most = f"its long side at most {limits.aspect:.0f} times the short one"
    else:
        return
    detail = f"The photo has {width} x {height} pixels; {most} are read. {_SMALLER}"
    raise PhotoError("too_many_pixels", detail)


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height as the first chunk of a WebP file gives them (RFC 9649, section 2)."""
    chunk = data[12:16]
    head = data[20:30]
    with _damage():
        if chunk == b"VP8X":
            return (
                int.from_bytes(head[4:7], "little") + 1,
                int.from_bytes(head[7:10], "little") + 1,
            )
        if chunk == b"VP8L":
            (bits,) = struct.unpack_from("<I", head, 1)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        width, height = struct.unpack_from("<HH", head, 6)
    return width & 0x3FFF, height & 0x3FFF


# The plug-ins are called directly: `Image.open` would let a file choose its own decoder, and it has
# a process-wide pixel limit in place of ours. Opening reads the header only.
_OPENERS: Mapping[FileType, Callable[[io.BytesIO], ImageFile.ImageFile]] = {
    FileType.JPEG: jpeg_factory,
    FileType.PNG: PngImageFile,
    FileType.WEBP: WebPImageFile,
    FileType.HEIC: HeifImageFile,
}
