"""Freely licensed tile art that no training sees: for photos that measure a reader.

The designs named here are left out of ``datasets.synth.faces.art`` for good, so that a rendered
photo of them shows tile faces that came from neither this package's drawing nor any set trained on.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from datasets.synth.faces.art import XMAHJONGG, Faces, find, fit, from_svg, place
from datasets.synth.faces.design import CODES
from datasets.synth.faces.face import cached, ink_of

Image = npt.NDArray[np.uint8]
Maker = Callable[[Path], Mapping[str, list[Image]]]
# Paint by suit for art that is white on dark stone.
_PAINTS = {
    "m": (170, 25, 30),
    "p": (25, 50, 120),
    "s": (20, 95, 50),
    "z": (25, 25, 35),
    "f": (180, 40, 60),
    "g": (20, 90, 70),
}
_CELL = 130  # px a column of the picture, of which the suits and honours come first


def loaders(notes: list[str]) -> dict[str, Callable[[], Faces]]:
    """Return loaders by design name of installed art; what is absent goes to ``notes``."""
    makers: dict[str, Callable[[], Mapping[str, list[Image]]]] = {}
    pdf = ("pdftoppm", "poppler-utils")
    svg = ("rsvg-convert", "librsvg2-bin")
    wanted: tuple[tuple[str, str, tuple[str, str], str, Maker], ...] = (
        ("art:jade", "kdegames-mahjongg-data-kf5", svg, "kmahjongglib/tilesets/jade.svgz", _jade),
        ("art:postmodern", "gnome-mahjongg", svg, _POSTMODERN_FILE, _postmodern),
        ("art:texlive", "texlive-games", pdf, _TEXLIVE_FOLDER, _texlive),
    )
    for name, package, (tool, tool_package), path, make in wanted:
        if shutil.which(tool) is None:
            notes.append(f"design {name} skipped: install {tool_package} for {tool}")
        else:
            place(makers, notes, (name, package), find(path), make)
    return {name: partial(cached, name, make) for name, make in makers.items()}


_POSTMODERN_FILE = "gnome-mahjongg/themes/postmodern.svg"
_TEXLIVE_FOLDER = "texlive/texmf-dist/tex/latex/mahjong/tiles"


def _jade(path: Path) -> dict[str, list[Image]]:
    """Paint the white engraving of the jade set by suit; green and red dragon in their colours."""
    own = {"6z": (15, 100, 45), "7z": (185, 25, 30)}
    painted: dict[str, list[Image]] = {}
    for code, images in from_svg(path).items():
        colour = np.array(own.get(code, _PAINTS[code[1]]), np.float32) / 255
        cover = images[0][..., 3:].astype(np.float32)
        painted[code] = [np.concatenate([cover * colour, cover], axis=2).round().astype(np.uint8)]
    return painted


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)


def _postmodern(path: Path) -> dict[str, list[Image]]:
    """Cut the upper row of one wide picture; its bonus tiles say nothing and are left out."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "all.png"
        tool = shutil.which("rsvg-convert") or "rsvg-convert"
        _run(
            [
                tool,
                "--width",
                str(43 * _CELL),
                "--background-color",
                "#f4f4f4",
                str(path),
                "-o",
                str(out),
            ]
        )
        with Pillow.open(out) as file:
            pixels = np.asarray(file.convert("RGB"), np.uint8)
    faces: dict[str, list[Image]] = {}
    for i, code in enumerate(XMAHJONGG):
        x = i * _CELL
        face = np.ascontiguousarray(pixels[8:158, x + 20 : x + 124])  # without edge and side walls
        faces[code] = [fit(ink_of(face), 0.02)]
    return faces


def _texlive(folder: Path) -> dict[str, list[Image]]:
    """Draw the 34 faces of the TeX package; the five of each suit without its red double."""
    faces: dict[str, list[Image]] = {}
    tool = shutil.which("pdftoppm") or "pdftoppm"
    with tempfile.TemporaryDirectory() as scratch:
        for code in CODES:
            source = folder / f"mahjong-{code}.pdf"
            if not source.exists():
                continue
            out = Path(scratch) / code
            _run([tool, "-png", "-r", "300", "-singlefile", str(source), str(out)])
            pixels = cv2.imread(f"{out}.png", cv2.IMREAD_COLOR_RGB)
            faces[code] = [fit(ink_of(np.asarray(pixels, np.uint8)), 0.08)]
    return faces
