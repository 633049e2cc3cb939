"""What the three tasks that name tiles share: their command line, losses and figures."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from datasets.synth.scenes.effects import Dice
from models.training.data.crops import without_margin
from models.training.data.store import HIDDEN, Crops, CropStore, Numbers
from models.training.loop import Batch
from models.training.losses import name_loss, turn_loss

AT_ONCE = 128
# How often a crop is seen as it stands, and turned by one, two and three quarters.
TURNED = (0.55, 0.1, 0.25, 0.1)


def add_crops(parser: argparse.ArgumentParser) -> None:
    """Add the files of crops to the command line."""
    parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/crops.npz")])
    parser.add_argument("--held", type=Path, help="crops held out, to look at")


def read_crops(
    options: argparse.Namespace, size: int, border: float, quarters: Callable[[Dice, int], Numbers]
) -> Crops:
    """Read the crops that the command line names, and those held out where there are some."""
    held = None if options.held is None else CropStore.load(options.held)
    store = CropStore.load(*options.crops)
    return Crops(store, held, options.batch, size, border, quarters, HIDDEN)


def mostly_upright(dice: Dice, count: int) -> Numbers:
    """Draw by how many quarters each crop of a batch is turned: most stand upright."""
    return dice.choice(4, count, p=TURNED)


def names_and_turns(outputs: Sequence[Tensor], batch: Batch) -> dict[str, Tensor]:
    """Return the losses of naming and of turning."""
    names, turns = outputs
    return {
        "naming": name_loss(names, batch["labels"]),
        "turning": turn_loss(turns, batch["turns"], batch["known"]),
    }


@torch.no_grad()
def predict_names(net: nn.Module, store: CropStore, size: int, border: float) -> Tensor:
    """Return the name logits (n, labels) of stored crops, both ways up averaged as in reading."""
    tiles = torch.from_numpy(without_margin(store.pixels, border)).permute(0, 3, 1, 2)
    mode = "area" if size < tiles.shape[-1] else "bilinear"
    parts = []
    for part in tiles.split(AT_ONCE):
        crops = nn.functional.interpolate(part.float(), (size, size), mode=mode) / 127.5 - 1
        parts.append((net(crops)[0] + net(crops.flip(2, 3))[0]) / 2)
    return torch.cat(parts)


def accuracy(net: nn.Module, data: Crops) -> dict[str, float]:
    """Return the share of held-out crops that a network names right, where some are held out."""
    if data.held is None:
        return {}
    named = predict_names(net, data.held, data.size, data.border).argmax(dim=1).numpy()
    return {"named right": float((named == data.held.labels).mean())}
