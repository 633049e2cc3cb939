"""The losses: a peak on every tile and its corners, a name, a turn, a place."""

import torch
from torch import Tensor, nn

from models.training.data.examples import EXACT, HULL, LOOSE, UNKNOWN
from models.training.data.store import EXACT_TURN, HALF_TURN

SHIFTS = 4
# Degrees from standing on a corner: up to the first a tile counts in full for the corners of such
# tiles, from the second on it counts the least; a tile turned by 45 is upright.
NEARLY, HARDLY, LEAST = 28.0, 40.0, 0.1
# The weight of an error: boxes include the sides of tiles, and those of turned and sheared copies
# are wider still.
SHARES = {EXACT: 1.0, HULL: 0.25, LOOSE: 0.05, UNKNOWN: 0.0}
NAME_SMOOTHING = 0.05
TURN_WEIGHT = 0.3
UPON_SMOOTHING = 0.01


def name_loss(names: Tensor, labels: Tensor) -> Tensor:
    """Return the loss of name logits (n, names) for the right `labels` (n,)."""
    return nn.functional.cross_entropy(names, labels, label_smoothing=NAME_SMOOTHING)


def turn_loss(turns: Tensor, wanted: Tensor, known: Tensor) -> Tensor:
    """Return the weighted loss of turn logits (n, 4); symmetric faces ignore half turns.

    `wanted` (n,) in quarters; `known` (n,): EXACT_TURN, HALF_TURN or more, which does not count.
    """
    shares = turns.log_softmax(dim=1)
    exact = -shares.gather(1, wanted[:, None])[:, 0]
    other = -shares.gather(1, (wanted[:, None] + 2) % 4)[:, 0]
    either = -torch.logaddexp(-exact, -other)
    loss = torch.where(known == EXACT_TURN, exact, either) * (known <= HALF_TURN)
    return TURN_WEIGHT * loss.sum() / (known <= HALF_TURN).sum().clamp(min=1)


def stacked_loss(logits: Tensor, upon: Tensor) -> Tensor:
    """Return the loss of logits (n,), with `upon` (n,) 1 for tiles on others, else 0."""
    wanted = upon * (1 - 2 * UPON_SMOOTHING) + UPON_SMOOTHING
    return nn.functional.binary_cross_entropy_with_logits(logits, wanted)


def picture_shares(tiles: Tensor) -> Tensor:
    """Return the weight of each tile, such that a picture of n tiles weighs the root of n.

    Otherwise a tray of 36 tiles would count 36 times as much as a bonus tile that lies alone.
    """
    return tiles.clamp(min=1).pow(-0.5)


def centre_loss(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """Return the penalty-reduced focal loss of CenterNet (arXiv 1904.07850, equation 1).

    `logits`, `heat`, `weight`: (n, h, w). Near a peak the table counts less; where `weight` is 0
    nothing is known and nothing is learned. Mean over tiles; those of a crowd count less.
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
    """Return the mean corner error in shares of the tile's shorter side; crowds count less.

    `predicted`, `wanted` (k, 4, 2) in cells; `pictures` (k,) number their pictures. Which corner
    comes first does not matter: the best of the four cyclic shifts counts. If only the hull is
    known, the hulls are compared.
    """
    if not len(predicted):
        return predicted.sum()
    shifted = torch.stack([wanted.roll(shift, dims=1) for shift in range(SHIFTS)])
    apart = (predicted[None] - shifted).abs().mean(dim=(2, 3)).min(dim=0).values
    low = (predicted.amin(dim=1) - wanted.amin(dim=1)).abs()
    high = (predicted.amax(dim=1) - wanted.amax(dim=1)).abs()
    hull = (low + high).mean(dim=1) / 2
    shares = torch.tensor([SHARES[kind] for kind in sorted(SHARES)], device=kinds.device)[kinds]
    return _mean(shares * torch.where(kinds == EXACT, apart, hull), sizes, pictures)


def diamond_loss(
    predicted: Tensor, wanted: Tensor, kinds: Tensor, sizes: Tensor, pictures: Tensor
) -> Tensor:
    """Return the error of corners (k, 4, 2) in the order of tiles that stand on a corner.

    The first corner is the one whose edge to the next points most to the lower right. It is
    ambiguous for upright tiles, which therefore count little: the other order is for them. Boxes
    do not count at all.
    """
    if not len(predicted):
        return predicted.sum()
    ordered, apart = diamond_order(wanted)
    shares = ((HARDLY - apart) / (HARDLY - NEARLY)).clamp(LEAST, 1.0) * (kinds == EXACT)
    return _mean((predicted - ordered).abs().mean(dim=(1, 2)) * shares, sizes, pictures)


def diamond_order(quads: Tensor) -> tuple[Tensor, Tensor]:
    """Return quads (k, 4, 2), clockwise in pictures, ordered as tiles that stand on a corner.

    Also returns how far each is turned from that position, in degrees of 0 to 45 (k,).
    """
    edges = quads.roll(-1, dims=1) - quads
    across, down = edges.unbind(dim=2)
    # Each edge is turned back by its number of quarters from the first: their sum points like the
    # first edge, averaged for slanted quads.
    x = across[:, 0] + down[:, 1] - across[:, 2] - down[:, 3]
    y = down[:, 0] - across[:, 1] - down[:, 2] + across[:, 3]
    angle = torch.rad2deg(torch.atan2(y, x)) % 360
    shifts = torch.arange(SHIFTS, device=quads.device)
    places = shifts - torch.div(angle, 90, rounding_mode="floor").long()[:, None]
    ordered = quads.gather(1, (places % SHIFTS)[:, :, None].expand(-1, -1, 2))
    return ordered, (angle % 90 - 45).abs()


def _mean(error: Tensor, sizes: Tensor, pictures: Tensor) -> Tensor:
    """Return the mean of errors (k,) in shares of the tile's shorter side."""
    counted = picture_shares(pictures.bincount().float()[pictures])
    return (error / sizes.clamp(min=1) * counted).sum() / counted.sum()
