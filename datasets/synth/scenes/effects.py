"""What light, lens and file do to a photo: cast, shadow, glare, blur, noise, JPEG; and arms."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Wear:
    """Upper ends of what a photo suffers.

    ``blur`` is in pixels, ``noise`` in grey levels, ``jpeg`` the lowest quality; ``dim`` and
    ``bright`` are shares of photos taken in a dim room and with too much light.
    """

    blur: float = 1.3
    noise: float = 9.0
    jpeg: int = 40
    light: float = 1.0
    dim: float = 0.1
    bright: float = 0.0


USUAL_WEAR = Wear()


def light_map(
    rng: np.random.Generator, size: tuple[int, int], strength: float
) -> npt.NDArray[np.float32]:
    """Return uneven light (h, w) about 1: a slope, a soft pool, at times a hard shadow's edge."""
    w, h = size
    y, x = np.mgrid[0:48, 0:48].astype(np.float32) / 47 - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    light = 1 + strength * rng.uniform(0, 0.45) * (np.cos(angle) * x + np.sin(angle) * y)
    far = (x - rng.uniform(-0.5, 0.5)) ** 2 + (y - rng.uniform(-0.5, 0.5)) ** 2
    light *= 1 - strength * rng.uniform(0, 0.35) * far
    if rng.random() < 0.25 * strength:
        angle = rng.uniform(0, 2 * np.pi)
        edge = np.cos(angle) * x + np.sin(angle) * y - rng.uniform(-0.2, 0.3)
        light *= 1 - rng.uniform(0.1, 0.38) / (1 + np.exp(-edge * rng.uniform(15, 90)))
    if rng.random() < 0.2 * strength:
        light *= _phone_shadow(rng, x, y)
    return np.asarray(
        cv2.resize(light.astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR), np.float32
    )


