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

from models.training.augment import Dice
from models.training.classifier_data import LABELS, CropBatches, CropStore, shake
from models.training.closeup_net import CloseupNet, Names
from models.training.export import export_closeup
from models.training.naming import Training, accuracy, held_out, look, naming, turning, values
from models.training.progress import Batch
from models.training.warm_start import start_from
from vision.geometry import Pixels

INPUT = 96
BORDER = 0.06
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
    return {"naming": naming(names, batch), "turning": turning(turns, batch)}


def right(net: nn.Module, held: CropStore) -> float:
    """Give the share of held-out crops that a network names right."""
    return accuracy(look(net, held, INPUT, BORDER), held)


TRAINING = Training(
    "closeup",
    CloseupBatches,
    losses,
    right,
    batch=64,
    steps=3000,
    rate=1e-3,
    decay=0.03,
    told_every=250,
)


def train(options: argparse.Namespace) -> None:
    """Train from ImageNet's weights, those of a file or the checkpoint, export."""
    torch.manual_seed(options.seed)
    net = CloseupNet().to(memory_format=torch.channels_last)
    store = CropStore.load(*options.crops)
    if options.start is not None:
        first = values(next(iter(CloseupBatches(store, 0, TRAINING.batch))))
        start_from(options.start, net, first, spare=("turns",))
    final = TRAINING.run(net, store, held_out(options), options)
    export_closeup(Names(final), options.out, LABELS, INPUT, BORDER)
    print(f"wrote {options.out}", flush=True)


def main() -> None:
    """Read the command line and train."""
    parser = TRAINING.parser(__doc__)
    parser.add_argument("--start", type=Path, default=None, help="an ONNX file to go on from")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
