"""Rendered photos: where each is taken from, which tiles are to be read, and where each lies."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synth.scenes.camera import Box, Camera, corners, in_photo, look_at
from datasets.synth.scenes.profile import Profile

Image = npt.NDArray[np.uint8]
Quad = npt.NDArray[np.float32]
_CUT = 0.55  # share of a tile in view, below which it is ignored
_FULL = 0.8  # least share in view of each tile of a readable hand


@dataclass(frozen=True, eq=False)
class SceneTile:
    """A visible tile: ``code`` ("x" face down), ``corners`` (4, 2) px, ``role``, share in view.

    Corners run clockwise from the face's own top left; pixel (0, 0) has its centre at (0.5, 0.5).
    ``role`` is hand, exposed, kong, bonus, discard, back, or other for another player's; ``upon``
    marks a tile on another one, ``part`` is that of its box.
    """

    code: str
    corners: Quad
    role: str
    visible: float
    upon: bool = False
    part: int = 0


@dataclass(frozen=True, eq=False)
class Scene:
    """A rendered photo and its truth.

    ``ignored`` are quads (4, 2) of tiles cut by the border or mostly hidden: neither tile nor
    table. ``walls`` are those of backs in walls, which no reader should name. ``hand`` is hand text
    or None. ``least`` is the width of the hand's smallest tile in px, 0 if one of them is not in
    full view. ``unread`` is the number of the hand's tiles that are cut off or mostly hidden;
    ``held`` are the codes of all its tiles, including those face down or below another.
    """

    image: Image
    tiles: tuple[SceneTile, ...]
    hand: str | None
    layout: str
    design: str
    ignored: tuple[Quad, ...]
    walls: tuple[Quad, ...]
    least: float = 0.0
    unread: int = 0
    held: tuple[str, ...] = ()


def truth(
    boxes: list[Box], quads: npt.NDArray[np.float64], owners: npt.NDArray[np.int32]
) -> tuple[tuple[SceneTile, ...], tuple[Quad, ...], tuple[Quad, ...]]:
    """Return boxes as tiles, ignored quads and walls by how much of them is visible."""
    h, w = owners.shape
    counts = np.bincount(owners.ravel(), minlength=len(boxes) + 1)[1:]
    tiles: list[SceneTile] = []
    ignored: list[Quad] = []
    walls: list[Quad] = []
    for box, quad, count in zip(boxes, quads, counts, strict=True):
        corners = quad.astype(np.float32)
        area = abs(float(cv2.contourArea(corners)))
        inside = bool((quad >= 0).all() and (quad[:, 0] <= w).all() and (quad[:, 1] <= h).all())
        visible = min(1.0, float(count) / max(area, 1.0))
        touches = bool((quad.max(0) > 0).all() and (quad.min(0) < (w, h)).all())
        if not box.is_tile or not touches or count == 0:
            continue
        if box.role == "wall":
            walls.append(corners)
        elif inside and visible >= _CUT:
            seen = SceneTile(box.code, corners, _role(box), visible, _lies_upon(box), box.part)
            tiles.append(seen)
        else:
            ignored.append(corners)
    return tuple(tiles), tuple(ignored), tuple(walls)


def readability(
    boxes: list[Box], quads: npt.NDArray[np.float64], owners: npt.NDArray[np.int32]
) -> tuple[float, int]:
    """Return the width of the hand's smallest tile, and how many of its tiles are unreadable.

    The width is 0 if one is not in full view. A tile under another one of its kong need not be
    visible.
    """
    h, w = owners.shape
    counts = np.bincount(owners.ravel(), minlength=len(boxes) + 1)[1:]
    on_top = [b.pose.centre for b in boxes if _lies_on_another(b)]
    least, lost = float("inf"), 0
    for box, quad, count in zip(boxes, quads, counts, strict=True):
        at = box.pose.centre
        under = any(t[2] > at[2] and float(np.hypot(*(t - at)[:2])) < 0.5 for t in on_top)
        if not must_fit(box) or under:
            continue
        area = abs(float(cv2.contourArea(quad.astype(np.float32))))
        inside = bool((quad >= 0).all() and (quad <= (w, h)).all())
        lost += not (inside and float(count) >= _CUT * area)
        least = min(least, width(quad, (w, h)) if float(count) >= _FULL * area else 0.0)
    return (least if np.isfinite(least) else 0.0), lost


def _lies_on_another(box: Box) -> bool:
    """Return whether a tile of a hand lies flat on another one; a standing tile is as high."""
    return must_fit(box) and _lies_upon(box)


def _lies_upon(box: Box) -> bool:
    """Return whether a tile lies flat and higher than on the table."""
    flat = abs(float(box.pose.out[2])) > 0.7
    return flat and bool(box.pose.centre[2] > box.size[2])


def _role(box: Box) -> str:
    return "back" if box.code == "x" and box.role == "discard" else box.role


_STEPS = 16  # most steps backwards until all fits
_TURN = 0.25  # radians, standard deviation of the direction from which a photo is taken


def must_fit(box: Box) -> bool:
    """Return whether a photo must show this box."""
    return box.role in ("hand", "exposed", "kong", "bonus")


def aim(
    rng: np.random.Generator, boxes: list[Box], size: tuple[int, int], profile: Profile
) -> Camera:
    """Return a camera that shows what must fit, at a random tile size, tilt and turn."""
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
    turn = float(rng.normal(0, _TURN))
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
    """Return the rotation of the picture: mostly near upright, some tilted, some random."""
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
    """Return a camera stepped back until the edges fit, at a random place in the frame."""
    target, edges = what
    room = np.array(size) * float(rng.uniform(0.8, 0.98))
    for _ in range(_STEPS):
        seen = camera.project(edges)
        over = float(((seen.max(0) - seen.min(0)) / room).max())
        if over <= 1:
            break
        distance = float(np.linalg.norm(camera.position - target))
        # A point behind the camera projects anywhere: small steps bring it into view.
        camera = camera.backed(target, distance * min(1.4, max(1.03, over)))
    seen = camera.project(edges)
    free = np.array(size) - (seen.max(0) - seen.min(0))
    middle = -seen.min(0) + free * np.clip(rng.normal(0.5, 0.22, 2), 0.02, 0.98)
    return replace(camera, middle=(float(middle[0]), float(middle[1])))


def width(quad: npt.NDArray[np.float64], size: tuple[int, int]) -> float:
    """Return the shortest side of a quad (4, 2) in px, 0 if it is not entirely in the photo."""
    if not ((quad >= 0).all() and (quad <= size).all()):
        return 0.0
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())


def smallest(boxes: list[Box], camera: Camera, size: tuple[int, int]) -> float:
    """Return the width of the smallest tile that must be visible, 0 if one is cut off."""
    wanted = [box for box in boxes if must_fit(box)]
    if not wanted:
        return 0.0
    quads = in_photo(camera.project(corners(wanted, 0.5)))
    return min(width(quad, size) for quad in quads)
