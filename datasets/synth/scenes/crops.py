"""Single tiles as the classifier sees them: faces and backs, with neighbours."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.camera import Box, Camera, face_down, look_at, lying
from datasets.synth.scenes.photograph import RED_FIVES, OneSet, take
from datasets.synth.scenes.profile import KINDS
from vision.quads.geometry import rectify
from vision.sets import FACE_DOWN, UNKNOWN_FACE

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
LABELS = (*CODES, FACE_DOWN, UNKNOWN_FACE, *RED_FIVES)


@dataclass(frozen=True, eq=False)
class Crop:
    """A rectified crop: ``image`` (size, size, 3), its label ``code``, its ``design``.

    The face's own top left is the crop's top left.
    """

    image: Image
    code: str
    design: str


def render_crop(
    rng: np.random.Generator,
    faces: FaceLibrary,
    code: str,
    size: int,
    margin: float = 0.0,
    one: OneSet | None = None,
) -> Crop:
    """Render a crop labelled ``code``: one of 42 faces, "x" (face down) or "?" (another face).

    Corners are slightly wrong, like a detector's; ``margin`` is the share of the crop left around
    the quad on each side. Its tiles are of any set, or of ``one``. Raises ``ValueError`` for an
    unknown code.
    """
    if code not in LABELS:
        raise ValueError(f"unknown label {code!r}: a tile code, 'x' or '?' is wanted")
    tile = (1.0, float(rng.uniform(1.22, 1.45)), float(rng.uniform(0.5, 0.9)))
    tile = tile if one is None else one.size
    boxes = [_middle(rng, code, tile), *_neighbours(rng, tile)]
    # A word in a corner needs more pixels to be readable than a face with one sign.
    sizes = (30.0, 110.0) if code[1:] in ("f", "g") else (15.0, 80.0)
    if one is not None:  # as in photos worth reading: noise included
        sizes = (24.0, 110.0)
    width = float(np.exp(rng.uniform(*np.log(sizes))))
    side = round(width * 4)
    camera = _camera(rng, width, side)
    shot = take(rng, faces, boxes, camera, (side, side), KINDS["crop"], one)
    quad = shot.quads[0] + (rng.normal(0, 0.025, (1, 2)) + rng.normal(0, 0.025, (4, 2))) * max(
        width, 20.0
    )
    grown = quad.mean(0) + (quad - quad.mean(0)) / (1 - 2 * margin)
    crop = rectify(shot.image, grown[None].astype(np.float32), size)[0]
    return Crop(crop, RED_FIVES.get(code, code), shot.design)


def _middle(rng: np.random.Generator, code: str, tile: tuple[float, float, float]) -> Box:
    """Return the middle tile."""
    pose = lying(0.0, 0.0, tile[2] / 2, float(rng.normal(0, 0.02)))
    if code == FACE_DOWN:
        return Box(face_down(pose), tile, "back", FACE_DOWN, "back")
    return Box(pose, tile, code, code, "hand")


def _neighbours(rng: np.random.Generator, tile: tuple[float, float, float]) -> list[Box]:
    """Return tiles that touch the middle one left, right, above or below."""
    boxes = []
    chances = (((-1, 0), 0.6), ((1, 0), 0.6), ((0, 1), 0.2), ((0, -1), 0.2))
    for (dx, dy), chance in chances:
        if rng.random() < chance:
            gap = 1 + float(rng.choice([0.0, 0.01, 0.05, 0.3]))
            pose = lying(dx * gap, dy * tile[1] * gap, tile[2] / 2, float(rng.normal(0, 0.02)))
            shown = CODES[int(rng.integers(len(CODES)))]
            down = rng.random() < 0.08
            code = FACE_DOWN if down else shown
            boxes.append(Box(face_down(pose) if down else pose, tile, shown, code, "hand"))
    return boxes


def _camera(rng: np.random.Generator, width: float, side: int) -> Camera:
    elevation = float(np.deg2rad(30 + 60 * rng.beta(2.0, 1.2)))
    focal = 640 * float(rng.uniform(0.8, 1.7))
    turn, roll = float(rng.normal(0, 0.35)), float(rng.normal(0, 0.2))
    view = (focal / width, focal, side / 2)
    return look_at(np.array([0.0, 0.0, 0.3]), elevation, turn, roll, view)
