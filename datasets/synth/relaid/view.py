"""The same table photographed from elsewhere: lower, from another side, or with the phone askew."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.scenes.scene import Scene
from vision.arrays import Floats
from vision.quads.geometry import project, rotation

_SIZES = ((960, 720), (720, 960), (800, 800), (1280, 960))
_LOWEST = 42.0  # degrees that a camera is turned down from above the table
_ASKEW = 10.0  # degrees, as a phone is held
_OPPOSITE = 0.12  # share of photos from the other side of the table
_FAR = (1.6, 3.0)  # of the old photo's side: how far the camera is
_MARGIN = (0.02, 0.1)  # of the new photo's side, around the hand
_BLUR = 0.9  # px


def move_camera(scene: Scene, rng: np.random.Generator) -> Scene:
    """Photograph a scene anew, with the hand as large as it fits in."""
    size = _SIZES[int(rng.integers(len(_SIZES)))]
    own = np.concatenate([tile.corners for tile in scene.tiles if tile.role != "discard"])
    turned = _homography(rng, scene.image.shape[1::-1])
    matrix = _fit(turned, own, size, float(rng.uniform(*_MARGIN)))
    image = cv2.warpPerspective(
        scene.image, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, _BLUR)))
    noise = rng.normal(0, float(rng.uniform(0, 5)), image.shape)
    seen = np.clip(np.round(image + noise), 0, 255).astype(np.uint8)
    tiles = [replace(tile, corners=project(tile.corners, matrix)) for tile in scene.tiles]
    inside = [t for t in tiles if t.corners.min() >= 0 and (t.corners <= size).all()]
    cut = [t.corners for t in tiles if not (t.corners.min() >= 0 and (t.corners <= size).all())]
    others = [project(quad, matrix) for quad in scene.ignored]
    return replace(scene, image=seen, tiles=tuple(inside), ignored=(*others, *cut))


def _homography(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float64]:
    """Tilt the plane of a photo of this size and turn it."""
    width, height = size
    side = float(max(size))
    tilt = np.deg2rad(rng.uniform(0, _LOWEST))
    roll = np.deg2rad(rng.normal(0, _ASKEW)) + np.pi * int(rng.random() < _OPPOSITE)
    turn, lean = np.eye(3), np.eye(3)
    turn[:2, :2], lean[1:, 1:] = rotation(roll), rotation(tilt)
    away = float(rng.uniform(*_FAR)) * side
    # A point (x, y) of the photo lies at (x, y, 0) of a plane that is leant and looked at.
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    plane = (lean @ turn)[:, :2]
    onto = np.column_stack([plane, [0, 0, away]])
    onto[2] *= -1
    onto[2, 2] = away
    return np.asarray(np.diag([away, away, 1.0]) @ onto @ centred, np.float64)


def _fit(
    matrix: NDArray[np.float64], own: Floats, size: tuple[int, int], margin: float
) -> NDArray[np.float64]:
    """Scale and shift so that points (n, 2) fill a photo of this size but for a margin."""
    points = project(own, matrix)
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.array(size) * (1 - 2 * margin)
    scale = float((room / (high - low)).min())
    shift = np.array(size) / 2 - scale * (low + high) / 2
    # What lies behind the hand is worth more of the photo than what lies before it.
    shift[1] += (size[1] - scale * (high - low)[1]) * 0.2
    return np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ matrix