def _phone_shadow(
    rng: np.random.Generator, x: npt.NDArray[np.float32], y: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """Return the shadow of the phone and the hands that hold it: a soft block from below."""
    turn, middle = float(rng.normal(0, 0.3)), float(rng.normal(0, 0.25))
    u = np.cos(turn) * (x - middle) + np.sin(turn) * y
    v = np.cos(turn) * y - np.sin(turn) * (x - middle)
    half, top, soft = rng.uniform(0.1, 0.4), rng.uniform(-0.3, 0.35), rng.uniform(12, 60)
    inside = 1 / (1 + np.exp((np.abs(u) - half) * soft)) / (1 + np.exp((top - v) * soft))
    return np.asarray(1 - rng.uniform(0.15, 0.5) * inside, np.float32)


def _curve(rng: np.random.Generator, amount: Wear) -> list[npt.NDArray[np.float64]]:
    """Return a tone curve a channel: exposure, gamma, contrast and colour cast."""
    steps, strength = np.linspace(0, 1, 256), amount.light
    gamma = float(np.exp(rng.normal(0, 0.13 * strength)))
    gain = float(np.exp(rng.normal(0.05, 0.12 * strength)))
    lift = float(rng.uniform(0, 0.05))
    warmth, tint = rng.normal(0, 0.06 * strength), rng.normal(0, 0.025 * strength)
    casts = (1 + warmth, 1 + tint, 1 - warmth)
    if rng.random() < amount.dim * strength:
        gain *= float(rng.uniform(0.35, 0.75))  # a dim room
    elif amount.bright and rng.random() < amount.bright:
        gain *= float(rng.uniform(1.15, 1.7))  # white bodies lose their edges
    if rng.random() < 0.12 * strength:
        casts = (1 + abs(warmth) * 3, 1.0, 1 - abs(warmth) * 4)  # lamplight
    return [np.clip(lift + (1 - lift) * gain * cast * steps**gamma, 0, 1) * 255 for cast in casts]


def expose(image: Image, rng: np.random.Generator, amount: Wear) -> Image:
    """Apply uneven light and a tone curve."""
    h, w = image.shape[:2]
    light = light_map(rng, (w, h), amount.light)
    light8 = np.clip(light * 160, 0, 255).astype(np.uint8)
    lit: Any = cv2.multiply(image, cv2.merge([light8] * 3), scale=1 / 160)
    table = np.stack(_curve(rng, amount), axis=1)[None].round().astype(np.uint8)
    return np.asarray(cv2.LUT(lit, table), np.uint8)


def glare(
    image: Image, mask: npt.NDArray[np.bool_], rng: np.random.Generator, unit: float
) -> Image:
    """Add a soft lamp reflection on the faces in ``mask``; ``unit`` is a tile's width in pixels."""
    h, w = image.shape[:2]
    spot = np.zeros((h // 4 + 1, w // 4 + 1), np.uint8)
    inside = np.argwhere(mask[::4, ::4])
    if len(inside) == 0:
        return image
    for _ in range(int(rng.integers(1, 4))):
        y, x = inside[int(rng.integers(len(inside)))]
        axes = (
            max(1, round(unit / 4 * rng.uniform(0.2, 2.5))),
            max(1, round(unit / 4 * rng.uniform(0.1, 0.7))),
        )
        cv2.ellipse(spot, (int(x), int(y)), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), max(0.8, unit / 4 * float(rng.uniform(0.1, 0.5))))
    wide = np.asarray(cv2.resize(soft, (w, h)), np.float32) * mask * float(rng.uniform(0.15, 0.65))
    grey = np.clip(wide, 0, 255).astype(np.uint8)
    return np.asarray(cv2.add(image, cv2.merge([grey] * 3)), np.uint8)


def motion(length: float, angle: float) -> npt.NDArray[np.float32]:
    """Return the kernel of a hand that moves by so many pixels."""
    side = int(np.ceil(length)) | 1
    kernel = np.zeros((side, side), np.float32)
    middle = side // 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    start, end = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def soften(image: Image, rng: np.random.Generator, blur: float, unit: float) -> Image:
    """Blur as focus and hands do; never more than a twentieth of a tile."""
    limit = min(blur, unit * 0.05)
    kind = rng.random()
    if kind < 0.55:
        return np.asarray(
            cv2.GaussianBlur(image, (0, 0), 0.3 + limit * float(rng.uniform(0, 0.7))), np.uint8
        )
    if kind < 0.7:
        length = 1.5 + limit * float(rng.uniform(0.5, 2.5))
        return np.asarray(
            cv2.filter2D(image, -1, motion(length, float(rng.uniform(0, np.pi)))), np.uint8
        )
    if kind < 0.85:
        scale = float(rng.uniform(0.5, 0.95)) if unit > 24 else 0.85
        h, w = image.shape[:2]
        small = cv2.resize(
            image, (round(w * scale), round(h * scale)), interpolation=cv2.INTER_AREA
        )
        return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)
    soft = cv2.GaussianBlur(image, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(image, 1.6, soft, -0.6, 0), np.uint8)  # phones sharpen


def add_noise(image: Image, rng: np.random.Generator, sigma: float) -> Image:
    """Add sensor noise, coarser at times as after a phone's own smoothing."""
    if sigma < 1:
        return image
    h, w = image.shape[:2]
    coarse = 1 + int(rng.random() < 0.3)
    grain = np.empty((h // coarse + 1, w // coarse + 1, 3), np.int16)
    seed = int(rng.integers(1 << 31))
    cv2.setRNGSeed(seed)
    spreads = np.array([sigma, sigma, sigma * 1.3])  # blue is the noisiest
    cv2.randn(grain, np.zeros(3), spreads)
    spread: Any = (
        cv2.resize(grain, (w, h), interpolation=cv2.INTER_LINEAR) if coarse > 1 else grain[:h, :w]
    )
    return np.asarray(cv2.add(image, spread, dtype=cv2.CV_8U), np.uint8)


def compress(image: Image, quality: int) -> Image:
    """Return the image as it comes back from a JPEG file of ``quality``."""
    data = cv2.imencode(".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[..., ::-1].copy()


def wear(image: Image, rng: np.random.Generator, amount: Wear, unit: float) -> Image:
    """Apply light, blur, noise and JPEG in the order in which a photo meets them."""
    out = expose(image, rng, amount)
    out = soften(out, rng, amount.blur, unit)
    out = add_noise(out, rng, float(rng.uniform(0, amount.noise)) * float(rng.random() < 0.8))
    return compress(out, int(rng.integers(amount.jpeg, 96)))


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
