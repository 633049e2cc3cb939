"""Freely licensed tile art of the machine: packages that are installed, read where they lie.

Some of it is under the GNU General Public Licence: it may train a model and is never committed.
An absent package costs its designs and leaves a note with the package's name.
"""

import gzip
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageColor, ImageDraw, ImageFont

from datasets.synth.faces.design import FACE_SIZE
from datasets.synth.faces.face import Face, cached, ink_of
from datasets.synth.faces.fonts import SYMBOLS, font_file

Image = npt.NDArray[np.uint8]
Faces = Mapping[str, tuple[Face, ...]]


def codes(text: str) -> tuple[str, ...]:
    """Return the codes of tiles written like hands, such as ``123m 42z``; ``-`` stands for none."""
    runs = (("-",) if run == "-" else tuple(f"{rank}{run[-1]}" for rank in run[:-1])
            for run in text.split())  # fmt: skip
    return tuple("" if code == "-" else code for run in runs for code in run)


# Orders as they stand in the files, looked at one by one: none of them agrees with another.
XMAHJONGG = codes("123456789p 432176z 123456789m 123456789s")
_REAL = codes("123456789p 123456789s 123456789m 1234g 4213z - 1234f 657z")
_DOROTHYS = (*XMAHJONGG, *codes("1234g 5z 4213f"))
_SMOOTH = (*XMAHJONGG, *codes("2314f 5z 1234g"))
_GNOME = (*XMAHJONGG, *codes("- - - - 5z"))
_UNICODE = codes("1234765z 123456789m 123456789s 123456789p 1243f 1234g")
_KDE_ORDER = (
    *(f"{name}_{rank}" for name in ("CHARACTER", "ROD", "BAMBOO") for rank in range(1, 10)),
    *(f"WIND_{rank}" for rank in range(1, 5)),
    *(f"DRAGON_{rank}" for rank in range(1, 4)),
    *(f"{name}_{rank}" for name in ("SEASON", "FLOWER") for rank in range(1, 5)),
)
_KDE_CODES = codes("123456789m 123456789p 123456789s 4213567z 1234g 1234f")
_KDE = dict(zip(_KDE_ORDER, _KDE_CODES, strict=True))


@dataclass(frozen=True)
class Sheet:
    """Faces in a grid of one picture: path, cell size, the face's box in a cell, codes by cell."""

    path: str
    package: str
    cell: tuple[int, int]
    face: tuple[int, int, int, int]
    columns: int
    codes: tuple[str, ...]


SHEETS = {
    "art:real": Sheet(
        "games/xmahjongg/tiles/real.gif", "xmahjongg", (59, 79), (3, 3, 55, 75), 9, _REAL
    ),
    "art:dorothys": Sheet(
        "games/xmahjongg/tiles/dorothys.gif", "xmahjongg", (64, 80), (3, 3, 51, 66), 21, _DOROTHYS
    ),
    "art:gnome": Sheet(
        "games/xmahjongg/tiles/gnome.gif", "xmahjongg", (40, 56), (3, 3, 36, 50), 21, _GNOME
    ),
    "art:smooth": Sheet(
        "gnome-mahjongg/themes/smooth.png",
        "gnome-mahjongg",
        (96, 132),
        (8, 5, 94, 117),
        43,
        _SMOOTH,
    ),
}
KDE_SETS = ("default", "traditional")  # jade is white on green, classic has pictures of its own
XPM_SETS = ("tiles-v1", "tiles-numbered")
FONTS = {
    "art:symbola": ("Symbola", "fonts-symbola"),
    "art:symbols2": (SYMBOLS, "fonts-noto-core"),
}
_XPM_BODY = np.full(3, 234, np.float32)
_XPM_LETTERS = {"C": "m", "D": "p", "B": "s", "F": "f", "S": "g"}
_XPM_HONOURS = {"EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z", "WD": "5z", "GD": "6z", "RD": "7z"}


def find(path: str) -> Path | None:
    """Return the file or folder ``path`` under one of the system's data folders."""
    folders = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return next((Path(f) / path for f in folders.split(":") if (Path(f) / path).exists()), None)


def loaders(notes: list[str]) -> dict[str, Callable[[], Faces]]:
    """Return loaders by design name of installed art; what is absent goes to ``notes``."""
    makers: dict[str, Callable[[], Mapping[str, list[Image]]]] = {}
    for name, sheet in SHEETS.items():
        place(makers, notes, (name, sheet.package), find(sheet.path), partial(_from_sheet, sheet))
    converter = shutil.which("rsvg-convert")
    for kind in KDE_SETS:
        name, found = f"art:kde-{kind}", find(f"kmahjongglib/tilesets/{kind}.svgz")
        if converter is None:
            notes.append(f"design {name} skipped: install librsvg2-bin for rsvg-convert")
        else:
            place(makers, notes, (name, "kdegames-mahjongg-data-kf5"), found, from_svg)
    for kind in XPM_SETS:
        place(makers, notes, (f"art:{kind}", "mah-jong"), find(f"mah-jong/{kind}"), _from_xpm)
    for name, (family, package) in FONTS.items():
        place(makers, notes, (name, package), font_file(family), _from_font)
    return {name: partial(cached, name, make) for name, make in makers.items()}


