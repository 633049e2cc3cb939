r"""Trains the network that tells tiles upon others, and writes the ONNX file.

    python -m datasets.synth.render --profile stacked --out build/stacked --count 3200 --seed 76
    python -m models.training.stacked --scenes build/stacked --photos ../shared/photos

Seeded; a run that was interrupted goes on from its checkpoint.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from datasets.labels.photos import load_photos
from models.training.export import export_stacked
from models.training.progress import Batch, Run, fast_arithmetic
from models.training.stacked_data import SIZE, SPAN, StackedBatches, Surroundings, as_they_are
from models.training.stacked_net import StackedNet

BATCH = 96
RATE = 4e-3
TOLD_EVERY = 500
SMOOTHING = 0.01
FALSE_ALARMS = (0.01, 0.003)


def values(crops: Tensor) -> Tensor:
    """Give crops (n, h, w, 3) as the network sees them (n, 3, h, w), from -1 to 1."""
    scaled = crops.permute(0, 3, 1, 2).float() / 127.5 - 1
    return scaled.contiguous(memory_format=torch.channels_last)


def losses(net: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """Run the network on a batch and give its loss."""
    with fast_arithmetic():
        logits = net(values(batch["crops"]))[:, 0].float()
    wanted = batch["upon"] * (1 - 2 * SMOOTHING) + SMOOTHING
    return {"upon": nn.functional.binary_cross_entropy_with_logits(logits, wanted)}


@torch.no_grad()
def told(net: nn.Module, held: Surroundings) -> str:
    """Say which share of held-out tiles upon others is known at so many false alarms."""
    crops = torch.from_numpy(as_they_are(held.pixels))
    logits = torch.cat([net(values(part))[:, 0] for part in crops.split(256)]).numpy()
    flat = np.sort(logits[~held.upon])
    shares = (
        f"{np.mean(logits[held.upon] > flat[int((1 - rate) * len(flat))]):.3f} at {rate:.1%}"
        for rate in FALSE_ALARMS
    )
    return f"of {int(held.upon.sum())} tiles upon others known: {', '.join(shares)} false alarms"


def train(options: argparse.Namespace) -> None:
    """Train from the start or the checkpoint, then export."""
    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)  # a worker would wait for ever for the threads of this process
    net = StackedNet().to(memory_format=torch.channels_last)
    scenes = Surroundings.of_scenes(options.scenes)
    photos = Surroundings.of_photos(load_photos(options.photos, split="train"), options.seed)
    held = Surroundings.of_scenes(options.held) if options.held else None
    run = Run(net, options.checkpoint, options.steps, rate=options.rate, decay=0.02)
    print(f"{len(scenes.upon)} tiles of scenes, {int(scenes.upon.sum())} of them upon others,")
    print(f"{len(photos.upon)} tiles of photos, from step {run.first}", flush=True)
    batches = StackedBatches(scenes, photos, options.seed + run.first, BATCH)
    loader = DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=4)
    for done in run.learn(loader, losses):
        if held is not None and done % TOLD_EVERY == 0:
            print(told(run.average.network(), held), flush=True)
    export_stacked(run.average.network(), options.out, SIZE, SPAN)
    print(f"wrote {options.out}", flush=True)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="folder of rendered scenes")
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled photos")
    parser.add_argument("--held", type=Path, default=None, help="scenes held out, to look at")
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--rate", type=float, default=RATE, help="learning rate at its peak")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, default=Path("checkpoints/stacked.pt"))
    parser.add_argument("--out", type=Path, default=Path("models/stacked.onnx"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
