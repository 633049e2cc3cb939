"""Concealed tiles, the winning one and sets laid down, all in one line."""

import pytest

from tests.vision.test_arrangement import read

HANDS = {
    "the winning tile between four concealed tiles and the sets": (
        "1p 555z .. 1p ... 333z 999p 789m",
        "1p 555z (333z) (999p) (789m) +1p",
    ),
    "the same from the other side": (
        "333z 999p 789m ... 1p .. 1p 555z",
        "1p 555z (333z) (999p) (789m) +1p",
    ),
    "the winning tile at the end of a line in three parts": (
        "333z 999p 789m ... 1p 555z .. 1p",
        "789m 1999p 333555z +1p",
    ),
    "a tile in between that completes no hand": (
        "1p 555z .. 2p ... 333z 999p 789m",
        "789m 12999p 333555z",
    ),
}


@pytest.mark.parametrize(("line", "hand"), HANDS.values(), ids=HANDS)
def test_what_lies_beyond_the_winning_tile_was_laid_down(line: str, hand: str) -> None:
    assert read(line) == hand
