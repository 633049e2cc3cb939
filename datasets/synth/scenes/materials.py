"""The materials of tiles, and how ink becomes a face on a body."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Rgb = tuple[float, float, float]
COLOURS = tomllib.loads(Path(__file__).with_name("colours.toml").read_text(encoding="utf-8"))
_BODIES, _TINTED, _DARK = (COLOURS["bodies"][kind] for kind in ("light", "tinted", "dark"))
_BACKS = COLOURS["backs"]["all"]
# Shares of sets with a plain, a tinted and a dark body, and of those with a back like the body.
_KINDS = (0.9, 0.07, 0.03)
_ONE_COLOUR = 0.06


@dataclass(frozen=True)
class Material:
    """The materials of one set's tiles.

    ``body`` and ``back`` are RGB; the back layer begins at ``split`` of the thickness; ``radius``
    of the corners is a share of the width; ``carve``, ``bevel``, ``edge`` (a lit rim) and ``worn``
    (paint rubbed off) are strengths of 0 to 1.
    """

    body: Rgb
    back: Rgb
    split: float
    radius: float
    carve: float
    bevel: float
    edge: float = 0.0
    worn: float = 0.0

    @property
    def one_colour(self) -> bool:
        """Return whether backs have the colour of faces; if so, no face is left blank."""
        return float(np.abs(np.subtract(self.body, self.back)).sum()) < 90


def random_material(rng: np.random.Generator, cloth: Rgb | None = None) -> Material:
    """Return a random body, mostly ivory or white, over a green, yellow, blue or other back.

    Sometimes the back is like the body or, if ``cloth`` is given, like the table under it.
    """
    pool = (_BODIES, _TINTED, _DARK)[int(rng.choice(3, p=_KINDS))]
    body = np.array(pool[int(rng.integers(len(pool)))]) + rng.normal(0, 4, 3)
    back = np.array(_BACKS[int(rng.integers(len(_BACKS)))]) * rng.uniform(0.7, 1.1) + rng.normal(
        0, 8, 3
    )
    kind = rng.random()
    if kind < _ONE_COLOUR:
        back = body * rng.uniform(0.85, 1.0) + rng.normal(0, 5, 3)
    elif kind < _ONE_COLOUR + 0.14 and cloth is not None:
        back = np.array(cloth) * rng.uniform(0.75, 1.3) + rng.normal(0, 8, 3)
    return Material(
        _rgb(body * rng.uniform(0.86, 1.0), 0, 253),
        _rgb(back),
        float(rng.uniform(0.4, 0.8)),
        float(rng.uniform(0.04, 0.16)),
        float(rng.uniform(0, 1)),
        float(rng.uniform(0.15, 1)),
        float(rng.uniform(0, 1) ** 2),
        float(max(0.0, rng.uniform(-0.8, 0.9))),
    )


def _rgb(values: npt.NDArray[np.float64], low: float = 5, high: float = 250) -> Rgb:
    red, green, blue = np.clip(values, low, high).tolist()
    return red, green, blue


def change_backs(material: Material, kind: str, cloth: Rgb, rng: np.random.Generator) -> Material:
    """Return a set with "faded" backs, close to the cloth or the faces in colour, or "carved" ones.

    Raises ``ValueError`` for another kind.
    """
    if kind == "faded":
        near = material.body if rng.random() < 0.4 else cloth
        back = np.array(near) * rng.uniform(0.86, 1.06) + rng.normal(0, 5, 3)
    elif kind == "carved":
        back = np.array(_DARK[int(rng.integers(len(_DARK)))]) * rng.uniform(0.8, 1.5)
    else:
        raise ValueError(f"no backs are {kind}: they are faded or carved")
    return replace(material, back=_rgb(back))


def darken(material: Material, rng: np.random.Generator) -> Material:
    """Return a set with a dark body."""
    body = np.array(_DARK[int(rng.integers(len(_DARK)))]) * rng.uniform(0.8, 1.4)
    return replace(material, body=_rgb(body))


def dress(ink: Image, size: tuple[int, int], body: Rgb, material: Material) -> Image:
    """Return ink on a body: carved strokes, bevelled edges, rounded corners; premultiplied RGBA."""
    w, h = size
    small = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.float32)
    if sum(body) < 330:
        small[..., :3] = small[..., :3] * 0.4 + small[..., 3:] * 0.6  # light paint on a dark body
    if material.worn > 0:
        small = small * _rub(size, round(material.worn, 2))
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
    if material.edge > 0:
        # Light falls on two of the four edges, so that touching blank tiles keep a line between.
        lit = np.clip(1 - np.minimum(across + w * (np.arange(w) > w / 2), w)[None] / reach, 0, 1)
        top = np.clip(1 - (np.arange(h) + 0.5) / reach, 0, 1)[:, None]
        face = face + material.edge * 40 * np.maximum(lit, top)[..., None]
    radius = max(1.0, material.radius * w)
    dx, dy = np.maximum(radius - across, 0)[None, :], np.maximum(radius - down, 0)[:, None]
    alpha = np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1)[..., None]
    whole = np.concatenate([face * alpha, alpha * 255], axis=2)
    return np.asarray(np.clip(whole, 0, 255), np.uint8)


@lru_cache(maxsize=64)
def _rub(size: tuple[int, int], worn: float) -> npt.NDArray[np.float32]:
    """Return how much paint is left (h, w, 1), the same for every face of a set at one size."""
    rng = np.random.default_rng(round(worn * 100))
    grain = rng.random((9, 7)).astype(np.float32)
    fine = rng.random((24, 18)).astype(np.float32)
    wide = np.asarray(cv2.resize(grain, size, interpolation=cv2.INTER_CUBIC), np.float32)
    wide += np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_LINEAR), np.float32) * 0.6
    left = 1 - worn * np.clip(wide - 0.55, 0, 1)
    return np.asarray(np.clip(left, 0.15, 1), np.float32)[..., None]


def vary(inks: Mapping[str, Image], rng: np.random.Generator) -> dict[str, Image]:
    """Return a set's faces engraved differently: size, thickness, paint, an unsteady hand."""
    scale = rng.uniform(0.86, 1.05, 2)
    paint = np.append(rng.uniform(0.7, 1.25, 3), 1.0).astype(np.float32)
    stroke = int(rng.choice([-1, 0, 0, 1]))
    waver = float(rng.uniform(0, 2.2))
    kernel = np.ones((3, 3), np.uint8)
    varied: dict[str, Image] = {}
    for key, ink in inks.items():
        h, w = ink.shape[:2]
        x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
        field = rng.normal(0, waver * w / 120, (2, 5, 4)).astype(np.float32)
        dx, dy = (cv2.resize(part, (w, h), interpolation=cv2.INTER_CUBIC) for part in field)
        at_x = ((x - w / 2) / scale[0] + w / 2 + dx).astype(np.float32)
        at_y = ((y - h / 2) / scale[1] + h / 2 + dy).astype(np.float32)
        out: Any = cv2.remap(ink, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        if stroke:
            out = cv2.dilate(out, kernel) if stroke > 0 else cv2.erode(out, kernel)
        out = np.minimum(out * paint, out[..., 3:])
        varied[key] = np.asarray(out, np.uint8)
    return varied
