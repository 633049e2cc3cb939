"""The type of a file by its first bytes, never by its name."""

import io
from enum import Enum

from PIL.TiffImagePlugin import ImageFileDirectory_v2

from scorer.core.sentences import Sentence

_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}
_AVIF_BRANDS = {b"avif", b"avis"}


class FileType(Enum):
    """A type of file; the value is the phrase that names it to a person."""

    JPEG = Sentence("a JPEG image")
    PNG = Sentence("a PNG image")
    WEBP = Sentence("a WebP image")
    HEIC = Sentence("a HEIC image")
    AVIF = Sentence("an AVIF image")
    GIF = Sentence("a GIF image")
    BMP = Sentence("a BMP image")
    TIFF = Sentence("a TIFF image")
    RAW = Sentence("a camera's raw image")
    JPEG_2000 = Sentence("a JPEG 2000 image")
    JPEG_XL = Sentence("a JPEG XL image")
    ICON = Sentence("an ICO icon")
    SVG = Sentence("an SVG drawing")
    PDF = Sentence("a PDF document")
    VIDEO = Sentence("a video")
    ARCHIVE = Sentence("a ZIP archive or office document")


_TIFF = (b"II*\x00", b"MM\x00*")
_NEW_SUBFILE_TYPE, _DNG_VERSION = 254, 50706
_MAGIC = (
    (b"\xff\xd8\xff", FileType.JPEG),
    (b"\x89PNG\r\n\x1a\n", FileType.PNG),
    (b"GIF87a", FileType.GIF),
    (b"GIF89a", FileType.GIF),
    (b"BM", FileType.BMP),
    (b"\x00\x00\x00\x0cjP  \r\n\x87\n", FileType.JPEG_2000),
    (b"\xff\x4f\xff\x51", FileType.JPEG_2000),
    (b"\x00\x00\x00\x0cJXL \r\n\x87\n", FileType.JPEG_XL),
    (b"\xff\x0a", FileType.JPEG_XL),
    (b"\x00\x00\x01\x00", FileType.ICON),
    (b"%PDF", FileType.PDF),
    (b"PK\x03\x04", FileType.ARCHIVE),
    (b"\x1a\x45\xdf\xa3", FileType.VIDEO),
    (b"<svg", FileType.SVG),
    (b"FUJIFILMCCD-RAW", FileType.RAW),
    (b"IIRO", FileType.RAW),  # Olympus, with the next
    (b"IIRS", FileType.RAW),
    (b"IIU\x00", FileType.RAW),  # Panasonic
)
_XML_HEAD = 1024  # bytes in which a drawing follows the declaration and comments of its XML


def sniff(data: bytes) -> FileType | None:
    """Return the type of a file by its first bytes, None if unknown."""
    if data[:4] == b"RIFF":
        if data[8:12] == b"WEBP":
            return FileType.WEBP
        return FileType.VIDEO if data[8:12] == b"AVI " else None
    if data[4:8] == b"ftyp":
        return _sniff_brand(data)
    if data[:4] in _TIFF:
        return FileType.RAW if _is_raw(data) else FileType.TIFF
    if data.startswith(b"<?xml") and b"<svg" in data[:_XML_HEAD]:
        return FileType.SVG
    return next((kind for magic, kind in _MAGIC if data.startswith(magic)), None)


def _sniff_brand(data: bytes) -> FileType:
    """Return HEIC, AVIF, raw or video by the brands of an ISO media file (ISO 14496-12, 4.3)."""
    end = min(int.from_bytes(data[:4], "big"), 512)
    if data[8:12] == b"crx ":  # Canon's
        return FileType.RAW
    brands = {data[8:12]} | {data[at : at + 4] for at in range(16, end, 4)}
    if data[8:12] in _AVIF_BRANDS or (brands & _AVIF_BRANDS and not brands & _HEIC_BRANDS):
        return FileType.AVIF
    return FileType.HEIC if brands & (_HEIC_BRANDS | {b"mif1"}) else FileType.VIDEO


def _is_raw(data: bytes) -> bool:
    """Return whether a TIFF holds raw sensor data, with a thumbnail as its first picture.

    Such files say that they are a DNG, or that their first picture is a reduced one; Canon's begin
    with letters of their own.
    """
    if data[8:10] == b"CR":
        return True
    try:
        directory = ImageFileDirectory_v2(data[:8])
        file = io.BytesIO(data)
        file.seek(directory.next)
        directory.load(file)
        return _DNG_VERSION in directory or bool(directory.get(_NEW_SUBFILE_TYPE, 0) & 1)
    except Exception:  # noqa: BLE001  (damaged data may raise anything)
        return False
