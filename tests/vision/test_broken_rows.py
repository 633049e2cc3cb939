"""Rows of sets in which one tile was misread or not seen: the other sets stay the hand's."""

import pytest

from tests.vision.test_arrangement import lay, read, text
from vision.layout.arrangement import lay_out

HANDS = {
    "two sets behind, and a third with a tile misread": (
        ["222z 333z 784s", "123m 55p"],
        "123m 55p (222z) (333z)",
    ),
    "two sets behind, and a third with a tile not seen, between them": (
        ["1f 222z 78s 333z", "123m 55p"],
        "123m 55p (222z) (333z) | 1f",
    ),
    "a row that is the hand itself, a tile of it not seen, before its winning tile": (
        ["3456s 111555z", "..... ..... 3s"],
        "3456s 111555z +3s",
    ),
    "the same with that tile alone": (["222z 333z 78s", "3s"], "78s 222333z"),
    "one set beside two other tiles is chance": (
        ["222z 78s", "123m 456m 55p"],
        "123456m 55p",
    ),
    "discards with a chance set among them": (
        ["222z 784s 5p 9m 1z", "123m 456m 55p 789s 11z"],
        "123456m 55p 789s 11z",
    ),
}


@pytest.mark.parametrize(("lines", "hand"), HANDS.values(), ids=HANDS)
def test_the_sets_of_a_broken_row_are_kept_where_a_hand_lies_before_it(
    lines: list[str], hand: str
) -> None:
    assert read(*lines) == hand


@pytest.mark.parametrize(
    ("right", "sets"),
    [(-3, "[5555m] (444z)"), (3, "(555m) [4444z]")],
    ids=["left", "right"],
)
def test_a_back_between_two_pungs_belongs_to_the_one_it_lies_closer_to(
    right: float, sets: str
) -> None:
    corners, codes = lay("555m x 444z", "888m 111p 77z")
    corners[3] += [right, 0]
    assert read("555m x . 444z", "888m 111p 77z") == "888m 111p 77z [5555m] (444z)"
    found = text(lay_out(corners, codes), codes)
    assert found is not None
    assert sorted(found.split()) == sorted(f"888m 111p 77z {sets}".split())
