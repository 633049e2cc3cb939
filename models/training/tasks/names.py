r"""Trains the classifier or the close-up network on crops, and writes the ONNX file.

    python -m models.training.tasks.names classifier --crops build/crops.npz build/drawn.npz
    python -m models.training.tasks.names closeup --crops build/crops.npz build/drawn.npz

The classifier names every tile of a photo and must be fast; the temperature that calibrates its
confidence is fitted by `datasets.evaluation.calibration`. Tiles of which it is unsure, and possible
bonus tiles, are named by the larger close-up network, which sees a larger crop with a rim of the
table, and starts from ImageNet weights.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from torch import Tensor

from datasets.synth.scenes.effects import Dice
from models.training.data.store import HIDDEN, LABELS, Crops, CropStore, Numbers
from models.training.export import export_named
from models.training.loop import Batch, Task, main
from models.training.losses import name_loss, turn_loss
from models.training.networks.closeup import CloseupNet
from models.training.networks.crops import ClassifierNet

# Shares of crops seen as they are, and turned by one, two and three quarters.
TURNED = (0.55, 0.1, 0.25, 0.1)
SIZE = 64  # px of the classifier's input
# The close-up network's input, and its rim as a share of the tile.
CLOSEUP_SIZE, BORDER = 96, 0.06


def add_crops(parser: argparse.ArgumentParser) -> None:
    """Add the files of crops to the command line."""
    parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/crops.npz")])


def read_crops(
    options: argparse.Namespace, size: int, border: float, quarters: Callable[[Dice, int], Numbers]
) -> Crops:
    """Return the crops that the command line names."""
    store = CropStore.load(*options.crops)
    return Crops(store, options.batch, size, border, quarters, HIDDEN)


def mostly_upright(dice: Dice, count: int) -> Numbers:
    """Return by how many quarters each crop of a batch is turned: most stay upright."""
    return dice.choice(4, count, p=TURNED)


def any_quarters(dice: Dice, count: int) -> Numbers:
    """Return by how many quarters each crop of a batch is turned: half of them by none or two."""
    drawn = dice.integers(0, 4, count)
    return np.where(dice.random(count) < 0.5, drawn // 2 * 2, drawn)


def names_and_turns(outputs: Sequence[Tensor], batch: Batch) -> dict[str, Tensor]:
    """Return the losses of naming and of turning."""
    names, turns = outputs
    return {
        "naming": name_loss(names, batch["labels"]),
        "turning": turn_loss(turns, batch["turns"], batch["known"]),
    }


CLASSIFIER = Task(
    name="classifier",
    arguments=add_crops,
    data=partial(read_crops, size=SIZE, border=0, quarters=any_quarters),
    network=ClassifierNet,
    loss=names_and_turns,
    export=lambda net, _, path: export_named(
        net,
        path,
        ("names", "turns"),
        {"kind": "classifier", "size": SIZE, "labels": LABELS, "temperature": "1"},
    ),
    steps=5000,
    batch=128,
    rate=2e-3,
    decay=0.03,
)
# Turns are predicted only in training.
CLOSEUP = Task(
    name="closeup",
    arguments=add_crops,
    data=partial(read_crops, size=CLOSEUP_SIZE, border=BORDER, quarters=mostly_upright),
    network=CloseupNet,
    loss=names_and_turns,
    export=lambda net, _, path: export_named(
        net,
        path,
        ("names",),
        {"kind": "closeup", "size": CLOSEUP_SIZE, "border": BORDER, "labels": LABELS},
    ),
    steps=3000,
    batch=64,
    rate=1e-3,
    decay=0.03,
    bfloat16=False,  # its convolutions have few channels each
)
TASKS = {task.name: task for task in (CLASSIFIER, CLOSEUP)}

if __name__ == "__main__":
    network = argparse.ArgumentParser(add_help=False)
    network.add_argument("network", choices=tuple(TASKS))
    chosen, others = network.parse_known_args()
    main(TASKS[chosen.network], __doc__, others, command=f"names {chosen.network}")
