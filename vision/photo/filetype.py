"""What a file is, by its first bytes and never by its name."""

from enum import Enum

_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}
_AVIF_BRANDS = {b"avif", b"avis"}


class FileType(Enum):
    """A kind of file, in the words used to name it to a person."""

    JPEG = "a JPEG image"
    PNG = "a PNG image"
    WEBP = "a WebP image"
    HEIC = "a HEIC image"
    AVIF = "an AVIF image"
    GIF = "a GIF image"
    BMP = "a BMP image"
    TIFF = "a TIFF or raw image"
    SVG = "an SVG drawing"
    PDF = "a PDF document"
    VIDEO = "a video"
    ARCHIVE = "a ZIP archive or office document"

    @property
    def accepted(self) -> bool:
        """Whether photos of this type are read."""
        return self in {FileType.JPEG, FileType.PNG, FileType.WEBP, FileType.HEIC}


_MAGIC = (
    (b"\xff\xd8\xff", FileType.JPEG),
    (b"\x89PNG\r\n\x1a\n", FileType.PNG),
    (b"GIF87a", FileType.GIF),
    (b"GIF89a", FileType.GIF),
    (b"BM", FileType.BMP),
    (b"II*\x00", FileType.TIFF),
    (b"MM\x00*", FileType.TIFF),
    (b"%PDF", FileType.PDF),
    (b"PK\x03\x04", FileType.ARCHIVE),
    (b"\x1a\x45\xdf\xa3", FileType.VIDEO),
    (b"<svg", FileType.SVG),
)


def sniff(data: bytes) -> FileType | None:
    """Name the type of a file from its first bytes; None where they say nothing known."""
    if data[:4] == b"RIFF":
        if data[8:12] == b"WEBP":
            return FileType.WEBP
        return FileType.VIDEO if data[8:12] == b"AVI " else None
    if data[4:8] == b"ftyp":
        return _by_brand(data)
    return next((kind for magic, kind in _MAGIC if data.startswith(magic)), None)


def _by_brand(data: bytes) -> FileType:
    """Tell HEIC from AVIF and video by the brands of an ISO media file (ISO 14496-12, 4.3)."""
    end = min(int.from_bytes(data[:4], "big"), 512)
    brands = {data[8:12]} | {data[at : at + 4] for at in range(16, end, 4)}
    if data[8:12] in _AVIF_BRANDS or (brands & _AVIF_BRANDS and not brands & _HEIC_BRANDS):
        return FileType.AVIF
    return FileType.HEIC if brands & (_HEIC_BRANDS | {b"mif1"}) else FileType.VIDEO
