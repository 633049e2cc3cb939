"""What the trainings of the three networks that name tiles share: command line, loop, losses."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from models.training.classifier_data import EXACT_TURN, HALF_TURN, CropBatches, CropStore
from models.training.crops import inner
from models.training.progress import Batch, Losses, Run

SMOOTHING = 0.05
TURN_WEIGHT = 0.3
AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class Training:
    """How a network is trained, where the command line does not say otherwise.

    `name` is that of its files, `batch` the crops a step, `rate` the learning rate at its peak,
    `decay` that of the weights; every so many steps the share of held-out crops that it names
    `right` is told.
    """

    name: str
    batches: Callable[[CropStore, int, int], CropBatches]
    losses: Losses
    right: Callable[[nn.Module, CropStore], float]
    batch: int
    steps: int
    rate: float
    decay: float
    told_every: int

    def parser(self, description: str | None) -> argparse.ArgumentParser:
        """Describe the command line that all of them have."""
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/crops.npz")])
        parser.add_argument("--held", type=Path, default=None, help="crops held out, to look at")
        parser.add_argument("--steps", type=int, default=self.steps)
        parser.add_argument(
            "--rate", type=float, default=self.rate, help="learning rate at its peak"
        )
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--workers", type=int, default=1)
        kept, written = Path(f"checkpoints/{self.name}.pt"), Path(f"models/{self.name}.onnx")
        parser.add_argument("--checkpoint", type=Path, default=kept)
        parser.add_argument("--out", type=Path, default=written)
        return parser

    def run(
        self, net: nn.Module, store: CropStore, held: CropStore | None, options: argparse.Namespace
    ) -> nn.Module:
        """Train to the end, from the checkpoint if there is one; give the averaged network."""
        run = Run(net, options.checkpoint, options.steps, rate=options.rate, decay=self.decay)
        print(f"{len(store.labels)} crops, from step {run.first}", flush=True)
        batches = self.batches(store, options.seed + run.first, self.batch)
        loader = DataLoader(
            batches, batch_size=None, num_workers=options.workers, prefetch_factor=4
        )
        for done in run.learn(loader, self.losses):
            if held is not None and done % self.told_every == 0:
                print(f"held out: {self.right(run.average.network(), held):.4f}", flush=True)
        return run.average.network()


def held_out(options: argparse.Namespace) -> CropStore | None:
    """Read the crops that were held out, where some were."""
    return None if options.held is None else CropStore.load(options.held)


def values(batch: Batch) -> Tensor:
    """Give the crops (n, 3, h, w) of a batch as the network sees them, from -1 to 1."""
    scaled = batch["crops"].permute(0, 3, 1, 2).float() / 127.5 - 1
    return scaled.contiguous(memory_format=torch.channels_last)


def naming(names: Tensor, batch: Batch) -> Tensor:
    """Give the loss of name logits (n, labels)."""
    return nn.functional.cross_entropy(names, batch["labels"], label_smoothing=SMOOTHING)


def turning(turns: Tensor, batch: Batch) -> Tensor:
    """Give the weighted loss of turn logits (n, 4); half-turn look-alikes count as one."""
    shares = turns.log_softmax(dim=1)
    exact = -shares.gather(1, batch["turns"][:, None])[:, 0]
    other = -shares.gather(1, (batch["turns"][:, None] + 2) % 4)[:, 0]
    either = -torch.logaddexp(-exact, -other)
    known = batch["known"]
    loss = torch.where(known == EXACT_TURN, exact, either) * (known <= HALF_TURN)
    return TURN_WEIGHT * loss.sum() / (known <= HALF_TURN).sum().clamp(min=1)


@torch.no_grad()
def look(net: nn.Module, store: CropStore, size: int, border: float = 0.0) -> Tensor:
    """Give the name logits (n, labels) of stored crops, both ways up averaged as in reading."""
    tiles = torch.from_numpy(inner(store.pixels, border)).permute(0, 3, 1, 2)
    mode = "area" if size < tiles.shape[-1] else "bilinear"
    parts = []
    for part in tiles.split(AT_ONCE):
        crops = nn.functional.interpolate(part.float(), (size, size), mode=mode) / 127.5 - 1
        parts.append((net(crops)[0] + net(crops.flip(2, 3))[0]) / 2)
    return torch.cat(parts)


def accuracy(logits: Tensor, store: CropStore) -> float:
    """Give the share of crops named right."""
    return float((logits.argmax(dim=1).numpy() == store.labels).mean())
