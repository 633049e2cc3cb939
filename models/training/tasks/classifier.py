"""Trains the classifier on crops, and writes the ONNX file.

    python -m models.training.tasks.classifier --crops build/crops.npz build/drawn.npz

The temperature that makes its confidence honest is fitted by `datasets.evaluation.calibration`.
"""

from functools import partial
from pathlib import Path

import numpy as np
from torch import nn

from datasets.synth.scenes.effects import Dice
from models.training.data.store import LABELS, Numbers
from models.training.export import export_named
from models.training.loop import Task, main
from models.training.networks.crops import ClassifierNet
from models.training.tasks.names import accuracy, add_crops, names_and_turns, read_crops

SIZE = 64  # px of what the network sees


def quarters(dice: Dice, count: int) -> Numbers:
    """Draw by how many quarters each crop of a batch is turned: half of them by none or two."""
    drawn = dice.integers(0, 4, count)
    return np.where(dice.random(count) < 0.5, drawn // 2 * 2, drawn)


def export(net: nn.Module, path: Path) -> None:
    """Write the classifier, whose logits are as yet divided by a temperature of one."""
    facts = {"size": SIZE, "labels": LABELS, "temperature": "1"}
    export_named(net, path, "classifier", ("names", "turns"), facts)


TASK = Task(
    name="classifier",
    arguments=add_crops,
    data=partial(read_crops, size=SIZE, border=0, quarters=quarters),
    network=ClassifierNet,
    loss=names_and_turns,
    metrics=accuracy,
    export=lambda net, _, path: export(net, path),
    steps=5000,
    batch=128,
    rate=2e-3,
    decay=0.03,
)

if __name__ == "__main__":
    main(TASK, __doc__)
