"""A set has four tiles of each face: what is in sight far more often is something else."""

import numpy as np
import pytest

from tests.vision.tables import LABELS, belief, find, read
from vision.decode.finder import limit_copies
from vision.decode.meld_candidates import Faces

PLAIN = Faces.of(LABELS).plain
LIKE_BLANKS = {"5z": {"5z": 0.9, "x": 0.08}}


@pytest.mark.parametrize("count", [4, 5, 8])
def test_a_few_too_many_stay_as_they_are(count: int) -> None:
    names = belief(*[{"5z": 0.95, "x": 0.04}] * count, {"3p": 0.9})
    np.testing.assert_allclose(limit_copies(names, PLAIN), names, atol=1e-3)


def test_many_of_a_face_are_what_else_they_look_like() -> None:
    limited = limit_copies(belief(*[{"5z": 0.98, "x": 0.01}] * 36), PLAIN)
    assert {LABELS[name] for name in limited.argmax(axis=1)} == {"x"}
    assert limited.sum(axis=1) == pytest.approx(1)


def test_bonus_tiles_and_backs_are_not_counted() -> None:
    names = belief(*[{"x": 0.9}] * 12, *[{"1f": 0.9}] * 6)
    np.testing.assert_allclose(limit_copies(names, PLAIN), names, atol=1e-3)


def test_nothing_in_sight_is_no_fault() -> None:
    assert limit_copies(belief(), PLAIN).shape == (0, len(LABELS))


def test_a_wall_of_backs_that_look_like_white_dragons_is_no_hand() -> None:
    wall = "5" * 18 + "z"
    assert read(wall, wall, doubts=LIKE_BLANKS) is None


@pytest.mark.parametrize("rows", [["xxxxxx", "xxxxxx"], ["^" + "x" * 10, "x" * 10]])
def test_a_wall_alone_is_no_hand_of_white_dragons(rows: list[str]) -> None:
    found = find(*rows)
    assert found.hand is None
    assert set(found.table.codes) == {"x"}
