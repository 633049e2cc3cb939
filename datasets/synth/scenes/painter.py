"""Painting boxes: side walls in two layers, rounded and carved faces, soft shadows."""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synth.scenes.camera import Box, Camera, corners, in_photo, painting_order, signed_area
from datasets.synth.scenes.materials import Material, Rgb, dress
from datasets.synth.scenes.props import is_round

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
_ABOVE = np.array([0.0, 0.0, 1.0])
_FINEST = 8192  # most pixels of a texture: more than any side that is meant to be seen


@dataclass
class Painter:
    """Paints boxes into one image and records which pixel shows whose front.

    ``soft`` is the share of ambient light: with 1 the sides of a tile are as bright as its face.
    """

    image: Any
    camera: Camera
    material: Material
    light: npt.NDArray[np.float64]
    textures: dict[str, Image]
    rng: np.random.Generator
    soft: float = 0.0
    owners: Any = None
    _dressed: dict[tuple[str, int], Image] = field(default_factory=dict)

    def paint(self, boxes: list[Box]) -> npt.NDArray[np.float64]:
        """Paint ``boxes`` far to near; return the corners (n, 4, 2) in pixels that each shows."""
        rings = corners(boxes, self.material.split)
        pixels = self.camera.project(rings)
        visible = in_photo(pixels)
        self.owners = np.zeros(self.image.shape[:2], np.int32)
        self._shadows(boxes, rings)
        for i in painting_order(boxes, self.camera):
            self._sides(boxes[i], pixels[i], rings[i])
            hull = cv2.convexHull(pixels[i].reshape(-1, 2).astype(np.float32))
            cv2.fillConvexPoly(self.owners, np.round(hull - 0.5).astype(np.int32), 0)
            cv2.fillConvexPoly(self.owners, np.round(visible[i] - 0.5).astype(np.int32), i + 1)
            self._front(
                boxes[i],
                visible[i],
                face_up=bool(visible[i] is pixels[i, 0] or signed_area(pixels[i, 0]) > 0),
            )
        return visible

    def _shadows(self, boxes: list[Box], rings: npt.NDArray[np.float64]) -> None:
        """Darken the table under and beside the boxes, away from the light."""
        height, width = self.image.shape[:2]
        small = 4
        cast = np.zeros((height // small + 1, width // small + 1), np.uint8)
        contact = cast.copy()
        slide = -self.light[:2] / max(0.35, float(self.light[2])) * 0.6
        for box, ring in zip(boxes, rings, strict=True):
            points = ring[::2].reshape(-1, 3)
            thrown = points.copy()
            thrown[:, :2] += slide * points[:, 2:]
            thrown[:, 2] = 0
            foot = points.copy()
            foot[:, 2] = 0
            strength = 255 if box.size[2] > 0.1 else 90
            for mask, flat in ((cast, thrown), (contact, foot)):
                outline = self.camera.project(np.concatenate([flat, foot])) / small
                hull = cv2.convexHull(np.clip(outline, -500, 2000).astype(np.float32))
                cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), strength)
        unit = self._unit() / small
        soft = float(self.rng.uniform(0.05, 0.5)) * unit
        depth = float(self.rng.uniform(0.15, 0.6))
        dark = cv2.GaussianBlur(cast, (0, 0), max(0.6, soft)).astype(np.float32) * (depth / 255)
        near = cv2.GaussianBlur(contact, (0, 0), max(0.6, unit * 0.12)).astype(np.float32) * (
            0.45 / 255
        )
        shade = cv2.resize((1 - dark) * (1 - near), (width, height), interpolation=cv2.INTER_LINEAR)
        shade8 = cv2.merge([np.clip(shade * 255, 0, 255).astype(np.uint8)] * 3)
        cv2.multiply(self.image, shade8, dst=self.image, scale=1 / 255)

    def _unit(self) -> float:
        """Return pixels per tile width at the middle of the table."""
        ends = self.camera.project(np.array([[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]]))
        return float(np.linalg.norm(ends[1] - ends[0]))

    def _sides(
        self, box: Box, pixels: npt.NDArray[np.float64], rings: npt.NDArray[np.float64]
    ) -> None:
        """Fill the visible side walls: body colour above the seam, back colour below."""
        body, back = self._colours(box)
        if is_round(box.front):
            self._rim(box, back)
            return
        normals = (box.pose.up, box.pose.right, -box.pose.up, -box.pose.right)
        for k, normal in enumerate(normals):
            j = (k + 1) % 4
            middle = (rings[0, k] + rings[0, j] + rings[2, k] + rings[2, j]) / 4
            if float(normal @ (self.camera.position - middle)) <= 0:
                continue
            shade = self.shade(normal)
            whole = np.stack([pixels[0, k], pixels[0, j], pixels[2, j], pixels[2, k]])
            self._fill(whole, body, shade * 0.92)
            lower = np.stack([pixels[1, k], pixels[1, j], pixels[2, j], pixels[2, k]])
            self._fill(lower, back, shade)
            # The rounded edge reaches a little onto the face and a little down the side.
            inner = pixels[0, [j, k]] * 0.9 + pixels[0, [(j + 1) % 4, (k - 1) % 4]] * 0.1
            outer = pixels[0, [j, k]] * 0.86 + pixels[1, [j, k]] * 0.14
            rim = np.stack([inner[1], inner[0], *outer])
            self._fill(rim, body, min(1.15, shade * 1.12))

    def _rim(self, box: Box, colour: Rgb) -> None:
        """Fill the side of a disc: the hull of its lower and upper circle."""
        turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        right = np.cos(turns)[:, None] * box.pose.right * (box.size[0] / 2)
        up = np.sin(turns)[:, None] * box.pose.up * (box.size[1] / 2)
        half = box.pose.out * (box.size[2] / 2)
        around = box.pose.centre + right + up
        points = self.camera.project(np.concatenate([around + half, around - half]))
        hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
        self._fill(hull.astype(np.float64), colour, 0.75)

    def shade(self, normal: npt.NDArray[np.float64]) -> float:
        """Return the brightness of a plane with this unit normal, 1 for unshaded paint."""
        lit = max(0.0, float(normal @ self.light))
        sky = 0.12 * float(normal @ _ABOVE)
        hard = 0.62 + sky + 0.34 * lit
        return hard + self.soft * (1.0 - hard)

    def _colours(self, box: Box) -> tuple[Rgb, Rgb]:
        if box.is_tile:
            return self.material.body, self.material.back
        own = self.textures[box.front]
        plain = own[own.shape[0] // 2, 4]
        rgb = (float(plain[0]), float(plain[1]), float(plain[2]))
        return rgb, rgb

    def _fill(self, quad: npt.NDArray[np.float64], colour: Rgb, shade: float) -> None:
        points = np.round((quad - 0.5) * 16).astype(np.int32)
        paint = tuple(float(min(255.0, v * shade)) for v in colour)
        cv2.fillConvexPoly(self.image, points, paint, cv2.LINE_AA, 4)

    def _front(self, box: Box, quad: npt.NDArray[np.float64], *, face_up: bool) -> None:
        """Warp the dressed face into the image."""
        low = np.floor(quad.min(axis=0)).astype(int) - 1
        high = np.ceil(quad.max(axis=0)).astype(int) + 1
        x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
        x1, y1 = min(self.image.shape[1], int(high[0])), min(self.image.shape[0], int(high[1]))
        if x1 <= x0 or y1 <= y0:
            return
        side = float(min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])))
        tile = self._texture(box, side, face_up=face_up)
        h, w = tile.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        target = (quad - (x0, y0) - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        patch = cv2.warpPerspective(tile, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        shade = (
            self.shade(box.pose.out if face_up else -box.pose.out)
            / 1.08
            * float(self.rng.uniform(0.965, 1.03))
        )
        area = self.image[y0:y1, x0:x1]
        cover = patch[..., 3:].astype(np.float32) * (1 / 255)
        mixed = area * (1 - cover) + patch[..., :3].astype(np.float32) * min(shade, 1.12)
        area[:] = np.minimum(mixed, 255).astype(np.uint8)

    def _texture(self, box: Box, side: float, *, face_up: bool) -> Image:
        """Return the dressed texture of a box at about the size it is shown, made once per size."""
        # A rack that reaches behind the camera seems endless; such a texture would fill the memory.
        shown = float(np.clip(side, 8, _FINEST))
        bucket = max(8, int(2 ** (round(np.log2(shown) * 3) / 3)))
        key = box.front if face_up else "back"
        known = self._dressed.get((key, bucket))
        if known is None:
            ratio = box.size[1] / box.size[0]
            size = (bucket, max(8, round(bucket * ratio)))
            if box.is_tile:
                body = self.material.body if face_up else self.material.back
                known = dress(self.textures[key], size, body, self.material)
            else:
                known = np.asarray(
                    cv2.resize(self.textures[key], size, interpolation=cv2.INTER_AREA), np.uint8
                )
            self._dressed[key, bucket] = known
        return known
