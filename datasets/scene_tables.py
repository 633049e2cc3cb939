"""Procedural table tops: felt, mesh, wood, cloth, plain and busy ones, made in a few milliseconds."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
SIDE = 512  # pixels of a texture
KINDS = ("felt", "mesh", "wood", "cloth", "plain", "blotches", "marble")
_BASES = {
    "felt": (
        (20, 110, 60),
        (15, 80, 45),
        (30, 60, 130),
        (130, 30, 35),
        (90, 95, 100),
        (25, 25, 30),
        (40, 140, 70),
    ),
    "mesh": ((50, 150, 60), (30, 120, 50), (60, 90, 160)),
    "wood": (
        (160, 110, 70),
        (110, 75, 50),
        (200, 165, 120),
        (150, 145, 140),
        (80, 55, 40),
        (215, 190, 150),
    ),
    "cloth": (
        (130, 125, 115),
        (80, 75, 70),
        (200, 195, 185),
        (60, 70, 90),
        (150, 60, 60),
        (230, 225, 215),
    ),
    "plain": (
        (240, 240, 238),
        (225, 222, 215),
        (190, 192, 196),
        (120, 122, 126),
        (40, 42, 46),
        (248, 246, 240),
    ),
    "blotches": ((150, 140, 120), (90, 100, 110), (170, 120, 100)),
    "marble": ((220, 220, 222), (180, 175, 170), (70, 72, 76)),
}


def noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Floats:
    """Return smooth noise (h, w), mean 0, spread about 1, from a grid of ``cells`` values."""
    grid = rng.standard_normal((cells[1], cells[0]), dtype=np.float32)
    return np.asarray(
        cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32
    )


def _grain(rng: np.random.Generator, kind: str) -> Floats:
    """Return the light and dark of a texture (SIDE, SIDE), spread about 1."""
    square = (SIDE, SIDE)
    fine = noise(rng, square, (SIDE // 2, SIDE // 2))
    match kind:
        case "felt":
            return fine * rng.uniform(0.3, 0.9) + noise(rng, square, (64, 64)) * 0.3
        case "mesh":
            wave = np.arange(SIDE, dtype=np.float32) * (2 * np.pi / float(rng.uniform(6, 14)))
            return (np.sin(wave)[:, None] * np.cos(wave + 1)[None, :] * rng.uniform(0.8, 2)).astype(
                np.float32
            )
        case "wood":
            length = int(rng.integers(2, 6))
            rings = (
                noise(rng, square, (length, int(rng.integers(40, 120))))
                + noise(rng, square, (4, SIDE // 2)) * 0.6
            )
            return np.asarray(rings + fine * 0.15, np.float32)
        case "cloth":
            warp, weft = noise(rng, square, (8, SIDE)), noise(rng, square, (SIDE, 8))
            return np.asarray((warp + weft) * rng.uniform(0.3, 0.8), np.float32)
        case "blotches":
            return noise(rng, square, (6, 6)) + noise(rng, square, (20, 20)) + fine * 0.2
        case "marble":
            veins = np.abs(noise(rng, square, (5, 5)) + noise(rng, square, (24, 24)) * 0.4)
            return np.asarray(np.minimum(veins * 3, 1.5) - 1, np.float32)
        case _:
            return np.asarray(fine * 0.12, np.float32)


def texture(rng: np.random.Generator, kind: str | None = None) -> Image:
    """Return a table texture (SIDE, SIDE, 3) RGB of ``kind`` or of a random one."""
    chosen = kind or str(rng.choice(KINDS, p=[0.3, 0.1, 0.2, 0.12, 0.16, 0.06, 0.06]))
    bases = _BASES[chosen]
    base = np.array(bases[int(rng.integers(len(bases)))], np.float32)
    base = np.clip(base * rng.uniform(0.75, 1.2) + rng.normal(0, 10, 3), 4, 250).astype(np.float32)
    if rng.random() < 0.12:
        base = rng.uniform(10, 240, 3).astype(np.float32)
    strength = float(rng.uniform(2, 14))
    light = _grain(rng, chosen) * strength + noise(rng, (SIDE, SIDE), (4, 4)) * rng.uniform(0, 6)
    tint = base / max(float(base.max()), 1.0)
    image = base + light[..., None] * (0.4 + 0.6 * tint)
    return np.clip(image, 0, 255).astype(np.uint8)


def _half_plane(rng: np.random.Generator, height: float) -> npt.NDArray[np.int32]:
    """Return a polygon of texture pixels that covers the far or near strip of a table."""
    edge = SIDE * (0.5 + height)
    slope = float(rng.normal(0, 12))
    far = SIDE * 2 if height > 0 else -SIDE
    return np.array(
        [[-SIDE, edge - slope], [2 * SIDE, edge + slope], [2 * SIDE, far], [-SIDE, far]], np.int32
    )


def table(rng: np.random.Generator, clear: float) -> Image:
    """Return a table top (SIDE, SIDE, 3): a texture, often with an edge, a frame, lines or a mat.

    Nothing crosses the middle: the share ``clear`` of the side on each side of it stays even.
    """
    image: Any = texture(rng)
    if rng.random() < 0.45:
        side = float(rng.choice([-1.0, 1.0]))
        second = texture(rng)
        for share in (0.0, float(rng.uniform(0.06, 0.16)))[: int(rng.integers(1, 3))]:
            mask = np.zeros((SIDE, SIDE), np.uint8)
            cv2.fillPoly(mask, [_half_plane(rng, side * (clear + share))], 255, cv2.LINE_AA)
            cv2.copyTo(second, mask, image)
            second = texture(rng)
    if rng.random() < 0.3:
        image = np.rot90(image).copy()
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.25 else 0):
        ends = rng.integers(0, SIDE, 4)
        shade = tuple(int(v) for v in rng.integers(20, 240, 3))
        cv2.line(
            image,
            (int(ends[0]), int(ends[1])),
            (int(ends[2]), int(ends[3])),
            shade,
            int(rng.integers(1, 5)),
            cv2.LINE_AA,
        )
    return np.asarray(image, np.uint8)
