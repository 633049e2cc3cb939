"""Arms that reach into a photo: a sleeve, a hand and its fingers, as soft shapes without bones."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Owners = npt.NDArray[np.int32]
Point = npt.NDArray[np.float64]
_SKIN = ((236, 188, 160), (222, 170, 138), (198, 144, 112), (160, 110, 82), (110, 74, 54))
_SOFT = 3  # the picture is this many times smaller while shapes are drawn


def reach_in(image: Image, owners: Owners, rng: np.random.Generator, unit: float) -> Image:
    """Lay an arm over a photo from its border; ``unit`` is a tile's width in pixels.

    The hand stops where few tiles lie, mostly at the end of a row; pixels of ``owners`` that it
    hides are cleared.
    """
    h, w = owners.shape
    tip, root = _way(owners, rng, unit)
    along = (tip - root) / max(1.0, float(np.linalg.norm(tip - root)))
    across = np.array([-along[1], along[0]])
    wide = unit * float(rng.uniform(1.3, 2.4))
    skin = np.array(_SKIN[int(rng.integers(len(_SKIN)))], np.float64) * rng.uniform(0.75, 1.05)
    palm = tip - along * wide * 1.2
    mask = np.zeros((h // _SOFT + 1, w // _SOFT + 1), np.uint8)
    _limb(mask, root, palm, wide * 0.75)
    _limb(mask, palm - along * wide * 0.3, palm + along * wide * 0.15, wide)
    spread = float(rng.uniform(0.16, 0.3))
    for k in range(4):
        base = palm + across * wide * (k - 1.5) * 0.27
        end = base + (along + across * (k - 1.5) * spread * 0.4) * wide * float(
            rng.uniform(0.7, 1.2)
        )
        _limb(mask, base, end, wide * 0.24)
    side = float(rng.choice([-1, 1]))
    thumb = palm - along * wide * 0.2 + across * side * wide * 0.4
    _limb(mask, thumb, thumb + (along * 0.6 + across * side * 0.5) * wide * 0.8, wide * 0.26)
    out = _cover(image, owners, mask, skin, rng)
    if rng.random() < 0.75:
        cloth = rng.uniform(15, 235, 3)
        sleeve = np.zeros_like(mask)
        cuff = palm - along * wide * float(rng.uniform(0.8, 2.5))
        _limb(sleeve, root - along * wide, cuff, wide * float(rng.uniform(1.0, 1.5)))
        out = _cover(out, owners, sleeve, cloth, rng)
    return out


def _way(owners: Owners, rng: np.random.Generator, unit: float) -> tuple[Point, Point]:
    """Choose where the finger tips stop and where the arm enters the photo."""
    h, w = owners.shape
    busy = cv2.blur((owners > 0).astype(np.float32), (max(3, round(unit * 2)) | 1,) * 2)
    ways: list[tuple[float, Point, Point]] = []
    for _ in range(8):
        tip = np.array([rng.uniform(0.05, 0.95) * w, rng.uniform(0.05, 0.95) * h])
        edge = int(rng.choice(4, p=[0.2, 0.2, 0.2, 0.4]))
        share = float(rng.uniform(-0.2, 1.2))
        ends = ((0, h * share), (w, h * share), (w * share, 0), (w * share, h))
        root = np.array(ends[edge], np.float64)
        steps = np.linspace(0, 1, 24)[:, None] * (tip - root) + root
        inside = np.clip(steps, 0, (w - 1, h - 1)).astype(int)
        cost = float(busy[inside[:, 1], inside[:, 0]].sum())
        ways.append((cost, tip, root))
    return min(ways, key=lambda way: way[0])[1:]


def _limb(mask: Image, start: Point, end: Point, width: float) -> None:
    ends = [tuple(int(v) for v in np.round(p / _SOFT)) for p in (start, end)]
    cv2.line(mask, ends[0], ends[1], 255, max(1, round(width / _SOFT)), cv2.LINE_AA)


def _cover(
    image: Image,
    owners: Owners,
    mask: Image,
    colour: npt.NDArray[np.float64],
    rng: np.random.Generator,
) -> Image:
    """Paint a shape, darker towards its rim, over a soft shadow; clear what it hides."""
    h, w = owners.shape
    size = (w, h)
    inner = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    depth = np.clip(inner / max(1.0, float(inner.max()) * 0.8), 0, 1)
    shade = np.asarray(cv2.resize(0.62 + 0.4 * np.sqrt(depth), size), np.float32)
    cover = np.asarray(cv2.resize(mask, size), np.float32) / 255
    shift = np.array([[1, 0, rng.normal(0, 4)], [0, 1, rng.uniform(1, 8)]])
    dark: Any = cv2.GaussianBlur(
        cv2.warpAffine(mask, shift, mask.shape[::-1]), (0, 0), float(rng.uniform(1.5, 6))
    )
    shadow = 1 - np.asarray(cv2.resize(dark, size), np.float32) / 255 * float(rng.uniform(0.2, 0.5))
    base = image * shadow[..., None] * (1 - cover[..., None])
    painted = base + cover[..., None] * shade[..., None] * colour.astype(np.float32)
    owners[cover > 0.5] = 0
    return np.clip(painted, 0, 255).astype(np.uint8)
