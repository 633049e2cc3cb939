"""Procedural table tops: felt, mesh, wood, cloth, plain and ruled ones, made in milliseconds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synth.scenes.materials import COLOURS

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Matrix = npt.NDArray[np.float64]
SIDE = 512  # pixels of a texture
KINDS = ("felt", "mesh", "wood", "cloth", "plain")
_BASES = COLOURS["tables"]
_SHARES = (0.42, 0.11, 0.19, 0.11, 0.17)


@dataclass(frozen=True)
class Free:
    """What tiles need of a table: ``middle`` and ``half`` extents in tile widths, px per width.

    ``side`` is that of the textures in pixels: small for small pictures.
    """

    middle: tuple[float, float]
    half: tuple[float, float]
    scale: float
    side: int = SIDE


def noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Floats:
    """Return smooth noise (h, w), mean 0, spread about 1, from a grid of ``cells`` values."""
    grid = rng.standard_normal((cells[1], cells[0]), dtype=np.float32)
    return np.asarray(
        cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32
    )


def _felt(rng: np.random.Generator, side: int) -> Floats:
    fine = noise(rng, (side, side), (side // 2, side // 2))
    return fine * rng.uniform(0.3, 0.9) + noise(rng, (side, side), (64, 64)) * 0.3


def _mesh(rng: np.random.Generator, side: int) -> Floats:
    wave = np.arange(side, dtype=np.float32) * np.float32(2 * np.pi / rng.uniform(6, 14))
    grid = np.sin(wave)[:, None] * np.cos(wave + 1)[None, :]
    return np.asarray(grid * rng.uniform(0.8, 2), np.float32)


def _wood(rng: np.random.Generator, side: int) -> Floats:
    rings = noise(rng, (side, side), (int(rng.integers(2, 6)), int(rng.integers(40, 120))))
    fibres = noise(rng, (side, side), (4, side // 2)) * 0.6
    return np.asarray(rings + fibres + _plain(rng, side), np.float32)


def _cloth(rng: np.random.Generator, side: int) -> Floats:
    warp, weft = noise(rng, (side, side), (8, side)), noise(rng, (side, side), (side, 8))
    return np.asarray((warp + weft) * rng.uniform(0.3, 0.8), np.float32)


def _plain(rng: np.random.Generator, side: int) -> Floats:
    return noise(rng, (side, side), (side // 2, side // 2)) * np.float32(0.15)


def _ruled(rng: np.random.Generator, side: int) -> Floats:
    """Return squares ruled as on cutting mats, chequered squares, or the joints of floor tiles.

    They range from a tile's ring to a tile in size, and all differ in their lines.
    """
    cell = float(np.exp(rng.uniform(np.log(10), np.log(90)))) * side / SIDE
    places = (np.arange(side, dtype=np.float32) + float(rng.uniform(0, cell))) / np.float32(cell)
    wide = places * np.float32(rng.choice([1.0, 1.0, 0.75, 0.5]))
    light = noise(rng, (side, side), (side // 2, side // 2)) * np.float32(0.3)
    light += noise(rng, (side, side), (5, 5)) * np.float32(0.5)
    sign = float(rng.choice([1.0, 1.0, -1.0]))
    if rng.random() < 0.25:
        odd = (wide.astype(int)[None] + places.astype(int)[:, None]) % 2
        return np.asarray(light + odd * np.float32(sign * rng.uniform(1.5, 5)), np.float32)
    thick, strength = float(rng.uniform(0.8, 3.0)) / cell, sign * float(rng.uniform(1.5, 7))
    lines = np.maximum((wide % 1 < thick)[None], (places % 1 < thick)[:, None])
    light += lines * np.float32(strength)
    if rng.random() < 0.5:  # every fifth line is stronger
        fifth = np.maximum((wide / 5 % 1 < thick / 2)[None], (places / 5 % 1 < thick / 2)[:, None])
        light += fifth * np.float32(strength * 0.7)
    if rng.random() < 0.3:  # dots between the lines
        tenth = (wide * 5 % 1 < thick * 4)[None] & (places * 5 % 1 < thick * 4)[:, None]
        light += tenth * np.float32(strength * 0.4)
    return np.asarray(light, np.float32)


# The light and dark of each kind of table (side, side), with a standard deviation of about 1.
_GRAINS: dict[str, Callable[[np.random.Generator, int], Floats]] = {
    "felt": _felt,
    "mesh": _mesh,
    "wood": _wood,
    "cloth": _cloth,
    "plain": _plain,
    "ruled": _ruled,
}


def texture(rng: np.random.Generator, kind: str | None = None, side: int = SIDE) -> Image:
    """Return a table texture (side, side, 3) RGB of ``kind`` or of a random one."""
    chosen = kind or str(rng.choice(KINDS, p=_SHARES))
    bases = _BASES[chosen]
    base = np.array(bases[int(rng.integers(len(bases)))], np.float32)
    base = np.clip(base * rng.uniform(0.75, 1.2) + rng.normal(0, 10, 3), 4, 250).astype(np.float32)
    if rng.random() < 0.05:
        base = rng.uniform(10, 240, 3).astype(np.float32)
    strength = float(rng.uniform(2, 14))
    light = _GRAINS[chosen](rng, side) * strength
    light += noise(rng, (side, side), (4, 4)) * np.float32(rng.uniform(0, 6))
    tint = base / max(float(base.max()), 1.0)
    steps = np.arange(256, dtype=np.float32)[:, None] - 128
    shades = np.clip(base + steps * (0.4 + 0.6 * tint), 0, 255).astype(np.uint8)
    levels = np.clip(light + 128, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([levels] * 3), shades[None]), np.uint8)


def table(
    rng: np.random.Generator,
    ground: Matrix,
    size: tuple[int, int],
    free: Free,
    kind: str | None = None,
) -> Image:
    """Return a photo (width, height) of a bare table top, of ``kind`` or a random one.

    ``ground`` maps table coordinates to pixels; ``free`` is what tiles need of the table. Beyond it
    there is often an edge, a frame or another cloth, sometimes lines.
    """
    kind = kind or str(rng.choice(KINDS, p=_SHARES))
    image: Any = _spread(rng, kind, ground, size, free)
    if rng.random() < 0.45:
        side, across = float(rng.choice([-1.0, 1.0])), int(rng.random() < 0.3)
        away = float(rng.uniform(0.2, 5.0))
        for step in (0.0, float(rng.uniform(0.8, 3.0)))[: int(rng.integers(1, 3))]:
            line = _edge(free, across, side, away + step, float(rng.normal(0, 0.02)))
            mask = _beyond(line, ground, size)
            cv2.copyTo(
                _spread(rng, str(rng.choice(KINDS, p=_SHARES)), ground, size, free), mask, image
            )
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.12 else 0):
        ends = [int(v) for v in rng.uniform(0, 1, 4) * (*size, *size)]
        shade = tuple(int(v) for v in rng.integers(20, 240, 3))
        thick = int(rng.integers(1, 5))
        cv2.line(image, (ends[0], ends[1]), (ends[2], ends[3]), shade, thick, cv2.LINE_AA)
    return np.asarray(image, np.uint8)


def part_of_photo(
    rng: np.random.Generator, photos: Sequence[Image], size: tuple[int, int]
) -> Image:
    """Return a part of one of the photos, of ``size`` (width, height), mirrored or not."""
    photo = photos[int(rng.integers(len(photos)))]
    height, width = photo.shape[:2]
    share = float(rng.uniform(0.35, 1.0))
    scale = share * min(width / size[0], height / size[1])
    across, down = round(size[0] * scale), round(size[1] * scale)
    x, y = int(rng.integers(width - across + 1)), int(rng.integers(height - down + 1))
    part = photo[y : y + down, x : x + across, :]
    if rng.random() < 0.5:
        part = part[:, ::-1]
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)


def _spread(
    rng: np.random.Generator, kind: str, ground: Matrix, size: tuple[int, int], free: Free
) -> Image:
    """Lay a texture on the table so that its grain stays fine at the scale of the photo."""
    coarse = 2.2 if kind == "wood" else 1.2
    extent = free.side / free.scale * float(rng.uniform(0.7, coarse))
    scale = extent / free.side
    to_world = np.array(
        [
            [scale, 0, free.middle[0] - extent / 2],
            [0, -scale, free.middle[1] + extent / 2],
            [0, 0, 1],
        ]
    )
    turned = np.rot90(texture(rng, kind, free.side), int(rng.integers(4)))
    laid = cv2.warpPerspective(
        np.ascontiguousarray(turned), ground @ to_world, size, borderMode=cv2.BORDER_REFLECT_101
    )
    return np.asarray(laid, np.uint8)


def _edge(free: Free, across: int, side: float, away: float, slope: float) -> Floats:
    """Return a line (a, b, c) on the table, positive beyond the edge, ``away`` from the tiles."""
    limit = side * free.middle[1 - across] + free.half[1 - across] + away
    parts = [0.0, 0.0, -limit]
    parts[1 - across] = side
    parts[across] = slope
    return np.array(parts, np.float32)


def _beyond(line: Floats, ground: Matrix, size: tuple[int, int]) -> Image:
    """Return the mask (h, w) of the pixels beyond a line on the table."""
    a, b, c = np.linalg.inv(ground).T @ line
    x, y = np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5
    inside = (a * x)[None, :] + (b * y)[:, None] + c > 0
    return np.asarray(inside, np.uint8) * 255
