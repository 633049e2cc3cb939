"""Trains the network that tells tiles upon others, and writes the ONNX file.

python -m datasets.synth.render --profile stacked --out build/stacked --count 3200 --seed 76
python -m models.training.tasks.stacked --scenes build/stacked --photos ../shared/photos
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from datasets.labels.photos import load_photos
from models.training.data.augmentation import Dice
from models.training.data.stacked_crops import SIZE, SPAN, StackedCrops, shake
from models.training.export import export_crops
from models.training.loop import Batch, Task, main
from models.training.losses import stacked_loss
from models.training.networks.crops import StackedNet

UPON_SHARE, PHOTO_SHARE = 0.25, 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Stacked:
    """Tiles upon others, tiles of the same scenes that are not, and some of photos."""

    scenes: StackedCrops
    photos: StackedCrops
    count: int

    def __str__(self) -> str:
        tiles = f"{len(self.scenes.upon)} tiles of scenes, {self.scenes.upon.sum()} upon others"
        return f"{tiles}, {len(self.photos.upon)} tiles of photos"

    def batch(self, dice: Dice) -> Batch:
        """Draw crops, those upon others first."""
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
    """Cut the tiles out of scenes and photos."""
    scenes = StackedCrops.of_scenes(options.scenes)
    photos = StackedCrops.of_photos(load_photos(options.photos, split="train"), options.seed)
    return Stacked(scenes, photos, options.batch)


def loss(outputs: Sequence[Tensor], batch: Batch) -> dict[str, Tensor]:
    """Return the loss of the one logit."""
    return {"upon": stacked_loss(outputs[0][:, 0], batch["upon"])}


def export(net: nn.Module, path: Path) -> None:
    """Write the network."""
    export_crops(net, path, "stacked", ("upon",), {"size": SIZE, "span": SPAN})


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
