"""Trains the classifier on crops, and writes the ONNX file.

    python -m models.training.tasks.classifier --crops build/crops.npz build/drawn.npz

The temperature that makes the confidence honest is fitted on crops that the training never sees
(`--held`).
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.training.data.augmentation import Dice
from models.training.data.store import HIDDEN, LABELS, Crops, CropStore, Numbers
from models.training.export import export_named
from models.training.loop import Task, main
from models.training.networks.crops import ClassifierNet
from models.training.tasks.names import (
    accuracy,
    add_crops,
    held_out,
    names_and_turns,
    predict_names,
)

SIZE = 64  # px of what the network sees


def read(options: argparse.Namespace) -> Crops:
    """Read the crops that the command line names."""
    return Crops(
        CropStore.load(*options.crops), held_out(options), options.batch, SIZE, 0, quarters, HIDDEN
    )


def quarters(dice: Dice, count: int) -> Numbers:
    """Draw by how many quarters each crop of a batch is turned: half of them by none or two."""
    drawn = dice.integers(0, 4, count)
    return np.where(dice.random(count) < 0.5, drawn // 2 * 2, drawn)


def fit_temperature(logits: Tensor, store: CropStore) -> float:
    """Find the divisor of the logits under which the held-out crops are likeliest."""
    labels = torch.from_numpy(store.labels)
    tried = np.exp(np.linspace(np.log(0.2), np.log(3.0), 80))
    costs = [float(nn.functional.cross_entropy(logits / t, labels)) for t in tried]
    return float(tried[int(np.argmin(costs))])


def export(net: nn.Module, path: Path, temperature: float = 1.0) -> None:
    """Write the classifier, whose logits are divided by the temperature."""
    facts = {"labels": LABELS, "temperature": f"{temperature:.4f}"}
    export_named(net, path, "classifier", ("names", "turns"), {"size": SIZE, **facts})


def fit_and_export(net: nn.Module, data: Crops, path: Path) -> None:
    """Write the classifier with the temperature that suits the crops held out, if there are any."""
    held = data.held
    temperature = 1.0 if held is None else fit_temperature(predict_names(net, held, SIZE, 0), held)
    export(net, path, temperature)
    print(f"temperature {temperature:.3f}", flush=True)


TASK = Task(
    name="classifier",
    arguments=add_crops,
    data=read,
    network=ClassifierNet,
    loss=names_and_turns,
    metrics=accuracy,
    export=fit_and_export,
    steps=5000,
    batch=128,
    rate=2e-3,
    decay=0.03,
)

if __name__ == "__main__":
    main(TASK, __doc__)
