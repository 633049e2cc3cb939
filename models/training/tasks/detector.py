"""Trains the detector on labelled photos and rendered scenes, and writes the ONNX file.

python -m models.training.tasks.detector --photos ../shared/photos --scenes build/scenes
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from datasets.labels.outlines import load_outlined
from datasets.labels.photos import load_photos
from datasets.synth.scenes.effects import Dice
from models.training.data.corners import add_corners
from models.training.data.examples import (
    Example,
    from_outlines,
    from_photo,
    from_scene,
    stack,
)
from models.training.data.scenes import RenderedScene, rendered_scenes
from models.training.data.views import augment
from models.training.export import export_of_pixels
from models.training.loop import Batch, Task, main
from models.training.losses import centre_loss, corner_loss, diamond_loss
from models.training.networks.detector import DetectorNet
from vision.nets.detector import Detector
from vision.sets import FACE_DOWN

SIDE = 512  # px of the squares that the network sees
FROM_PHOTOS = 7 / 12
CORNER_WEIGHT = 4.0
FEW_TILES, FEW_TILES_SHARE = 4, 0.4
FACE_DOWN_SHARE = 4.0
OUTLINED_TIMES = 5  # an outlined photo counts as five: ten further sources, in a fifth of all
READ_SIDE, THRESHOLD = 640, 0.35  # of reading: px of a photo's long side; what counts as a tile


class Pictures:
    """Parts of labelled photos and of rendered scenes, seven to five."""

    def __init__(
        self, photos: Sequence[Example], scenes: Sequence[RenderedScene], count: int
    ) -> None:
        """Keep the photos' pixels in memory; scenes are read as they are needed."""
        self.photos, self.scenes, self.count = photos, scenes, count
        sizes = np.array([len(photo.quads) + len(photo.captions) for photo in photos])
        shares = np.where((sizes > 0) & (sizes < FEW_TILES), FEW_TILES_SHARE, 1.0)
        self.shares = shares / shares.sum()
        rare = np.array([FACE_DOWN in scene.codes for scene in scenes], bool)
        weights = np.where(rare, FACE_DOWN_SHARE, 1.0)
        self.scene_shares = weights / weights.sum()

    def __str__(self) -> str:
        return f"{len(self.photos)} photos, {len(self.scenes)} scenes"

    def batch(self, dice: Dice) -> Batch:
        """Return squares with their targets."""
        from_photos = round(self.count * FROM_PHOTOS)
        photos = dice.choice(len(self.photos), from_photos, p=self.shares)
        scenes = dice.choice(len(self.scenes), self.count - from_photos, p=self.scene_shares)
        chosen = [self.photos[i] for i in photos] + [from_scene(self.scenes[i]) for i in scenes]
        images, targets = zip(*(augment(dice, each, SIDE) for each in chosen), strict=True)
        parts = {"images": np.stack(images), **stack(targets)}
        return {name: torch.from_numpy(part) for name, part in parts.items()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to learn from."""
    add = parser.add_argument
    add("--photos", type=Path, required=True, help="folder of labelled photos")
    add("--scenes", type=Path, required=True, help="folder of rendered scenes")
    add("--corners", type=Path, help="detector whose corners labelled boxes take")


def read(options: argparse.Namespace) -> Pictures:
    """Return photos, with their corners where these are given, and scenes."""
    photos = load_photos(options.photos, split="train")
    if options.corners is not None:
        detector = Detector.load(options.corners)
        photos = [add_corners(photo, detector) for photo in photos]
    outlined = [from_outlines(photo) for photo in load_outlined(options.photos)]
    examples = [from_photo(photo) for photo in photos] + OUTLINED_TIMES * outlined
    return Pictures(examples, rendered_scenes(options.scenes), options.batch)


def loss(outputs: Sequence[Tensor], batch: Batch) -> dict[str, Tensor]:
    """Return the loss of the centres and the weighted ones of corners in both orders."""
    heat, *maps = outputs
    entry, row, column = batch["cells"].unbind(dim=1)
    upright, turned = (corners[entry, :, row, column].reshape(-1, 4, 2) for corners in maps)
    known = (batch["corners"], batch["kinds"], batch["sizes"], entry)
    return {
        "centre": centre_loss(heat[:, 0], batch["heat"], batch["weight"]),
        "corner": CORNER_WEIGHT * corner_loss(upright, *known),
        "turned": CORNER_WEIGHT * diamond_loss(turned, *known),
    }


def probabilities(net: nn.Module, photos: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return what the network sees in photos, its centres as probabilities."""
    heat, corners, turned = net(photos)
    return heat.sigmoid(), corners, turned


def export(net: nn.Module, path: Path) -> None:
    """Write the detector for photos of any size whose sides are multiples of 32."""
    outputs = {name: {0: "n", 2: "hq", 3: "wq"} for name in ("centres", "corners", "turned")}
    axes = {"photos": {0: "n", 1: "h", 2: "w"}, **outputs}
    facts = {"kind": "detector", "side": READ_SIDE, "threshold": THRESHOLD}
    export_of_pixels(net, path, axes, facts, (256, 320), probabilities)


TASK = Task(
    name="detector",
    arguments=add_arguments,
    data=read,
    network=DetectorNet,
    loss=loss,
    export=lambda net, _, path: export(net, path),
    steps=4250,
    batch=12,
    rate=2.5e-3,
    decay=0.02,
)

if __name__ == "__main__":
    main(TASK, __doc__)
