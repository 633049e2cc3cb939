"""Bonus tiles are told apart by the words on them, and nothing else changes by that."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import models
from vision.nets.faces import BONUS, NONE, Captions, combine_captions, find_doubtful_bonus
from vision.quads.geometry import rectify_with_rim

LABELS = ("1s", "5z", *BONUS, "x")
READ = (*BONUS, NONE)


def believed(**shares: float) -> np.ndarray:
    """One tile's probabilities from what is not nothing: f1 stands for 1f."""
    row = np.full((1, len(LABELS)), 1e-4, np.float32)
    for name, share in shares.items():
        row[0, LABELS.index(name[::-1])] = share
    return row / row.sum()


def words(code: str, sure: float = 0.95) -> np.ndarray:
    row = np.full((1, len(READ)), (1 - sure) / len(BONUS), np.float32)
    row[0, READ.index(code)] = sure
    return row


@pytest.mark.parametrize(
    ("before", "read", "after"),
    [
        ({"f1": 0.6, "g4": 0.4}, "4g", "4g"),
        ({"f1": 0.9, "g1": 0.1}, "1g", "1g"),
        ({"g2": 0.9, "g3": 0.1}, "2g", "2g"),
        ({"s1": 0.5, "f1": 0.5}, NONE, "1s"),
        ({"s1": 0.6, "f3": 0.4}, "3f", "3f"),
        ({"z5": 0.97, "f3": 0.03}, NONE, "5z"),
    ],
    ids=[
        "another season",
        "the number alone does not tell the group",
        "as it was",
        "a bird, no flower",
        "a flower, no bird",
        "a dragon stays one",
    ],
)
def test_what_is_read_decides(before: dict[str, float], read: str, after: str) -> None:
    told = combine_captions(believed(**before), words(read), LABELS)
    assert LABELS[told[0].argmax()] == after


@given(
    arrays(np.float32, (3, len(LABELS)), elements=st.floats(1 / 1024, 1, width=32)),
    arrays(np.float32, (3, len(READ)), elements=st.floats(1 / 1024, 1, width=32)),
)
def test_probabilities_add_up_and_other_faces_keep_their_order(
    rows: np.ndarray, read: np.ndarray
) -> None:
    rows, read = (part / part.sum(axis=1, keepdims=True) for part in (rows, read))
    told = combine_captions(rows, read, LABELS)
    assert told.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    others = [LABELS.index(name) for name in ("1s", "5z", "x")]
    ratio = told[:, others] / rows[:, others]
    assert np.allclose(ratio, ratio[:, :1], rtol=1e-3)


def test_only_what_may_be_a_bonus_tile_and_has_no_sure_name_is_asked() -> None:
    rows = [believed(s1=0.99, f1=0.01), believed(s1=0.9, f1=0.1), believed(g2=0.9, g3=0.1)]
    rows += [believed(g3=0.98, g4=0.02), believed(g2=100)]
    assert find_doubtful_bonus(np.concatenate(rows), LABELS).tolist() == [1, 2, 3]


@pytest.fixture(scope="module")
def captions() -> Captions:
    return Captions.load(models.verify("captions"), threads=1)


def test_a_crop_shows_a_rim_of_the_table(captions: Captions) -> None:
    photo = np.zeros((300, 300, 3), np.uint8)
    photo[100:200, 110:190] = 255
    tile = np.array([[[110, 100], [190, 100], [190, 200], [110, 200]]], np.float32)
    (crop,) = rectify_with_rim(photo, tile, captions.size, captions.border)
    rim = round(captions.size * captions.border / (1 + 2 * captions.border))
    assert crop.shape == (captions.size, captions.size, 3)
    assert crop[0].max() == 0
    assert crop[:, 0].max() == 0
    assert crop[rim + 2 : -rim - 2, rim + 2 : -rim - 2].min() == 255


def test_no_crops_no_words(captions: Captions) -> None:
    none = np.zeros((0, captions.size, captions.size, 3), np.uint8)
    assert captions.predict(none).shape == (0, len(READ))


def test_a_crop_and_the_same_turned_upside_down_read_alike(captions: Captions) -> None:
    crop = np.random.default_rng(2).integers(0, 256, (1, captions.size, captions.size, 3), np.uint8)
    assert captions.predict(crop) == pytest.approx(captions.predict(crop[:, ::-1, ::-1]), abs=1e-5)
