"""Names of many tiles together: four of each, one of each bonus tile, and hands that win."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.tiles import TILES
from tests.vision.test_arrangement import lay
from vision.decode.names import complete, copies, decode, most_likely
from vision.layout.arrangement import arrange
from vision.layout.handtext import hand_text
from vision.quads.table import Table

LABELS = (*(str(tile) for tile in TILES), "x")


def belief(*tiles: dict[str, float]) -> np.ndarray:
    """Give probabilities (n, 43) from the likely names of each tile."""
    rows = np.full((len(tiles), len(LABELS)), 1e-5, np.float32)
    for row, names in zip(rows, tiles, strict=True):
        for name, value in names.items():
            row[LABELS.index(name)] = value
    return rows


def names(*tiles: dict[str, float]) -> list[str]:
    return [LABELS[name] for name in most_likely(belief(*tiles), copies(LABELS))]


def test_four_of_each_and_one_of_each_bonus_tile() -> None:
    limits = dict(zip(LABELS, copies(LABELS), strict=True))
    assert limits["5p"] == limits["7z"] == 4
    assert limits["1f"] == limits["4g"] == 1
    assert limits["x"] > 144


@pytest.mark.parametrize(
    ("tiles", "wanted"),
    [
        ([], []),
        ([{"5p": 0.6, "5m": 0.4}], ["5p"]),
        ([{"5p": 0.9}] * 4 + [{"5p": 0.6, "5m": 0.4}], ["5p"] * 4 + ["5m"]),
        ([{"5p": 0.6, "5m": 0.4}] + [{"5p": 0.9}] * 4, ["5m"] + ["5p"] * 4),
        ([{"1f": 0.7, "2f": 0.3}, {"1f": 0.6, "2f": 0.4}], ["1f", "2f"]),
        ([{"1f": 0.7, "2f": 0.3}, {"1f": 0.6, "2f": 0.3}, {"2f": 0.9, "3f": 0.1}],
         ["1f", "2f", "3f"]),
        ([{"1f": 0.97, "2f": 0.02}, {"1f": 0.98, "2f": 0.02}], ["1f", "1f"]),
        ([{"5p": 0.9999}] * 5, ["5p"] * 5),
        ([{"x": 0.9}] * 30, ["x"] * 30),
        ([{"5z": 0.6, "x": 0.4}] * 5, ["5z"] * 5),
    ],
    ids=["none", "one", "fifth", "first", "bonus", "ring", "marker", "too sure", "wall", "blank"],
)  # fmt: skip
def test_the_least_sure_tile_gives_way(tiles: list[dict[str, float]], wanted: list[str]) -> None:
    assert names(*tiles) == wanted


@given(
    st.lists(st.lists(st.floats(0.01, 1), min_size=3, max_size=3), min_size=1, max_size=5),
    st.lists(st.integers(1, 3), min_size=3, max_size=3),
)
def test_no_other_names_are_jointly_likelier(rows: list[list[float]], limits: list[int]) -> None:
    probabilities = np.array(rows, np.float32)
    found = most_likely(probabilities, np.array(limits), price=1e9)
    costs = -np.log(probabilities.astype(float))
    every = range(len(rows))
    lawful = [
        sum(costs[tile, name] for tile, name in zip(every, given_names, strict=True))
        for given_names in product(range(3), repeat=len(rows))
        if all(Counter(given_names)[name] <= limits[name] for name in range(3))
    ]
    if lawful:
        assert sum(costs[every, found]) == pytest.approx(min(lawful), abs=1e-6)


def in_a_row(*tiles: dict[str, float]) -> tuple[Table, np.ndarray]:
    corners = np.array(
        [
            [[40 * i, 0], [40 * i + 39, 0], [40 * i + 39, 54], [40 * i, 54]]
            for i in range(len(tiles))
        ],
        np.float32,
    )
    probabilities = belief(*tiles)
    return Table.of(corners, names(*tiles)), probabilities


def sure(text: str) -> list[dict[str, float]]:
    return [{code: 0.99} for code in text.split()]


REST = sure("1m 2m 3m 4m 4m 7p 8p 9p 5s 5s 5s 1z 1z")


@pytest.mark.parametrize(
    ("doubtful", "wanted"),
    [
        ({"4m": 0.55, "1z": 0.4}, "123444m 789p 555s 11z"),
        ({"5m": 0.55, "4m": 0.4}, "123444m 789p 555s 11z"),
        ({"5m": 0.55, "1z": 0.4}, "12344m 789p 555s 111z"),
        ({"5m": 0.98, "4m": 0.01}, "123445m 789p 555s 11z"),
    ],
    ids=["wins already", "one name wins", "another name wins", "too sure to doubt"],
)
def test_a_doubtful_tile_makes_the_hand_win(doubtful: dict[str, float], wanted: str) -> None:
    table, probabilities = in_a_row(*REST, doubtful)
    table, layout = complete(table, arrange(table), probabilities, LABELS)
    assert hand_text(layout.hand, table.codes) == wanted


LIKE_A_FLOWER = {"1f": 0.97, "1g": 0.02}


@pytest.mark.parametrize(
    ("others", "pictures", "wanted"),
    [
        ("1m 2m 3m 4m 5m 6m 7p 8p 9p 5z 5z 5z", [LIKE_A_FLOWER] * 2, "123456m 789p 11s 555z"),
        ("1m 2m 3m 4m 5m 6m 7p 8p 9p 5z 5z", [LIKE_A_FLOWER] * 3, "123456m 789p 111s 55z"),
        ("1m 2m 3m 4m 5m 6m 7p 8p 9p 5z 5z", [LIKE_A_FLOWER], "123456m 789p 55z | 1f"),
        (
            "1m 2m 3m 4m 5m 6m 7p 8p 9p 5z 5z 5z",
            [{"1f": 0.97}, {"3g": 0.97}],
            "123456m 789p 555z | 1f 3g",
        ),
    ],
    ids=["a pair", "a pung", "one", "two that differ"],
)
def test_what_looks_like_one_bonus_tile_twice_is_a_bird(
    others: str, pictures: list[dict[str, float]], wanted: str
) -> None:
    table, probabilities = in_a_row(*sure(others), *pictures)
    decoded = decode(table.corners, probabilities, LABELS)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == wanted


def test_the_winning_tile_may_be_such_a_bird_too() -> None:
    corners, codes = lay("123666m 99s 111z 11s .. 1s")
    others = sure(" ".join(codes[:-3]))
    decoded = decode(corners.astype(np.float32), belief(*others, *[LIKE_A_FLOWER] * 3), LABELS)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == "123666m 1199s 111z +1s"


@pytest.mark.parametrize(
    ("likely", "wanted"),
    [
        ({"1g": 0.9, "1s": 0.02}, "123456m 789p 111s 55z"),
        ({"1g": 0.99, "1s": 0.001}, "123456m 789p 11s 55z | 1g"),
    ],
    ids=["in doubt", "sure"],
)
def test_a_bonus_tile_among_the_concealed_ones_is_sooner_misnamed(
    likely: dict[str, float], wanted: str
) -> None:
    concealed = "1m 2m 3m 4m 5m 6m 7p 8p 9p 5z 5z 1s 1s"
    table, probabilities = in_a_row(*sure(concealed), likely)
    decoded = decode(table.corners, probabilities, LABELS)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == wanted


def test_what_a_tile_looks_like_counts_for_what_else_it_may_be() -> None:
    """The fifth west wind, a marker, was named a flower for want of a better: it is no dragon."""
    wests = sure("4z 4z 4z 4z")
    hand = sure("1m 2m 3m 4m 5m 6m 5s 5s 5s 5z")
    marker = {"4z": 0.9, "1f": 0.02, "5z": 0.015}
    lines = ["..... ..... ..... ..... ..... 5z", "4444z ... 123m 456m 555s 5z"]
    corners, codes = lay(*lines)
    assert codes == ["5z", "4z", "4z", "4z", "4z", *(next(iter(tile)) for tile in hand)]
    decoded = decode(corners.astype(np.float32), belief(marker, *wests, *hand), LABELS)
    assert decoded.table.codes[0] != "5z"


@pytest.mark.parametrize(
    ("likely", "trust", "wanted"),
    [
        ({"1s": 0.5, "2g": 0.3}, 0.6, " | 1f 2g 3g"),
        ({"2g": 0.4, "4g": 0.4}, 0.4, " | 1f 2g 3g"),
        ({"1f": 0.5, "1s": 0.3}, 0.6, " | 1f 3g"),
        ({"1s": 0.5, "2g": 0.3}, 0.2, " | 1f 3g"),
        ({"1s": 0.9, "2g": 0.1}, 0.95, ""),
    ],
    ids=["a little", "hardly read", "a second sight", "hardly a tile", "hardly at all"],
)
def test_what_may_be_a_bonus_tile_among_bonus_tiles_is_one(
    likely: dict[str, float], trust: float, wanted: str
) -> None:
    corners, codes = lay("1f 3g 9s", "", "123m 456m 789p 555s 11z")
    told = belief(*sure("1f 3g"), likely, *sure(" ".join(codes[3:])))
    trusted = np.array([1, 1, trust, *[1] * 14], np.float32)
    decoded = decode(corners.astype(np.float32), told, LABELS, trust=trusted)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == "123456m 789p 555s 11z" + wanted


def test_a_photo_sent_to_be_scored_wins_more_readily() -> None:
    table, probabilities = in_a_row(*REST, {"5m": 0.95, "4m": 0.03})
    plain = decode(table.corners, probabilities, LABELS)
    assert plain.table.codes[-1] == "5m"
    scored = decode(table.corners, probabilities, LABELS, to_score=True)
    assert scored.table.codes[-1] == "4m"


def test_no_fifth_copy_is_invented_for_a_win() -> None:
    tiles = sure("1z 1z 1z 4m 4m 7p 8p 9p 5s 5s 5s 2m 3m")
    table, probabilities = in_a_row(*tiles, {"9m": 0.6, "1m": 0.35})
    four = [code if code != "4m" else "1m" for code in table.codes]
    table = table.renamed(["1m", "1m", *four[2:]])
    kept, _ = complete(table, arrange(table), probabilities, LABELS)
    assert Counter(kept.codes)["1m"] <= 4


def test_a_win_by_correction_is_told_with_how_the_hand_looks() -> None:
    _, probabilities = in_a_row(*REST, {"5m": 0.55, "4m": 0.4})
    places, _ = in_a_row(*REST, {"5m": 1.0})
    decoded = decode(places.corners, probabilities, LABELS)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == "123444m 789p 555s 11z"
    assert decoded.as_seen == "123445m 789p 555s 11z"
    assert decoded.corrected == {13}


def test_what_wins_as_it_looks_has_no_second_reading() -> None:
    table, probabilities = in_a_row(*REST, {"4m": 0.55, "1z": 0.4})
    decoded = decode(table.corners, probabilities, LABELS)
    assert (decoded.as_seen, decoded.corrected) == (None, frozenset())


def test_two_doubtful_tiles_may_win_together() -> None:
    tiles = sure("1m 2m 3m 4m 4m 7p 8p 9p 5s 5s 1z 1z")
    table, probabilities = in_a_row(*tiles, {"5m": 0.5, "4m": 0.3}, {"8s": 0.5, "5s": 0.3})
    decoded = decode(table.corners, probabilities, LABELS)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == "123444m 789p 555s 11z"
    assert decoded.as_seen == "123445m 789p 558s 11z"
    assert decoded.corrected == {12, 13}


def test_only_what_wins_under_the_rules_is_a_reason_to_correct() -> None:
    table, probabilities = in_a_row(*REST, {"5m": 0.55, "4m": 0.4})
    decoded = decode(table.corners, probabilities, LABELS, to_score=True, wins=lambda _: False)
    assert decoded.as_seen is None
    assert decoded.table.codes[-1] == "5m"


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["56777m 11s 777z .. 1s ... 8m 55z 8m"], "56777m 11s 777z [8888m] +1s"),
        (["..... 5z 88m 5z", "56777m 111s 777z"], "56777m 111s 777z [8888m]"),
        (["..... 8m 5z 88m", "56777m 111s 777z"], "56777m 111s 777z [8888m]"),
        (["567m 55z 888m 111s 777z"], "567888m 111s 55777z"),
        (["8m 55z 8m 123s 678p 9m 2z"], "889m 678p 123s 255z"),
    ],
    ids=["inner", "outer", "one inner", "wins with the dragons", "wins neither way"],
)
def test_blank_tiles_may_be_the_backs_of_a_kong(lines: list[str], wanted: str) -> None:
    corners, codes = lay(*lines)
    decoded = decode(corners.astype(np.float32), belief(*sure(" ".join(codes))), LABELS)
    assert hand_text(decoded.layout.hand, decoded.table.codes) == wanted


def test_a_fifth_copy_that_gives_way_is_told() -> None:
    table, probabilities = in_a_row(*[{"5p": 0.9}] * 4, {"5p": 0.6, "5m": 0.4})
    assert decode(table.corners, probabilities, LABELS).corrected == {4}