def place(
    makers: dict[str, Callable[[], Mapping[str, list[Image]]]],
    notes: list[str],
    label: tuple[str, str],
    found: Path | None,
    make: Callable[[Path], Mapping[str, list[Image]]],
) -> None:
    """Note how to make a design from what was found, or which package would bring it."""
    if found is None:
        notes.append(f"design {label[0]} skipped: install {label[1]}")
    else:
        makers[label[0]] = partial(make, found)


def _scale(image: Image) -> Image:
    shrink = image.shape[1] > FACE_SIZE[0]
    return np.asarray(
        cv2.resize(image, FACE_SIZE, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC),
        np.uint8,
    )


def _from_sheet(sheet: Sheet, path: Path) -> dict[str, list[Image]]:
    """Cut a sheet's cells and take the body colour out of each."""
    with Pillow.open(path) as file:
        pixels = np.asarray(file.convert("RGB"), np.uint8)
    faces: dict[str, list[Image]] = {}
    for i, code in enumerate(sheet.codes):
        if not code:
            continue
        x, y = i % sheet.columns * sheet.cell[0], i // sheet.columns * sheet.cell[1]
        left, top, right, bottom = sheet.face
        faces[code] = [ink_of(_scale(pixels[y + top : y + bottom, x + left : x + right]))]
    return faces


def _premultiply(image: Image) -> Image:
    alpha = image[..., 3:].astype(np.float32) / 255
    return np.concatenate(
        [(image[..., :3] * alpha).round().astype(np.uint8), image[..., 3:]], axis=2
    )


def fit(image: Image, margin: float) -> Image:
    """Place ink in the middle of a face, leaving ``margin`` on each side."""
    room = (FACE_SIZE[0] * (1 - 2 * margin), FACE_SIZE[1] * (1 - 2 * margin))
    h, w = image.shape[:2]
    scale = min(room[0] / w, room[1] / h)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    face = np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)
    x, y = (FACE_SIZE[0] - size[0]) // 2, (FACE_SIZE[1] - size[1]) // 2
    face[y : y + size[1], x : x + size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return face


def from_svg(path: Path) -> dict[str, list[Image]]:
    """Render the elements of a tile set by their names; those that render empty are left out."""
    faces: dict[str, list[Image]] = {}
    converter = shutil.which("rsvg-convert") or "rsvg-convert"
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "set.svg"
        plain.write_bytes(gzip.decompress(path.read_bytes()))
        for name, code in _KDE.items():
            out = Path(folder) / f"{name}.png"
            command = [converter, "-i", name, "--zoom", "3", str(plain), "-o", str(out)]
            subprocess.run(command, check=True)
            with Pillow.open(out) as file:
                image = np.asarray(file.convert("RGBA"), np.uint8)
            rows, columns = np.nonzero(image[..., 3] > 24)
            if len(rows) == 0:
                if code == "5z":
                    faces[code] = [np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)]
                continue
            ink = image[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
            faces[code] = [fit(_premultiply(ink), 0.1)]
    return faces


def _from_xpm(path: Path) -> dict[str, list[Image]]:
    """Read the small pixel tiles of a folder, one file a face."""
    faces: dict[str, list[Image]] = {}
    for file in sorted(path.glob("*.xpm")):
        name = file.stem
        code = _XPM_HONOURS.get(name)
        if code is None and len(name) == 2 and name[0].isdigit() and name[1] in _XPM_LETTERS:
            code = name[0] + _XPM_LETTERS[name[1]]
        if code is None:
            continue
        pixels = _read_xpm(file.read_text(errors="replace"))
        faces[code] = [fit(ink_of(_scale(pixels), body=_XPM_BODY), 0.09)]
    return faces


def _read_xpm(text: str) -> Image:
    """Return the pixels (h, w, 3) of an XPM picture; clear pixels are white."""
    lines = re.findall(r'"([^"]*)"', text)
    width, height, count, wide = (int(part) for part in lines[0].split()[:4])
    palette: dict[str, tuple[int, ...]] = {}
    for line in lines[1 : count + 1]:
        match = re.search(r"\bc\s+(\S+)", line[wide:])
        name = match.group(1) if match else "white"
        palette[line[:wide]] = ImageColor.getrgb("white" if name.lower() == "none" else name)[:3]
    rows = lines[count + 1 : count + 1 + height]
    cells = [[palette[row[x * wide : (x + 1) * wide]] for x in range(width)] for row in rows]
    return np.array(cells, np.uint8)


def _from_font(path: Path) -> dict[str, list[Image]]:
    """Draw the mahjong block of Unicode, without the frame that its glyphs carry."""
    font = ImageFont.truetype(str(path), 200)
    faces: dict[str, list[Image]] = {}
    for i, code in enumerate(_UNICODE):
        canvas = Pillow.new("L", (320, 360))
        ImageDraw.Draw(canvas).text((60, 60), chr(0x1F000 + i), fill=255, font=font)
        box = canvas.getbbox()
        if box is None:
            continue
        mask = np.asarray(canvas.crop(box), np.uint8)
        h, w = mask.shape
        inner = mask[round(h * 0.05) : round(h * 0.95), round(w * 0.07) : round(w * 0.93)]
        cover = _scale(inner)[..., None]
        colour = np.array(
            {"z": (20, 20, 30), "m": (25, 25, 30)}.get(code[1], (15, 60, 40)), np.float32
        )
        faces[code] = [
            np.concatenate([(cover / 255 * colour).round().astype(np.uint8), cover], axis=2)
        ]
    return faces
