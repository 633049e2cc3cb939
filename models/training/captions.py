r"""Trains the network that reads captions of bonus tiles, and writes the ONNX file.

    python -m models.training.captions --crops build/crops.npz build/drawn.npz \
        --start models/classifier.onnx

Flowers and seasons are painted differently in every set; the number and the character beside the
picture tell them apart, and both are small. So this network sees a larger crop than the classifier,
a rim of the table included, and is asked only of tiles that may be bonus tiles. Seeded; a run that
was interrupted goes on from its checkpoint.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.augment import Dice
from models.training.captions_net import CaptionsNet
from models.training.classifier_data import LABELS as FACES
from models.training.classifier_data import CropBatches, CropStore, shake
from models.training.crops import inner_at
from models.training.export import export_captions
from models.training.naming import Training, held_out, naming, values
from models.training.progress import Batch, fast_arithmetic
from models.training.warm_start import start_from
from vision.captions import BONUS, NONE
from vision.geometry import Pixels

LABELS = (*BONUS, NONE)
INPUT = 96  # px of what the network sees, unless said otherwise
BORDER = 0.06
SHARES = {"tiles": 0.06, "photos": 0.14, "scenes": 0.35, "drawn": 0.45}
OTHERS = 0.12  # share of crops that show no bonus tile; reading reckons with it
# What a bonus tile is taken for, and the other way round.
ALIKE, ALIKE_WEIGHT = ("1s", "5z", "-", "1z", "2z", "6z", "1m"), 5.0


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


class CaptionBatches(CropBatches):
    """An endless stream of shaken crops, most of them of bonus tiles."""

    def __init__(self, store: CropStore, seed: int, batch: int, side: int = INPUT) -> None:
        """Keep the store; each worker draws its own stream of crops (side, side, 3)."""
        super().__init__(store, seed, batch)
        self.side = side
        self.named = targets(store)
        self.chances = chances(store, self.named)

    def shown(self, dice: Dice, chosen: NDArray[np.int64]) -> Batch:
        """Give the crops (n,) that were drawn, shaken, with their names."""
        crops = np.stack([self._shaken(dice, int(i)) for i in chosen])
        labels = torch.from_numpy(self.named[chosen])
        return {"crops": torch.from_numpy(crops), "labels": labels}

    def _shaken(self, dice: Dice, index: int) -> Pixels:
        """Cut one crop out, most often as its own top left says, else half or a quarter round."""
        turn = int(self.store.turns[index])
        quarters = int(dice.choice(4, p=(0.55, 0.1, 0.25, 0.1))) if turn >= 0 else 0
        return shake(dice, self.store.pixels[index], quarters, self.side, BORDER)


def losses(net: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """Give the loss of naming."""
    with fast_arithmetic():
        names = net(values(batch))
    return {"naming": naming(names.float(), batch)}


@torch.no_grad()
def right(net: nn.Module, held: CropStore, side: int = INPUT) -> float:
    """Give the share of the bonus tiles held out that a network names right, seen once."""
    named = targets(held)
    bonus = np.flatnonzero(named < len(BONUS))
    crops = np.stack([inner_at(held.pixels[i], side, BORDER) for i in bonus])
    told = net(values({"crops": torch.from_numpy(crops)})).argmax(dim=1).numpy()
    return float((told == named[bonus]).mean())


TRAINING = Training(
    "captions",
    CaptionBatches,
    losses,
    right,
    batch=96,
    steps=2500,
    rate=2e-3,
    decay=0.05,
    told_every=250,
)


def train(options: argparse.Namespace) -> None:
    """Train from the start or the checkpoint, export."""
    torch.manual_seed(options.seed)
    net = CaptionsNet().to(memory_format=torch.channels_last)
    store = load(options.crops, np.random.default_rng(options.seed))
    side = options.side
    training = replace(
        TRAINING, batches=partial(CaptionBatches, side=side), right=partial(right, side=side)
    )
    first = values(next(iter(training.batches(store, 0, training.batch))))
    if options.start is not None:
        net.start_from(options.start, first)
    if options.go_on is not None:
        start_from(options.go_on, net, first)
    final = training.run(net, store, held_out(options), options)
    export_captions(final, options.out, LABELS, side, BORDER)
    print(f"wrote {options.out}", flush=True)


def main() -> None:
    """Read the command line and train."""
    parser = TRAINING.parser(__doc__)
    parser.add_argument("--side", type=int, default=INPUT, help="px of what the network sees")
    begun = parser.add_mutually_exclusive_group()
    begun.add_argument("--start", type=Path, default=None, help="a classifier to go on from")
    begun.add_argument("--go-on", type=Path, default=None, help="a captions.onnx to go on from")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
