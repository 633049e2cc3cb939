"""A hand that did not come out complete is looked for at other scales, and marked."""

import numpy as np
import pytest

import models
from tests.vision.tables import find
from vision.decode.finder import SCALES, TableReading, reread_at_other_scales
from vision.detect.recogniser import NetworkRecogniser, PhotoTiles
from vision.nets.detector import MULTIPLE

WHOLE = "123m 456m 789p 555s 11z"


def laid(row: str) -> TableReading:
    """What a look at this row of sure tiles makes of it."""
    return find(row)


class Looks:
    """What is seen at each scale; which were asked for is kept."""

    def __init__(self, *rows: str) -> None:
        self.rows = dict(zip(SCALES, rows, strict=True))
        self.asked: list[float] = []

    def __call__(self, scale: float) -> tuple[list[PhotoTiles], TableReading]:
        self.asked.append(scale)
        return [], laid(self.rows[scale])


@pytest.mark.parametrize(
    ("first", "larger", "smaller", "asked", "marked"),
    [
        (WHOLE, WHOLE, WHOLE, 0, None),
        ("123m 456m 789p 555s", WHOLE, "", 1, ["1z", "1z"]),
        ("123m 456m 789p 555s 12z", WHOLE, "", 1, ["1z"]),
        ("123m 456m 789p 555s", "123m 456m 789p 555s", WHOLE, 2, ["1z", "1z"]),
        ("345s 678s 999m 77z", WHOLE, WHOLE, 2, None),
        ("123m 456m 789p 555s 12z", "123m 456m 789p 555s 13z", "123m 11z", 2, None),
        ("123m 456m 789p 555s 1z", WHOLE, WHOLE, 0, None),
        ("123456789m", WHOLE, WHOLE, 0, None),
        ("", WHOLE, WHOLE, 0, None),
    ],
    ids=[
        "whole at once",
        "without a pair",
        "another name",
        "smaller",
        "another hand",
        "never",
        "before the draw",
        "few tiles",
        "no hand",
    ],
)
def test_what_is_believed(
    first: str, larger: str, smaller: str, asked: int, marked: list[str] | None
) -> None:
    looks = Looks(larger, smaller)
    found = reread_at_other_scales(laid(first), looks)
    assert looks.asked == list(SCALES[:asked])
    assert (found is None) == (marked is None)
    if found is not None:
        other = found[1]
        assert sorted(other.table.codes[tile] for tile in other.corrected) == marked


@pytest.mark.parametrize(
    ("first", "asked"),
    [
        ("123m 456m 789p 555s 1z", 1),
        ("123m 456m 7s 55s 1z", 1),
        ("123456m 55s", 1),
        ("123456m 5s", 0),
        (WHOLE, 0),
    ],
    ids=["thirteen", "ten", "eight", "seven", "whole at once"],
)
def test_a_hand_to_be_scored_may_lack_more_tiles(first: str, asked: int) -> None:
    looks = Looks(WHOLE, WHOLE)
    found = reread_at_other_scales(laid(first), looks, to_score=True)
    assert looks.asked == list(SCALES[:asked])
    assert (found is not None) == bool(asked)


def test_an_eye_at_another_scale_sees_multiples_of_what_the_network_needs() -> None:
    detector, classifier, _, captions, _ = models.shipped()
    recogniser = NetworkRecogniser.open(detector, classifier, captions, 1)
    sides = [recogniser.at_scale(scale).detector.side for scale in (*SCALES, 1.0)]
    assert sides == [800, 576, 640]
    assert not np.remainder(sides, MULTIPLE).any()
