"""Effects of light, lens and file on a photo: cast, shadow, glare, blur, noise, JPEG; and arms."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Dice = np.random.Generator


def light_map(rng: Dice, size: tuple[int, int], strength: float) -> Floats:
    """Return uneven light (h, w) about 1: a slope, a soft pool, sometimes a hard shadow's edge."""
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


def _phone_shadow(rng: Dice, x: Floats, y: Floats) -> Floats:
    """Return the shadow of the phone and the hands that hold it: a soft block from below."""
    turn, middle = float(rng.normal(0, 0.3)), float(rng.normal(0, 0.25))
    u = np.cos(turn) * (x - middle) + np.sin(turn) * y
    v = np.cos(turn) * y - np.sin(turn) * (x - middle)
    half, top, soft = rng.uniform(0.1, 0.4), rng.uniform(-0.3, 0.35), rng.uniform(12, 60)
    inside = 1 / (1 + np.exp((np.abs(u) - half) * soft)) / (1 + np.exp((top - v) * soft))
    return np.asarray(1 - rng.uniform(0.15, 0.5) * inside, np.float32)


def glare(image: Image, mask: npt.NDArray[np.bool_], rng: Dice, unit: float) -> Image:
    """Return a lamp's reflection on the faces in ``mask``; ``unit`` is a tile's width in px."""
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


def photograph(
    dice: Dice, image: Image, strength: float = 1.0, unit: float = float("inf")
) -> Image:
    """Return the image (h, w, 3) as another phone in other light might have taken it.

    No blur is wider than a few twentieths of a tile, whose width is ``unit`` in pixels.
    """
    values = image.astype(np.float32)
    values = _light(dice, values, strength)
    if dice.random() < 0.25 * strength:
        height, width = values.shape[:2]
        values = values * light_map(dice, (width, height), 1.0)[..., None]
    if dice.random() < 0.06:
        values = np.repeat(values.mean(axis=2, keepdims=True), 3, axis=2)
    pixels = np.clip(values, 0, 255).astype(np.uint8)
    pixels = _soften(dice, pixels, strength, unit)
    if dice.random() < 0.3 * strength:
        noise = dice.normal(0, dice.uniform(2, 12), (*pixels.shape[:2], 1))
        pixels = np.clip(pixels + noise.astype(np.float32), 0, 255).astype(np.uint8)
    if dice.random() < 0.35:
        pixels = compress(pixels, int(dice.integers(40, 96)))
    return pixels


def _light(dice: Dice, values: Floats, strength: float) -> Floats:
    """Change exposure, contrast, tone curve and white balance."""
    gain = np.exp(dice.normal(0, 0.22 * strength))
    cast = np.exp(dice.normal(0, 0.07 * strength, 3))
    tone = np.exp(dice.normal(0, 0.2 * strength))
    middle = values.mean()
    contrast = np.exp(dice.normal(0, 0.15 * strength))
    steps = np.arange(256, dtype=np.float32)
    curve = 255 * (np.clip(middle + (steps - middle) * contrast, 0, 255) / 255) ** tone
    table = np.clip(curve[:, None] * (gain * cast)[None], 0, 255).astype(np.uint8)
    source = np.clip(values, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(source, table.reshape(1, 256, 3)), np.float32)


def _soften(dice: Dice, pixels: Image, strength: float, unit: float) -> Image:
    """Blur by focus or by a moving hand, or lose detail by a small sensor."""
    way, most = dice.random(), unit / 20
    if way < 0.15 * strength:
        blur = min(dice.uniform(0.4, 1.6), 0.3 + most)
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), blur), np.uint8)
    if way < 0.25 * strength:
        length = min(float(dice.integers(3, 8)), 1.5 + 2.5 * most)
        kernel = _motion(length, dice.uniform(0, np.pi))
        return np.asarray(cv2.filter2D(pixels, -1, kernel), np.uint8)
    if way < 0.4 * strength:
        height, width = pixels.shape[:2]
        factor = max(dice.uniform(0.45, 0.9), min(0.85, 12 / unit))
        small = cv2.resize(
            pixels,
            (max(8, int(width * factor)), max(8, int(height * factor))),
            interpolation=cv2.INTER_AREA,
        )
        return np.asarray(cv2.resize(small, (width, height)), np.uint8)
    return pixels


