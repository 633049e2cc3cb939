"""What the detector is asked: a peak on every tile, four corners, or at least their hull."""

import torch
from torch import Tensor

from models.training.detector_data import EXACT, HULL, LOOSE, UNKNOWN

SHIFTS = 4
# What an error counts: boxes hold the sides of tiles, too, and those of turned and sheared copies
# are wider still.
SHARES = {EXACT: 1.0, HULL: 0.25, LOOSE: 0.05, UNKNOWN: 0.0}


def picture_shares(tiles: Tensor) -> Tensor:
    """Give what a tile counts by how many (n,) its picture has: together they count as the root.

    Else a tray of 36 tiles would count 36 times as much as a bonus tile that lies alone.
    """
    return tiles.clamp(min=1).pow(-0.5)


def centre_loss(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """Penalty-reduced focal loss of CenterNet (arXiv 1904.07850, equation 1), one value a tile.

    `logits`, `heat`, `weight`: (n, h, w). Near a peak the table counts less; where `weight` is 0
    nothing is known and nothing is learned. Mean over tiles, those of a crowd count less.
    """
    probability = logits.sigmoid().clamp(1e-4, 1 - 1e-4)
    peak = heat.ge(1.0).float()
    found = -(1 - probability).square() * probability.log() * peak
    empty = -probability.square() * (1 - probability).log() * (1 - heat).pow(4) * (1 - peak)
    pictures = ((found + empty) * weight).sum(dim=(1, 2))
    tiles = peak.sum(dim=(1, 2))
    shares = picture_shares(tiles)
    return (pictures * shares).sum() / (tiles * shares).sum().clamp(min=1)


def corner_loss(
    predicted: Tensor, wanted: Tensor, kinds: Tensor, sizes: Tensor, pictures: Tensor
) -> Tensor:
    """Mean corner error in shares of the tile's shorter side, tiles of a crowd counting less.

    `predicted`, `wanted` (k, 4, 2) in cells; `pictures` (k,) numbers what they are seen in. Which
    corner comes first is free: the best of the four cyclic shifts counts. Where only the hull is
    known, the hulls are compared.
    """
    if not len(predicted):
        return predicted.sum()
    shifted = torch.stack([wanted.roll(shift, dims=1) for shift in range(SHIFTS)])
    apart = (predicted[None] - shifted).abs().mean(dim=(2, 3)).min(dim=0).values
    low = (predicted.amin(dim=1) - wanted.amin(dim=1)).abs()
    high = (predicted.amax(dim=1) - wanted.amax(dim=1)).abs()
    hull = (low + high).mean(dim=1) / 2
    shares = torch.tensor([SHARES[kind] for kind in sorted(SHARES)])[kinds]
    error = shares * torch.where(kinds == EXACT, apart, hull)
    counted = picture_shares(pictures.bincount().float()[pictures])
    return (error / sizes.clamp(min=1) * counted).sum() / counted.sum()
