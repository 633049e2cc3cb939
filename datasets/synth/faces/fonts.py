"""Fonts for drawing tiles: one of the project's own, and those that fontconfig finds.

With `TABLESIDE_FONTS=own` in the environment only the project's own is used, so that a drawing is
the same on every machine.
"""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

# Family and style that a design may name. Brush and regular faces are both common on real tiles.
FAMILIES = (
    ("AR PL UKai TW", "Book"),
    ("AR PL UMing TW", "Light"),
    ("TW-Kai", "Regular"),
    ("LXGW WenKai", "Regular"),
    ("LXGW WenKai", "Bold"),
    ("LXGW WenKai", "Light"),
    ("Noto Serif CJK TC", "Bold"),
    ("Noto Serif CJK TC", "Regular"),
    ("Noto Sans CJK TC", "Bold"),
)
_FOLDER = Path(__file__).with_name("font")
_OWN = MappingProxyType({("Tile Kai", "Regular"): (str(_FOLDER / "TileKai-Regular.ttf"), 0)})
_CAPTIONS = "梅蘭菊竹春夏秋冬一二三四1234"
_FOUNDRY = 4  # letters that the names of one foundry's fonts share
_GLYPH_PX = 200


def _listed(pattern: str, *fields: str) -> list[list[str]]:
    """Return these fields of the machine's fonts that match a fontconfig pattern, sorted."""
    lister = shutil.which("fc-list")
    if lister is None or os.environ.get("TABLESIDE_FONTS") == "own":
        return []
    columns = "|".join(f"%{{{field}}}" for field in fields)
    command = [lister, pattern, "--format", f"{columns}\n"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line.replace("\\", "").split("|") for line in sorted(run.stdout.splitlines())]


@cache
def installed() -> dict[tuple[str, str], tuple[str, int]]:
    """Return file and face index of every installed family of ``FAMILIES``, and of our own."""
    found: dict[tuple[str, str], tuple[str, int]] = {}
    for path, index, families, styles in _listed(":", "file", "index", "family", "style"):
        for family, style in FAMILIES:
            if family in families.split(",") and style in styles.split(","):
                found.setdefault((family, style), (path, int(index) & 0xFFFF))
    return found | _OWN


@cache
def foundries() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return all installed fonts with the captions of bonus tiles, by the start of the names.

    Installed fonts differ from machine to machine: use them for training only, never for a picture
    that must be reproducible.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for font in _lettering():
        if "90" not in font[0] and _has_captions(font):  # those named 90 are rotated
            found.setdefault(font[0][:_FOUNDRY], []).append(font)
    return {name: tuple(fonts) for name, fonts in found.items()}


def _has_captions(font: tuple[str, str]) -> bool:
    """Return whether a font draws all captions: some leave signs empty, some fail."""
    try:
        return all(_font(font).getmask(sign).getbbox() for sign in _CAPTIONS)
    except OSError:
        return False


@cache
def _lettering() -> dict[tuple[str, str], tuple[str, int]]:
    """Return file and face index of every font with the captions and the Chinese numbers."""
    signs = " ".join(f"{ord(sign):x}" for sign in _CAPTIONS)
    found = dict(_OWN)
    for path, index, families, styles in _listed(
        f":charset={signs}", "file", "index", "family", "style"
    ):
        name = (families.split(",")[0], styles.split(",")[0])
        found.setdefault(name, (path, int(index) & 0xFFFF))
    return found


@cache
def _font(family: tuple[str, str]) -> ImageFont.FreeTypeFont:
    path, index = installed().get(family) or _lettering()[family]
    return ImageFont.truetype(path, _GLYPH_PX, index=index)


@cache
def glyph(text: str, family: tuple[str, str]) -> npt.NDArray[np.uint8]:
    """Return the coverage (h, w) of ``text``, cropped to its ink.

    An absent family is replaced by the first installed one.

    Raises ``ValueError`` if the font draws nothing for the text.
    """
    known = family in installed() or family in _lettering()
    chosen = family if known else next(iter(installed()))
    image = Image.new("L", (_GLYPH_PX * (len(text) + 1), _GLYPH_PX * 2))
    ImageDraw.Draw(image).text((_GLYPH_PX // 2, _GLYPH_PX // 3), text, fill=255, font=_font(chosen))
    box = image.getbbox()
    if box is None:
        message = f"the font {chosen[0]} draws nothing for {text!r}"
        raise ValueError(message)
    return np.asarray(image.crop(box), np.uint8)
