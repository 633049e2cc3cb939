"""Freely licensed tile art of the machine: packages that are installed, read where they lie.

Some of it is under the GNU General Public Licence: it may train a model and is never committed.
An absent package or tool costs its designs and leaves a note with its name. What is unseen is left
out of training for good, so that a rendered photo of it shows tile faces that came from neither
this package's drawing nor any set trained on.
"""

import gzip
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageColor, ImageDraw, ImageFont

from datasets.synth.faces.design import CODES, FACE_SIZE
from datasets.synth.faces.face import Face, cached, ink_of
from datasets.synth.faces.fonts import font_file

Image = npt.NDArray[np.uint8]
Faces = Mapping[str, tuple[Face, ...]]
Images = dict[str, list[Image]]
_STORED = tomllib.loads(Path(__file__).with_name("art.toml").read_text(encoding="utf-8"))
SHEETS = _STORED["sheets"]
_RSVG, _PDFTOPPM = "rsvg-convert", "pdftoppm"
_TOOLS = {_RSVG: "librsvg2-bin", _PDFTOPPM: "poppler-utils"}  # with the packages that have them
_XPM_BODY = np.full(3, 234, np.float32)
_XPM_LETTERS = {"C": "m", "D": "p", "B": "s", "F": "f", "S": "g"}
_XPM_HONOURS = {"EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z", "WD": "5z", "GD": "6z", "RD": "7z"}
# Paint by suit, and of two dragons, for art that is white on dark stone.
_PAINTS = {
    "m": (170, 25, 30),
    "p": (25, 50, 120),
    "s": (20, 95, 50),
    "z": (25, 25, 35),
    "f": (180, 40, 60),
    "g": (20, 90, 70),
    "6z": (15, 100, 45),
    "7z": (185, 25, 30),
}
_CELL = 130  # px a column of the postmodern picture, of which the suits and honours come first


def codes(text: str) -> tuple[str, ...]:
    """Return the codes of tiles written like hands, such as ``123m 42z``; ``-`` stands for none."""
    runs = (("-",) if run == "-" else tuple(f"{rank}{run[-1]}" for rank in run[:-1])
            for run in text.split())  # fmt: skip
    return tuple("" if code == "-" else code for run in runs for code in run)


@dataclass(frozen=True)
class _Design:
    """A design by name: the package that brings it, where it lies, what reads it, by which tool.

    A font lies where its family does, the rest under one of the system's data folders.
    """

    name: str
    package: str
    path: str
    make: Callable[[Path], Images]
    tool: str = ""

    def find(self) -> Path | None:
        if self.make is _from_font:
            return font_file(self.path)
        folders = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        places = (Path(folder) / self.path for folder in folders.split(":"))
        return next((place for place in places if place.exists()), None)


def loaders(notes: list[str], *, unseen: bool = False) -> dict[str, Callable[[], Faces]]:
    """Return loaders by design name of installed art; what is absent goes to ``notes``."""
    found: dict[str, Callable[[], Faces]] = {}
    for each in _unseen_designs() if unseen else _designs():
        place = each.find()
        if each.tool and shutil.which(each.tool) is None:
            wanted = f"{_TOOLS[each.tool]} for {each.tool}"
            notes.append(f"design {each.name} skipped: install {wanted}")
        elif place is None:
            notes.append(f"design {each.name} skipped: install {each.package}")
        else:
            found[each.name] = partial(cached, each.name, partial(each.make, place))
    return found


def _designs() -> list[_Design]:
    kde = "kdegames-mahjongg-data-kf5"
    return [
        *(
            _Design(name, sheet["package"], sheet["path"], partial(_from_sheet, name))
            for name, sheet in SHEETS.items()
        ),
        *(  # jade is white on green, classic has pictures of its own
            _Design(f"art:kde-{kind}", kde, f"kmahjongglib/tilesets/{kind}.svgz", _from_svg, _RSVG)
            for kind in ("default", "traditional")
        ),
        *(
            _Design(f"art:{kind}", "mah-jong", f"mah-jong/{kind}", _from_xpm)
            for kind in ("tiles-v1", "tiles-numbered")
        ),
        *(
            _Design(name, package, family, _from_font)
            for name, (family, package) in _STORED["fonts"].items()
        ),
    ]


def _unseen_designs() -> list[_Design]:
    kde, jade = "kdegames-mahjongg-data-kf5", "kmahjongglib/tilesets/jade.svgz"
    postmodern = "gnome-mahjongg/themes/postmodern.svg"
    texlive = "texlive/texmf-dist/tex/latex/mahjong/tiles"
    return [
        _Design("art:jade", kde, jade, _jade, _RSVG),
        _Design("art:postmodern", "gnome-mahjongg", postmodern, _postmodern, _RSVG),
        _Design("art:texlive", "texlive-games", texlive, _texlive, _PDFTOPPM),
    ]


def _scale(image: Image) -> Image:
    shrink = image.shape[1] > FACE_SIZE[0]
    return np.asarray(
        cv2.resize(image, FACE_SIZE, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC),
        np.uint8,
    )


