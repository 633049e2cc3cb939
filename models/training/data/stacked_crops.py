"""What the network that tells tiles upon others learns from: rendered sets, and photos without any.

Of scenes with small kongs (`datasets.synth.render --profile stacked`) the tiles of all sets laid
down are cut out with what lies around them. Nobody says of labelled photos which tiles lie upon
others, but hardly any does: some tiles of each are taken for such as do not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from datasets.labels.photos import Photo
from models.training.data.augmentation import Dice, photograph
from models.training.data.scenes import rendered_scenes
from vision.arrays import Floats, Pixels
from vision.nets.roles import crops_around
from vision.quads import geometry
from vision.sets import FACE_DOWN

SIZE, SPAN = 64, 2.7
STORED, STORED_SPAN = 96, 4.05  # the same scale, with room to turn and to move
OF_A_PHOTO = 6
# Spread of the turn in radians, of the logarithm of the size, of the place in sides of the crop.
TURN, GROW, MOVE = 0.3, 0.07, 0.015
ON_ITS_SIDE = 0.06


@dataclass(frozen=True, slots=True, eq=False)
class StackedCrops:
    """Tiles with what lies around them (n, 96, 96, 3), whether each lies upon another (n,)."""

    pixels: Pixels
    upon: NDArray[np.bool_]

    @classmethod
    def of_scenes(cls, folder: Path) -> Self:
        """Cut the tiles of sets out of all rendered scenes below."""
        pixels, upon = [], []
        for scene in rendered_scenes(folder):
            laid = scene.laid & (np.array(scene.codes) != FACE_DOWN)
            if laid.any():
                pixels.append(_stored(scene.image(), scene.corners[laid]))
                upon.append(scene.upon[laid])
        return cls(np.concatenate(pixels), np.concatenate(upon))

    @classmethod
    def of_photos(cls, photos: Iterable[Photo], seed: int) -> Self:
        """Cut some whole tiles out of each labelled photo, none of which lies upon another."""
        dice = np.random.default_rng(seed)
        pixels = []
        for photo in photos:
            whole = [place for place, tile in enumerate(photo.tiles) if tile.whole]
            if photo.augmented or not whole:
                continue
            image = photo.image()
            boxes = photo.boxes(image.shape[1], image.shape[0])
            chosen = dice.choice(whole, min(OF_A_PHOTO, len(whole)), replace=False)
            pixels.append(_stored(image, geometry.quads(boxes[chosen])))
        together = np.concatenate(pixels)
        return cls(together, np.zeros(len(together), bool))


def shake(dice: Dice, stored: Pixels) -> Pixels:
    """Cut a crop (64, 64, 3) out of a stored one, turned, moved, mirrored, in another light."""
    angle = dice.normal(0, TURN) + np.pi / 2 * (dice.random() < ON_ITS_SIDE) * dice.choice([-1, 1])
    half = SIZE / 2 * np.exp(dice.normal(0, GROW))
    middle = STORED / 2 + SIZE * dice.normal(0, MOVE, 2)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    quad = (middle + corners @ geometry.rotation(angle).T).astype(np.float32)
    crop = geometry.rectify(stored, quad[None], SIZE)[0]
    if dice.random() < 0.5:
        crop = np.ascontiguousarray(crop[:, ::-1])
    return photograph(dice, crop)


def _stored(image: Pixels, quads: Floats) -> Pixels:
    return crops_around(image, quads, STORED, STORED_SPAN)
