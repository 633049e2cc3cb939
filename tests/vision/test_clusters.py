"""A set whose tiles touch in no row is the hand's where nothing else makes it complete."""

import numpy as np
import pytest

from tests.vision.test_arrangement import HEIGHT, WIDTH, box, lay, text
from vision.layout.arrangement import lay_out

ELEVEN = "123345m 123p 55z"  # a pair and three sets, the fourth is missing


def read(*stairs: str, away: float = 0.0, row: str = ELEVEN) -> str | None:
    """Read a row with tiles like stairs above it, each so much higher that they share no row."""
    corners, codes = lay(row)
    for flight, tiles in enumerate(stairs):
        left, bottom = 300.0 + 5 * WIDTH * flight, 300.0 - 2.2 * HEIGHT - away
        for number in range(len(tiles) // 2):
            x, y = left + number * WIDTH * 0.55, bottom - number * HEIGHT * 0.85
            corners = np.concatenate([corners, box(x, y - HEIGHT, x + WIDTH, y)[None]])
            codes = [*codes, tiles[2 * number : 2 * number + 2]]
    return text(lay_out(corners, codes), codes)


@pytest.mark.parametrize(
    ("stairs", "taken"),
    [("7z7z7z", "(777z)"), ("7z7z7z7z", "(7777z)"), ("7z7z", None), ("7z6z7z", None)],
    ids=["pung", "kong", "two alike", "no set"],
)
def test_alike_tiles_that_touch_are_taken_as_a_set(stairs: str, taken: str | None) -> None:
    found = read(stairs)
    assert found is not None
    assert (taken in found) if taken else "z)" not in found


def test_of_two_sets_that_would_do_neither_is_taken() -> None:
    assert "z)" not in (read("7z7z7z", "6z6z6z") or "z)")
    assert "(777z)" in (read("7z7z7z", "6z6z") or "")


def test_what_lies_far_off_is_left_out() -> None:
    assert "(777z)" not in (read("7z7z7z", away=400.0) or "")


def test_a_complete_hand_takes_no_set_more() -> None:
    assert "(777z)" not in (read("7z7z7z", row="111222m 12345p 123s") or "")
    assert "(777z)" not in (read("7z7z7z", row="111222333m 555z 44p") or "")
