"""Other names for the tiles of a hand that does not win, the likeliest first."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from vision.arrays import Floats
from vision.layout.hand import HandLayout
from vision.quads.table import Table, runs
from vision.sets import BLANK, FACE_DOWN, is_bonus, is_kong_by_backs

# Natural logarithms of how much likelier the unlikely must be.
_PRICE_OF_BACKS = 1.0  # of a kong whose blank tiles lie face down: they look the same
_PRICE_OF_BIRDS = 1.0  # of a pair or pung whose tiles look like one bonus tile
_OUT_OF_PLACE = 2.0  # off the price of another name for a bonus tile among others
_CHANGES = 16  # of single tiles, the likeliest first
_LEAST = 1e-6
_A_SET = 3  # tiles at least
_BIRD = "1s"


def otherwise(
    table: Table,
    hand: HandLayout,
    probabilities: Floats,
    labels: Sequence[str],
    price: float,
) -> Iterator[tuple[str, ...]]:
    """Give the names with one tile changed, or two of the hand, the likeliest change first.

    What a tile looks like most counts, not what it is named: a name that it was given for want of
    another makes no third one likelier. Blank tiles that may close a kong are turned over together.
    """
    index = {label: number for number, label in enumerate(labels)}
    logs = np.log(np.maximum(probabilities.astype(np.float64), _LEAST))
    rows, own = np.arange(len(logs)), [index[code] for code in table.codes]
    loss = logs.max(axis=1, keepdims=True) - logs
    loss[_out_of_place(table)] -= _OUT_OF_PLACE
    loss[rows, own] = np.inf
    tiles, names = np.nonzero(loss < price)
    order = np.argsort(loss[tiles, names], kind="stable")[:_CHANGES]
    single = [(int(tile), labels[name], float(loss[tile, name]))
              for tile, name in zip(tiles[order], names[order], strict=True)]  # fmt: skip
    within = [change for change in single if change[0] in hand.tiles]
    ways: list[tuple[float, tuple[tuple[int, str, float], ...]]]
    ways = [(change[2], (change,)) for change in single]
    ways += [
        (one[2] + two[2], (one, two))
        for one, two in combinations(within, 2)
        if one[0] != two[0] and one[2] + two[2] < price
    ]
    ways += [
        (_PRICE_OF_BACKS, tuple((tile, FACE_DOWN, 0.0) for tile in backs))
        for backs in _blanks_of_kongs(table)
    ]
    looks = [labels[name] for name in logs.argmax(axis=1)]
    ways += [
        (_PRICE_OF_BIRDS, tuple((tile, _BIRD, 0.0) for tile in tiles))
        for tiles in _birds(table, looks)
    ]
    for _, changes in sorted(ways, key=lambda way: way[0]):
        codes = list(table.codes)
        for tile, name, _ in changes:
            codes[tile] = name
        yield tuple(codes)


def _blanks_of_kongs(table: Table) -> Iterator[tuple[int, ...]]:
    """Give the blank tiles that lie in or about two or three alike as the backs of a kong do.

    Where a set's backs have the colour of its faces, a blank dragon and a back look the same.
    """
    for row in table.rows:
        for start in range(len(row) - 3):
            four = row.tiles[start : start + 4]
            blank = tuple(tile for tile in four if table.codes[tile] == BLANK)
            turned = [FACE_DOWN if tile in blank else table.codes[tile] for tile in four]
            if blank and is_kong_by_backs(turned):
                yield blank


def _birds(table: Table, looks: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Give pairs and pungs whose tiles all look like one bonus tile: birds of the one of bamboo.

    Of each bonus tile there is one, so two of them side by side are none; and of all other tiles
    only that one bears a picture. First they alone, then with what looks like them elsewhere, such
    as the winning tile.
    """
    for row in table.rows:
        for count in (2, 3):
            for start in range(len(row) - count + 1):
                tiles = row.tiles[start : start + count]
                look = looks[tiles[0]]
                if is_bonus(look) and all(looks[tile] == look for tile in tiles):
                    yield tiles
                    yield tuple(tile for tile, other in enumerate(looks) if other == look)


def _out_of_place(table: Table) -> list[int]:
    """List the bonus tiles that lie alone among others: players put theirs aside, together."""
    found = []
    for row in table.rows:
        for run in runs(row):
            bonus = [tile for tile in run if is_bonus(table.codes[tile])]
            if len(bonus) == 1 and len(run) >= _A_SET:
                found += bonus
    return found
