"""Confidence in each tile's name, given the hand that it belongs to, and which tiles to check.

The classifier's probability does not know that the detector barely saw a tile, or that a face got
another name when seen upside down. A complete hand is evidence for each of its tiles, since a lost
or misnamed tile usually leaves none. That does not hold for bonus tiles, which any hand may have
and which differ by one small word. A logistic model of all this was fitted on whole readings of
rendered photos and of photos that neither network trained on (`python -m
datasets.evaluation.certainty`). It gives the `confidence` of a reading; a tile below its limit is
`unsure`.

A second model decides from these confidences whether a reading shows a real hand, and not letters,
dominoes or columns of figures. A single object may look like a tile, but hardly a whole row of
them, while the tiles of a real hand get high confidences even in bad light and from afar. It was
fitted on photos of hands, each also shrunk and blurred, and on pictures without tiles (`python -m
datasets.evaluation.existence`).
"""

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats, log_odds
from vision.decode.finder import TableReading
from vision.detect.recogniser import PhotoTiles
from vision.nets.logistic import Numbers
from vision.sets import is_bonus


def features(seen: Sequence[PhotoTiles], found: TableReading, labels: Sequence[str]) -> Numbers:
    """Return the columns (n, 7) that say how sure the name of each tile is.

    They are ones; the log-odds of the name's probability, of the first pass and of the detector;
    whether it is named as a bonus tile, and whether as any other tile of a complete hand; how far
    the hypotheses about the photo agree on it. The `n` tiles are those of the table, in its order;
    `labels` are those of the recogniser.
    """
    codes = found.table.codes
    rows = np.concatenate([one.probabilities[one.kept] for one in seen])
    named = rows[np.arange(len(rows)), [labels.index(code) for code in codes]]
    steady = np.minimum(named, np.concatenate([one.steady[one.kept] for one in seen]))
    detected = np.concatenate([one.found[one.kept] for one in seen])
    alone = np.stack([np.ones(len(named)), *map(log_odds, (named, steady, detected))], axis=1)
    hand = found.hand_layout
    of_a_win = frozenset(hand.tiles) if hand is not None and found.wins else frozenset()
    bonus = np.array([is_bonus(code) for code in codes], bool)
    complete = np.array([tile in of_a_win for tile in range(len(codes))], bool) & ~bonus
    agreed = log_odds(found.agreed)
    return np.concatenate([alone, np.stack([bonus, complete, agreed], axis=1)], axis=1)


def existence_features(confidences: Floats) -> Numbers:
    """Return the columns (2,) that say whether tiles with these confidences (n,) are a hand.

    They are one and the mean of the log-odds.
    """
    return np.array([1.0, log_odds(confidences).mean()])
