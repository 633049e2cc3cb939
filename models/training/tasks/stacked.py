"""Trains the network that recognises tiles on top of others, and writes the ONNX file.

It learns from rendered sets with small kongs, whose tiles are cut out with their surroundings, and
from real photos, whose labels do not say which tiles lie on others: hardly any does, so some tiles
of each photo are used as examples of tiles that do not.

python -m datasets.synth.render --profile stacked --out build/stacked --count 3200 --seed 76
python -m models.training.tasks.stacked --scenes build/stacked --photos ../shared/photos
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from datasets.labels.photos import Photo, load_photos
from datasets.synth.scenes.effects import Dice, photograph
from models.training.data.scenes import rendered_scenes
from models.training.export import export_crops
from models.training.loop import Batch, Task, main
from models.training.losses import stacked_loss
from models.training.networks.crops import StackedNet
from vision.arrays import Floats, Pixels
from vision.nets.roles import crops_around
from vision.quads import geometry
from vision.sets import FACE_DOWN

SIZE, SPAN = 64, 2.7
STORED, STORED_SPAN = 96, 4.05  # the same scale, with room to turn and to move
OF_A_PHOTO = 6
# Standard deviations of the turn in radians, the logarithm of the size, the place in crop sides.
TURN, GROW, MOVE = 0.3, 0.07, 0.015
ON_ITS_SIDE = 0.06
UPON_SHARE, PHOTO_SHARE = 0.25, 0.2


@dataclass(frozen=True, slots=True, eq=False)
class StackedCrops:
    """Tiles with their surroundings (n, 96, 96, 3), and whether each lies on another (n,)."""

    pixels: Pixels
    upon: NDArray[np.bool_]

    @classmethod
    def of_scenes(cls, folder: Path) -> Self:
        """Return the tiles of sets in all rendered scenes below."""
        pixels, upon = [], []
        for scene in rendered_scenes(folder):
            laid = scene.laid & (np.array(scene.codes) != FACE_DOWN)
            if laid.any():
                pixels.append(_stored(scene.image(), scene.corners[laid]))
                upon.append(scene.upon[laid])
        return cls(np.concatenate(pixels), np.concatenate(upon))

    @classmethod
    def of_photos(cls, photos: Iterable[Photo], seed: int) -> Self:
        """Return some whole tiles of each labelled photo, none of which lies on another."""
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
    """Return a crop (64, 64, 3) of a stored one, turned, moved, mirrored, in other light."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Stacked:
    """Tiles on others, tiles of the same scenes that are not, and some from photos."""

    scenes: StackedCrops
    photos: StackedCrops
    count: int

    def __str__(self) -> str:
        tiles = f"{len(self.scenes.upon)} tiles of scenes, {self.scenes.upon.sum()} on others"
        return f"{tiles}, {len(self.photos.upon)} tiles of photos"

    def batch(self, dice: Dice) -> Batch:
        """Return crops, those on others first."""
        upon, flat = np.flatnonzero(self.scenes.upon), np.flatnonzero(~self.scenes.upon)
        many, few = round(UPON_SHARE * self.count), round(PHOTO_SHARE * self.count)
        chosen = [dice.choice(upon, many), dice.choice(flat, self.count - many - few)]
        photos = dice.integers(len(self.photos.pixels), size=few)
        stored = [*self.scenes.pixels[np.concatenate(chosen)], *self.photos.pixels[photos]]
        images = np.stack([shake(dice, pixels) for pixels in stored])
        labels = (np.arange(self.count) < many).astype(np.float32)
        return {"images": torch.from_numpy(images), "upon": torch.from_numpy(labels)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the folders to learn from."""
    parser.add_argument("--scenes", type=Path, required=True, help="folder of rendered scenes")
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled photos")


def read(options: argparse.Namespace) -> Stacked:
    """Return the tiles of scenes and photos."""
    scenes = StackedCrops.of_scenes(options.scenes)
    photos = StackedCrops.of_photos(load_photos(options.photos, split="train"), options.seed)
    return Stacked(scenes, photos, options.batch)


def loss(outputs: Sequence[Tensor], batch: Batch) -> dict[str, Tensor]:
    """Return the loss of the one logit."""
    return {"upon": stacked_loss(outputs[0][:, 0], batch["upon"])}


def export(net: nn.Module, path: Path) -> None:
    """Write the network."""
    export_crops(net, path, ("upon",), {"kind": "stacked", "size": SIZE, "span": SPAN})


TASK = Task(
    name="stacked",
    arguments=add_arguments,
    data=read,
    network=StackedNet,
    loss=loss,
    export=lambda net, _, path: export(net, path),
    steps=10000,
    batch=96,
    rate=4e-3,
    decay=0.02,
)


if __name__ == "__main__":
    main(TASK, __doc__)
