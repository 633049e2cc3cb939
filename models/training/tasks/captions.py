r"""Trains the network that reads captions of bonus tiles, and writes the ONNX file.

    python -m models.training.tasks.captions --crops build/crops.npz build/drawn.npz \
        --start models/training/float/classifier.npz

Flowers and seasons are painted differently in every set; the number and the character beside the
picture distinguish them, and both are small. So this network sees a larger crop than the
classifier, including a rim of the table, but only of tiles that may be bonus tiles.
"""

import argparse
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from datasets.synth.scenes.effects import Dice
from models.training.data.store import (
    Crops,
    CropStore,
    Numbers,
    chances,
    numbers,
    occurrences,
)
from models.training.export import State, export_named
from models.training.loop import Batch, Task, main
from models.training.losses import name_loss
from models.training.networks.crops import CaptionsNet, ClassifierNet
from vision.nets.faces import BONUS, NONE

LABELS = (*BONUS, NONE)
SIZE = 96  # px of the network's input by default
BORDER = 0.06
SHARES = {"tiles": 0.06, "photos": 0.1, "outlined": 0.04, "scenes": 0.35, "drawn": 0.45}
OTHERS = 0.12  # share of crops that show no bonus tile; reading allows for it
# Shares of crops seen as they are, and turned by one, two and three quarters.
TURNED = (0.55, 0.1, 0.25, 0.1)
# Faces that are confused with bonus tiles.
ALIKE, ALIKE_WEIGHT = ("1s", "5z", "-", "1z", "2z", "6z", "1m"), 5.0
MOST_OTHERS = 500  # from a file with fewer bonus tiles


def targets(store: CropStore) -> Numbers:
    """Return the index of each crop in `LABELS`."""
    place = {label: number for number, label in enumerate(numbers(BONUS))}
    return np.array([place.get(int(label), len(BONUS)) for label in store.labels], np.int64)


class Captions(Crops):
    """Augmented crops, most of them of bonus tiles."""

    @cached_property
    def targets(self) -> Numbers:
        """Return which of `LABELS` each crop is (n,)."""
        return targets(self.store)

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """Return the probability (n,) of drawing each crop: most of each origin are bonus tiles."""
        kinds, bonus = self.store.kinds(), self.targets < len(BONUS)
        alike = np.where(np.isin(self.store.labels, numbers(ALIKE)), ALIKE_WEIGHT, 1.0)
        groups = [
            ((kinds == kind) & (bonus == which), share * part)
            for kind, share in SHARES.items()
            for which, part in ((True, 1 - OTHERS), (False, OTHERS))
        ]
        return chances(groups, lambda here: alike[here] / occurrences(self.targets[here]))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files of crops and the size of the input."""
    parser.add_argument("--crops", type=Path, nargs="+", required=True)
    parser.add_argument("--side", type=int, default=SIZE, help="px of what the network sees")


def mostly_upright(dice: Dice, count: int) -> Numbers:
    """Return by how many quarters each crop of a batch is turned: most stay upright."""
    return dice.choice(4, count, p=TURNED)


def read(options: argparse.Namespace) -> Captions:
    """Return all bonus tiles of each file, and as many others at random."""
    dice = np.random.default_rng(options.seed)
    parts = []
    for store in map(CropStore.load, options.crops):
        bonus = np.isin(store.labels, numbers(BONUS))
        others = dice.permutation(np.flatnonzero(~bonus))[: max(MOST_OTHERS, int(bonus.sum()))]
        parts.append(store.part(np.concatenate([np.flatnonzero(bonus), others])))
    store = CropStore.concatenate(parts)
    return Captions(store, options.batch, options.side, BORDER, mostly_upright)


def start(net: CaptionsNet, state: State) -> None:
    """Give the network the weights of a captions network, or of a classifier."""
    if "turns.weight" not in state:
        net.load_state_dict(state)
        return
    known = ClassifierNet()
    known.load_state_dict(state)
    net.take_over(known)


def loss(outputs: Sequence[Tensor], batch: Batch) -> dict[str, Tensor]:
    """Return the loss of naming."""
    return {"naming": name_loss(outputs[0], batch["labels"])}


def export(net: nn.Module, path: Path, size: int = SIZE) -> None:
    """Write the network for crops of `size` px."""
    facts = {"kind": "captions", "size": size, "border": BORDER, "labels": LABELS}
    export_named(net, path, ("names",), facts)


TASK = Task(
    name="captions",
    arguments=add_arguments,
    data=read,
    network=CaptionsNet,
    start=start,
    loss=loss,
    export=lambda net, data, path: export(net, path, data.size),
    steps=2500,
    batch=96,
    rate=2e-3,
    decay=0.05,
)

if __name__ == "__main__":
    main(TASK, __doc__)
