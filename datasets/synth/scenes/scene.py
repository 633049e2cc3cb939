"""A rendered photo and its truth: which tiles are to be read, and where each of them lies."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synth.scenes.aim import must_fit, width
from datasets.synth.scenes.camera import Box

Image = npt.NDArray[np.uint8]
Quad = npt.NDArray[np.float32]
_CUT = 0.55  # a tile less visible than this is ignored
_FULL = 0.8  # a tile of a readable hand shows at least this share


@dataclass(frozen=True, eq=False)
class SceneTile:
    """One visible tile: ``code`` ("x" face down), ``corners`` (4, 2) px, ``role``, share in view.

    Corners run clockwise from the face's own top left; pixel (0, 0) has its middle at (0.5, 0.5).
    ``role`` is hand, exposed, kong, bonus, discard, back, or other for what is another player's;
    ``upon`` tells that it lies on another tile, ``part`` and ``player`` are those of its box.
    """

    code: str
    corners: Quad
    role: str
    visible: float
    upon: bool = False
    part: int = 0
    player: int | None = None


@dataclass(frozen=True, eq=False)
class Scene:
    """A rendered photo and its truth.

    ``ignored`` are quads (4, 2) of tiles cut by the border or mostly hidden: neither tile nor
    table. ``walls`` are those of backs in walls, which no reader should name. ``hand`` is hand
    text or None. ``least`` is how wide the smallest tile of the hand is in px, 0 where one of them
    is not in full view. ``unread`` counts tiles of the hand that are cut off or mostly hidden.
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


def truth(
    boxes: list[Box], quads: npt.NDArray[np.float64], owners: npt.NDArray[np.int32]
) -> tuple[tuple[SceneTile, ...], tuple[Quad, ...], tuple[Quad, ...]]:
    """Sort boxes into tiles, ignored quads and walls by what can be seen of them."""
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
            tiles.append(
                SceneTile(
                    box.code, corners, _role(box), visible, _lies_upon(box), box.part, box.player
                )
            )
        else:
            ignored.append(corners)
    return tuple(tiles), tuple(ignored), tuple(walls)


def readability(
    boxes: list[Box], quads: npt.NDArray[np.float64], owners: npt.NDArray[np.int32]
) -> tuple[float, int]:
    """Return how wide the smallest tile of the hand is, and how many nobody could read.

    The width is 0 where one is not in full view. A tile under another one of its kong need not be
    seen.
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
    """Return whether a tile of a hand lies flat on another one; one that stands is as high."""
    return must_fit(box) and _lies_upon(box)


def _lies_upon(box: Box) -> bool:
    """Return whether a tile lies flat and higher than on the table."""
    flat = abs(float(box.pose.out[2])) > 0.7
    return flat and bool(box.pose.centre[2] > box.size[2])


def _role(box: Box) -> str:
    return "back" if box.code == "x" and box.role == "discard" else box.role
