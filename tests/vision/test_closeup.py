"""A closer look decides what the classifier leaves in doubt, and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import models
from vision.nets.faces import (
    BONUS,
    Classifications,
    Classifier,
    Closeup,
    combine_closeup,
    find_doubtful,
    tile_measures,
)
from vision.nets.logistic import LogisticModel
from vision.quads.geometry import rectify_with_rim

LABELS = ("1s", "5z", *BONUS, "x", "-")


def believed(**shares: float) -> np.ndarray:
    """One tile's probabilities from what is not nothing: f1 stands for 1f, no for no tile."""
    row = np.full((1, len(LABELS)), 1e-4, np.float32)
    for name, share in shares.items():
        row[0, LABELS.index("-" if name == "no" else name[::-1])] = share
    return row / row.sum()


@pytest.mark.parametrize(
    ("before", "seen", "after"),
    [
        ({"f1": 0.6, "g4": 0.4}, {"g4": 0.95}, "4g"),
        ({"f1": 0.9, "g1": 0.1}, {"g1": 0.95}, "1g"),
        ({"g2": 0.9, "g3": 0.1}, {"g2": 0.95}, "2g"),
        ({"s1": 0.5, "f1": 0.5}, {"s1": 0.9}, "1s"),
        ({"z5": 0.97, "f3": 0.03}, {"z5": 0.5, "f3": 0.5}, "5z"),
        ({"f1": 0.7, "no": 0.3}, {"no": 0.95}, "-"),
    ],
    ids=[
        "another season",
        "the number alone does not tell the group",
        "as it was",
        "a bird, no flower",
        "where the close look hesitates, the first one decides",
        "a seat marker is no tile",
    ],
)
def test_the_closer_look_weighs_more(
    before: dict[str, float], seen: dict[str, float], after: str
) -> None:
    first = Classifications(believed(**before), np.zeros(1, np.intp), np.full(1, 0.3, np.float32))
    told = combine_closeup(first, np.array([0]), believed(**seen))
    assert LABELS[told.probabilities[0].argmax()] == after
    assert told.steady[0] == told.probabilities[0].max()


@given(arrays(np.float32, (3, len(LABELS)), elements=st.floats(1 / 1024, 1, width=32)))
def test_tiles_that_were_not_looked_at_stay_as_they_are(rows: np.ndarray) -> None:
    rows /= rows.sum(axis=1, keepdims=True)
    first = Classifications(rows, np.arange(3), rows.max(axis=1))
    told = combine_closeup(first, np.array([1]), believed(s1=0.9))
    assert np.array_equal(told.probabilities[[0, 2]], rows[[0, 2]])
    assert np.array_equal(told.turns, first.turns)
    assert told.probabilities[1].sum() == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize(
    ("named", "tile", "is_asked"),
    [
        ({"s1": 0.99}, 5.0, False),
        ({"s1": 0.6, "z5": 0.4}, 5.0, True),  # its name is in doubt
        ({"s1": 0.99, "f1": 0.03}, 5.0, True),  # perhaps a bonus tile
        ({"g2": 1.0}, 5.0, True),
        ({"s1": 0.99}, 0.5, True),  # hardly found
        ({"s1": 0.6, "z5": 0.4}, -0.5, True),
        ({"s1": 0.6, "z5": 0.4}, -5.0, False),  # surely no tile, whatever its name
    ],
)
def test_only_what_is_in_doubt_or_may_be_a_bonus_tile_is_looked_at(
    named: dict[str, float], tile: float, *, is_asked: bool
) -> None:
    odds = np.array([tile], np.float32)
    assert find_doubtful(believed(**named), odds, LABELS).tolist() == [0] * is_asked


def test_in_a_heap_the_least_sure_are_looked_at() -> None:
    rows = [believed(s1=0.5 + number / 300, z5=0.4) for number in range(60)]
    odds = np.full(60, 5, np.float32)
    assert find_doubtful(np.concatenate(rows), odds, LABELS).tolist() == list(range(40))


@pytest.fixture(scope="module")
def closeup() -> Closeup:
    return Closeup.load(models.verify("closeup"), threads=1)


@pytest.mark.parametrize(
    ("found", "nothing", "is_tile"),
    [
        (0.9, 0.001, True),
        (0.3, 0.0002, True),  # a blank white dragon on light ground
        (0.3, 0.2, False),
        (0.5, 0.9, False),  # a key of a keyboard
        (0.05, 0.0005, False),
    ],
)
def test_what_is_hardly_found_is_a_tile_if_it_looks_like_one(
    closeup: Closeup, found: float, nothing: float, *, is_tile: bool
) -> None:
    measures = tile_measures(np.array([found], np.float32), np.array([nothing], np.float32))
    model = LogisticModel.of(closeup.session.metadata, "tile")
    assert (model.log_odds(measures) > 0).tolist() == [is_tile]


def test_it_names_what_the_classifier_names(closeup: Closeup) -> None:
    assert closeup.labels == Classifier.load(models.verify("classifier"), threads=1).labels


def test_a_crop_shows_a_rim_of_the_table(closeup: Closeup) -> None:
    photo = np.zeros((200, 200, 3), np.uint8)
    photo[50:150, 60:140] = 255
    tile = np.array([[[60, 50], [140, 50], [140, 150], [60, 150]]], np.float32)
    (crop,) = rectify_with_rim(photo, tile, closeup.size, closeup.border)
    rim = round(closeup.size * closeup.border / (1 + 2 * closeup.border))
    assert crop.shape == (closeup.size, closeup.size, 3)
    assert crop[: rim - 1].max() == 0
    assert crop[rim + 1 : -rim - 1, rim + 1 : -rim - 1].min() == 255


def test_no_crops_no_names(closeup: Closeup) -> None:
    none = np.zeros((0, closeup.size, closeup.size, 3), np.uint8)
    assert closeup.predict(none).shape == (0, len(closeup.labels))


def test_what_leaves_doubt_is_named_alike_upside_down(closeup: Closeup) -> None:
    crop = np.random.default_rng(2).integers(0, 256, (1, closeup.size, closeup.size, 3), np.uint8)
    named = closeup.predict(crop)
    if named.max() < 0.9:
        assert named == pytest.approx(closeup.predict(crop[:, ::-1, ::-1]), abs=1e-4)
