"""Decodes photo bytes to an upright RGB array, and refuses anything else by name.

This works in the calling process. `vision.photo.decoder` does the same in a separate process, for
files from strangers.
"""

from dataclasses import dataclass, replace
from typing import Protocol, Self

from scorer.core.sentences import RefusedError, Sentence
from vision.arrays import Pixels
from vision.photo import formats
from vision.photo.filetype import FileType, sniff
from vision.photo.formats import Source

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a photo: `file_bytes` of the file, `pixels` and `memory` (bytes) to decode.

    `lossless` replaces `pixels` for lossless formats. `side` is the longest side in pixels,
    `aspect` the ratio of the sides of a large picture, `passes` how often a JPEG may be scanned.
    Photos of one hand may have `together` pixels in total; `beside` says that some are used up.
    """

    file_bytes: int = 25 * MEBIBYTE
    pixels: int = 64_000_000  # phone photos have up to 50 million, their panoramas 63
    lossless: int = 30_000_000  # photos with more exceed the file limit
    side: int = 20_000  # panoramas have up to 16,400
    aspect: int = 25  # panoramas have 12 at most
    memory: int = 300 * MEBIBYTE  # a progressive JPEG of 48 million pixels with full colour
    passes: int = 64  # a normal progressive JPEG has about ten
    together: int = 132_000_000  # eight photos of 16 million, or two of the largest
    beside: bool = False

    def after(self, size: tuple[int, int]) -> Self:
        """Return the limits of the next photo of a hand after one of this width and height."""
        left = max(self.together - size[0] * size[1], 0)
        return replace(self, together=left, pixels=min(self.pixels, left), beside=True)


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Scale:
    """The fraction of its size at which a photo is wanted: 1/1, 1/2, 1/4 or 1/8.

    It is halved as long as its long side keeps `side` pixels. Formats that do not decode faster
    that way stay at full size up to `whole` pixels.
    """

    side: int
    whole: int = 0


WHOLE = Scale(side=1 << 30)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A decoded photo: `pixels` are RGB uint8 (h, w, 3), upright, at 1/`shrink` of its `size`.

    `size` is the width and height of the upright photo.
    """

    size: tuple[int, int]
    pixels: Pixels
    shrink: int = 1


class Decode(Protocol):
    """Decodes a photo here or elsewhere, within `seconds`; raises `PhotoError`."""

    def __call__(
        self, data: bytes, scale: Scale = WHOLE, limits: Limits = LIMITS, seconds: float = ...
    ) -> Picture:
        """Decode a photo of any supported type."""
        ...


_SMALL = 2000  # pixels of a side, up to which any shape is cheap

_ACCEPTED = Sentence("Send a JPEG, PNG, WebP or HEIC photo.")
_SMALLER = Sentence("Scale it down to about 4000 pixels on the long side")


class PhotoError(RefusedError):
    """A file that cannot be read as a photo.

    `code` is stable: `unreadable_file`, `empty_file`, `not_an_image`, `unsupported_type`,
    `truncated_image`, `file_too_large`, `too_many_pixels` or `photo_too_costly`; `detail` says
    what is wrong and what to do about it.
    """


def load(data: bytes, limits: Limits = LIMITS) -> Pixels:
    """Decode a photo at full size, to upright RGB, uint8 (height, width, 3); as `decode` does."""
    return decode(data, limits=limits).pixels


def decode(
    data: bytes,
    scale: Scale = WHOLE,
    limits: Limits = LIMITS,
    seconds: float = 0,  # noqa: ARG001  (work in one's own process cannot be stopped)
) -> Picture:
    """Decode a JPEG, PNG, WebP, HEIC, AVIF, TIFF or BMP photo at a scale, in this process.

    The content decides the type, not the file's name; the EXIF orientation is applied; of several
    frames the first counts. The header is checked against the limits before anything is decoded.
    Raises `PhotoError`, whatever the decoder raises.
    """
    file_type = _type(data, limits)
    try:
        source = formats.OPEN[file_type](data)
        size = source.size
        shrink = _shrink(source, scale)
        _check(source, shrink, limits)
        pixels = formats.apply_orientation(source.decode(shrink), source.orientation())
    except PhotoError:
        raise
    except MemoryError as error:
        raise cost_error(Sentence("needs more memory than is available")) from error
    except Exception as error:  # decoders may raise anything for damaged data
        raise damage_error() from error
    return Picture(_upright_size(size, pixels, shrink), pixels, shrink)


