"""Boxes on a table and the camera that looks at them: poses, projection, order of painting.

World units are tile widths, z points up from the table. Image coordinates are continuous pixels:
(0, 0) is the outer corner of the first pixel, so its centre lies at (0.5, 0.5).
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
WINNING = -1


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a box lies: ``centre`` and unit axes ``right``, ``up`` and ``out`` of its front."""

    centre: Floats
    right: Floats
    up: Floats
    out: Floats


def lying(x: float, y: float, z: float, turn: float) -> Pose:
    """Return the pose of a box face up at ``(x, y, z)``, turned counter-clockwise in radians."""
    c, s = np.cos(turn), np.sin(turn)
    return Pose(
        np.array([x, y, z]), np.array([c, s, 0.0]), np.array([-s, c, 0.0]), np.array([0.0, 0, 1])
    )


def face_down(pose: Pose) -> Pose:
    """Turn a pose over its long axis."""
    return replace(pose, right=-pose.right, out=-pose.out)


def standing(x: float, y: float, z: float, turn: float, lean: float) -> Pose:
    """Return the pose of a box facing -y, turned about the vertical and leaning, in radians."""
    c, s = np.cos(turn), np.sin(turn)
    right = np.array([c, s, 0.0])
    back = np.array([-s, c, 0.0])
    up = np.cos(lean) * np.array([0.0, 0, 1]) + np.sin(lean) * back
    return Pose(np.array([x, y, z]), right, up, np.cross(right, up))


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera: rotation (3, 3), position (3,), focal length and middle in pixels."""

    rotation: Floats
    position: Floats
    focal: float
    middle: tuple[float, float]

    def project(self, points: Floats) -> Floats:
        """Project world points (..., 3) to continuous image pixels (..., 2)."""
        local = (points - self.position) @ self.rotation.T
        depth = np.maximum(local[..., 2:], 1e-3)
        return np.asarray(local[..., :2] / depth * self.focal + np.array(self.middle))

    def backed(self, target: Floats, distance: float) -> "Camera":
        """Return the camera at ``distance`` from ``target`` along the line it looks from."""
        away = self.position - target
        return replace(self, position=target + away / np.linalg.norm(away) * distance)

    def ground(self) -> Floats:
        """Return the homography (3, 3) from table coordinates (x, y, 1) to image pixels."""
        inner = np.array(
            [[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1]]
        )
        outer = np.stack(
            [self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.position], axis=1
        )
        return np.asarray(inner @ outer)


def look_at(
    target: Floats, elevation: float, azimuth: float, roll: float, view: tuple[float, float, float]
) -> Camera:
    """Aim at ``target`` from ``elevation`` (a quarter turn: from above) and ``azimuth``.

    Angles are radians; ``view`` is distance, focal length in pixels, half the image's side.
    """
    distance, focal, half = view
    away = np.array(
        [
            np.sin(azimuth) * np.cos(elevation),
            -np.cos(azimuth) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    forward = -away
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    rotation = np.stack([c * right + s * down, -s * right + c * down, forward])
    return Camera(rotation, target + away * distance, focal, (half, half))


@dataclass(frozen=True, eq=False)
class Box:
    """A tile or another block: ``size`` (width, height, thickness) and what its front shows.

    ``front`` is a key of the scene's textures or "" for a plain front; ``code`` is the tile code,
    "x" for face down, "" for no tile; ``role`` is as in ``datasets.synth.scenes.scene``; ``part``
    numbers the hand's laid sets from 1, and is ``WINNING`` for a winning tile laid apart.
    """

    pose: Pose
    size: tuple[float, float, float]
    front: str
    code: str
    role: str
    part: int = 0

    @property
    def is_tile(self) -> bool:
        """Return whether the box is a mahjong tile, face up or down."""
        return bool(self.code)


_FLAT = 0.15  # thinner boxes are cloth, paper or a tray's floor: everything else lies on them
_SIGNS = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], np.float64)  # clockwise from top left


def corners(boxes: list[Box], split: float) -> Floats:
    """Return world corners (n, 3, 4, 3): front, the seam at ``split`` of the depth, back.

    Each ring starts at the front face's own top left and runs clockwise as the front is seen.
    """
    centre = np.stack([b.pose.centre for b in boxes])
    right = np.stack([b.pose.right * b.size[0] / 2 for b in boxes])
    up = np.stack([b.pose.up * b.size[1] / 2 for b in boxes])
    out = np.stack([b.pose.out * b.size[2] / 2 for b in boxes])
    ring = _SIGNS[None, :, :1] * right[:, None] + _SIGNS[None, :, 1:] * up[:, None]
    depth = np.array([1.0, 1.0 - 2.0 * split, -1.0])
    return np.asarray(
        centre[:, None, None] + ring[:, None] + depth[None, :, None, None] * out[:, None, None]
    )


def painting_order(boxes: list[Box], camera: Camera) -> list[int]:
    """Return indexes from far to near; a box that lies on another comes after it."""
    centres = np.stack([b.pose.centre for b in boxes])
    flat = np.linalg.norm((centres - camera.position)[:, :2], axis=1)
    height = np.array([b.pose.centre[2] - b.size[2] / 2 for b in boxes])
    depth = np.linalg.norm(centres - camera.position, axis=1)
    steep = camera.position[2] / max(
        1e-6, float(np.linalg.norm(camera.position[:2] - centres[:, :2].mean(0)))
    )
    key = depth if steep < 1 else flat - 100 * np.round(height, 1)
    key = key + np.array([1e4 if b.size[2] < _FLAT else 0.0 for b in boxes])
    return [int(i) for i in np.argsort(-key, kind="stable")]


def signed_area(quad: Floats) -> float:
    """Return twice the area, positive for a ring that runs clockwise in the image."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


def in_photo(pixels: Floats) -> Floats:
    """Return the ring that faces the camera: the front's, or the back's as seen from behind."""
    return np.stack([p[0] if signed_area(p[0]) > 0 else p[2][[1, 0, 3, 2]] for p in pixels])
