"""Crops of real tiles from the shared folder as designs: for training only, never committed."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.labels.photos import INDEX, load_tile_crops
from datasets.paths import PHOTOS
from datasets.synth.faces.design import CODES, FACE_SIZE
from datasets.synth.faces.face import Face, cached, ink_of

Image = npt.NDArray[np.uint8]
_INSET = 0.045  # crops include the rounded edge and often a neighbour's


def loaders(
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
