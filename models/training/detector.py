"""Trains the detector on labelled photos and rendered scenes, and writes the ONNX file.

    python -m models.training.detector --photos ../shared/photos --scenes build/scenes

Seeded; a run that was interrupted goes on from its checkpoint.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from datasets.labels.photos import load_photos
from models.training.corners import load_corners, with_corners
from models.training.detector_data import (
    Example,
    RenderedScene,
    from_photo,
    rendered_scenes,
    stack,
)
from models.training.detector_loss import centre_loss, corner_loss, turned_loss
from models.training.detector_net import SPARE, DetectorNet
from models.training.export import export_detector
from models.training.progress import Batch, Run, fast_arithmetic
from models.training.views import augment
from models.training.warm_start import fold, start_from
from vision.classifier import FACE_DOWN

SIDE = 512
BATCH = 12
FROM_PHOTOS = 7 / 12
RATE = 2.5e-3
CORNER_WEIGHT = 4.0
FEW_TILES, FEW_TILES_SHARE = 4, 0.4
FACE_DOWN_SHARE = 4.0


class Batches(IterableDataset[Batch]):
    """An endless stream of batches: of twelve pictures, seven photos and five rendered scenes."""

    def __init__(
        self,
        photos: Sequence[Example],
        scenes: Sequence[RenderedScene],
        seed: int,
        side: int = SIDE,
        batch: int = BATCH,
    ) -> None:
        """Keep the photos' pixels in memory; scenes are read as they are needed.

        `side` is that of the squares that the network sees, in pixels.
        """
        self.photos, self.scenes, self.seed, self.side = photos, scenes, seed, side
        self.from_photos = round(batch * FROM_PHOTOS)
        self.from_scenes = batch - self.from_photos
        sizes = np.array([len(photo.quads) + len(photo.captions) for photo in photos])
        shares = np.where((sizes > 0) & (sizes < FEW_TILES), FEW_TILES_SHARE, 1.0)
        self.shares = shares / shares.sum()
        rare = np.array([FACE_DOWN in scene.codes for scene in scenes], bool)
        weights = np.where(rare, FACE_DOWN_SHARE, 1.0)
        self.scene_shares = weights / weights.sum()

    def __iter__(self) -> Iterator[Batch]:
        """Draw for ever, each worker its own stream."""
        cv2.setNumThreads(1)  # the other cores belong to the network
        worker = torch.utils.data.get_worker_info()
        dice = np.random.default_rng([self.seed, 0 if worker is None else worker.id])
        while True:
            photos = dice.choice(len(self.photos), self.from_photos, p=self.shares)
            scenes = dice.choice(len(self.scenes), self.from_scenes, p=self.scene_shares)
            chosen = [self.photos[i] for i in photos] + [self.scenes[i].example() for i in scenes]
            entries = [augment(dice, example, self.side) for example in chosen]
            parts = stack([target for _, target in entries])
            images = np.stack([image for image, _ in entries])
            batch = {name: torch.from_numpy(part) for name, part in parts.items()}
            yield {"images": torch.from_numpy(images), **batch}


def values(batch: Batch) -> Tensor:
    """Give the images (n, 3, side, side) of a batch as the network sees them, from -1 to 1."""
    scaled = batch["images"].permute(0, 3, 1, 2).float() / 127.5 - 1
    return scaled.contiguous(memory_format=torch.channels_last)


def losses(net: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """Run the network on a batch; give the loss of the centres and the weighted one of corners."""
    with fast_arithmetic():
        heat, *maps = net(values(batch))
    entry, row, column = batch["cells"].unbind(dim=1)
    upright, turned = (m.float()[entry, :, row, column].reshape(-1, 4, 2) for m in maps)
    known = (batch["corners"], batch["kinds"], batch["sizes"], entry)
    return {
        "centre": centre_loss(heat.float()[:, 0], batch["heat"], batch["weight"]),
        "corner": CORNER_WEIGHT * corner_loss(upright, *known),
        "turned": CORNER_WEIGHT * turned_loss(turned, *known),
    }


def train(options: argparse.Namespace) -> None:
    """Train from the start or the checkpoint, then export."""
    torch.manual_seed(options.seed)
    net = DetectorNet().to(memory_format=torch.channels_last)
    listed = load_photos(
        options.photos,
        split=None if options.split == "all" else options.split,
        without=options.without,
    )
    if options.corners is not None:
        listed = with_corners(listed, load_corners(options.corners))
    photos = [from_photo(photo) for photo in listed]
    scenes = rendered_scenes(options.scenes)
    if options.start is not None:
        first = values(next(iter(Batches(photos, scenes, 0, options.side))))
        start_from(options.start, net, first, spare=SPARE)
        if options.fold or options.only:
            fold(net)
    unknown = set(options.only) - {name for name, _ in net.named_children()}
    if unknown:
        raise SystemExit(f"--only: the detector has no layer {', '.join(sorted(unknown))}")
    for name, weights in net.named_parameters():
        weights.requires_grad_(not options.only or name.split(".")[0] in options.only)
    run = Run(net, options.checkpoint, options.steps, rate=options.rate, decay=0.02)
    print(f"{len(photos)} photos, {len(scenes)} scenes, from step {run.first}", flush=True)
    batches = Batches(photos, scenes, options.seed + run.first, options.side, options.batch)
    loader = DataLoader(batches, batch_size=None, num_workers=options.workers, prefetch_factor=4)
    for _ in run.learn(loader, losses):
        pass
    export_detector(run.average.network(), options.out)
    print(f"wrote {options.out}", flush=True)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled photos")
    parser.add_argument("--without", default=None, help="a source of photos to leave out")
    parser.add_argument("--scenes", type=Path, required=True, help="folder of rendered scenes")
    parser.add_argument("--split", default="train", choices=("train", "all"))
    parser.add_argument("--corners", type=Path, default=None, help="of models.training.corners")
    parser.add_argument("--start", type=Path, default=None, help="an ONNX file to go on from")
    parser.add_argument("--fold", action="store_true", help="go on without normalisations")
    parser.add_argument("--only", nargs="*", default=(), help="layers that learn, others stay")
    parser.add_argument("--steps", type=int, default=4250)
    parser.add_argument("--rate", type=float, default=RATE, help="learning rate at its peak")
    parser.add_argument("--batch", type=int, default=BATCH, help="pictures a step")
    parser.add_argument("--side", type=int, default=SIDE, help="of the squares learned from, in px")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, default=Path("checkpoints/detector.pt"))
    parser.add_argument("--out", type=Path, default=Path("models/detector.onnx"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
