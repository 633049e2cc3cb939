"""What is hardly a tile is no part of a hand, unless the hand is complete with it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.test_arrangement import lay
from vision.layout.arrangement import arrange
from vision.layout.handtext import hand_text
from vision.quads.table import Table

DOUBTED = 0.3


def read(lines: list[str], doubted: list[str], trust: float = DOUBTED) -> str | None:
    """Lay tiles down, with little trust in those of these codes, and give the hand."""
    corners, codes = lay(*lines)
    sure = np.array([trust if code in doubted else 1.0 for code in codes], np.float32)
    layout = arrange(Table.of(corners, codes, sure))
    return hand_text(layout.hand, codes) if layout.hand else None


FALSE = {
    "a face on a box is no winning tile": (
        ["..... ..... 9s", "123m 456m 789p 1z 55z"],
        ["9s"],
        "123456m 789p 155z",
    ),
    "a caption is no set": (["789s", "123m 456m 789p 55z"], ["7s", "8s", "9s"], "123456m 789p 55z"),
    "a sticker is no bonus tile": (
        ["2g", "", "123m 456m 789p 555s 11z"],
        ["2g"],
        "123456m 789p 555s 11z",
    ),
    "one false tile makes no hand of the sets about it": (
        ["7z", "", "", "123456789p"],
        ["7z"],
        "123456789p",
    ),
    "nor does it part two sets": (
        ["789s 9m 555p", "123m 456m 11z"],
        ["9m"],
        "123456m 11z (789s) (555p)",
    ),
    "nor the row of a whole hand": (["123m 9s 456m 789p 11z 555z"], ["9s"], "123456m 789p 11555z"),
    "nor does it keep bonus tiles beside a marker from the hand": (
        ["1f 5p", "", "123m 456m 789p 555s 11z"],
        ["5p"],
        "123456m 789p 555s 11z | 1f",
    ),
    "nor a back at its end the winning tile": (
        ["12m 1266p 234s 66s 44z . x"],
        ["x"],
        "12m 1266p 23466s 44z",
    ),
    "nor of the bonus tiles": (["7p", "", "1234f 1234g"], ["7p"], "| 1f 2f 3f 4f 1g 2g 3g 4g"),
}


@pytest.mark.parametrize(("lines", "doubted", "hand"), FALSE.values(), ids=FALSE)
def test_what_is_hardly_a_tile_is_left_out(lines: list[str], doubted: list[str], hand: str) -> None:
    trust = 0.1 if "g" in doubted[0] else DOUBTED
    assert read(lines, doubted, trust) == hand


def test_a_doubted_tile_that_completes_the_hand_is_taken() -> None:
    lines = ["..... ..... ..... 9p", "123m 456m 78p 11z 555s"]
    assert read(lines, ["9p"]) == "123456m 78p 555s 11z +9p"


def test_a_row_that_wins_with_every_tile_keeps_those_that_are_in_doubt() -> None:
    lines = ["555z 345m 678p 999s 999p 77z"]
    assert read(lines, ["5z"]) == "345m 678999p 999s 55577z"


@pytest.mark.parametrize(
    ("lines", "hand"),
    [
        (["555z", "123m 456m 789p 11s"], "123456m 789p 11s (555z)"),
        (["555z", "123m 456m 789p 12s"], "123456m 789p 12s"),
    ],
    ids=["complete with it", "complete neither way"],
)
def test_a_set_that_hardly_is_one_is_taken_where_the_hand_is_complete_with_it(
    lines: list[str], hand: str
) -> None:
    assert read(lines, ["5z"], 0.45) == hand


@pytest.mark.parametrize(("trust", "more"), [(0.6, ""), (0.9, "2")])
def test_a_marker_at_the_end_of_a_row_is_left_out_where_it_is_in_doubt(
    trust: float, more: str
) -> None:
    lines = ["2z 222s 789s 77z 123m 456m"]
    assert read(lines, ["2z"], trust) == f"123456m 222789s {more}77z"


@pytest.mark.parametrize(
    ("behind", "doubted", "trust", "bonus"),
    [
        (["1f 5p"], ["5p"], 0.8, " | 1f"),
        (["1f 5p"], [], 1.0, ""),
        (["5p 1f 9s"], ["5p", "9s"], 0.8, ""),
        (["1m . 9s . 3z . 4p", "1f 5p"], ["5p"], 0.3, " | 1f"),
        (["1m . 9s . 3z . 4p", "1f 5p"], ["5p"], 0.8, ""),
    ],
    ids=["in doubt", "a tile", "two", "hardly a tile before a pool", "in doubt before a pool"],
)
def test_what_lies_beside_a_bonus_tile_may_be_a_marker(
    behind: list[str], doubted: list[str], trust: float, bonus: str
) -> None:
    lines = [*behind, "123m 456m 78p 999p 555z"]
    assert read(lines, doubted, trust) == "123456m 78999p 555z" + bonus


@pytest.mark.parametrize(("trust", "winning"), [(0.6, ""), (0.9, " +9s")])
def test_one_tile_too_many_is_taken_only_where_it_is_sure(trust: float, winning: str) -> None:
    lines = ["..... ..... ..... 9s", "123m 456m 78p 11z 555p"]
    assert read(lines, ["9s"], trust) == "123456m 55578p 11z" + winning


def test_a_hand_that_wins_is_not_given_up_for_what_hardly_is_a_set() -> None:
    lines = ["...... 7777z", "345p 345s 77s 999s 999p"]
    assert read(lines, ["7z"], 0.7) == "345999p 34577999s"


@pytest.mark.parametrize(("size", "bonus"), [(0.9, " | 4f"), (0.6, " | 4f"), (0.4, "")])
def test_a_bonus_tile_far_too_small_lies_before_another_player(size: float, bonus: str) -> None:
    corners, codes = lay("4f", "", "123456789s 34567z")
    corners[0] = corners[0].mean(axis=0) + (corners[0] - corners[0].mean(axis=0)) * size
    layout = arrange(Table.of(corners, codes))
    assert layout.hand is not None
    assert hand_text(layout.hand, codes) == f"123456789s 34567z{bonus}"


def test_a_dim_photo_still_has_a_hand() -> None:
    lines = ["123m 456m 78p 11z 555s"]
    assert read(lines, ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "1z", "5s"]) is not None


@given(st.floats(0.6, 1.0))
def test_trust_of_one_measure_changes_nothing(trust: float) -> None:
    corners, codes = lay("1f 3g .... 555s", "123m 456m 789p 1z . 1z")
    every = np.full(len(codes), trust, np.float32)
    assert arrange(Table.of(corners, codes, every)) == arrange(Table.of(corners, codes))
