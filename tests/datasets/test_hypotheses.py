"""How hypotheses are judged: by the hand's tiles, its sets and its winning tile."""

from dataclasses import replace

import numpy as np
import pytest

from datasets.evaluation.hypotheses import Case, outcome
from tests.vision.test_hypotheses import LABELS, LAID, search
from vision.decode.hypotheses import Weights
from vision.nets.roles import Roles, TileFeatures

TEXT = f"{LAID} | 7pe 8pe 9pe | 5se 5se 5se"
TRUE = (*LAID.split(), "7p", "8p", "9p", "5s", "5s", "5s")
SETS = frozenset({frozenset({8, 9, 10}), frozenset({11, 12, 13})})


@pytest.fixture(scope="module")
def case() -> Case:
    of = search(TEXT)
    every = np.ones(len(TRUE), np.float32)
    sights = TileFeatures(
        (2000, 500), of.quads, np.exp(of.looks).astype(np.float32), every, every, every * 0, of.kept
    )
    return Case(sights, Roles(of.roles, of.pairs), TRUE, SETS, None, whole=True)


def judged(case: Case) -> tuple[float, float, float]:
    return outcome(case, LABELS, Weights())


def test_a_hand_that_comes_out_is_right_in_all(case: Case) -> None:
    assert judged(case) == (1, 1, 1)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"names": ("2m", *TRUE[1:])}, (0, 0, 0)),
        ({"names": ("", *TRUE[1:])}, (0, 0, 0)),
        ({"sets": frozenset()}, (1, 0, 0)),
        ({"winning": 0}, (1, 1, 0)),
    ],
    ids=["another name", "no tile of the hand", "no sets", "a winning tile apart"],
)
def test_what_is_otherwise_in_truth_counts(case: Case, other: dict, told: tuple) -> None:
    assert judged(replace(case, **other)) == told
