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
from torch.utils.data import DataLoader

from models.training.classifier_data import (
    EXACT_TURN,
    HALF_TURN,
    INPUT,
    LABELS,
    CropBatches,
    CropStore,
)
from models.training.classifier_net import ClassifierNet
from models.training.crops import MARGIN, SIZE
from models.training.export import export_classifier
from models.training.progress import Batch, Run, fast_arithmetic
from models.training.warm_start import fold, start_from

BATCH = 128
RATE = 2e-3
SMOOTHING = 0.05
TURN_WEIGHT = 0.3
LOOKED_EVERY = 500


def values(batch: Batch) -> Tensor:
    """Give the crops (n, 3, 64, 64) of a batch as the network sees them, from -1 to 1."""
    scaled = batch["crops"].permute(0, 3, 1, 2).float() / 127.5 - 1
    return scaled.contiguous(memory_format=torch.channels_last)


def losses(net: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """Give the losses of naming and of turning."""
    with fast_arithmetic():
        names, turns = net(values(batch))
    naming = nn.functional.cross_entropy(names.float(), batch["labels"], label_smoothing=SMOOTHING)
    return {"naming": naming, "turning": turning(turns.float(), batch)}


def turning(turns: Tensor, batch: Batch) -> Tensor:
    """Give the weighted loss of turn logits (n, 4); half-turn look-alikes count as one."""
    shares = turns.log_softmax(dim=1)
    exact = -shares.gather(1, batch["turns"][:, None])[:, 0]
    other = -shares.gather(1, (batch["turns"][:, None] + 2) % 4)[:, 0]
    either = -torch.logaddexp(-exact, -other)
    known = batch["known"]
    loss = torch.where(known == EXACT_TURN, exact, either) * (known <= HALF_TURN)
    return TURN_WEIGHT * loss.sum() / (known <= HALF_TURN).sum().clamp(min=1)


def train(options: argparse.Namespace) -> None:
    """Train from the start or the checkpoint, fit the temperature, export."""
    torch.manual_seed(options.seed)
    net = ClassifierNet().to(memory_format=torch.channels_last)
    store = CropStore.load(*options.crops)
    held = None if options.held is None else CropStore.load(options.held)
    if options.start is not None:
        start_from(options.start, net, values(next(iter(CropBatches(store, 0, BATCH)))))
        if options.fold:
            fold(net)
    run = Run(net, options.checkpoint, options.steps, rate=options.rate, decay=0.03)
    print(f"{len(store.labels)} crops, from step {run.first}", flush=True)
    batches = CropBatches(store, options.seed + run.first, BATCH)
    loader = DataLoader(batches, batch_size=None, num_workers=options.workers, prefetch_factor=4)
    for done in run.learn(loader, losses):
        if held is not None and done % LOOKED_EVERY == 0:
            logits = look(run.average.network(), held)
            print(f"held out: {accuracy(logits, held):.4f}", flush=True)
    final = run.average.network()
    temperature = 1.0 if held is None else fit_temperature(look(final, held), held)
    export_classifier(final, options.out, LABELS, INPUT, temperature)
    print(f"wrote {options.out}, temperature {temperature:.3f}", flush=True)


@torch.no_grad()
def look(net: nn.Module, store: CropStore) -> Tensor:
    """Give the name logits (n, 44) of stored crops, both ways up averaged as in reading."""
    edge = round(SIZE * MARGIN)
    inner = torch.from_numpy(store.pixels[:, edge:-edge, edge:-edge]).permute(0, 3, 1, 2)
    parts = []
    for part in inner.split(256):
        crops = nn.functional.interpolate(part.float(), (INPUT, INPUT), mode="area") / 127.5 - 1
        parts.append((net(crops)[0] + net(crops.flip(2, 3))[0]) / 2)
    return torch.cat(parts)


def accuracy(logits: Tensor, store: CropStore) -> float:
    """Give the share of crops named right."""
    return float((logits.argmax(dim=1).numpy() == store.labels).mean())


def fit_temperature(logits: Tensor, store: CropStore) -> float:
    """Find the divisor of the logits under which the held-out crops are likeliest."""
    labels = torch.from_numpy(store.labels)
    tried = np.exp(np.linspace(np.log(0.2), np.log(3.0), 80))
    costs = [float(nn.functional.cross_entropy(logits / t, labels)) for t in tried]
    return float(tried[int(np.argmin(costs))])


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/crops.npz")])
    parser.add_argument("--held", type=Path, default=None, help="crops to fit the temperature on")
    parser.add_argument("--start", type=Path, default=None, help="an ONNX file to go on from")
    parser.add_argument("--fold", action="store_true", help="go on without normalisations")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--rate", type=float, default=RATE, help="learning rate at its peak")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, default=Path("checkpoints/classifier.pt"))
    parser.add_argument("--out", type=Path, default=Path("models/classifier.onnx"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
