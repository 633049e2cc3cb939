"""A hand that did not come out complete is looked for at other scales, and marked."""

from dataclasses import replace

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


PUNG = "123m 456m 789p 11z 555s"
KONG = "123m 456m 789p 11z 5555s"  # one tile of it hides from the first look


@pytest.mark.parametrize(
    ("supposed", "seen_again", "asked", "taken"),
    [
        ("", KONG, 0, None),
        ("told", KONG, 1, KONG),
        ("corrected", KONG, 1, KONG),
        ("told", PUNG, 1, PUNG),
        ("told", "123m 456m 789p 11z 666s", 2, None),
        ("told", "123m 456m 789p 12z 555s", 2, None),
    ],
    ids=[
        "nothing supposed",
        "a set names a tile, a kong hides",
        "a tile is corrected, a kong hides",
        "the same, and nothing supposed",
        "other tiles",
        "not complete",
    ],
)
def test_a_hand_that_is_complete_by_what_is_supposed_is_looked_for_again(
    supposed: str, seen_again: str, asked: int, taken: str | None
) -> None:
    """With a tile set shown, the rest may be so sure that a kong's hidden tile is not missed."""
    tile = frozenset({0})
    first = {
        "": laid(PUNG),
        "told": replace(laid(PUNG), renamed=tile),
        "corrected": replace(laid(PUNG), corrected=tile),
    }[supposed]
    looks = Looks(seen_again, seen_again)
    found = reread_at_other_scales(first, looks)
    assert looks.asked == list(SCALES[:asked])
    assert (found is None) == (taken is None)
    if found is not None and taken is not None:
        assert found[1].hand == laid(taken).hand


def test_what_a_set_names_is_not_given_up_for_another_look() -> None:
    first = replace(laid(PUNG), renamed=frozenset({0}))
    looks = Looks("234m 456m 789p 11z 5555s", "789m 456m 789p 11z 5555s")
    assert reread_at_other_scales(first, looks) is None


def test_a_kong_is_taken_whose_backs_are_all_supposed() -> None:
    """One back of a kong was named as its faces, so a pung was seen; elsewhere both are backs."""
    first = replace(laid(PUNG), corrected=frozenset({11}))
    kong = replace(laid(KONG), corrected=frozenset({11, 14}))
    found = reread_at_other_scales(first, lambda _scale: ([], kong))
    assert found is not None
    assert found[1].hand == kong.hand


def test_no_look_with_as_much_supposed_and_no_more_tiles_is_taken() -> None:
    first = replace(laid(WHOLE), renamed=frozenset({0}))

    def look(_scale: float) -> tuple[list[PhotoTiles], TableReading]:
        return [], first

    assert reread_at_other_scales(first, look) is None


def test_an_eye_at_another_scale_sees_multiples_of_what_the_network_needs() -> None:
    recogniser = NetworkRecogniser.open(
        models.verify("detector"), models.verify("classifier"), threads=1
    )
    sides = [recogniser.at_scale(scale).detector.side for scale in (*SCALES, 1.0)]
    assert sides == [800, 576, 640]
    assert not np.remainder(sides, MULTIPLE).any()
