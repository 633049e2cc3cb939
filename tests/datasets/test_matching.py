"""Who matches whom: one rule a test, then what holds for any photo."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.evaluation.matching import FoundTiles, Matching, Truth, match
from vision.quads import geometry

Box = tuple[float, float, float, float]


def truth(
    *labels: tuple[str, Box], strips: tuple[int, ...] = (), hidden: tuple[Box, ...] = ()
) -> Truth:
    """Labels; those numbered in `strips` cover a caption only, and `hidden` tiles have none."""
    return Truth(
        tuple(name for name, _ in labels),
        np.array([box for _, box in labels], np.float32).reshape(-1, 4),
        np.array([index not in strips for index in range(len(labels))], bool),
        geometry.quads(np.array(hidden, np.float32).reshape(-1, 4)),
    )


def found(*predictions: tuple[str, Box]) -> FoundTiles:
    """Predictions whose quads are upright boxes, the first the most confident."""
    count = len(predictions)
    return FoundTiles(
        tuple(name for name, _ in predictions),
        geometry.quads(np.array([box for _, box in predictions], np.float32)),
        np.linspace(0.9, 0.5, count, dtype=np.float32),
        np.zeros(count, bool),
    )


ROW = (("1m", (0, 0, 30, 40)), ("2m", (30, 0, 60, 40)), ("3m", (60, 0, 90, 40)))


@dataclass(frozen=True)
class Case:
    """One photo and who should match whom."""

    truth: Truth
    found: FoundTiles
    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    outside: tuple[int, ...] = ()


CASES = {
    "every tile has its own": Case(truth(*ROW), found(*ROW), ((0, 0), (1, 1), (2, 2))),
    "names have no say": Case(truth(ROW[0]), found(("9s", (0, 0, 30, 40))), ((0, 0),)),
    "half the box is not enough when the rest sticks out": Case(
        truth(*ROW), found(ROW[0], ("2m", (45, 0, 75, 40)), ROW[2]), ((0, 0), (2, 2)), (1,), (1,)
    ),
    "the better of two for one label, the other is extra": Case(
        truth(*ROW),
        found(ROW[0], ("2m", (34, 0, 64, 40)), ("2m", (31, 0, 61, 40)), ROW[2]),
        ((0, 0), (1, 2), (2, 3)),
        extra=(1,),
    ),
    "what lies beside the labelled tiles is outside": Case(
        truth(*ROW),
        found(*ROW, ("4m", (100, 0, 130, 40)), ("E", (0, 60, 30, 100))),
        ((0, 0), (1, 1), (2, 2)),
        outside=(3, 4),
    ),
    "a tile among the labelled ones is extra": Case(
        truth(ROW[0], ROW[2]), found(*ROW), ((0, 0), (1, 2)), extra=(1,)
    ),
    "of a tile that is mostly hidden nothing is said": Case(
        truth(ROW[0], ROW[2], hidden=(ROW[1][1],)), found(*ROW), ((0, 0), (1, 2)), outside=(1,)
    ),
    "but a second sight of a label before it is extra": Case(
        truth(*ROW, hidden=((50, 20, 80, 60),)),
        found(*ROW, ("9s", (50, 14, 80, 54))),
        ((0, 0), (1, 1), (2, 2)),
        extra=(3,),
    ),
    "and a label is matched, whatever is hidden under it": Case(
        truth(*ROW, hidden=(ROW[1][1],)), found(*ROW), ((0, 0), (1, 1), (2, 2))
    ),
    "face-down tiles and none are neither extra nor outside": Case(
        truth(ROW[0], ROW[2]),
        found(ROW[0], ("x", ROW[1][1]), ("-", (200, 0, 230, 40)), ROW[2]),
        ((0, 0), (1, 3)),
    ),
    "a face read as face down is missed": Case(
        truth(*ROW),
        found(ROW[0], ("x", ROW[1][1]), ROW[2]),
        ((0, 0), (2, 2)),
        missed=(1,),
    ),
    "but a blank white dragon read as face down is found": Case(
        truth(ROW[0], ("5z", ROW[1][1])), found(ROW[0], ("x", ROW[1][1])), ((0, 0), (1, 1))
    ),
    "unless a tile was read there too": Case(
        truth(ROW[0], ("5z", ROW[1][1])),
        found(ROW[0], ("x", ROW[1][1]), ("5z", (28, 0, 58, 40))),
        ((0, 0), (1, 2)),
    ),
    "a caption's middle inside the quad is enough": Case(
        truth(("1f", (2, 2, 28, 8)), strips=(0,)), found(("3g", (0, 0, 30, 40))), ((0, 0),)
    ),
    "a caption's middle outside the quad is not": Case(
        truth(("1f", (2, 2, 28, 8)), strips=(0,)),
        found(("1f", (0, 10, 30, 50))),
        (),
        (0,),
        outside=(0,),
    ),
    "a whole bonus tile needs its box": Case(
        truth(("1f", (2, 2, 28, 8))), found(("1f", (0, 0, 30, 40))), (), (0,), outside=(0,)
    ),
    "whole labels choose before captions": Case(
        truth(("1f", (2, 2, 28, 8)), ("5p", (0, 0, 30, 40)), strips=(0,)),
        found(("5p", (0, 0, 30, 40))),
        ((1, 0),),
        missed=(0,),
    ),
    "nothing labelled, everything outside": Case(truth(), found(*ROW), (), outside=(0, 1, 2)),
    "nothing read": Case(truth(*ROW), found(), (), missed=(0, 1, 2)),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_rules(case):
    assert match(case.truth, case.found) == Matching(
        case.pairs, case.missed, case.extra, case.outside
    )


def test_hull_of_a_slanted_row_leaves_out_what_lies_under_it():
    """The hull is convex, not a box: the corner under a slanted row is outside."""
    slanted = truth(*(("1m", (40.0 * i, 40.0 * i, 40.0 * i + 30, 40.0 * i + 40)) for i in range(4)))
    read = found(("9s", (120, 0, 150, 40)))
    assert match(slanted, read).outside == (0,)


def test_arrays_that_do_not_belong_together_are_refused():
    with pytest.raises(ValueError, match="2 names"):
        Truth(("1m", "2m"), np.zeros((1, 4), np.float32), np.ones(1, bool))
    with pytest.raises(ValueError, match="1 names"):
        FoundTiles(
            ("1m",), np.zeros((2, 4, 2), np.float32), np.ones(2, np.float32), np.ones(2, bool)
        )


NAMES = st.sampled_from(["1m", "9s", "5z", "2f", "x", "-"])
EDGE = st.integers(0, 20).map(float)
SIDE = st.integers(2, 12).map(float)
BOXES = st.tuples(EDGE, EDGE, SIDE, SIDE).map(lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3]))
LISTS = st.lists(st.tuples(NAMES, BOXES), max_size=7)
LABELS = st.lists(st.tuples(NAMES.filter(lambda name: name not in "x-"), BOXES), max_size=7)


@given(LABELS, LISTS, st.sets(st.integers(0, 6)))
def test_one_to_one_and_nothing_is_lost(labels, predictions, strips):
    whole = tuple(strip for strip in strips if strip < len(labels))
    matching = match(truth(*labels, strips=whole), found(*predictions))
    matched_labels = [label for label, _ in matching.pairs]
    matched = [prediction for _, prediction in matching.pairs]
    tiles = {i for i, (name, _) in enumerate(predictions) if name not in "x-"}
    assert sorted([*matched_labels, *matching.missed]) == list(range(len(labels)))
    left = [*matched, *matching.extra, *matching.outside]
    assert len(left) == len(set(left))
    assert tiles <= set(left)


@given(LABELS, LISTS, st.randoms(use_true_random=False))
def test_the_order_of_the_lists_has_no_say(labels, predictions, random):
    there = random.sample(range(len(labels)), len(labels))
    here = random.sample(range(len(predictions)), len(predictions))
    read = found(*predictions)
    mixed = FoundTiles(
        tuple(read.names[i] for i in here),
        read.corners[here],
        read.confidences[here],
        read.unsure[here],
    )
    straight = match(truth(*labels), read)
    turned = match(truth(*(labels[i] for i in there)), mixed)

    def named(matching: Matching, order: list[int], back: list[int]) -> list[tuple[object, object]]:
        return sorted(
            (labels[order[label]], predictions[back[index]]) for label, index in matching.pairs
        )

    identity = (list(range(len(labels))), list(range(len(predictions))))
    assert named(straight, *identity) == named(turned, there, here)
    assert sorted(predictions[i] for i in straight.extra) == sorted(
        predictions[here[i]] for i in turned.extra
    )


@given(st.integers(1, 6), st.integers(1, 4), st.randoms(use_true_random=False))
def test_a_perfect_reading_matches_everything(columns, rows, random):
    labels = [
        (random.choice(["1m", "5z", "3f"]), (30.0 * x, 40.0 * y, 30.0 * x + 30, 40.0 * y + 40))
        for x in range(columns)
        for y in range(rows)
    ]
    matching = match(truth(*labels), found(*labels))
    assert matching.pairs == tuple((i, i) for i in range(len(labels)))
    assert not matching.missed
    assert not matching.extra
    assert not matching.outside
