"""From probabilities of single tiles to names that can lie on one table together.

Of each tile there are four, of each bonus tile one; and a photographed hand of fourteen tiles
mostly wins. Both correct what the classifier leaves open, never what it is sure of, and both say
what they corrected; a hand that wins only so is reported together with how it looks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.budget import ENDLESS, Budget
from vision.decode.renames import otherwise
from vision.layout.arrangement import Layout, arrange
from vision.layout.bonus import put_aside
from vision.layout.candidates import is_complete
from vision.layout.handtext import hand_text
from vision.quads.table import Table
from vision.sets import FACE_DOWN, is_bonus

# Natural logarithms of how much likelier the unlikely must be. A fifth copy is more often a second
# set on the table, or a tile found twice, than a mistake of a classifier that is e^5 to 1 sure. A
# second sight of a bonus tile is sooner a marker, or no tile; among bonus tiles side by side it is
# neither.
_PRICE_OF_A_COPY = 5.0
_PRICE_OF_A_BONUS_COPY = 3.0
_PRICE_OF_A_COPY_BESIDE = 8.0
_PRICE_OF_NO_WIN = 3.0
_PRICE_OF_NO_WIN_TO_SCORE = 4.0
_ARRANGED = 6  # of changes that alter what lies together, each as dear as the first layout
_LEAST = 1e-6

Wins = Callable[[str], bool]

_NO_LIMIT = 1000


def copies(labels: Sequence[str]) -> NDArray[np.intp]:
    """Give how many tiles (k,) of each label a set has; face-down tiles have no limit."""
    limits = {FACE_DOWN: _NO_LIMIT}
    return np.array([limits.get(label, 1 if label[-1] in "fg" else 4) for label in labels], np.intp)


def most_likely(
    probabilities: Floats, limits: NDArray[np.intp], price: float | None = None
) -> NDArray[np.intp]:
    """Name tiles (n,) by their probabilities (n, k), no name more often than its limit (k,).

    The names are the jointly most probable ones: tiles move along the cheapest path from a name
    given too often to one that has room. A path dearer than `price`, or than what a copy is worth,
    is left, and the name stays.
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
        usual = _PRICE_OF_A_BONUS_COPY if limits[over[0]] == 1 else _PRICE_OF_A_COPY
        most = usual if price is None else price
        moves = _cheapest_moves(costs, names, over[0], room, most)
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


@dataclass(frozen=True, slots=True)
class Decoded:
    """A table with its layout and names, and what of them was put right.

    `corrected` are the tiles that are named otherwise than each looks by itself; `as_seen` is the
    hand text without what was changed or supposed to make the hand win, None where nothing was.
    """

    table: Table
    layout: Layout
    corrected: frozenset[int] = frozenset()
    as_seen: str | None = None


def decode(  # noqa: PLR0913  (what is seen, what is known beside it, and the time)
    places: Floats,
    probabilities: Floats,
    labels: Sequence[str],
    *,
    trust: Floats | None = None,
    to_score: bool = False,
    wins: Wins | None = None,
    budget: Budget = ENDLESS,
) -> Decoded:
    """Name the tiles at these places (n, 4, 2) by their probabilities (n, k) and lay them out.

    `trust` (n,): how sure it is of each that it is what it looks like; all are without it.
    `to_score`: the photo was sent with a rule set, so a win is likelier still, and `wins` says of
    hand text whether it is one. A correction that turns a hand into a win keeps the other reading.
    """
    alone = [labels[name] for name in probabilities.argmax(axis=1)] if len(places) else []
    limits = copies(labels)
    names = [labels[name] for name in most_likely(probabilities, limits)]
    plain = Table.of(places, names, trust)
    bonus = [place for place, label in enumerate(labels) if is_bonus(label)]
    tiles, like = put_aside(plain, probabilities[:, bonus].sum(axis=1))
    if tiles:
        probabilities = _as_bonus(probabilities, tiles, bonus)
        told = most_likely(probabilities, limits)
        # Among themselves only: the same name elsewhere may be a discard or a marker.
        told[tiles] = most_likely(probabilities[tiles], limits, _PRICE_OF_A_COPY_BESIDE)
        names = [labels[name] for name in told]
        plain = replace(plain.renamed(names), trust=like)
    first = arrange(plain, budget)
    price = _PRICE_OF_NO_WIN_TO_SCORE if to_score else _PRICE_OF_NO_WIN
    table, layout = complete(
        plain, first, probabilities, labels, price=price, wins=wins, budget=budget
    )
    changed = table.codes != tuple(names)
    corrected = (i for i, code in enumerate(table.codes) if code != alone[i])
    return Decoded(
        table,
        layout,
        frozenset(corrected),
        hand_text(first.hand, names) if changed and first.hand else None,
    )


def _as_bonus(probabilities: Floats, tiles: Sequence[int], bonus: Sequence[int]) -> Floats:
    """Leave of what these tiles may be (n, k) only the bonus tiles, by their columns."""
    told = probabilities.copy()
    told[tiles] = 0
    told[np.ix_(tiles, bonus)] = probabilities[np.ix_(tiles, bonus)]
    return told


def complete(  # noqa: PLR0913  (the same)
    table: Table,
    layout: Layout,
    probabilities: Floats,
    labels: Sequence[str],
    *,
    price: float = _PRICE_OF_NO_WIN,
    wins: Wins | None = None,
    budget: Budget = ENDLESS,
) -> tuple[Table, Layout]:
    """Where other names of one or two tiles make the hand win, take the likeliest of them.

    `probabilities` (n, k) are those of `labels` for the tiles of the table, `layout` its own. All
    names changed together may be at most e^`price` times less likely than those that were given.
    """
    if layout.hand is None or _wins(table, layout, wins):
        return table, layout
    limits = dict(zip(labels, copies(labels), strict=True))
    tried = 0
    for other in otherwise(table, layout.hand, probabilities, labels, price):
        new = {code for code, was in zip(other, table.codes, strict=True) if code != was}
        if any(other.count(code) > limits[code] for code in new):
            continue
        if budget.is_spent():
            break
        renamed = table.renamed(other)
        if is_complete(renamed, layout.hand) or tried < _ARRANGED:
            tried += 1
            arranged = arrange(renamed, budget)
            if _wins(renamed, arranged, wins):
                return renamed, arranged
    return table, layout


def _wins(table: Table, layout: Layout, wins: Wins | None) -> bool:
    """Whether a laid-out hand is complete, and wins by the rules if these are known."""
    hand = layout.hand
    if hand is None or not is_complete(table, hand):
        return False
    return wins is None or wins(hand_text(hand, table.codes))
