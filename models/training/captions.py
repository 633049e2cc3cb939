r"""Trains the network that reads captions of bonus tiles, and writes the ONNX file.

    python -m models.training.captions --crops build/crops.npz build/drawn.npz \
        --start models/classifier.onnx

Flowers and seasons are painted differently in every set; the number and the character beside the
picture tell them apart, and both are small. So this network sees a larger crop than the classifier,
a rim of the table included, and is asked only of tiles that may be bonus tiles. Seeded; a run that
was interrupted goes on from its checkpoint.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from models.training.captions_net import CaptionsNet
from models.training.classifier_data import LABELS as FACES
from models.training.classifier_data import CropStore, shake
from models.training.crops import MARGIN, SIZE
from models.training.export import export_captions
from models.training.progress import Batch, Run, fast_arithmetic
from vision.captions import BONUS, NONE
from vision.geometry import Pixels

LABELS = (*BONUS, NONE)
INPUT = 96
BORDER = 0.06
BATCH = 96
RATE = 2e-3
SMOOTHING = 0.05
SHARES = {"tiles": 0.06, "photos": 0.14, "scenes": 0.1, "drawn": 0.7}
OTHERS = 0.12  # share of crops that show no bonus tile; reading reckons with it
# What a bonus tile is taken for, and the other way round.
ALIKE, ALIKE_WEIGHT = ("1s", "5z", "-", "1z", "2z", "6z", "1m"), 5.0
LOOKED_EVERY = 250


def load(paths: Sequence[Path], dice: np.random.Generator) -> CropStore:
    """Read stored crops: all bonus tiles, and as many others by chance."""
    parts = []
    for path in paths:
        store = CropStore.load(path)
        bonus = np.isin(store.labels, [FACES.index(code) for code in BONUS])
        others = np.flatnonzero(~bonus)
        chosen = dice.permutation(others)[: max(500, int(bonus.sum()))]
        kept = np.concatenate([np.flatnonzero(bonus), chosen])
        parts.append(
            [part[kept] for part in (store.pixels, store.labels, store.turns, store.origins)]
        )
    pixels, labels, turns, origins = (np.concatenate(part) for part in zip(*parts, strict=True))
    return CropStore(pixels, labels, turns, origins)


def targets(store: CropStore) -> NDArray[np.int64]:
    """Say for each crop which of `LABELS` it is."""
    place = {FACES.index(code): number for number, code in enumerate(BONUS)}
    return np.array([place.get(int(label), len(BONUS)) for label in store.labels], np.int64)


def chances(store: CropStore, named: NDArray[np.int64]) -> NDArray[np.float64]:
    """Share out the draws (n,): by kind of origin, most of each kind bonus tiles."""
    roots = [str(name).split("/")[0] for name in store.origins]
    kinds = np.array([root if root in SHARES else "photos" for root in roots])
    alike = np.isin(store.labels, [FACES.index(code) for code in ALIKE])
    shared = np.zeros(len(named))
    for kind, share in SHARES.items():
        for bonus, part in ((True, 1 - OTHERS), (False, OTHERS)):
            here = (kinds == kind) & ((named < len(BONUS)) == bonus)
            if here.any():
                counts = np.bincount(named[here], minlength=len(LABELS))
                weight = np.where(alike[here], ALIKE_WEIGHT, 1.0) / counts[named[here]]
                shared[here] = share * part * weight / weight.sum()
    return shared / shared.sum()


class CaptionBatches(IterableDataset[Batch]):
    """An endless stream of shaken crops."""

    def __init__(self, store: CropStore, seed: int, batch: int) -> None:
        """Keep the store; each worker draws its own stream."""
        self.store, self.seed, self.batch = store, seed, batch
        self.named = targets(store)
        self.chances = chances(store, self.named)

    def __iter__(self) -> Iterator[Batch]:
        """Draw for ever."""
        cv2.setNumThreads(1)  # the other cores belong to the network
        worker = torch.utils.data.get_worker_info()
        dice = np.random.default_rng([self.seed, 0 if worker is None else worker.id])
        while True:
            chosen = dice.choice(len(self.chances), self.batch, p=self.chances)
            crops = np.stack([self._shaken(dice, int(i)) for i in chosen])
            labels = torch.from_numpy(self.named[chosen])
            yield {"crops": torch.from_numpy(crops), "labels": labels}

    def _shaken(self, dice: np.random.Generator, index: int) -> Pixels:
        """Cut one crop out, most often as its own top left says, else half or a quarter round."""
        turn = int(self.store.turns[index])
        quarters = int(dice.choice(4, p=(0.55, 0.1, 0.25, 0.1))) if turn >= 0 else 0
        return shake(dice, self.store.pixels[index], quarters, INPUT, BORDER)


def values(batch: Batch) -> Tensor:
    """Give the crops (n, 3, 96, 96) of a batch as the network sees them, from -1 to 1."""
    scaled = batch["crops"].permute(0, 3, 1, 2).float() / 127.5 - 1
    return scaled.contiguous(memory_format=torch.channels_last)


def losses(net: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """Give the loss of naming."""
    with fast_arithmetic():
        names = net(values(batch))
    loss = nn.functional.cross_entropy(names.float(), batch["labels"], label_smoothing=SMOOTHING)
    return {"naming": loss}


def train(options: argparse.Namespace) -> None:
    """Train from the start or the checkpoint, export."""
    torch.manual_seed(options.seed)
    net = CaptionsNet().to(memory_format=torch.channels_last)
    store = load(options.crops, np.random.default_rng(options.seed))
    held = None if options.held is None else CropStore.load(options.held)
    if options.start is not None:
        net.start_from(options.start, values(next(iter(CaptionBatches(store, 0, BATCH)))))
    run = Run(net, options.checkpoint, options.steps, rate=options.rate, decay=0.05)
    print(f"{len(store.labels)} crops, from step {run.first}", flush=True)
    batches = CaptionBatches(store, options.seed + run.first, BATCH)
    loader = DataLoader(batches, batch_size=None, num_workers=options.workers, prefetch_factor=4)
    for done in run.learn(loader, losses):
        if held is not None and done % LOOKED_EVERY == 0:
            print(f"held out: {accuracy(run.average.network(), held):.4f}", flush=True)
    export_captions(run.average.network(), options.out, LABELS, INPUT, BORDER)
    print(f"wrote {options.out}", flush=True)


@torch.no_grad()
def accuracy(net: nn.Module, store: CropStore) -> float:
    """Give the share of the bonus tiles in a store that are named right, seen once."""
    named = targets(store)
    bonus = np.flatnonzero(named < len(BONUS))
    edge = round(SIZE * (MARGIN - BORDER * (1 - 2 * MARGIN)))
    crops = [cv2.resize(store.pixels[i][edge:-edge, edge:-edge], (INPUT, INPUT)) for i in bonus]
    told = net(values({"crops": torch.from_numpy(np.stack(crops))})).argmax(dim=1).numpy()
    return float((told == named[bonus]).mean())


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/crops.npz")])
    parser.add_argument("--held", type=Path, default=None, help="crops to look at on the way")
    parser.add_argument("--start", type=Path, default=None, help="a classifier to go on from")
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--rate", type=float, default=RATE, help="learning rate at its peak")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, default=Path("checkpoints/captions.pt"))
    parser.add_argument("--out", type=Path, default=Path("models/captions.onnx"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
