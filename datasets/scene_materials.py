"""What tiles are made of, and how ink becomes a face on a body."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Rgb = tuple[float, float, float]
_BODIES = (
    (246, 244, 236),
    (250, 250, 250),
    (240, 230, 205),
    (232, 214, 170),
    (236, 240, 246),
    (245, 238, 224),
)
_BACKS = (
    (30, 120, 60),
    (220, 180, 40),
    (40, 80, 170),
    (20, 90, 60),
    (200, 120, 40),
    (90, 170, 90),
    (170, 40, 50),
    (240, 240, 236),
    (60, 60, 66),
    (120, 190, 215),
)


@dataclass(frozen=True)
class Material:
    """What the tiles of one set are made of.

    ``body`` and ``back`` are RGB; the back layer begins at ``split`` of the thickness; ``radius``
    of the corners is a share of the width; ``carve`` and ``bevel`` are strengths of 0 to 1.
    """

    body: Rgb
    back: Rgb
    split: float
    radius: float
    carve: float
    bevel: float


def random_material(rng: np.random.Generator) -> Material:
    """Return a random ivory, white or cream body over a green, yellow, blue or other back."""
    body = np.array(_BODIES[int(rng.integers(len(_BODIES)))]) + rng.normal(0, 4, 3)
    back = np.array(_BACKS[int(rng.integers(len(_BACKS)))]) * rng.uniform(0.7, 1.1) + rng.normal(
        0, 8, 3
    )
    if rng.random() < 0.08:
        back = body
    low = tuple(float(v) for v in np.clip(body * rng.uniform(0.86, 1.0), 0, 253))
    under = tuple(float(v) for v in np.clip(back, 5, 250))
    return Material(
        (low[0], low[1], low[2]),
        (under[0], under[1], under[2]),
        float(rng.uniform(0.4, 0.8)),
        float(rng.uniform(0.04, 0.14)),
        float(rng.uniform(0, 1)),
        float(rng.uniform(0.15, 1)),
    )


def dress(ink: Image, size: tuple[int, int], body: Rgb, material: Material) -> Image:
    """Put ink on a body: carved strokes, bevelled edges, rounded corners; premultiplied RGBA."""
    w, h = size
    small = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.float32)
    cover = small[..., 3:] / 255
    face = np.array(body, np.float32) * (1 - cover) + small[..., :3]
    if material.carve > 0 and w >= 20:
        step = np.roll(cover, (1, 1), (0, 1)) - np.roll(cover, (-1, -1), (0, 1))
        face = face * (1 - 0.35 * material.carve * step)
    across = np.minimum(np.arange(w) + 0.5, w - np.arange(w) - 0.5).astype(np.float32)
    down = np.minimum(np.arange(h) + 0.5, h - np.arange(h) - 0.5).astype(np.float32)
    edge = np.minimum(across[None, :], down[:, None])
    reach = max(1.0, w * 0.045)
    face = face * (1 - material.bevel * 0.4 * np.clip(1 - edge / reach, 0, 1) ** 1.5)[..., None]
    radius = max(1.0, material.radius * w)
    dx, dy = np.maximum(radius - across, 0)[None, :], np.maximum(radius - down, 0)[:, None]
    alpha = np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1)[..., None]
    whole = np.concatenate([face * alpha, alpha * 255], axis=2)
    return np.asarray(np.clip(whole, 0, 255), np.uint8)
