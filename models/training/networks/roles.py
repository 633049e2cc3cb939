"""The network of roles: a small transformer over the tiles of one photo, in no order.

What a tile is to the hand depends on what lies about it, so each layer weighs every pair by how the
two lie to each other: the place of one in the axes of the other (perspective and tilt are in that),
sizes, angles, and whether they may be alike or in sequence.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from vision.nets.roles import NUMBERS, PAIR_NUMBERS, ROLES, neighbours

WIDTH, LAYERS, HEADS = 64, 4, 4
_NAMES = 40
_HIDDEN = 128
_PAIR = 24
_SETS = 24
_AWAY = -1e4  # logit of what is not there


class RolesNet(nn.Module):
    """Maps tiles to logits of roles (b, n, r) and of pairs that are of one set (b, n, n).

    Inputs: `names` (b, n, k), probabilities; `numbers` (b, n, f) and `pairs` (b, n, n, g) as
    `vision.nets.roles` measures them.
    """

    def __init__(self, labels: Sequence[str]) -> None:
        """Make the network with weights drawn from torch's generator."""
        super().__init__()
        one, two = neighbours(labels)
        self.register_buffer(
            "alike", torch.stack([torch.eye(len(labels)), torch.tensor(one), torch.tensor(two)])
        )
        self.names = nn.Linear(len(labels), _NAMES)
        self.entry = nn.Linear(_NAMES + NUMBERS, WIDTH)
        self.pairs = nn.Sequential(
            nn.Linear(PAIR_NUMBERS + 3, _PAIR), nn.GELU(), nn.Linear(_PAIR, _PAIR), nn.GELU()
        )
        self.bias = nn.Linear(_PAIR, LAYERS * HEADS)
        self.layers = nn.ModuleList(_Layer() for _ in range(LAYERS))
        self.last = nn.LayerNorm(WIDTH)
        self.roles = nn.Linear(WIDTH, len(ROLES))
        self.sets = nn.Linear(WIDTH, _SETS)
        self.beside = nn.Linear(_PAIR, 1)

    def forward(self, names: Tensor, numbers: Tensor, pairs: Tensor) -> tuple[Tensor, Tensor]:
        """Look at the tiles of photos; a tile whose names are all 0 is not there."""
        there = names.sum(dim=2) > 0
        measured = torch.cat(
            [pairs, *((names @ kind @ names.transpose(1, 2)).unsqueeze(3) for kind in self.alike)],
            dim=3,
        )
        beside = self.pairs(measured)
        bias = self.bias(beside).permute(0, 3, 1, 2)
        bias = bias + torch.where(there, 0.0, _AWAY)[:, None, None, :]
        tiles = self.entry(torch.cat([self.names(names), numbers], dim=2))
        for number, layer in enumerate(self.layers):
            tiles = layer(tiles, bias[:, number * HEADS : (number + 1) * HEADS])
        tiles = self.last(tiles)
        sets = self.sets(tiles)
        together = sets @ sets.transpose(1, 2) * _SETS**-0.5
        near = self.beside(beside).squeeze(3)
        return self.roles(tiles), together + (near + near.transpose(1, 2)) / 2


class _Layer(nn.Module):
    """Attention with a bias for every pair, then each tile by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.before = nn.LayerNorm(WIDTH)
        self.mixed = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.alone = nn.Sequential(
            nn.LayerNorm(WIDTH), nn.Linear(WIDTH, _HIDDEN), nn.GELU(), nn.Linear(_HIDDEN, WIDTH)
        )

    def forward(self, tiles: Tensor, bias: Tensor) -> Tensor:
        """Take tiles (b, n, w) and biases (b, h, n, n)."""
        batch, count, _ = tiles.shape
        mixed = self.mixed(self.before(tiles)).reshape(batch, count, 3, HEADS, WIDTH // HEADS)
        ask, key, value = mixed.permute(2, 0, 3, 1, 4).unbind(0)
        weights = ask @ key.transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + bias
        seen = (weights.softmax(dim=3) @ value).transpose(1, 2).reshape(batch, count, WIDTH)
        tiles = tiles + self.out(seen)
        return tiles + self.alone(tiles)
