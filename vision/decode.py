"""From probabilities of single tiles to names that can lie on one table together.

Of each tile there are four, of each bonus tile one; and a photographed hand of fourteen tiles
mostly wins. Both correct what the classifier leaves open, never what it is sure of.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.hands import is_complete
from vision.layout import Layout, arrange
from vision.sets import FACE_DOWN
from vision.surroundings import Table

# Natural logarithms of how much likelier the unlikely must be. A fifth copy is more often a second
# set on the table, or a tile found twice, than a mistake of a classifier that is e^5 to 1 sure.
_PRICE_OF_A_COPY = 5.0
_PRICE_OF_NO_WIN = 2.0
_PRICE_OF_NO_WIN_TO_SCORE = 3.0
_CHOICES = 4
_LEAST = 1e-6


_NO_LIMIT = 1000


def copies(labels: Sequence[str]) -> NDArray[np.intp]:
    """Give how many tiles (k,) of each label a set has; face-down tiles have no limit."""
    limits = {FACE_DOWN: _NO_LIMIT}
    return np.array([limits.get(label, 1 if label[-1] in "fg" else 4) for label in labels], np.intp)


def most_likely(
    probabilities: Floats, limits: NDArray[np.intp], price: float = _PRICE_OF_A_COPY
) -> NDArray[np.intp]:
    """Name tiles (n,) by their probabilities (n, k), no name more often than its limit (k,).

    The names are the jointly most probable ones: tiles move along the cheapest path from a name
    given too often to one that has room. A path dearer than `price` is left, and the name stays.
    """
    costs = -np.log(np.maximum(probabilities.astype(np.float64), _LEAST))
    names = costs.argmin(axis=1) if len(costs) else np.zeros(0, np.intp)
    settled: set[int] = set()
    while True:
        counts = np.bincount(names, minlength=len(limits))
        over = [int(name) for name in np.flatnonzero(counts > limits) if name not in settled]
        if not over:
            return names.astype(np.intp)
        # A face does not turn over because there are too many like it.
        room = (counts < limits) & (limits < _NO_LIMIT)
        moves = _cheapest_moves(costs, names, over[0], room, price)
        if moves is None:
            settled.add(over[0])
        for tile, name in moves or ():
            names[tile] = name


def _cheapest_moves(
    costs: NDArray[np.float64],
    names: NDArray[np.intp],
    start: int,
    room: NDArray[np.bool_],
    price: float,
) -> list[tuple[int, int]] | None:
    """Find tiles to rename, one after the other, so that `start` has one fewer (Bellman-Ford)."""
    kinds = costs.shape[1]
    change = costs - costs[np.arange(len(names)), names][:, None]
    steps = np.full((kinds, kinds), np.inf)
    movers = np.full((kinds, kinds), -1)
    for name in np.unique(names):
        tiles = np.flatnonzero(names == name)
        best = change[tiles].argmin(axis=0)
        steps[name], movers[name] = change[tiles][best, np.arange(kinds)], tiles[best]
    np.fill_diagonal(steps, np.inf)
    distance = np.full(kinds, np.inf)
    distance[start] = 0.0
    before = np.full(kinds, -1)
    for _ in range(kinds):
        reached = distance[:, None] + steps
        nearer = reached.min(axis=0) < distance - 1e-12
        if not nearer.any():
            break
        before[nearer] = reached.argmin(axis=0)[nearer]
        distance[nearer] = reached.min(axis=0)[nearer]
    target = int(np.where(room, distance, np.inf).argmin())
    if not room[target] or distance[target] > price:
        return None
    moves = []
    while target != start:
        moves.append((int(movers[before[target], target]), target))
        target = int(before[target])
    return moves[::-1]


def complete(
    table: Table, probabilities: Floats, labels: Sequence[str], *, to_score: bool
) -> tuple[Table, Layout]:
    """Lay out a table; where one other name of one tile makes the hand win, take it if likely.

    `probabilities` (n, k) are those of `labels` for the tiles of the table. `to_score`: the photo
    was sent with a rule set, so a win is likelier still.
    """
    layout = arrange(table)
    if layout.hand is None or is_complete(table, layout.hand):
        return table, layout
    price = _PRICE_OF_NO_WIN_TO_SCORE if to_score else _PRICE_OF_NO_WIN
    limits = dict(zip(labels, copies(labels), strict=True))
    for other in _one_tile_otherwise(table, probabilities, labels, price):
        changed = next(code for code, was in zip(other, table.codes, strict=True) if code != was)
        if list(other).count(changed) > limits[changed]:
            continue
        renamed = table.renamed(other)
        arranged = arrange(renamed)
        if arranged.hand and is_complete(renamed, arranged.hand):
            return renamed, arranged
    return table, layout


def _one_tile_otherwise(
    table: Table, probabilities: Floats, labels: Sequence[str], price: float
) -> Iterator[tuple[str, ...]]:
    """Give the names with one tile changed, the likeliest change first."""
    index = {label: number for number, label in enumerate(labels)}
    logs = np.log(np.maximum(probabilities.astype(np.float64), _LEAST))
    own = logs[np.arange(len(logs)), [index[code] for code in table.codes]]
    loss = own[:, None] - logs
    loss[np.arange(len(logs)), [index[code] for code in table.codes]] = np.inf
    tiles, names = np.nonzero(loss < price)
    order = np.argsort(loss[tiles, names], kind="stable")[: _CHOICES * 4]
    for tile, name in zip(tiles[order], names[order], strict=True):
        codes = list(table.codes)
        codes[tile] = labels[name]
        yield tuple(codes)
