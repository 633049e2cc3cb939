"""Stored crops of tiles, and what the networks that name tiles learn from them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Self, TypeAlias

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from datasets.evaluation.logistic import TileColumns
from datasets.synth.faces.design import CODES
from datasets.synth.scenes.effects import Dice, photograph
from models.training.data.crops import MARGIN, UNKNOWN
from vision.arrays import Floats, Pixels
from vision.nets.faces import NOT_A_TILE
from vision.quads.geometry import rotation
from vision.quads.table import LOOK_ALIKE
from vision.sets import FACE_DOWN, UNKNOWN_FACE

Numbers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

LABELS = (*CODES, FACE_DOWN, NOT_A_TILE)
# What a stored crop may show: all that a network names, and one thing that none does.
STORED = (*LABELS, UNKNOWN_FACE)
# Of a batch, by origin: those by which the shipped classifier learned last.
SHARES = {"tiles": 0.1, "photos": 0.22, "outlined": 0.16, "scenes": 0.22, "drawn": 0.3}
NEITHER = frozenset((FACE_DOWN, NOT_A_TILE))
EXACT_TURN, HALF_TURN, NO_TURN = 0, 1, 2
# Share of crops of which another tile hides a part, and how much of the side it hides. More than
# two fifths leaves another face: the left half of 4 Dots is 2 Dots.
HIDDEN, LEAST_HIDDEN, MOST_HIDDEN = 0.06, 0.1, 0.4
# Which side is hidden, clockwise from the top as the tile is stored: most lie behind a nearer one.
HIDDEN_SIDES = (0.1, 0.2, 0.5, 0.2)
# Share of those whose corners are as a detector sees them: around what is left to see.
CUT_SHORT = 0.6
# Where the tile lies in its crop, in shares of the side, from its top left clockwise.
WHOLE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (1 - 2 * MARGIN) + MARGIN
SYMMETRY = np.array(
    [NO_TURN if x in NEITHER else HALF_TURN if x in LOOK_ALIKE else EXACT_TURN for x in STORED]
)


def numbers(codes: Iterable[str]) -> list[int]:
    """Return the places of codes among `LABELS`."""
    return [LABELS.index(code) for code in codes]


@dataclass(frozen=True, slots=True, eq=False)
class CropStore(TileColumns):
    """All crops of a file: pixels (n, s, s, 3), label numbers, turns and origins (n,)."""

    pixels: Pixels
    labels: Numbers
    turns: Numbers
    origins: NDArray[np.str_]

    @classmethod
    def load(cls, *paths: Path) -> Self:
        """Return what `models.training.data.crops` wrote, as one store."""
        number = {code: index for index, code in enumerate(STORED)}
        stores = []
        for path in paths:
            with np.load(path) as data:
                labels = np.array([number[str(code)] for code in data["codes"]], np.int64)
                turns, origins = data["turns"].astype(np.int64), data["origins"].astype(np.str_)
                stores.append(cls(data["pixels"], labels, turns, origins))
        return cls.concatenate(stores)

    def part(self, chosen: NDArray[np.intp]) -> Self:
        """Return a store of the chosen crops (n,) alone."""
        return type(self)(*(getattr(self, each.name)[chosen] for each in fields(self)))

    def kinds(self) -> NDArray[np.str_]:
        """Return the kind of each crop's origin (n,), one of `SHARES`; photos have other names."""
        roots = [str(name).split("/")[0] for name in self.origins]
        return np.array([root if root in SHARES else "photos" for root in roots])


def occurrences(labels: Numbers) -> Numbers:
    """Return how often the label of each crop occurs (n,)."""
    return np.bincount(labels)[labels]