def _motion(length: float, angle: float) -> Floats:
    """Return the blur kernel of a hand that moves by some pixels."""
    side = int(np.ceil(length)) | 1
    kernel = np.zeros((side, side), np.float32)
    middle = side // 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    start, end = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def compress(image: Image, quality: int) -> Image:
    """Return the image after saving it as a JPEG file of ``quality``."""
    data = cv2.imencode(".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[..., ::-1].copy()


def wear(image: Image, rng: Dice, strength: float, unit: float) -> Image:
    """Apply uneven light to a scene, and photograph it; ``unit`` is a tile's width in pixels."""
    h, w = image.shape[:2]
    light8 = np.clip(light_map(rng, (w, h), strength) * 160, 0, 255).astype(np.uint8)
    lit: Any = cv2.multiply(image, cv2.merge([light8] * 3), scale=1 / 160)
    return photograph(rng, np.asarray(lit, np.uint8), strength, unit)


Owners = npt.NDArray[np.int32]
Point = npt.NDArray[np.float64]
_SKIN = ((236, 188, 160), (222, 170, 138), (198, 144, 112), (160, 110, 82), (110, 74, 54))


def reach_in(image: Image, owners: Owners, rng: Dice, unit: float) -> Image:
    """Lay an arm over a photo from its border; ``unit`` is a tile's width in pixels.

    The hand stops where few tiles lie, mostly at the end of a row; pixels of ``owners`` that it
    hides are cleared.
    """
    tip, root = _way(owners, rng, unit)
    along = (tip - root) / max(1.0, float(np.linalg.norm(tip - root)))
    across = np.array([-along[1], along[0]])
    wide = unit * float(rng.uniform(1.3, 2.4))
    skin = np.array(_SKIN[int(rng.integers(len(_SKIN)))], np.float64) * rng.uniform(0.75, 1.05)
    palm = tip - along * wide * 1.2
    arm, cover = image.copy(), np.zeros(owners.shape, np.uint8)

    def draw(start: Point, end: Point, width: float, colour: Point) -> None:
        ends = [tuple(int(v) for v in np.round(point)) for point in (start, end)]
        for picture, paint in ((arm, colour.tolist()), (cover, 255)):
            cv2.line(picture, ends[0], ends[1], paint, max(1, round(width)), cv2.LINE_AA)

    draw(root, palm, wide * 0.75, skin)
    draw(palm - along * wide * 0.3, palm + along * wide * 0.15, wide, skin)
    for k in range(4):  # fingers
        base = palm + across * wide * (k - 1.5) * 0.27
        far = wide * float(rng.uniform(0.7, 1.2))
        draw(base, base + (along + across * (k - 1.5) * 0.1) * far, wide * 0.24, skin * 0.93)
    side = across * float(rng.choice([-1, 1]))
    thumb = palm - along * wide * 0.2 + side * wide * 0.4
    draw(thumb, thumb + (along * 0.6 + side * 0.5) * wide * 0.8, wide * 0.26, skin * 0.93)
    if rng.random() < 0.75:  # a sleeve
        cuff = palm - along * wide * float(rng.uniform(0.8, 2.5))
        sleeve = wide * float(rng.uniform(1.0, 1.5))
        draw(root - along * wide, cuff, sleeve, rng.uniform(15, 235, 3))
    soft = float(rng.uniform(0.1, 0.4)) * unit
    dark = cv2.GaussianBlur(cover, (0, 0), max(1.0, soft)).astype(np.float32)[..., None] / 255
    shade = 1 - float(rng.uniform(0.3, 0.6)) * dark * (cover == 0)[..., None]
    owners[cover > 127] = 0
    return np.asarray(arm * shade, np.uint8)


def _way(owners: Owners, rng: Dice, unit: float) -> tuple[Point, Point]:
    """Choose where the fingertips stop and where the arm enters the photo."""
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
