"""A bird that stands among bonus tiles is asked what it is; any other one is 1 Bamboo."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.vision.tables import lay
from vision.detect.neighbours import find_bonus_birds, prefer_bonus
from vision.nets.faces import BONUS, bonus_columns

LABELS = ("1s", "2s", "4m", "1z", "5z", *BONUS, "x")


def sure(codes: list[str], share: float = 0.95) -> np.ndarray:
    """Give probabilities of tiles that look like what they are."""
    rows = np.full((len(codes), len(LABELS)), (1 - share) / (len(LABELS) - 1), np.float32)
    rows[np.arange(len(codes)), [LABELS.index(code) for code in codes]] = share
    return rows


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (("1s 2g",), 1),
        (("3f 1s 4g",), 1),
        (("2g~ 1s~",), 1),
        (("2g 4f 1s~",), 1),
        (("1s", "2g"), 0),
        (("1s",), 0),
        (("1s 1s 1s 2g",), 0),
        (("1s 2s 2g",), 0),
        (("1z 1s 2g",), 0),
        (("2f 2g",), 0),
        (("1s 2g", "1s 4m"), 1),
        (("1s~ 4m~ 2g",), 0),
    ],
    ids=[
        "beside a season",
        "between two",
        "both lying across",
        "lying across itself",
        "in another row",
        "alone",
        "a pung",
        "another bamboo beside it",
        "a wind beside it",
        "no bird",
        "only the one of two that stands among them",
        "another tile lying across beside it",
    ],
)
def test_birds_with_none_but_bonus_tiles_beside_them(rows: tuple[str, ...], found: int) -> None:
    corners, codes = lay(*(part for row in rows for part in (row, "")))
    assert len(find_bonus_birds(corners, sure(codes), LABELS)) == found


@given(arrays(np.float32, (3, len(LABELS)), elements=st.floats(1 / 1024, 1, width=32)))
def test_such_a_bird_may_be_any_bonus_tile_and_the_rest_stays(rows: np.ndarray) -> None:
    before = rows / rows.sum(axis=1, keepdims=True)
    after = prefer_bonus(before, np.array([1]), LABELS)
    columns = bonus_columns(LABELS)
    assert after.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-4)
    assert (after[[0, 2]] == before[[0, 2]]).all()
    assert after[1, columns].sum() == pytest.approx(0.9, abs=1e-4)
    shares = before[1, columns] / before[1, columns].sum()
    assert after[1, columns] / 0.9 == pytest.approx(shares, rel=1e-3)


def test_no_tiles_no_birds() -> None:
    none = np.zeros((0, 4, 2), np.float32), np.zeros((0, len(LABELS)), np.float32)
    assert not len(find_bonus_birds(*none, LABELS))
