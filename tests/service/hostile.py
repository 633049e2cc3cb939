"""Files that nobody would send who means well, made from a seed: the same ones every time."""

import io
import random
import struct
import zlib
from collections.abc import Callable, Iterator

from PIL import Image

KINDS = ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP", "AVIF")


def photo(dice: random.Random, kind="JPEG") -> bytes:
    """A picture of noise, of any shape."""
    size = (dice.randrange(1, 400), dice.randrange(1, 400))
    out = io.BytesIO()
    image = Image.frombytes("RGB", size, dice.randbytes(3 * size[0] * size[1]))
    image.save(out, kind)
    return out.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(width: int, height: int, depth: int, colour: int, data: bytes) -> bytes:
    """A PNG that says what it likes about itself."""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def cut(dice):
    """Ends in the middle."""
    whole = photo(dice, dice.choice(KINDS))
    return whole[: dice.randrange(len(whole))]


def bomb(dice):
    """Few bytes that unpack to very many pixels."""
    side = dice.choice((5_000, 9_000, 20_000))
    packer = zlib.compressobj(9)
    row = bytes(1 + side // 8)
    packed = b"".join(packer.compress(row) for _ in range(min(side, 6_000)))
    return png(side, side, 1, 0, packed + packer.flush())


def huge(dice):
    """Claims dimensions that it has no pixels for."""
    sizes = (0, 1, 65_535, 2**31 - 1, 2**32 - 1)
    return png(dice.choice(sizes), dice.choice(sizes), 8, dice.choice((0, 2, 3, 6)), b"")


def huge_jpeg(dice):
    """The same for a JPEG, whose head is changed."""
    whole = bytearray(photo(dice))
    start = max(whole.find(b"\xff\xc0"), 0)
    whole[start + 5 : start + 9] = struct.pack(">HH", 65_000, dice.choice((1, 900, 65_000)))
    return bytes(whole)


def wrong_magic(dice):
    """Begins as one kind and goes on as another."""
    magic = dice.choice(
        (b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF\x10\0\0\0WEBP", b"GIF89a")
    )
    return magic + photo(dice, dice.choice(KINDS))[dice.randrange(16) :]


def polyglot(dice):
    """A picture that is also a page, a script or an archive."""
    tails = (b"<script>alert(1)</script>", b"PK\x03\x04" + bytes(40), b"#!/bin/sh\nrm -rf /\n")
    whole = photo(dice)
    comment = dice.choice(tails)
    return (
        whole[:2]
        + b"\xff\xfe"
        + struct.pack(">H", len(comment) + 2)
        + comment
        + whole[2:]
        + comment
    )


def broken_exif(dice):
    """Says of itself what no camera says."""
    whole = photo(dice)
    exif = (
        b"Exif\0\0" + dice.choice((b"II*\0", b"MM\0*", b"")) + dice.randbytes(dice.randrange(200))
    )
    return whole[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + whole[2:]


def animated(dice):
    """Many pictures in one file."""
    frames = [
        Image.new("RGB", (64, 64), (n * 40 % 256, 0, 0)) for n in range(dice.randrange(2, 30))
    ]
    out = io.BytesIO()
    kind = dice.choice(("GIF", "PNG", "WEBP"))
    frames[0].save(out, kind, save_all=True, append_images=frames[1:], duration=10)
    return out.getvalue()


def flipped(dice):
    """Some bytes were changed on the way."""
    whole = bytearray(photo(dice, dice.choice(KINDS)))
    for _ in range(dice.randrange(1, 40)):
        whole[dice.randrange(len(whole))] = dice.randrange(256)
    return bytes(whole)


def mutated(dice, data: bytes) -> bytes:
    """A file with some bytes changed, lost or doubled."""
    whole = bytearray(data)
    for _ in range(dice.randrange(1, 9)):
        at = dice.randrange(16, len(whole)) if len(whole) > 16 else 0
        how = dice.randrange(4)
        if how == 0:
            whole[at : at + 1] = bytes([dice.randrange(256)])
        elif how == 1:
            del whole[at : at + dice.randrange(1, 40)]
        elif how == 2:
            whole[at:at] = whole[at : at + dice.randrange(1, 400)]
        else:
            whole[at : at + 4] = struct.pack(">I", dice.choice((0, 1, 2**16, 2**31, 2**32 - 1)))
    return bytes(whole)


def noise(dice):
    """No kind of file at all, or nothing."""
    return dice.randbytes(dice.choice((0, 0, 1, 2, 3, 7, 12, 100, 10_000)))


def boxes(dice):
    """A HEIC that promises boxes it does not hold."""
    brand = dice.choice((b"heic", b"heix", b"avif", b"mif1", b"xxxx"))
    head = struct.pack(">I", 24) + b"ftyp" + brand + bytes(4) + b"mif1" + brand
    rest = b"".join(
        struct.pack(">I", dice.choice((0, 1, 8, 40, 2**31))) + name + dice.randbytes(24)
        for name in (b"meta", b"iloc", b"iinf", b"mdat")
    )
    return head + rest


def passes(dice):
    """A JPEG of very many scans."""
    out = io.BytesIO()
    Image.new("L", (200, 200), 90).save(out, "JPEG", progressive=True)
    whole = out.getvalue()
    start = whole.find(b"\xff\xda")
    end = whole.find(b"\xff\xda", start + 2)
    return whole[:start] + whole[start:end] * dice.choice((50, 3_000)) + whole[start:]


FAMILIES: tuple[Callable[[random.Random], bytes], ...] = (
    *(cut, bomb, huge, huge_jpeg, wrong_magic, polyglot),
    *(broken_exif, animated, flipped, noise, boxes, passes),
)


def files(count: int, seed: int = 20) -> Iterator[tuple[str, bytes]]:
    """So many files with the names of their families."""
    dice = random.Random(seed)
    for number in range(count):
        make = FAMILIES[number % len(FAMILIES)]
        yield f"{make.__name__}-{number}", make(dice)
