"""Trains the classifier on crops, and writes the ONNX file.

    python -m models.training.classifier --crops build/crops.npz build/drawn.npz

Seeded; a run that was interrupted goes on from its checkpoint. The temperature that makes the
confidence honest is fitted on crops that the training never sees (`--held`).
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.training.classifier_data import INPUT, LABELS, CropBatches, CropStore
from models.training.classifier_net import ClassifierNet
from models.training.export import export_classifier
from models.training.naming import Training, accuracy, held_out, look, naming, turning, values
from models.training.progress import Batch, fast_arithmetic
from models.training.warm_start import fold, start_from


def losses(net: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """Give the losses of naming and of turning."""
    with fast_arithmetic():
        names, turns = net(values(batch))
    return {"naming": naming(names.float(), batch), "turning": turning(turns.float(), batch)}


def right(net: nn.Module, held: CropStore) -> float:
    """Give the share of held-out crops that a network names right."""
    return accuracy(look(net, held, INPUT), held)


TRAINING = Training(
    "classifier",
    CropBatches,
    losses,
    right,
    batch=128,
    steps=5000,
    rate=2e-3,
    decay=0.03,
    told_every=500,
)


def train(options: argparse.Namespace) -> None:
    """Train from the start or the checkpoint, fit the temperature, export."""
    torch.manual_seed(options.seed)
    net = ClassifierNet().to(memory_format=torch.channels_last)
    store, held = CropStore.load(*options.crops), held_out(options)
    if options.start is not None:
        start_from(options.start, net, values(next(iter(CropBatches(store, 0, TRAINING.batch)))))
        if options.fold:
            fold(net)
    final = TRAINING.run(net, store, held, options)
    temperature = 1.0 if held is None else fit_temperature(look(final, held, INPUT), held)
    export_classifier(final, options.out, LABELS, INPUT, temperature)
    print(f"wrote {options.out}, temperature {temperature:.3f}", flush=True)


def fit_temperature(logits: Tensor, store: CropStore) -> float:
    """Find the divisor of the logits under which the held-out crops are likeliest."""
    labels = torch.from_numpy(store.labels)
    tried = np.exp(np.linspace(np.log(0.2), np.log(3.0), 80))
    costs = [float(nn.functional.cross_entropy(logits / t, labels)) for t in tried]
    return float(tried[int(np.argmin(costs))])


def main() -> None:
    """Read the command line and train."""
    parser = TRAINING.parser(__doc__)
    parser.add_argument("--start", type=Path, default=None, help="an ONNX file to go on from")
    parser.add_argument("--fold", action="store_true", help="go on without normalisations")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