def damage_error() -> PhotoError:
    """Return the error for data from which a decoder cannot make a picture."""
    detail = Sentence(
        "The photo is incomplete or damaged. Send the original again, or take a new photo."
    )
    return PhotoError("truncated_image", detail)


def cost_error(why: str) -> PhotoError:
    """Return the error for a photo that costs too much to decode."""
    detail = Sentence(
        "The photo {why}. {smaller} and save it as a plain JPEG.", why=why, smaller=_SMALLER
    )
    return PhotoError("photo_too_costly", detail)


def _type(data: bytes, limits: Limits) -> FileType:
    """Return the type of a file that may be a photo."""
    if not data:
        raise PhotoError(
            "empty_file", Sentence("The file is empty. Take or choose the photo again.")
        )
    if len(data) > limits.file_bytes:
        detail = Sentence(
            "The file is larger than {most} MB. Choose a smaller size "
            "in the camera or save it with stronger compression.",
            most=format(limits.file_bytes / 1e6, ".0f"),
        )
        raise PhotoError("file_too_large", detail)
    file_type = sniff(data)
    if file_type is None:
        raise PhotoError(
            "not_an_image", Sentence("The file is not an image. {accepted}", accepted=_ACCEPTED)
        )
    if file_type not in formats.OPEN:
        detail = Sentence(
            "The file is {kind}, which cannot be read here. {accepted}",
            kind=file_type.value,
            accepted=_ACCEPTED,
        )
        raise PhotoError("unsupported_type", detail)
    return file_type


def _check(source: Source, shrink: int, limits: Limits) -> None:
    """Check a header against the limits."""
    width, height = source.size
    long, short = max(width, height), min(width, height)
    has = Sentence("The photo has {width} x {height} pixels;", width=width, height=height)
    if not short:
        raise damage_error()
    if source.passes > limits.passes:
        detail = Sentence(
            "The JPEG has far too many passes for a photo. Save it again as a plain JPEG."
        )
        raise PhotoError("unsupported_type", detail)
    most = min(limits.pixels, limits.lossless) if source.lossless else limits.pixels
    if width * height > most:
        kind = Sentence(" in a lossless file") if source.lossless else ""
        beside = Sentence(" together with the photos before it") if limits.beside else ""
        detail = Sentence(
            "{has} at most {most} million{kind} can be read{beside}. {smaller}.",
            has=has,
            most=format(most / 1e6, ".0f"),
            kind=kind,
            beside=beside,
            smaller=_SMALLER,
        )
        raise PhotoError("too_many_pixels", detail)
    if long > limits.side:
        detail = Sentence(
            "{has} no side can have more than {side}. {smaller}.",
            has=has,
            side=limits.side,
            smaller=_SMALLER,
        )
        raise PhotoError("too_many_pixels", detail)
    if long > max(limits.aspect * short, _SMALL):
        detail = Sentence("{has} the photo is too long and narrow. Crop it to the tiles.", has=has)
        raise PhotoError("too_many_pixels", detail)
    if source.memory(shrink) > limits.memory:
        raise cost_error(
            Sentence("takes more than {memory} MiB to decode", memory=limits.memory // MEBIBYTE)
        )


def _shrink(source: Source, scale: Scale) -> int:
    long = max(source.size)
    if not source.reducible and source.size[0] * source.size[1] <= scale.whole:
        return 1
    shrink = 1
    while shrink < 8 and long >= 2 * shrink * scale.side:
        shrink *= 2
    return shrink


def _upright_size(size: tuple[int, int], pixels: Pixels, shrink: int) -> tuple[int, int]:
    """Return the width and height of an upright photo, by its header and orientation."""
    height, width = pixels.shape[:2]
    for wide, high in (size, size[::-1]):
        if (width, height) == (-(-wide // shrink), -(-high // shrink)):
            return wide, high
    return width * shrink, height * shrink
