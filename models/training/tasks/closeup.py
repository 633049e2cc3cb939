"""Trains the network that takes a closer look at doubtful tiles, and writes the ONNX file.

    python -m models.training.tasks.closeup --crops build/crops.npz --held build/held.npz

The classifier names every tile of a photo and must be quick. Where it is unsure, and where a bonus
tile may lie, this larger network is asked, which sees a larger crop with a rim of the table. It
begins with weights from ImageNet.
"""

import argparse
from pathlib import Path

from torch import nn

from models.training.data.augmentation import Dice
from models.training.data.store import HIDDEN, LABELS, Crops, CropStore, Numbers
from models.training.export import export_named
from models.training.loop import Task, main
from models.training.networks.closeup import CloseupNet
from models.training.tasks.names import accuracy, add_crops, held_out, names_and_turns

SIZE, BORDER = 96, 0.06  # px of what the network sees, of which the rim is a share of the tile
# How often a crop is seen as it stands, and turned by one, two and three quarters.
TURNED = (0.55, 0.1, 0.25, 0.1)


def read(options: argparse.Namespace) -> Crops:
    """Read the crops that the command line names."""
    store, held = CropStore.load(*options.crops), held_out(options)
    return Crops(store, held, options.batch, SIZE, BORDER, quarters, HIDDEN)


def quarters(dice: Dice, count: int) -> Numbers:
    """Draw by how many quarters each crop of a batch is turned: most stand upright."""
    return dice.choice(4, count, p=TURNED)


def export(net: nn.Module, path: Path) -> None:
    """Write the close-up network, which is asked for turns only while it learns."""
    facts = {"size": SIZE, "border": BORDER, "labels": LABELS}
    export_named(net, path, "closeup", ("names",), facts)


TASK = Task(
    name="closeup",
    arguments=add_crops,
    data=read,
    network=CloseupNet,
    loss=names_and_turns,
    metrics=accuracy,
    export=lambda net, _, path: export(net, path),
    steps=3000,
    batch=64,
    rate=1e-3,
    decay=0.03,
    metrics_every=250,
    bfloat16=False,  # its convolutions have few channels each
)

if __name__ == "__main__":
    main(TASK, __doc__)
