"""Whose a flower or season is that lies about a hand."""

import numpy as np
import pytest

from tests.vision.test_arrangement import WIDTH, box, lay, text
from tests.vision.test_names import LABELS, belief, sure
from vision.decode.names import decode
from vision.layout.arrangement import arrange, lay_out
from vision.layout.handtext import hand_text
from vision.quads.table import Table

HAND = "123456m 789p 555s 11z"


@pytest.mark.parametrize(
    ("away", "kept"),
    [(0, " | 1f 2f 3f"), (17, " | 1f 2f 3f"), (60, " | 2f 3f")],
    ids=["touching", "hardly farther than the pool", "apart"],
)
def test_a_bonus_tile_near_a_pool_is_the_hands_where_others_of_it_lie_as_near(
    away: float, kept: str
) -> None:
    """The three lie askew, so that the first one is in no row with the others."""
    corners, codes = lay("... 1m 9s 3z 4p 8s", "", "123m 456m 789p 11z 555s")
    askew = [box(423, 305, 463, 359), box(382 - away, 335, 422 - away, 389)]
    askew.append(box(341 - away, 335, 381 - away, 389))
    every = [*codes, "1f", "3f", "2f"]
    assert text(lay_out(np.array([*corners, *askew]), every), every) == HAND + kept


@pytest.mark.parametrize(
    ("pool", "kept"),
    [
        ("2m .. 7p .. 5s .. 1f", ""),
        ("2m .. 7p .. 1f .. 4s .. 9p", ""),
        ("2m 7p 5s .. 1f", " | 1f"),
        ("2m .. 7p .. 5s .... 1f", " | 1f"),
        ("7p .. 1f", " | 1f"),
    ],
    ids=["at its end", "between", "beside a close row", "farther off", "of no row"],
)
def test_a_lone_bonus_tile_that_keeps_the_distance_of_a_loose_pool_is_of_the_pool(
    pool: str, kept: str
) -> None:
    corners, codes = lay(f"..... .. {pool}", "", "123m 456m 789p 11z 555s")
    assert text(lay_out(corners, codes), codes) == HAND + kept


@pytest.mark.parametrize(
    ("bonus", "trust", "kept"),
    [("2f 3f 4f", 0.85, " | 2f 3f 4f"), ("2f 3f 4f", 0.95, ""), ("2f 3f", 0.85, "")],
    ids=["doubted", "sure", "as many"],
)
def test_bonus_tiles_misread_among_more_that_were_not_cost_the_hand_no_others(
    bonus: str, trust: float, kept: str
) -> None:
    """What lies among flowers and seasons and is not sure may be two of them."""
    corners, codes = lay(f"..... .... 1s 6z {bonus}", "", "123m 456m 789p 11z 555s")
    trusts = np.ones(len(codes), np.float32)
    trusts[:2] = trust
    assert text(arrange(Table.of(corners, codes, trusts)), codes) == HAND + kept


@pytest.mark.parametrize(
    ("aside", "likely", "wanted"),
    [
        ("1f 2f 3g", [{"1f": 0.99}, {"1f": 0.99, "2f": 0.002}, {"3g": 0.99}], " | 1f 2f 3g"),
        ("1f 1f 3g", [{"1f": 0.99}, {"1f": 0.99, "2f": 1e-4}, {"3g": 0.99}], " | 1f 3g"),
        ("1f 6z 3g 4g", [*sure("1f"), {"6z": 0.98, "2f": 0.01}, *sure("3g 4g")], " | 1f 2f 3g 4g"),
        (
            "1f 6z 7z 3g 4g",
            [*sure("1f"), {"6z": 0.98, "2f": 0.01}, {"7z": 0.98, "2g": 0.01}, *sure("3g 4g")],
            "",
        ),
        ("1f 9p 3g", [*sure("1f"), {"9p": 0.98, "2f": 0.01}, *sure("3g")], ""),
        ("2z 1f 1f 3g", [*sure("2z 1f"), {"1f": 0.99, "2f": 0.002}, *sure("3g")], " | 1f 2f 3g"),
        ("1f 1f 9s 8s", [*sure("1f"), {"1f": 0.99, "2f": 0.002}, *sure("9s 8s")], ""),
    ],
    ids=[
        "one each",
        "nothing else it could be",
        "misread among three",
        "two of five, as in a pool",
        "between two, as in a pool",
        "beside a marker",
        "beside discards",
    ],
)
def test_bonus_tiles_side_by_side_differ(
    aside: str, likely: list[dict[str, float]], wanted: str
) -> None:
    corners, codes = lay(f"..... .... {aside}", "", "123m 456m 789p 11z 555s")
    told = belief(*likely, *sure(" ".join(codes[len(likely) :])))
    decoded = decode(corners.astype(np.float32), told, LABELS)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == HAND + wanted


def test_two_other_tiles_in_their_run_leave_open_whether_bonus_tiles_differ() -> None:
    """They may go on with what was thrown: then one that is seen twice is none."""
    corners, codes = lay("..... .... 9s 8s 1f 1f 3g", "", "123m 456m 789p 11z 555s")
    likely = [*sure("9s 8s 1f"), {"1f": 0.99, "2f": 0.002}, *sure("3g")]
    told = belief(*likely, *sure(" ".join(codes[5:])))
    trust = np.array([0.6, 0.6, *[1] * (len(codes) - 2)], np.float32)
    decoded = decode(corners.astype(np.float32), told, LABELS, trust=trust)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == HAND + " | 1f 3g"


@pytest.mark.parametrize(("gap", "bonus"), [(0.34, ""), (0.05, " | 1f 4g")], ids=["loose", "own"])
def test_bonus_tiles_at_the_end_of_a_loose_pool_were_thrown(gap: float, bonus: str) -> None:
    corners, codes = lay("1m 9s 7z 4p", "", "123m 456m 789p 11z 555s")
    places = np.cumsum([0, 1.4, 1 + gap]) * WIDTH
    pool = [box(300 + x, 310, 340 + x, 364) for x in places]
    every = [*codes, "3z", "1f", "4g"]
    layout = lay_out(np.array([*corners, *pool]), every)
    assert text(layout, every) == "123456m 789p 555s 11z" + bonus


@pytest.mark.parametrize(
    ("line", "trust", "kept"),
    [
        ("123m 456m 789p 11z 555s 1f", 0.5, " | 1f"),
        ("123m 456m 789p 11z 555s ... 1f", 0.5, ""),
        ("123m 456m 789p 11z 555s ... 1f", 0.85, " | 1f"),
        ("123m 456m 789p 11z 555s 1f", 0.4, ""),
    ],
    ids=["touching", "apart", "apart and sure", "hardly a bonus tile"],
)
def test_a_bonus_tile_that_touches_the_hand_need_be_less_sure(
    line: str, trust: float, kept: str
) -> None:
    corners, codes = lay(line)
    trusts = np.ones(len(codes), np.float32)
    trusts[-1] = trust
    assert text(arrange(Table.of(corners, codes, trusts)), codes) == HAND + kept