def chances(
    groups: Sequence[tuple[Mask, float]], weights: Callable[[Mask], NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Return the probability (n,) of drawing each crop, by its group's share and its weight."""
    shared = np.zeros(len(groups[0][0]))
    for here, share in groups:
        if here.any():
            weight = weights(here)
            shared[here] = share * weight / weight.sum()
    return shared / shared.sum()


@dataclass(frozen=True, eq=False)
class Crops:
    """Randomly shifted crops with their names and turns; rare names are drawn more often.

    A crop shows `size` px with a `border`, a share of the tile's side, around the tile;
    `quarters` draws by how many quarters each of a batch is turned. In a share `hidden` of the
    crops another tile hides a part.
    """

    store: CropStore
    count: int
    size: int
    border: float
    quarters: Callable[[Dice, int], Numbers]
    hidden: float = 0.0

    def __str__(self) -> str:
        return f"{len(self.store.labels)} crops"

    @cached_property
    def targets(self) -> Numbers:
        """Return the number of the name that each crop (n,) should get."""
        return self.store.labels

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """Return the probability (n,) of drawing each crop, by origin and rarity of its name."""
        kinds = self.store.kinds()
        return chances(
            [(kinds == kind, share) for kind, share in SHARES.items()],
            lambda here: 1 / np.sqrt(occurrences(self.store.labels[here])),
        )

    def batch(self, dice: Dice) -> dict[str, torch.Tensor]:
        """Return crops with their names, their turns, and how far these are known."""
        every = dice.choice(len(self.store.labels), self.count, p=self.chances)
        quarters = self.quarters(dice, self.count)
        images = [
            shake(dice, *self._crop(dice, int(i)), int(turn), self.size, self.border)
            for i, turn in zip(every, quarters, strict=True)
        ]
        labels, turns = self.store.labels[every], self.store.turns[every]
        known = np.where(turns == UNKNOWN, NO_TURN, SYMMETRY[labels])
        return {
            "images": torch.from_numpy(np.stack(images)),
            "labels": torch.from_numpy(self.targets[every]),
            "turns": torch.from_numpy((np.maximum(turns, 0) + quarters) % 4),
            "known": torch.from_numpy(known),
        }

    def _crop(self, dice: Dice, index: int) -> tuple[Pixels, Floats]:
        """Return a stored crop and where its tile lies in it, perhaps partly hidden by another."""
        crop = self.store.pixels[index]
        face = STORED[self.store.labels[index]] not in NEITHER
        if not self.hidden or not face or dice.random() >= self.hidden:
            return crop, WHOLE
        nearer = self.store.pixels[int(dice.integers(len(self.store.labels)))]
        return hide(dice, crop, nearer)


def hide(dice: Dice, crop: Pixels, nearer: Pixels) -> tuple[Pixels, Floats]:
    """Return a crop with a tile of the same size over one side, and the corners (4, 2) left.

    The corners, shares of the picture's side, are those of the whole tile or, as detectors see
    most such tiles, of what is left to see.
    """
    share, where = dice.uniform(LEAST_HIDDEN, MOST_HIDDEN), int(dice.choice(4, p=HIDDEN_SIDES))
    side = crop.shape[0]
    edge = 1 - MARGIN - share * (1 - 2 * MARGIN)  # of the tile below, in shares of the picture
    slope = np.tan(np.radians(dice.normal(0, 6)))
    steps = np.arange(side) / side
    below = steps[:, None] >= edge + (steps[None] - 0.5) * slope
    upright = np.rot90(crop, where - 2)
    body = np.median(upright.reshape(-1, 3), axis=0) * dice.uniform(0.75, 1.15)
    rim = below & (steps[:, None] < edge + dice.uniform(0.02, 0.2))
    covered = np.where(below[..., None], nearer, upright)
    covered = np.where(rim[..., None], np.clip(body, 0, 255), covered).astype(np.uint8)
    quad = WHOLE.copy()
    if dice.random() < CUT_SHORT:
        quad[2:, 1] = edge + dice.normal(0, 0.03)
    for _ in range((2 - where) % 4):
        quad = np.roll(np.stack([quad[:, 1], 1 - quad[:, 0]], axis=1), -1, axis=0)
    return np.ascontiguousarray(np.rot90(covered, 2 - where)), quad.astype(np.float32)


def shake(
    dice: Dice, crop: Pixels, inner: Floats, quarters: int, side: int, border: float = 0.0
) -> Pixels:
    """Return the tile (side, side, 3) cut a little wrong, turned clockwise by quarters.

    `inner` (4, 2) are its corners in shares of the crop's side. After one quarter turn clockwise
    the face's own top left lies at corner 1, and so on. `border` is the share of the tile's side
    that is shown around it.
    """
    loose = dice.normal(0, 0.028, (4, 2)) + dice.normal(0, 0.025, 2)
    grow = (1 + dice.normal(0.01, 0.035, 2)) * (1 + 2 * border)
    turn = rotation(np.radians(dice.normal(0, 3.0)))
    middle = inner.mean(axis=0)
    quad = ((inner - middle) * grow) @ turn.T + middle + loose
    quad = np.roll(quad, quarters, axis=0) * crop.shape[0]
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    flat = cv2.warpPerspective(crop, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    if dice.random() < 0.5:
        flat = reduce_resolution(dice, np.asarray(flat, np.uint8))
    return photograph(dice, np.asarray(flat, np.uint8), strength=0.9)


def reduce_resolution(dice: Dice, crop: Pixels) -> Pixels:
    """Return a crop as if the tile had had a quarter of its pixels across, or nearly all."""
    side = crop.shape[0]
    width = int(np.exp(dice.uniform(np.log(0.25 * side), np.log(0.94 * side))))
    height = int(width * dice.uniform(1.0, 1.4))
    small = cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)
