"""Trains the detector on labelled photos and rendered scenes, and writes the ONNX file.

    python -m models.training.detector --scenes build/scenes --out models/detector.onnx

Seeded; a run that was interrupted goes on from its checkpoint.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from datasets.photos import load_photos
from models.training.detector_data import (
    Example,
    RenderedScene,
    augment,
    from_photo,
    rendered_scenes,
    stack,
)
from models.training.detector_loss import centre_loss, corner_loss
from models.training.detector_net import DetectorNet
from models.training.export import export_detector
from models.training.progress import Average, Checkpoint, learning_rate
from vision.classifier import FACE_DOWN

SIDE = 512
BATCH = 12
FROM_PHOTOS = 7
RATE = 2.5e-3
CORNER_WEIGHT = 2.0
PAIRS_ONLY = 0.4
FACE_DOWN_SHARE = 4.0

Batch = dict[str, Tensor]


class Batches(IterableDataset[Batch]):
    """An endless stream of batches, each half photos and half rendered scenes."""

    def __init__(
        self, photos: Sequence[Example], scenes: Sequence[RenderedScene], seed: int, batch: int
    ) -> None:
        """Keep the photos' pixels in memory; scenes are read as they are needed."""
        self.photos, self.scenes, self.seed, self.batch = photos, scenes, seed, batch
        sizes = np.array([len(photo.quads) + len(photo.captions) for photo in photos])
        shares = np.where((sizes > 0) & (sizes < 4), PAIRS_ONLY, 1.0)  # tiles
        self.shares = shares / max(1e-9, shares.sum())
        rare = np.array([FACE_DOWN in scene.codes for scene in scenes], bool)
        weights = np.where(rare, FACE_DOWN_SHARE, 1.0)
        self.scene_shares = weights / max(1e-9, weights.sum())

    def __iter__(self) -> Iterator[Batch]:
        """Draw for ever, each worker its own stream."""
        cv2.setNumThreads(1)  # the other cores belong to the network
        worker = torch.utils.data.get_worker_info()
        dice = np.random.default_rng([self.seed, 0 if worker is None else worker.id])
        real = round(self.batch * FROM_PHOTOS / BATCH)
        if not self.scenes:
            real = self.batch
        if not self.photos:
            real = 0
        while True:
            chosen = [self.photos[i] for i in dice.choice(len(self.photos), real, p=self.shares)]
            drawn = self.batch - real
            if drawn:
                places = dice.choice(len(self.scenes), drawn, p=self.scene_shares)
                chosen += [self.scenes[i].example() for i in places]
            entries = [augment(dice, example, SIDE) for example in chosen]
            images = np.stack([image for image, _ in entries])
            batch = {name: torch.from_numpy(part) for name, part in
                     stack([target for _, target in entries]).items()}  # fmt: skip
            yield {"images": torch.from_numpy(images), **batch}


def step_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
    """Run the network on a batch; give the centre loss and the corner loss."""
    values = batch["images"].permute(0, 3, 1, 2).float() / 127.5 - 1
    values = values.contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        heat, corners = net(values)
    entry, row, column = batch["cells"].unbind(dim=1)
    picked = corners.float()[entry, :, row, column].reshape(-1, 4, 2)
    return (
        centre_loss(heat.float()[:, 0], batch["heat"], batch["weight"]),
        corner_loss(picked, batch["corners"], batch["kinds"], batch["sizes"]),
    )


def train(options: argparse.Namespace) -> None:
    """Train from the start or the checkpoint, then export."""
    torch.manual_seed(options.seed)
    net = DetectorNet().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.02)
    average = Average(net)
    checkpoint = Checkpoint(options.checkpoint, net, optimiser, average)
    first = checkpoint.load()
    photos = []
    if options.photos is not None:
        listed = load_photos(options.photos, split="train", without=options.without)
        photos = [from_photo(photo) for photo in listed]
    scenes = rendered_scenes(options.scenes) if options.scenes else []
    print(
        f"{len(photos)} photos, {len(scenes)} scenes, step {first} of {options.steps}", flush=True
    )
    batches = Batches(photos, scenes, options.seed + first, BATCH)
    loader = DataLoader(batches, batch_size=None, num_workers=options.workers, prefetch_factor=4)
    net.train()
    began, centre_sum, corner_sum = time.monotonic(), 0.0, 0.0
    for step, batch in zip(range(first, options.steps), loader, strict=False):
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, options.steps, RATE)
        centre, corner = step_loss(net, batch)
        optimiser.zero_grad(set_to_none=True)
        (centre + CORNER_WEIGHT * corner).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        average.update(net, step)
        centre_sum, corner_sum = centre_sum + centre.item(), corner_sum + corner.item()
        if (step + 1) % 50 == 0:
            pace = (time.monotonic() - began) / (step + 1 - first)
            print(
                f"step {step + 1} centre {centre_sum / 50:.3f} corner {corner_sum / 50:.4f} "
                f"{pace:.2f} s/step",
                flush=True,
            )
            centre_sum = corner_sum = 0.0
        if (step + 1) % 250 == 0:
            checkpoint.save(step + 1)
    checkpoint.save(options.steps)
    export_detector(average.network(), options.out)
    print(f"wrote {options.out}", flush=True)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, default=None, help="folder of labelled photos")
    parser.add_argument("--without", default=None, help="a source of photos to leave out")
    parser.add_argument("--scenes", type=Path, default=None, help="folder of rendered scenes")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, default=Path("checkpoints/detector.pt"))
    parser.add_argument("--out", type=Path, default=Path("models/detector.onnx"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
