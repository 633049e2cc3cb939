"""A tile that was hardly seen is believed only where one must lie."""

import numpy as np
import pytest

from vision.detect.neighbours import keep_believable
from vision.quads.geometry import count_touching_sides

LABELS = ("7p", "3m", "2f", "x")
WIDTH, HEIGHT = 40.0, 54.0


def tile(place: float, row: float = 0.0, size: float = 1.0) -> np.ndarray:
    """Place a tile so many widths along, and so many heights down."""
    x, y = 100 + place * WIDTH, 100 + row * HEIGHT
    w, h = WIDTH * size, HEIGHT * size
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)


def tiles(*places: float) -> np.ndarray:
    return np.stack([tile(place) for place in places])


SIDES = {
    "between two": (tile(1), 2),
    "at the right end": (tile(3), 1),
    "upon one": (tile(2.2), 0),
    "too far": (tile(4), 0),
    "in the row behind": (tile(0, -1.05), 0),
    "half as large": (tile(1, size=0.5), 0),
}


@pytest.mark.parametrize("case", SIDES)
def test_sides_at_which_a_neighbour_touches(case: str) -> None:
    quad, sides = SIDES[case]
    assert count_touching_sides(tiles(0, 2), quad[None]).tolist() == [sides]


def test_nothing_touches_where_there_is_nothing() -> None:
    none = np.zeros((0, 4, 2), np.float32)
    assert count_touching_sides(none, tiles(1)).tolist() == [0]
    assert len(count_touching_sides(tiles(1), none)) == 0


def rows(*names: tuple[str, float]) -> np.ndarray:
    """Give probabilities (n, k) from each tile's likeliest name."""
    table = np.full((len(names), len(LABELS)), 0.01, np.float32)
    for row, (name, probability) in zip(table, names, strict=True):
        row[LABELS.index(name)] = probability
    return table


def kept(places: list[float], *names: tuple[str, float], firm: list[bool]) -> list[bool]:
    chosen, _ = keep_believable(tiles(*places), rows(*names), LABELS, np.array(firm))
    return chosen.tolist()


SURE = ("7p", 0.98)


def test_a_back_that_closes_a_kong_is_believed() -> None:
    names = (SURE, SURE, SURE, ("x", 0.1))
    assert kept([0, 1, 3, 2], *names, firm=[True] * 3 + [False])[-1]


def test_a_back_beside_a_pung_closes_nothing() -> None:
    names = (SURE, SURE, SURE, ("x", 0.1))
    assert not kept([0, 1, 2, 3], *names, firm=[True] * 3 + [False])[-1]


def test_a_back_beside_other_tiles_is_not() -> None:
    names = (SURE, ("3m", 0.98), SURE, ("x", 0.9))
    assert not kept([0, 1, 2, 3], *names, firm=[True] * 3 + [False])[-1]


def test_a_face_is_believed_only_between_two_tiles() -> None:
    names = (SURE, ("3m", 0.98), ("3m", 0.6))
    assert kept([0, 2, 1], *names, firm=[True, True, False])[-1]
    assert not kept([0, 1, 2], *names, firm=[True, True, False])[-1]


def test_what_is_hardly_a_face_is_not_believed_between_two_tiles() -> None:
    assert not kept([0, 2, 1], SURE, ("3m", 0.98), ("3m", 0.2), firm=[True, True, False])[-1]


def test_a_believed_back_is_named_one() -> None:
    names = (SURE, SURE, SURE, ("2f", 0.5))
    told = rows(*names)
    told[3, LABELS.index("x")] = 0.05
    chosen, probabilities = keep_believable(
        tiles(0, 1, 3, 2), told, LABELS, np.array([True] * 3 + [False])
    )
    assert chosen[-1]
    assert LABELS[int(probabilities[3].argmax())] == "x"
    assert probabilities[3].sum() == pytest.approx(1)
