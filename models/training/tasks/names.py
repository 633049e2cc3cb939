"""What the three tasks that name tiles share: their command line, losses and figures."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from models.training.data.crops import without_margin
from models.training.data.store import Crops, CropStore
from models.training.loop import Batch
from models.training.losses import name_loss, turn_loss

AT_ONCE = 128


def add_crops(parser: argparse.ArgumentParser) -> None:
    """Add the files of crops to the command line."""
    parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/crops.npz")])
    parser.add_argument("--held", type=Path, help="crops held out, to look at")


def held_out(options: argparse.Namespace) -> CropStore | None:
    """Read the crops that were held out, where some were."""
    return None if options.held is None else CropStore.load(options.held)


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
