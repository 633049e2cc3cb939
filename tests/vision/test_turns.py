"""A face that was taken to lie across is told by the shapes of the tiles about it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.tables import LABELS, SURE, belief, lay
from vision.arrays import Floats
from vision.detect.neighbours import face_turns, wrong_turn_mask
from vision.nets.faces import Classifications, sure_turn_mask
from vision.quads.geometry import turn_upright

NEVER = np.zeros(1, np.bool_)


def told(corners: np.ndarray, tile: int = -1) -> bool:
    """Whether one tile starts at a wrong corner, all others being sure."""
    place = np.array([tile % len(corners)])
    sure = np.ones(len(corners), np.bool_)
    sure[place] = False
    return bool(wrong_turn_mask(corners.astype(np.float32), sure, place)[0])


def quarter(corners: np.ndarray, turns: int = 1) -> np.ndarray:
    """Let the last quad start at another corner."""
    return np.concatenate([corners[:-1], np.roll(corners[-1:], turns, axis=1)])


def seen(corners: np.ndarray, turn: float, squeeze: float) -> np.ndarray:
    """Turn a table by `turn` radians and see it from low, its depth squeezed."""
    cosine, sine = np.cos(turn), np.sin(turn)
    return corners @ np.array([[cosine, sine], [-sine, cosine]]) * (1, squeeze)


ROW, _ = lay("1f", "", "123m 456m")
ROW = np.concatenate([ROW[1:], ROW[:1]])  # the flower comes last
ACROSS, _ = lay("1f~", "", "123m 456m")
ACROSS = np.concatenate([ACROSS[1:], ACROSS[:1]])


@given(st.floats(0, 6.28), st.floats(0.45, 1.0), st.sampled_from([0, 2]))
def test_what_stands_as_its_neighbours_is_left_from_wherever_it_is_seen(
    turn: float, squeeze: float, head: int
) -> None:
    assert not told(seen(quarter(ROW, head), turn, squeeze))
    assert not told(seen(ACROSS, turn, squeeze))


@given(st.floats(0, 6.28), st.floats(0.45, 1.0), st.sampled_from([1, 3]))
def test_what_is_wider_than_tall_in_their_measure_was_turned_too_much(
    turn: float, squeeze: float, quarters: int
) -> None:
    assert told(seen(quarter(ROW, quarters), turn, squeeze))
    assert told(seen(quarter(ACROSS, quarters), turn, squeeze))


@pytest.mark.parametrize(
    ("size", "wrong"), [(0.75, False), (0.85, True), (1.2, True), (1.3, False)]
)
def test_what_is_not_as_large_has_wrong_corners_or_lies_elsewhere(
    size: float, *, wrong: bool
) -> None:
    corners = quarter(ROW)
    middle = corners[-1].mean(axis=0)
    corners[-1] = middle + (corners[-1] - middle) * size
    assert told(corners) == wrong


@pytest.mark.parametrize(("narrower", "wrong"), [(0.9, True), (0.8, False)])
def test_what_is_about_square_is_left(narrower: float, *, wrong: bool) -> None:
    corners = quarter(ROW)
    corners[-1, :, 1] = 260 + (corners[-1, :, 1] - 260) * narrower
    assert told(corners) == wrong


def test_two_neighbours_that_were_turned_themselves_are_outvoted() -> None:
    corners = quarter(ROW)
    corners[:2] = np.roll(corners[:2], 1, axis=1)
    assert told(corners)


def test_nothing_is_told_without_sure_tiles_about_it_or_where_they_are_a_point() -> None:
    corners = quarter(ROW).astype(np.float32)
    last = np.array([len(corners) - 1])
    assert (wrong_turn_mask(corners, np.zeros(len(corners), np.bool_), last) == NEVER).all()
    corners[:-1] = 5.0
    assert (wrong_turn_mask(corners, np.arange(len(corners)) < 6, last) == NEVER).all()
    assert wrong_turn_mask(corners, NEVER.repeat(len(corners)), last[:0]).shape == (0,)


@pytest.mark.parametrize(
    ("code", "probability", "stands"),
    [
        ("7m", 0.99, True),
        ("7m", 0.97, False),
        ("3z", 0.99, True),
        ("1s", 0.99, False),
        ("5z", 0.99, False),
        ("2f", 0.99, False),
        ("x", 0.99, False),
        ("-", 0.99, False),
    ],
)
def test_sure_faces_that_are_no_pictures_say_how_tiles_stand(
    code: str, probability: float, *, stands: bool
) -> None:
    labels = ("7m", "3z", "1s", "5z", "2f", "x", "-")
    rest = (1 - probability) / (len(labels) - 1)
    shares: Floats = np.full((1, len(labels)), rest, np.float32)
    shares[0, labels.index(code)] = probability
    named = Classifications(shares, np.zeros(1, np.intp), np.ones(1, np.float32))
    assert sure_turn_mask(named, labels).tolist() == [stands]


@pytest.mark.parametrize("code", ["5z", "x"])
@pytest.mark.parametrize("vote", [0, 1, 2, 3])
def test_a_face_without_an_upright_lies_as_its_shape_says(code: str, vote: int) -> None:
    upright, codes = lay("123m 456m 5z")
    sideways, _ = lay("123m 456m 5z~")
    codes[-1] = code
    votes = np.array([0, 0, 0, 0, 0, 0, vote])
    shares = belief(*({each: SURE} for each in codes))
    named = Classifications(shares, votes, shares.max(axis=1))
    for corners, level in ((upright, True), (sideways, False)):
        quads = turn_upright(corners.astype(np.float32))
        right = quads[-1][(face_turns(quads, named, LABELS)[-1] + np.arange(2)) % 4]
        assert (abs(np.diff(right[:, 1])) < 1).all() == level
