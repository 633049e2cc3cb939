"""The roles network: a small transformer over the tiles of one photo, in no order.

A tile's role in the hand depends on its surroundings, so each layer weighs every pair by how the
two lie to each other: the place of one in the axes of the other (which includes perspective and
tilt), sizes, angles, and whether they may be alike or in sequence. All of that is computed within
the graph, so that whoever runs the file feeds it the tiles as detected.
"""

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.nets.roles import ROLES

NUMBERS, PAIR_NUMBERS = 27, 12
MOST_ODDS = 9.0  # logarithm beyond which more means nothing
WIDE = 10.0  # tile sizes: about the width of a hand
BESIDE = 0.6  # of its own sides out of line: a tile farther off is not next in a row
NEXT = 4.0  # of its own sides to the next tile: farther ones count as this far
NEAR = 3.0  # tile sizes beyond which a place in another's axes counts less and less
LEAST_ODDS = 1e-4  # no network was trained to be surer than this
LEAST_AREA = 1.0  # square pixels: the axes of a smaller quad mean nothing
WIDTH, LAYERS, HEADS = 64, 4, 4
_NAMES = 40
_HIDDEN = 128
_PAIR = 24
_SETS = 24
_AWAY = -1e4  # logit of an absent tile


class RolesNet(nn.Module):
    """Maps tiles to logits of roles (b, n, r), of pairs in one set (b, n, n) and of pools (b, n).

    Inputs: `names` (b, n, k), probabilities; `numbers` (b, n, 27) and `pairs` (b, n, n, 12) as
    `measure` returns them.
    """

    def __init__(self, labels: Sequence[str]) -> None:
        """Make the network with weights drawn from torch's generator."""
        super().__init__()
        kinds = [torch.eye(len(labels)), _ranks_apart(labels, 1), _ranks_apart(labels, 2)]
        self.register_buffer("alike", torch.stack(kinds))
        self.names = nn.Linear(len(labels), _NAMES)
        self.entry = nn.Linear(_NAMES + NUMBERS, WIDTH)
        self.pairs = nn.Sequential(
            nn.Linear(PAIR_NUMBERS + 3, _PAIR), nn.GELU(), nn.Linear(_PAIR, _PAIR), nn.GELU()
        )
        self.bias = nn.Linear(_PAIR, LAYERS * HEADS)
        self.layers = nn.ModuleList(_Layer() for _ in range(LAYERS))
        self.bias_of_pools, self.layer_of_pools = nn.Linear(_PAIR, HEADS), _Layer()
        self.last = nn.LayerNorm(WIDTH)
        self.roles = nn.Linear(WIDTH, len(ROLES))
        self.pools = nn.Linear(WIDTH, 1)
        self.sets = nn.Linear(WIDTH, _SETS)
        self.beside = nn.Linear(_PAIR, 1)

    def forward(
        self, names: Tensor, numbers: Tensor, pairs: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Map the tiles of photos; a tile whose names are all 0 is absent."""
        there = names.sum(dim=2) > 0
        measured = torch.cat(
            [pairs, *((names @ kind @ names.transpose(1, 2)).unsqueeze(3) for kind in self.alike)],
            dim=3,
        )
        beside = self.pairs(measured)
        away = torch.where(there, 0.0, _AWAY)[:, None, None, :]
        bias = self.bias(beside).permute(0, 3, 1, 2) + away
        tiles = self.entry(torch.cat([self.names(names), numbers], dim=2))
        for number, layer in enumerate(self.layers):
            tiles = layer(tiles, bias[:, number * HEADS : (number + 1) * HEADS])
        around = self.bias_of_pools(beside).permute(0, 3, 1, 2) + away
        pools = self.pools(self.layer_of_pools(tiles, around)).squeeze(2)
        tiles = self.last(tiles)
        sets = self.sets(tiles)
        together = sets @ sets.transpose(1, 2) * _SETS**-0.5
        near = self.beside(beside).squeeze(3)
        together = together + (near + near.transpose(1, 2)) / 2
        return self.roles(tiles), together, pools


class RolesOfPhoto(nn.Module):
    """The network as shipped: the tiles of one photo as detected, results in logarithms."""

    def __init__(self, net: RolesNet) -> None:
        """Wrap the network."""
        super().__init__()
        self.net = net

    def forward(
        self, size: Tensor, corners: Tensor, names: Tensor, sure: Tensor, kept: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logarithms of roles (n, r) and of being in one set (n, n), and pools (n,)."""
        numbers, pairs = measure(size, corners, names, sure, kept)
        roles, together, pools = self.net(names[None], numbers[None], pairs[None])
        return roles[0].log_softmax(dim=1), functional.logsigmoid(together[0]), pools[0]


def measure(
    size: Tensor, corners: Tensor, names: Tensor, sure: Tensor, kept: Tensor
) -> tuple[Tensor, Tensor]:
    """Return the network's inputs for the tiles (n, 27) of a photo and for pairs (n, n, 12).

    The arguments are those of `vision.nets.roles.TileFeatures.inputs`.
    """
    middles = corners.mean(dim=1)
    first, second, third, fourth = corners.unbind(dim=1)
    right, down = (second - first + third - fourth) / 2, (fourth - first + third - second) / 2
    diagonals = _cross(third - first, fourth - second)
    sizes = (diagonals.abs() / 2).sqrt().clamp(min=1.0)
    believed = torch.where(kept.sum() > 0, kept, torch.ones_like(kept))
    unit = _median(sizes[:, None], believed)
    centre = _median(middles, believed)
    place = _places(middles, right, down, sizes)
    # The angle between two tiles, as the cosine and the sine of twice the angle.
    along, across = right @ right.T, _cross(right[:, None], right[None])
    whole = (along.square() + across.square()).clamp(min=1e-6)
    cosine, sine = (along.square() - across.square()) / whole, 2 * along * across / whole
    many = believed.sum().clamp(min=1).log() / 2 - 1
    surely = torch.cat([names.amax(dim=1, keepdim=True), sure], dim=1)
    numbers = torch.cat(
        [
            kept[:, None],
            torch.logit(surely, LEAST_ODDS) / 3,
            (middles - centre) / (unit * WIDE),
            middles / size * 2 - 1,
            right / unit,
            down / unit,
            (sizes[:, None] / unit).log(),
            torch.ones_like(kept)[:, None] * many,
            *_neighbours(place, cosine, kept),
        ],
        dim=1,
    )
    pairs = torch.stack(
        [*_place_features(place), *_distances(middles, sizes), cosine, sine.abs(), _ratios(sizes)],
        dim=2,
    )
    return numbers.clamp(-MOST_ODDS, MOST_ODDS), pairs


def _cross(one: Tensor, other: Tensor) -> Tensor:
    """Return the third component of the cross product of vectors (..., 2)."""
    return one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]


