"""Trains the network that predicts each tile's role in the hand, and writes the ONNX file.

`models/training/stages.mk` says what it reads.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from datasets.synth.scenes.effects import Dice
from datasets.synth.scenes.profile import KINDS
from datasets.synth.sights import see
from models.training.data.sights import (
    DISCARD,
    OPEN,
    Bank,
    RoleScene,
    clutter,
    exchange_suits,
    labels_of,
    observe,
    role_scenes_of,
    scenes_in,
)
from models.training.data.store import LABELS
from models.training.export import export as write
from models.training.loop import Batch, Task, main
from models.training.networks.roles import (
    NUMBERS,
    PAIR_NUMBERS,
    RolesNet,
    RolesOfPhoto,
    measure,
)
from vision.arrays import Floats
from vision.nets.faces import NOT_A_TILE
from vision.nets.roles import BACK, EXPOSED, OTHER, WINNING

PHOTO_REPEATS = 2  # how often a real photo is used for each use of a rendered one
LOOKED_AT = 0.4  # share of scenes with a real look
PLAY = 0.25  # share of the others that show only rows of tiles, or a table in play
MOST_TILES = 110  # of a scene
READY = 3000  # scenes kept ready, with their inputs
FRESH = 5  # scenes of the pool replaced per batch
NEAR = 3.2  # tile sizes: tiles farther apart have no loss of whether they are in one set
WON = 2.0  # weight of the winning tile, of which a scene has at most one
SETS = 0.5  # weight of the loss of which tiles are in one set
POOLS = 0.1  # weight of the loss of which tiles are discards
LAID = 2.0  # weight, in that loss, of a tile laid down by another, as there are fewer of these
BLURRED = 0.15  # share of scenes whose names are made less sure
STRETCHED, MOST_STRETCHED = 0.25, 0.3  # share of scenes, and by how much (a logarithm)
DROPPED = 0.15  # share of scenes in which one or two tiles are not detected
TURNED, MOST_TURNED = 0.35, 35.0  # share of scenes, and most degrees, as a phone is held
CLUTTERED = 0.25  # share of scenes with things beside the tiles, some of which pass for tiles
ASIDE = 0.15  # share of the turned ones that are turned by further quarters


@dataclass(slots=True)
class Example:
    """A lesson with its inputs for the network."""

    lesson: RoleScene
    numbers: Floats
    pairs: Floats


@dataclass(slots=True, eq=False)
class RoleScenes:
    """Scenes with looks, and the records that simulate looks at scenes that nobody paints."""

    labels: tuple[str, ...]
    looks: list[RoleScene]
    bank: Bank
    count: int
    pool: list[Example] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{len(self.looks)} looks, {len(self.bank.names)} records"

    def batch(self, dice: Dice) -> Batch:
        """Return scenes of similar size, some of them new."""
        fresh = FRESH
        if len(self.pool) < READY:
            fresh = 60 if self.pool else READY // 8
        for _ in range(fresh):
            example = self._draw(dice)
            if len(self.pool) < READY:
                self.pool.append(example)
            else:
                self.pool[int(dice.integers(READY))] = example
        some = dice.choice(len(self.pool), min(len(self.pool), self.count * 6), replace=False)
        sized = sorted(some.tolist(), key=lambda i: len(self.pool[i].lesson.roles))
        start = int(dice.integers(max(1, len(sized) - self.count + 1)))
        chosen = [self.pool[i] for i in sized[start : start + self.count]]
        return collate(chosen, self.labels, dice)

    def _draw(self, dice: Dice) -> Example:
        while True:
            if dice.random() < LOOKED_AT:
                lesson = self.looks[int(dice.integers(len(self.looks)))]
            else:
                kind = "unpainted play" if dice.random() < PLAY else "unpainted"
                lesson = observe(dice, *see(dice, KINDS[kind]), self.bank)
            count = len(lesson.roles)
            if dice.random() < DROPPED and count > 6:
                lost = dice.choice(count, int(dice.integers(1, 3)), replace=False)
                lesson = drop_tiles(lesson, lost)
            if dice.random() < STRETCHED:
                lesson = stretch_photo(lesson, float(np.exp(dice.normal(0, MOST_STRETCHED / 2))))
            if dice.random() < CLUTTERED:
                lesson = clutter(dice, lesson, self.bank)
            if dice.random() < TURNED:
                lesson = turn(lesson, _degrees(dice, lesson))
            if 0 < count <= MOST_TILES:
                return example_of(lesson)


def drop_tiles(lesson: RoleScene, lost: NDArray[np.intp]) -> RoleScene:
    """Return a lesson without some tiles."""
    stay = np.setdiff1d(np.arange(len(lesson.roles)), lost)
    return RoleScene(lesson.sights.take(stay), lesson.roles[stay], lesson.parts[stay])


def stretch_photo(lesson: RoleScene, wider: float) -> RoleScene:
    """Return a photo made wider, as some are stored."""
    seen = lesson.sights
    corners = seen.corners * np.array([wider, 1.0], np.float32)
    width, height = seen.size
    return replace(
        lesson, sights=replace(seen, corners=corners, size=(round(width * wider), height))
    )


def turn(lesson: RoleScene, degrees: float) -> RoleScene:
    """Return a photo turned anticlockwise about its centre, uncropped."""
    seen = lesson.sights
    c, s = float(np.cos(np.deg2rad(degrees))), float(np.sin(np.deg2rad(degrees)))
    turned = np.array([[c, -s], [s, c]], np.float32)
    across, down = abs(turned) @ seen.size
    middle = np.array(seen.size, np.float32) / 2
    corners = (seen.corners - middle) @ turned + np.array([across, down], np.float32) / 2
    size = (round(float(across)), round(float(down)))
    return replace(lesson, sights=replace(seen, corners=corners.astype(np.float32), size=size))


def _degrees(dice: Dice, lesson: RoleScene) -> float:
    """Return degrees to turn by, with quarter turns only if nearly all tiles are the hand's.

    If there are several hands, the side of the camera shows which one is meant.
    """
    degrees = float(dice.uniform(-MOST_TURNED, MOST_TURNED))
    others = np.isin(lesson.roles, (OTHER, DISCARD, OPEN)).sum()
    if others * 2 < len(lesson.roles) and dice.random() < ASIDE:
        degrees += 90.0 * float(dice.choice((1, 2, 3)))
    return degrees


def example_of(lesson: RoleScene) -> Example:
    """Return a lesson with its inputs."""
    inputs = {name: torch.from_numpy(one) for name, one in lesson.sights.inputs().items()}
    numbers, pairs = measure(**inputs)
    return Example(lesson, numbers.numpy(), pairs.numpy().astype(np.float16))


def collate(chosen: Sequence[Example], labels: Sequence[str], dice: Dice | None) -> Batch:
    """Return lessons padded to one size; with `dice`, suits are permuted and some names blurred."""
    most = max(len(each.lesson.roles) for each in chosen)
    batch, kinds = len(chosen), len(labels)
    names = np.zeros((batch, most, kinds), np.float32)
    numbers = np.zeros((batch, most, NUMBERS), np.float32)
    pairs = np.zeros((batch, most, most, PAIR_NUMBERS), np.float32)
    roles = np.full((batch, most), -1, np.int64)
    parts = np.zeros((batch, most), np.int64)
    for i, each in enumerate(chosen):
        n = len(each.lesson.roles)
        own = each.lesson.sights.names.astype(np.float32)
        own = own / own.sum(axis=1, keepdims=True).clip(1e-6)
        if dice is not None:
            own = exchange_suits(dice, own, labels)
            if dice.random() < BLURRED:
                own = own ** np.float32(dice.uniform(0.3, 0.8)) * (own > 1e-5)
                own = own / own.sum(axis=1, keepdims=True).clip(1e-6)
        names[i, :n], numbers[i, :n], pairs[i, :n, :n] = own, each.numbers, each.pairs
        roles[i, :n], parts[i, :n] = each.lesson.roles, each.lesson.parts
    arrays = {"names": names, "numbers": numbers, "pairs": pairs, "roles": roles, "parts": parts}
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the folders to learn from."""
    add = parser.add_argument
    add("--looks", type=Path, nargs="+", required=True, help="of datasets.frozen.examples")
    add("--photos", type=Path, nargs="*", default=[], help="the same, with --photos")


