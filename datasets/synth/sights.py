"""Computes what a camera would see of a scene, without painting it: corners, roles, visible shares.

A thousand such scenes take as long as thirty painted ones. What a network would see of each tile is
added during training (`models.training.data.sights`).
"""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from datasets.frozen.scene import Real, real_of_scene
from datasets.synth.scenes.camera import Box, Camera, corners, in_photo, painting_order
from datasets.synth.scenes.photograph import lay_stage
from datasets.synth.scenes.profile import KINDS, Profile
from datasets.synth.scenes.scene import Scene, aim, truth

_GRAIN = 5.0  # pixels per tile width at which visible shares are counted
_LEAST, _MOST = 96, 480  # pixels of the longer side of the picture for that
_SEAM = 0.5  # of a tile's depth: required by the camera's functions, unused here
_SHAPES = ((4, 3), (3, 4), (16, 9), (9, 16), (1, 1))
_VIEW = KINDS["unpainted"]


def see(rng: np.random.Generator, profile: Profile = _VIEW) -> tuple[Real, tuple[int, int]]:
    """Return what is in view of a random scene, and the picture's width and height."""
    stage = lay_stage(rng, profile.draw_layout(rng))
    boxes = [box for box in stage.boxes if box.is_tile]
    shape = _SHAPES[int(rng.choice(len(_SHAPES), p=[0.35, 0.3, 0.1, 0.05, 0.2]))]
    size = (640 * shape[0] // max(shape), 640 * shape[1] // max(shape))
    if profile.others is False and rng.random() < 0.35:
        profile = replace(profile, others=True)
    return _in_view(boxes, aim(rng, boxes, size, profile), size), size


def _in_view(boxes: list[Box], camera: Camera, size: tuple[int, int]) -> Real:
    """Return what a camera sees of tiles in a picture of `size` pixels."""
    rings = camera.project(corners(boxes, _SEAM))
    quads = in_photo(rings)
    widths = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    fine = float(np.clip(_GRAIN / max(float(np.median(widths)), 0.1), _LEAST / 640, _MOST / 640))
    view = (max(1, round(size[0] * fine)), max(1, round(size[1] * fine)))
    owners = np.zeros((view[1], view[0]), np.int32)
    for i in painting_order(boxes, camera):
        body = cv2.convexHull((rings[i].reshape(-1, 2) * fine).astype(np.float32))
        if _is_far_off(body, view):
            continue
        cv2.fillConvexPoly(owners, np.rint(body).astype(np.int32), 0)
        cv2.fillConvexPoly(owners, np.rint(quads[i] * fine).astype(np.int32), int(i) + 1)
    tiles, ignored, walls = truth(boxes, quads * fine, owners)
    scene = Scene(_NO_PIXELS, tiles, None, "", "", ignored, walls)
    real = real_of_scene(scene)
    return replace(real, corners=real.corners / np.float32(fine))


def _is_far_off(body: npt.NDArray[np.float32], view: tuple[int, int]) -> bool:
    low, high = body.min(axis=(0, 1)), body.max(axis=(0, 1))
    return bool(
        (high < -50).any() or (low > np.array(view) + 50).any() or (high - low).max() > 5000
    )


_NO_PIXELS = np.zeros((0, 0, 3), np.uint8)
