"""Fonts with Chinese characters, found through fontconfig rather than by path."""

import shutil
import subprocess
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

# Family, style: what a design may name. Brush and regular faces are both common on real tiles.
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
_CAPTIONS = "梅蘭菊竹春夏秋冬一二三四1234"
_FOUNDRY = 4  # letters that the fonts of one house have in common
_GLYPH_PX = 200


class FontMissingError(RuntimeError):
    """No installed font can draw Chinese characters."""


@cache
def installed() -> dict[tuple[str, str], tuple[str, int]]:
    """Return file and face index of every family of ``FAMILIES`` that fontconfig knows.

    Raises ``FontMissingError`` when there is none, naming the packages that bring them.
    """
    lister = shutil.which("fc-list")
    lines: list[str] = []
    if lister is not None:
        command = [lister, "--format", "%{file}|%{index}|%{family}|%{style}\n"]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        lines = run.stdout.splitlines()
    found: dict[tuple[str, str], tuple[str, int]] = {}
    for line in sorted(lines):
        path, index, families, styles = [part.replace("\\", "") for part in line.split("|")]
        for family, style in FAMILIES:
            if family in families.split(",") and style in styles.split(","):
                found.setdefault((family, style), (path, int(index) & 0xFFFF))
    if not found:
        message = (
            "no font with Chinese characters is installed: install fonts-arphic-ukai, "
            "fonts-arphic-uming, fonts-cns11643-kai, fonts-lxgw-wenkai and fonts-noto-cjk "
            "(Debian names)"
        )
        raise FontMissingError(message)
    return found


@cache
def fonts_digest() -> str:
    """Name the fonts that faces are drawn with here: eight digits, others for other fonts.

    Raises ``FontMissingError`` as ``installed`` does.
    """
    every = repr([sorted(installed().items()), sorted(_lettering().items())])
    return f"{crc32(every.encode()):08x}"


@cache
def foundries() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return all installed fonts that have the captions of bonus tiles, by how their names begin.

    What is installed differs from machine to machine: for training only, never for a picture that
    must come out the same again. Empty where there is no fontconfig.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for font in _lettering():
        if "90" not in font[0] and _has_captions(font):  # those named 90 lie on their side
            found.setdefault(font[0][:_FOUNDRY], []).append(font)
    return {name: tuple(fonts) for name, fonts in found.items()}


def _has_captions(font: tuple[str, str]) -> bool:
    """Whether a font draws what it promises: some leave signs empty, some cannot be drawn."""
    try:
        return all(_font(font).getmask(sign).getbbox() for sign in _CAPTIONS)
    except OSError:
        return False


@cache
def _lettering() -> dict[tuple[str, str], tuple[str, int]]:
    """Return file and face index of every font with the captions and the Chinese numbers."""
    lister = shutil.which("fc-list")
    if lister is None:
        return {}
    signs = " ".join(f"{ord(sign):x}" for sign in _CAPTIONS)
    command = [lister, f":charset={signs}", "--format", "%{file}|%{index}|%{family}|%{style}\n"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[tuple[str, str], tuple[str, int]] = {}
    for line in sorted(run.stdout.splitlines()):
        path, index, families, styles = [part.replace("\\", "") for part in line.split("|")]
        name = (families.split(",")[0], styles.split(",")[0])
        found.setdefault(name, (path, int(index) & 0xFFFF))
    return found


@cache
def _font(family: tuple[str, str]) -> ImageFont.FreeTypeFont:
    path, index = installed().get(family) or _lettering()[family]
    return ImageFont.truetype(path, _GLYPH_PX, index=index)


@cache
def glyph(text: str, family: tuple[str, str]) -> npt.NDArray[np.uint8]:
    """Return the coverage (h, w) of ``text`` cut to its ink.

    A family that is absent falls back to the first one that is installed.

    Raises ``ValueError`` when the font draws nothing for the text.
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


def font_file(family: str) -> Path | None:
    """Return the file of a font family, None where fontconfig or the font is not installed."""
    lister = shutil.which("fc-list")
    if lister is None:
        return None
    command = [lister, "--format", "%{file}\n", f":family={family}"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return next((Path(line) for line in run.stdout.splitlines() if line), None)
