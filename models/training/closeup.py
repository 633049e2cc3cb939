r"""Trains the network that takes a closer look at doubtful tiles, and writes the ONNX file.

    python -m models.training.closeup --crops build/crops.npz build/drawn.npz --held build/held.npz

The classifier names every tile of a photo and must be quick. Where it is unsure, and where a bonus
tile may lie, this larger network is asked, which sees a larger crop with a rim of the table.
Seeded; a run that was interrupted goes on from its checkpoint.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.utils.data import DataLoader

from models.training.augment import Dice
from models.training.classifier import SMOOTHING, accuracy, turning, values
from models.training.classifier_data import LABELS, CropBatches, CropStore, shake
from models.training.closeup_net import CloseupNet, Names
from models.training.crops import MARGIN, SIZE
from models.training.export import export_closeup
from models.training.progress import Batch, Run
from vision.geometry import Pixels

INPUT = 96
BORDER = 0.06
BATCH = 64
RATE = 1e-3
LOOKED_EVERY = 250
# How often a crop is seen as it stands, and turned by one, two and three quarters.
TURNED = (0.55, 0.1, 0.25, 0.1)


class CloseupBatches(CropBatches):
    """An endless stream of shaken crops, a rim around each tile."""

    def quarters(self, dice: Dice) -> NDArray[np.int64]:
        """Say by how many quarters each crop of a batch is turned: most stand upright."""
        return dice.choice(4, self.batch, p=TURNED)

    def crop(self, dice: Dice, pixels: Pixels, quarters: int) -> Pixels:
        """Cut a tile out of a stored crop with a rim around it."""
        return shake(dice, pixels, quarters, INPUT, BORDER)


def losses(net: nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
    """Give the losses of naming and of turning; in single precision, for it has few channels."""
    names, turns = net(values(batch))
    naming = nn.functional.cross_entropy(names, batch["labels"], label_smoothing=SMOOTHING)
    return {"naming": naming, "turning": turning(turns, batch)}


@torch.no_grad()
def look(net: nn.Module, store: CropStore) -> torch.Tensor:
    """Give the name logits (n, 44) of stored crops, both ways up averaged as in reading."""
    edge = round(SIZE * (MARGIN - BORDER * (1 - 2 * MARGIN)))
    inner = torch.from_numpy(store.pixels[:, edge:-edge, edge:-edge]).permute(0, 3, 1, 2)
    parts = []
    for part in inner.split(128):
        crops = nn.functional.interpolate(part.float(), (INPUT, INPUT), mode="bilinear")
        crops = crops / 127.5 - 1
        parts.append((net(crops)[0] + net(crops.flip(2, 3))[0]) / 2)
    return torch.cat(parts)


def train(options: argparse.Namespace) -> None:
    """Train from ImageNet's weights or the checkpoint, export."""
    torch.manual_seed(options.seed)
    net = CloseupNet().to(memory_format=torch.channels_last)
    store = CropStore.load(*options.crops)
    held = None if options.held is None else CropStore.load(options.held)
    run = Run(net, options.checkpoint, options.steps, rate=options.rate, decay=0.03)
    print(f"{len(store.labels)} crops, from step {run.first}", flush=True)
    batches = CloseupBatches(store, options.seed + run.first, BATCH)
    loader = DataLoader(batches, batch_size=None, num_workers=options.workers, prefetch_factor=4)
    for done in run.learn(loader, losses):
        if held is not None and done % LOOKED_EVERY == 0:
            told = accuracy(look(run.average.network(), held), held)
            print(f"held out: {told:.4f}", flush=True)
    export_closeup(Names(run.average.network()), options.out, LABELS, INPUT, BORDER)
    print(f"wrote {options.out}", flush=True)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/crops.npz")])
    parser.add_argument("--held", type=Path, default=None, help="crops to look at on the way")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=RATE, help="learning rate at its peak")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, default=Path("checkpoints/closeup.pt"))
    parser.add_argument("--out", type=Path, default=Path("models/closeup.onnx"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
