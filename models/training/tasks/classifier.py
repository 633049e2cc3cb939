r"""Trains the classifier on crops, and writes the ONNX file.

    python -m models.training.tasks.classifier --crops build/crops.npz build/drawn.npz

The classifier names every tile of a photo and must be fast; the temperature that calibrates its
confidence is fitted by `datasets.evaluation.calibration`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from torch import Tensor

from datasets.synth.scenes.effects import Dice
from models.training.data.store import HIDDEN, LABELS, Crops, CropStore, Numbers
from models.training.export import export_named
from models.training.loop import Batch, Task, main
from models.training.losses import name_loss, turn_loss
from models.training.networks.crops import ClassifierNet

SIZE = 64  # px of the classifier's input


def add_crops(parser: argparse.ArgumentParser) -> None:
    """Add the files of crops to the command line."""
    parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/crops.npz")])


def read_crops(options: argparse.Namespace) -> Crops:
    """Return the crops that the command line names."""
    return Crops(CropStore.load(*options.crops), options.batch, SIZE, 0, any_quarters, HIDDEN)


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


TASK = Task(
    name="classifier",
    arguments=add_crops,
    data=read_crops,
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

if __name__ == "__main__":
    main(TASK, __doc__)
