"""Freely licensed tile art of the machine, and crops of real tiles, as designs for training only.

Packages are read where they lie, crops come from the shared folder; neither is ever committed.

Some of it is under the GNU General Public Licence: it may train a model and is never committed.
An absent package or tool costs its designs and leaves a note with its name.
"""

import gzip
import os
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from datasets.labels.photos import INDEX, load_tile_crops
from datasets.paths import PHOTOS
from datasets.synth.faces.design import CODES, FACE_SIZE
from datasets.synth.faces.face import Face, cached, ink_of
from datasets.synth.faces.fonts import font_file

Image = npt.NDArray[np.uint8]
Faces = Mapping[str, tuple[Face, ...]]
Images = dict[str, list[Image]]
_STORED = tomllib.loads(Path(__file__).with_name("art.toml").read_text(encoding="utf-8"))
SHEETS = _STORED["sheets"]
_RSVG = "rsvg-convert"


def codes(text: str) -> tuple[str, ...]:
    """Return the codes of tiles written like hands, such as ``123m 42z``; ``-`` stands for none."""
    runs = (("-",) if run == "-" else tuple(f"{rank}{run[-1]}" for rank in run[:-1])
            for run in text.split())  # fmt: skip
    return tuple("" if code == "-" else code for run in runs for code in run)


def loaders(notes: list[str]) -> dict[str, Callable[[], Faces]]:
    """Return loaders by design name of installed art; what is absent goes to ``notes``."""
    found: dict[str, Callable[[], Faces]] = {}
    for name, (package, place, make) in _designs().items():
        if place is None:
            notes.append(f"design {name} skipped: install {package}")
        elif make is _from_svg and shutil.which(_RSVG) is None:
            notes.append(f"design {name} skipped: install librsvg2-bin for {_RSVG}")
        else:
            found[name] = partial(cached, name, partial(make, place))
    return found


def _find(path: str) -> Path | None:
    """Return where a file lies under one of the system's data folders."""
    folders = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    places = (Path(folder) / path for folder in folders.split(":"))
    return next((place for place in places if place.exists()), None)


def _designs() -> dict[str, tuple[str, Path | None, Callable[[Path], Images]]]:
    """Return designs by name: the package that brings each, where it lies, and what reads it."""
    kde, sets = "kdegames-mahjongg-data-kf5", "kmahjongglib/tilesets"
    return {
        **{
            name: (sheet["package"], _find(sheet["path"]), partial(_from_sheet, name))
            for name, sheet in SHEETS.items()
        },
        **{  # jade is white on green, classic has pictures of its own
            f"art:kde-{kind}": (kde, _find(f"{sets}/{kind}.svgz"), _from_svg)
            for kind in ("default", "traditional")
        },
        **{
            name: (package, font_file(family), _from_font)
            for name, (family, package) in _STORED["fonts"].items()
        },
    }


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
            command = (_RSVG, "-i", name, "--zoom", "3", str(plain), "-o", str(out))
            subprocess.run(command, check=True, capture_output=True)
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


_INSET = 0.045  # crops include the rounded edge and often a neighbour's


def crop_loaders(
    notes: list[str], root: Path = PHOTOS
) -> dict[str, Callable[[], Mapping[str, tuple[Face, ...]]]]:
    """Return a loader a tile set of ``tiles.jsonl`` in ``root``, named ``crops:`` and the set."""
    if not (root / INDEX).exists():
        notes.append(
            "designs from crops skipped: no shared folder with tiles.jsonl beside the checkout"
        )
        return {}
    files: dict[str, dict[str, list[Path]]] = {}
    for crop in load_tile_crops(root):
        files.setdefault(crop.set, {}).setdefault(crop.tile, []).append(crop.path)
    return {
        f"crops:{name}": partial(cached, f"crops:{name}", partial(_read, by_code))
        for name, by_code in sorted(files.items())
    }


def _read(files: Mapping[str, list[Path]]) -> dict[str, list[Image]]:
    faces: dict[str, list[Image]] = {}
    for code in CODES:
        images = [cv2.imread(str(path), cv2.IMREAD_COLOR) for path in files.get(code, [])]
        inks = [_ink(image) for image in images if image is not None]
        if inks:
            faces[code] = inks
    return faces


def _ink(image: npt.NDArray[np.generic]) -> Image:
    pixels = np.asarray(image, np.uint8)[..., ::-1]
    h, w = pixels.shape[:2]
    inner = pixels[
        round(h * _INSET) : h - round(h * _INSET), round(w * _INSET) : w - round(w * _INSET)
    ]
    shrink = cv2.INTER_AREA if inner.shape[1] > FACE_SIZE[0] else cv2.INTER_CUBIC
    return ink_of(np.asarray(cv2.resize(inner, FACE_SIZE, interpolation=shrink), np.uint8))