def _from_sheet(name: str, path: Path) -> Images:
    """Cut a sheet's cells and take the body colour out of each."""
    sheet = SHEETS[name]
    wide, high = sheet["cell"]
    left, top, right, bottom = sheet["face"]
    with Pillow.open(path) as file:
        pixels = np.asarray(file.convert("RGB"), np.uint8)
    faces: Images = {}
    for i, code in enumerate(codes(sheet["codes"])):
        if not code:
            continue
        x, y = i % sheet["columns"] * wide, i // sheet["columns"] * high
        faces[code] = [ink_of(_scale(pixels[y + top : y + bottom, x + left : x + right]))]
    return faces


def _premultiply(image: Image) -> Image:
    alpha = image[..., 3:].astype(np.float32) / 255
    return np.concatenate(
        [(image[..., :3] * alpha).round().astype(np.uint8), image[..., 3:]], axis=2
    )


def _fit(image: Image, margin: float) -> Image:
    """Place ink in the middle of a face, leaving ``margin`` on each side."""
    room = (FACE_SIZE[0] * (1 - 2 * margin), FACE_SIZE[1] * (1 - 2 * margin))
    h, w = image.shape[:2]
    scale = min(room[0] / w, room[1] / h)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    face = np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)
    x, y = (FACE_SIZE[0] - size[0]) // 2, (FACE_SIZE[1] - size[1]) // 2
    face[y : y + size[1], x : x + size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return face


def _from_svg(path: Path) -> Images:
    """Render the elements of a tile set by their names; those that render empty are left out."""
    faces: Images = {}
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "set.svg"
        plain.write_bytes(gzip.decompress(path.read_bytes()))
        for name, code in zip(_STORED["kde"]["names"], codes(_STORED["kde"]["codes"]), strict=True):
            out = Path(folder) / f"{name}.png"
            _run(_RSVG, "-i", name, "--zoom", "3", str(plain), "-o", str(out))
            with Pillow.open(out) as file:
                image = np.asarray(file.convert("RGBA"), np.uint8)
            rows, columns = np.nonzero(image[..., 3] > 24)
            if len(rows) == 0:
                if code == "5z":
                    faces[code] = [np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)]
                continue
            ink = image[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
            faces[code] = [_fit(_premultiply(ink), 0.1)]
    return faces


def _from_xpm(path: Path) -> Images:
    """Read the small pixel tiles of a folder, one file a face."""
    faces: Images = {}
    for file in sorted(path.glob("*.xpm")):
        name = file.stem
        code = _XPM_HONOURS.get(name)
        if code is None and len(name) == 2 and name[0].isdigit() and name[1] in _XPM_LETTERS:
            code = name[0] + _XPM_LETTERS[name[1]]
        if code is None:
            continue
        pixels = _read_xpm(file.read_text(errors="replace"))
        faces[code] = [_fit(ink_of(_scale(pixels), body=_XPM_BODY), 0.09)]
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


def _from_font(path: Path) -> Images:
    """Draw the mahjong block of Unicode, without the frame that its glyphs carry."""
    font = ImageFont.truetype(str(path), 200)
    faces: Images = {}
    for i, code in enumerate(codes(_STORED["orders"]["unicode"])):
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


def _run(tool: str, *arguments: str) -> None:
    subprocess.run([shutil.which(tool) or tool, *arguments], check=True, capture_output=True)


def _jade(path: Path) -> Images:
    """Paint the white engraving of the jade set by suit; green and red dragon in their colours."""
    painted: Images = {}
    for code, images in _from_svg(path).items():
        colour = np.array(_PAINTS.get(code, _PAINTS.get(code[1])), np.float32) / 255
        cover = images[0][..., 3:].astype(np.float32)
        painted[code] = [np.concatenate([cover * colour, cover], axis=2).round().astype(np.uint8)]
    return painted


def _postmodern(path: Path) -> Images:
    """Cut the upper row of one wide picture; its bonus tiles say nothing and are left out."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "all.png"
        size = ("--width", str(43 * _CELL), "--background-color", "#f4f4f4")
        _run(_RSVG, *size, str(path), "-o", str(out))
        with Pillow.open(out) as file:
            pixels = np.asarray(file.convert("RGB"), np.uint8)
    faces: Images = {}
    for i, code in enumerate(codes(_STORED["orders"]["xmahjongg"])):
        x = i * _CELL
        face = np.ascontiguousarray(pixels[8:158, x + 20 : x + 124])  # without edge and side walls
        faces[code] = [_fit(ink_of(face), 0.02)]
    return faces


def _texlive(folder: Path) -> Images:
    """Draw the 34 faces of the TeX package; the five of each suit without its red double."""
    faces: Images = {}
    with tempfile.TemporaryDirectory() as scratch:
        for code in CODES:
            source = folder / f"mahjong-{code}.pdf"
            if not source.exists():
                continue
            out = Path(scratch) / code
            _run(_PDFTOPPM, "-png", "-r", "300", "-singlefile", str(source), str(out))
            pixels = cv2.imread(f"{out}.png", cv2.IMREAD_COLOR_RGB)
            faces[code] = [_fit(ink_of(np.asarray(pixels, np.uint8)), 0.08)]
    return faces
