"""Chains of neighbouring tiles, built from what a step from one to the next costs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.quads.tile_frames import Matrix, Pairs

# Of n tiles, 0 to n - 1 are these as they are, and n more the same lying sideways in the chain.
Chain = tuple[int, ...]

_GAP = 0.6  # tile widths in which one that lies upon two others may be missing
_UPON = 0.95  # how far out of line, in heights, a tile lying upon another may appear
_STEPPED = 0.8  # the same of one or two at the end of a row laid by a careless hand
_STEP_GAP = 0.5  # tile widths to these
_FAR = 0.8  # what a step costs to a tile that hardly belongs to its row
_NEAR = 0.4  # and to one that it touches
_A_ROW = 5  # tiles that make it plain where a row goes


def link(pairs: Pairs) -> tuple[Chain, ...]:
    """Chain tiles that are each other's best neighbours; each tile is in exactly one chain.

    `pairs` compares `TileFrames.add_sideways`. Chains whose ends fit are joined. What is left alone
    joins the chain it fits best: at an end, straight or sideways, or in a gap between two tiles,
    where it may also lie upon others.
    """
    cost, upon = pairs.steps(), pairs.steps(_UPON)
    count = len(cost) // 2
    chains = list(_straight(cost[:count, :count]))
    chains = [part for chain in chains for part in _loosen(chain, chains, cost)]
    chains = [part for chain in chains for part in _let_go(chain, cost)]
    while len(chains) > 1:
        moves = list(_joins(chains, cost, upon)) or list(_ends(chains, pairs))
        if not moves:
            break
        move = min(moves, key=lambda one: one.price)
        chains = [c for i, c in enumerate(chains) if i not in move.parts] + [move.chain]
    return tuple(map(tuple, chains))


@dataclass(frozen=True, slots=True)
class _Join:
    """Two chains, by their numbers, become one."""

    price: float
    parts: tuple[int, int]
    chain: list[int]


def _straight(cost: Matrix) -> Iterator[list[int]]:
    """Give chains of mutual best neighbours; tiles in a ring stay alone."""
    count = len(cost)
    right, left = cost.argmin(axis=1), cost.argmin(axis=0)
    after = {
        tile: int(right[tile])
        for tile in range(count)
        if np.isfinite(cost[tile, right[tile]]) and left[right[tile]] == tile
    }
    seen: set[int] = set()
    for start in sorted(set(range(count)) - set(after.values())):
        chain = [start]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        seen.update(chain)
        yield chain
    yield from ([tile] for tile in range(count) if tile not in seen)


def _loosen(chain: list[int], chains: Sequence[list[int]], cost: Matrix) -> list[list[int]]:
    """Part two tiles that fit other rows better: sideways ones of two rows may seem a row."""
    if len(chain) != 2:
        return [chain]
    count = len(cost) // 2
    sideways = [tile + count for tile in chain]
    others = [other for other in chains if len(other) > 2]
    ways = [
        min(cost[tile, other[0]], cost[other[-1], tile]) for tile in sideways for other in others
    ]
    better = min(ways, default=np.inf) < cost[chain[0], chain[1]] + 0.3
    return [[tile] for tile in chain] if better else [chain]


def _let_go(chain: list[int], cost: Matrix) -> list[list[int]]:
    """Part the tile at an end that lies far from its row and, turned, touches another tile.

    A turned tile of a set points like the discards that were thrown across the table before it.
    """
    count = len(cost) // 2
    for end, before in ((0, 1), (-1, -2)) if len(chain) > 2 else ():
        tile, gap = (
            chain[end],
            min(cost[chain[end], chain[before]], cost[chain[before], chain[end]]),
        )
        others = [other for other in range(count) if other not in chain]
        turned = tile + count
        nearest = min(
            (min(cost[turned, other], cost[other, turned]) for other in others), default=np.inf
        )
        if gap > _FAR and nearest < _NEAR:
            rest = chain[1:] if end == 0 else chain[:-1]
            return [[tile], *_let_go(rest, cost)]
    return [chain]


def _joins(chains: Sequence[list[int]], cost: Matrix, upon: Matrix) -> Iterator[_Join]:
    """Give the ways in which two chains become one.

    Tiles from half the matrix on are the same tiles lying sideways.
    """
    count = len(cost) // 2
    for i, j in _neighbours(chains, upon):
        one, other = chains[i], chains[j]
        # A pair with one tile sideways is less sure than any longer row.
        extra = 0.5 if len(one) == len(other) == 1 else 0.0
        yield from _if_finite(cost[one[-1], other[0]], (i, j), [*one, *other])
        if len(other) > 1:
            continue
        lone = other[0]
        swapped = lone + count if lone < count else lone - count
        yield from _if_finite(cost[one[-1], swapped] + extra, (i, j), [*one, swapped])
        yield from _if_finite(cost[swapped, one[0]] + extra, (i, j), [swapped, *one])
        for place, (a, b) in enumerate(pairwise(one), start=1):
            if cost[a, b] > _GAP:
                for tile in (lone, swapped):
                    price = (upon[a, tile] + upon[tile, b]) / 2
                    yield from _if_finite(price, (i, j), [*one[:place], tile, *one[place:]])


def _ends(chains: Sequence[list[int]], pairs: Pairs) -> Iterator[_Join]:
    """Give the ways in which one or two tiles that lie out of line prolong a row."""
    rows = [i for i, one in enumerate(chains) if len(one) >= _A_ROW]
    few = [j for j, other in enumerate(chains) if len(other) <= 2]
    stepped = pairs.steps(_STEPPED, widest=_STEP_GAP) if rows and few else None
    if stepped is None:
        return
    for i in rows:
        for j in few:
            one, other = chains[i], chains[j]
            yield from _if_finite(stepped[one[-1], other[0]], (i, j), [*one, *other])
            yield from _if_finite(stepped[other[-1], one[0]], (i, j), [*other, *one])


def _neighbours(chains: Sequence[list[int]], upon: Matrix) -> Iterator[tuple[int, int]]:
    """Give the pairs of chains, both ways round, of which any tiles can be neighbours."""
    count = len(upon) // 2
    near = np.isfinite(upon).reshape(2, count, 2, count).any(axis=(0, 2))
    home = [0] * count
    for number, chain in enumerate(chains):
        for tile in chain:
            home[tile % count] = number
    here, there = np.nonzero(near | near.T)
    pairs = {(home[i], home[j]) for i, j in zip(here.tolist(), there.tolist(), strict=True)}
    yield from sorted((i, j) for i, j in pairs if i != j)


def _if_finite(price: float, parts: tuple[int, int], chain: list[int]) -> Iterator[_Join]:
    if np.isfinite(price):
        yield _Join(float(price), parts, chain)
