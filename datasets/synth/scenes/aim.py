"""Where a photo is taken from: what must fit does, from near or far, above or along the row."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from datasets.synth.scenes.camera import Box, Camera, corners, in_photo, look_at
from datasets.synth.scenes.profile import Profile

_STEPS = 16  # backwards until all fits


def must_fit(box: Box) -> bool:
    """Return whether a photo is taken for the sake of this box."""
    return box.role in ("hand", "exposed", "kong", "bonus")


def aim(
    rng: np.random.Generator, boxes: list[Box], size: tuple[int, int], profile: Profile
) -> Camera:
    """Aim a camera so that what must fit does, at a random tile size, tilt and turn."""
    too = {"other"} if profile.others else set[str]()
    wanted = [b for b in boxes if must_fit(b) or b.role in too] or [
        b for b in boxes if b.role != "wall"
    ]
    points = np.stack([b.pose.centre for b in wanted])
    target = (points.min(0) + points.max(0)) / 2
    low, high = profile.elevation
    elevation = float(np.deg2rad(low + (high - low) * rng.beta(2.0, 1.2)))
    standing = any(abs(b.pose.out[2]) < 0.7 for b in wanted)
    if standing:
        elevation = float(
            np.deg2rad(rng.uniform(*profile.standing))
        )  # standing tiles are seen from the side
    elif profile.low and rng.random() < profile.low:
        elevation = float(np.deg2rad(rng.uniform(14, 32)))  # from a chair: faces wider than tall
    turn = float(rng.normal(0, profile.turn))
    short = min(size)
    focal = short * float(rng.uniform(0.8, 1.7))
    if rng.random() < profile.along and not standing:
        # From beyond one end of the row, near the table: far tiles come out half as wide.
        elevation = float(np.deg2rad(rng.uniform(20, 45)))
        turn = float(rng.choice([-1, 1])) * float(rng.uniform(0.4, 1.3))
        focal = short * float(rng.uniform(0.65, 1.0))
    if rng.random() < profile.opposite:
        turn += np.pi
    width = float(np.exp(rng.uniform(*np.log(profile.scale)))) * short / 640
    if rng.random() < profile.filling:
        width = float(rng.uniform(0.6, 1.0)) * profile.scale[1] * short / 640
    view = (max(3.0, focal / width), focal, 0.0)
    camera = look_at(target, elevation, turn, _roll(rng, profile), view)
    reach = [np.array([x, y, 0.0]) for x in (-0.75, 0.75) for y in (-0.75, 0.75)]
    edges = np.concatenate([points + step for step in reach])
    return _fitted(rng, camera, (target, edges), size)


def _roll(rng: np.random.Generator, profile: Profile) -> float:
    """Return the turn in the picture: mostly near upright, some tilted, some anyhow."""
    kind = rng.random()
    if kind < profile.upright:
        return float(rng.normal(0, 0.06))
    if kind < (1 + profile.upright) / 2:
        return float(rng.normal(0, 0.5))
    return float(rng.uniform(-np.pi, np.pi))


def _fitted(
    rng: np.random.Generator,
    camera: Camera,
    what: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    size: tuple[int, int],
) -> Camera:
    """Step back until the edges fit, then place them somewhere in the frame."""
    target, edges = what
    room = np.array(size) * float(rng.uniform(0.8, 0.98))
    for _ in range(_STEPS):
        seen = camera.project(edges)
        over = float(((seen.max(0) - seen.min(0)) / room).max())
        if over <= 1:
            break
        distance = float(np.linalg.norm(camera.position - target))
        # A point behind the camera projects anywhere: small steps bring it in view.
        camera = camera.backed(target, distance * min(1.4, max(1.03, over)))
    seen = camera.project(edges)
    free = np.array(size) - (seen.max(0) - seen.min(0))
    middle = -seen.min(0) + free * np.clip(rng.normal(0.5, 0.22, 2), 0.02, 0.98)
    return replace(camera, middle=(float(middle[0]), float(middle[1])))


def width(quad: npt.NDArray[np.float64], size: tuple[int, int]) -> float:
    """Return the shortest side of a quad (4, 2) in px, 0 where it is not all in the photo."""
    if not ((quad >= 0).all() and (quad <= size).all()):
        return 0.0
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())


def smallest(boxes: list[Box], camera: Camera, size: tuple[int, int]) -> float:
    """Return how wide the smallest tile that must be seen would be, 0 where one is cut off."""
    wanted = [box for box in boxes if must_fit(box)]
    if not wanted:
        return 0.0
    quads = in_photo(camera.project(corners(wanted, 0.5)))
    return min(width(quad, size) for quad in quads)
