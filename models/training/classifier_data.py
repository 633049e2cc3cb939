"""Turns stored crops into what the classifier learns from."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import IterableDataset

from models.training.augment import Dice, photograph
from models.training.crops import MARGIN, UNKNOWN
from models.training.progress import Batch
from vision.classifier import FACE_DOWN, NOT_A_TILE
from vision.geometry import Pixels

LABELS = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    *(f"{rank}f" for rank in range(1, 5)),
    *(f"{rank}g" for rank in range(1, 5)),
    FACE_DOWN,
    NOT_A_TILE,
)
INPUT = 64
SHARES = {"tiles": 0.14, "photos": 0.27, "scenes": 0.17, "drawn": 0.42}
# Faces that look alike both ways up: half a turn more or less is no mistake.
ALIKE = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z")
)
NEITHER = frozenset((FACE_DOWN, NOT_A_TILE))
EXACT_TURN, HALF_TURN, NO_TURN = 0, 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class CropStore:
    """All crops of a file: pixels (n, s, s, 3), label numbers, turns and origins (n,)."""

    pixels: Pixels
    labels: NDArray[np.int64]
    turns: NDArray[np.int64]
    origins: NDArray[np.str_]

    @classmethod
    def load(cls, *paths: Path) -> Self:
        """Read what `models.training.crops` and `drawn_crops` wrote, as one store."""
        number = {code: index for index, code in enumerate(LABELS)}
        parts: dict[str, list[NDArray[np.generic]]] = {}
        for path in paths:
            with np.load(path) as data:
                for name in ("pixels", "codes", "turns", "origins"):
                    parts.setdefault(name, []).append(data[name])
        pixels, codes, turns, origins = (np.concatenate(part) for part in parts.values())
        labels = np.array([number[str(code)] for code in codes], np.int64)
        return cls(pixels.astype(np.uint8, copy=False), labels, turns.astype(np.int64),
                   origins.astype(np.str_))  # fmt: skip

    def chances(self) -> NDArray[np.float64]:
        """Share out the draws (n,): by kind of origin, then evenly between the labels' roots."""
        roots = [str(name).split("/")[0] for name in self.origins]
        kinds = np.array([root if root in SHARES else "photos" for root in roots])
        chances = np.zeros(len(self.labels))
        for kind, share in SHARES.items():
            here = kinds == kind
            if not here.any():
                continue
            counts = np.bincount(self.labels[here], minlength=len(LABELS))
            weight = 1 / np.sqrt(counts[self.labels[here]])
            chances[here] = share * weight / weight.sum()
        return chances / chances.sum()


class CropBatches(IterableDataset[Batch]):
    """An endless stream of shaken crops."""

    def __init__(self, store: CropStore, seed: int, batch: int) -> None:
        """Keep the store; each worker draws its own stream."""
        self.store, self.seed, self.batch = store, seed, batch
        self.chances = store.chances()
        symmetry = [
            NO_TURN if label in NEITHER else HALF_TURN if label in ALIKE else EXACT_TURN
            for label in LABELS
        ]
        self.symmetry = np.array(symmetry)

    def __iter__(self) -> Iterator[Batch]:
        """Draw for ever."""
        cv2.setNumThreads(1)  # the other cores belong to the network
        worker = torch.utils.data.get_worker_info()
        dice = np.random.default_rng([self.seed, 0 if worker is None else worker.id])
        while True:
            yield self.shown(dice, dice.choice(len(self.chances), self.batch, p=self.chances))

    def shown(self, dice: Dice, chosen: NDArray[np.int64]) -> Batch:
        """Give the crops (n,) that were drawn, shaken, with their names and turns."""
        quarters = self.quarters(dice)
        crops = np.stack(
            [
                self.crop(dice, self.store.pixels[i], int(q))
                for i, q in zip(chosen, quarters, strict=True)
            ]
        )
        labels, turns = self.store.labels[chosen], self.store.turns[chosen]
        known = np.where(turns == UNKNOWN, NO_TURN, self.symmetry[labels])
        return {
            "crops": torch.from_numpy(crops),
            "labels": torch.from_numpy(labels),
            "turns": torch.from_numpy((np.maximum(turns, 0) + quarters) % 4),
            "known": torch.from_numpy(known),
        }

    def quarters(self, dice: Dice) -> NDArray[np.int64]:
        """Say by how many quarters each crop of a batch is turned: half of them by none or two."""
        drawn = dice.integers(0, 4, self.batch)
        return np.where(dice.random(self.batch) < 0.5, drawn // 2 * 2, drawn)

    def crop(self, dice: Dice, pixels: Pixels, quarters: int) -> Pixels:
        """Cut a tile out of a stored crop as the network sees it."""
        return shake(dice, pixels, quarters)


def shake(
    dice: Dice, crop: Pixels, quarters: int, side: int = INPUT, border: float = 0.0
) -> Pixels:
    """Cut the tile (side, side, 3) out of its margin a little wrong, turned clockwise by quarters.

    After one quarter turn clockwise the face's own top left lies at corner 1, and so on. `border`
    is the share of the tile's side that is shown around it.
    """
    inner = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (1 - 2 * MARGIN) + MARGIN
    loose = dice.normal(0, 0.028, (4, 2)) + dice.normal(0, 0.025, 2)
    grow = (1 + dice.normal(0.01, 0.035, 2)) * (1 + 2 * border)
    tilt = np.radians(dice.normal(0, 3.0))
    turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    quad = ((inner - 0.5) * grow) @ turn.T + 0.5 + loose
    quad = np.roll(quad, quarters, axis=0) * crop.shape[0]
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    flat = cv2.warpPerspective(crop, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    if dice.random() < 0.5:
        flat = coarse(dice, np.asarray(flat, np.uint8))
    return photograph(dice, np.asarray(flat, np.uint8), strength=0.9)


def coarse(dice: Dice, crop: Pixels) -> Pixels:
    """Show the crop as if the tile had had a quarter of its pixels across, or nearly all."""
    side = crop.shape[0]
    width = int(np.exp(dice.uniform(np.log(0.25 * side), np.log(0.94 * side))))
    height = int(width * dice.uniform(1.0, 1.4))
    small = cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)