def _median(values: Tensor, counted: Tensor) -> Tensor:
    """Return the medians (k,) of the rows of values (n, k) for which `counted` (n,) is not 0."""
    ordered = torch.where(counted[:, None] > 0, values, torch.inf).sort(dim=0).values
    count = counted.sum().long()
    middle = torch.stack([(count - 1) // 2, count // 2])
    return ordered.index_select(0, middle).mean(dim=0)


def _places(middles: Tensor, right: Tensor, down: Tensor, sizes: Tensor) -> Tensor:
    """Return where tiles lie (n, n, 2) in the axes of each, in its own sides."""
    away = middles[None] - middles[:, None]
    whole = _cross(right, down)[:, None]
    held = whole.abs() >= LEAST_AREA
    over = torch.where(held, whole, torch.ones_like(whole))
    own = torch.stack(
        [_cross(away, down[:, None]) / over, _cross(right[:, None], away) / over], dim=2
    )
    return torch.where(held[..., None], own, away / sizes[:, None, None])


def _neighbours(place: Tensor, cosine: Tensor, kept: Tensor) -> Iterator[Tensor]:
    """Yield three numbers (n, 1) of the neighbour to the right, left, below and above of each tile.

    They are its distance beyond touching, its offset from the line, and its turn.
    """
    for axis, way in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
        along, aside = way * place[..., axis], place[..., 1 - axis]
        there = (along > 1 - BESIDE) & (aside.abs() < BESIDE) & (kept[None] > 0)
        away = torch.where(there, along, NEXT)
        nearest = away.argmin(dim=1, keepdim=True)
        distance = away.gather(1, nearest)
        is_beside = distance < NEXT
        yield distance.clamp(max=NEXT) - 1
        yield torch.where(is_beside, aside.gather(1, nearest), 0.0) * 2
        yield torch.where(is_beside, cosine.gather(1, nearest), 1.0)


def _place_features(place: Tensor) -> Iterator[Tensor]:
    """Yield eight numbers (n, n): where each lies in the other's axes, compressed and clipped."""
    for seen in (place, place.transpose(0, 1)):
        compressed = seen.sign() * (seen.abs() / NEAR * 4).log1p()
        yield from compressed.unbind(dim=2)
        yield from seen.abs().clamp(max=NEAR).unbind(dim=2)


def _distances(middles: Tensor, sizes: Tensor) -> Iterator[Tensor]:
    away = (middles[None] - middles[:, None]).square().sum(dim=2).sqrt()
    yield (away / ((sizes[:, None] + sizes[None]) / 2)).log1p()


def _ratios(sizes: Tensor) -> Tensor:
    return (sizes[None] / sizes[:, None]).log()


def _ranks_apart(labels: Sequence[str], apart: int) -> Tensor:
    """Return 1 for names (k, k) of one suit whose ranks differ by `apart`, else 0."""
    return torch.tensor(
        [
            [
                float(
                    one[-1] == other[-1]
                    and one[-1] in "mps"
                    and abs(int(one[0]) - int(other[0])) == apart
                )
                for other in labels
            ]
            for one in labels
        ]
    )


class _Layer(nn.Module):
    """Attention with a bias for every pair, then a network for each tile on its own."""

    def __init__(self) -> None:
        super().__init__()
        self.before = nn.LayerNorm(WIDTH)
        self.mixed = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.alone = nn.Sequential(
            nn.LayerNorm(WIDTH), nn.Linear(WIDTH, _HIDDEN), nn.GELU(), nn.Linear(_HIDDEN, WIDTH)
        )

    def forward(self, tiles: Tensor, bias: Tensor) -> Tensor:
        """Map tiles (b, n, w) with biases (b, h, n, n)."""
        batch, count, _ = tiles.shape
        mixed = self.mixed(self.before(tiles)).reshape(batch, count, 3, HEADS, WIDTH // HEADS)
        ask, key, value = mixed.permute(2, 0, 3, 1, 4).unbind(0)
        weights = ask @ key.transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + bias
        seen = (weights.softmax(dim=3) @ value).transpose(1, 2).reshape(batch, count, WIDTH)
        tiles = tiles + self.out(seen)
        return tiles + self.alone(tiles)