def read(options: argparse.Namespace) -> RoleScenes:
    """Return the scenes, and the records of seen tiles."""
    labels = labels_of(options.looks[0])
    known = [scene for folder in options.looks for scene in scenes_in(folder)]
    photos = [scene for folder in options.photos for scene in scenes_in(folder)]
    looks = [*role_scenes_of(known), *role_scenes_of(photos) * PHOTO_REPEATS]
    bank = Bank.of(known, labels, [photo for photo in photos if photo.whole])
    return RoleScenes(labels, looks, bank, options.batch)


def loss(outputs: Sequence[Tensor], batch: Batch) -> dict[str, Tensor]:
    """Return the losses of roles, weighted alike for every scene, of pairs and of pools."""
    roles, together, pools = outputs
    there, discarded = batch["roles"] >= 0, batch["roles"] == DISCARD
    known = torch.where(discarded, OTHER, batch["roles"])
    wrong = functional.cross_entropy(
        roles.permute(0, 2, 1), known.clamp(min=0), reduction="none", label_smoothing=0.01
    )
    wrong = wrong * torch.where(known == WINNING, WON, 1.0)
    per_scene = (wrong * there).sum(dim=1) / there.sum(dim=1).clamp(min=1).sqrt()
    exposed = (known == EXPOSED) | (known == BACK)
    asked = (exposed[:, :, None] | exposed[:, None, :]) & there[:, :, None] & there[:, None, :]
    asked &= batch["pairs"][..., 8] < np.log1p(NEAR)
    asked &= ~torch.eye(roles.shape[1], dtype=torch.bool, device=asked.device)[None]
    same = (batch["parts"][:, :, None] == batch["parts"][:, None, :]) & (batch["parts"] > 0)[
        :, None, :
    ]
    odds = functional.binary_cross_entropy_with_logits(together, same.float(), reduction="none")
    sets = (odds * asked).sum() / asked.sum().clamp(min=1)
    others = known == OTHER
    odds = functional.binary_cross_entropy_with_logits(pools, discarded.float(), reduction="none")
    counted = others * torch.where(discarded, 1.0, LAID)
    pool = (odds * counted).sum() / counted.sum().clamp(min=1)
    return {"roles": per_scene.mean() / 5, "sets": SETS * sets, "pools": POOLS * pool}


def export(net: nn.Module, data: RoleScenes, path: Path) -> None:
    """Write the network."""
    n, k = 5, len(data.labels)
    shapes = {"size": (2,), "corners": (n, 4, 2), "names": (n, k), "sure": (n, 3), "kept": (n,)}
    one, two = {0: "n"}, {0: "n", 1: "n"}
    axes = dict.fromkeys(("corners", "names", "sure", "kept", "roles"), one)
    axes |= {"pairs": two, "pools": one}
    inputs = {name: torch.rand(shape) for name, shape in shapes.items()}
    write(RolesOfPhoto(net), path, inputs, axes, {"kind": "roles"})


TASK = Task(
    name="roles",
    arguments=add_arguments,
    data=read,
    network=lambda: RolesNet(tuple(name for name in LABELS if name != NOT_A_TILE)),
    loss=loss,
    export=export,
    inputs=lambda batch: (batch["names"], batch["numbers"], batch["pairs"]),
    steps=46000,
    batch=32,
    rate=1.5e-3,
    decay=0.02,
    bfloat16=False,
)

if __name__ == "__main__":
    main(TASK, __doc__)
