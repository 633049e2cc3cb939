"""Tables drawn as text come out as hands.

A line is a row of tiles that touch; `.` is a gap of half a tile, a code with `~` lies sideways,
`x` lies face down. The last line is nearest the photographer; a line that begins with `^` lies
directly on the next one.
"""

import re
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.layout.arrangement import Layout, lay_out
from vision.layout.handtext import hand_text, problems

WIDTH, HEIGHT, PITCH = 40.0, 54.0, 80.0


def lay(*lines: str) -> tuple[np.ndarray, list[str]]:
    """Place tiles; give their corners (n, 4, 2), upright faces, and their codes."""
    corners, codes = [], []
    bottom = 300.0
    for line in lines:
        x = 300.0
        for token in line.strip("^").split():
            if set(token) == {"."}:
                x += WIDTH / 2 * len(token)
                continue
            for rank, suit, sideways in expand(token):
                width, height = (HEIGHT, WIDTH) if sideways else (WIDTH, HEIGHT)
                quad = box(x, bottom - height, x + width, bottom)
                corners.append(np.roll(quad, 1, axis=0) if sideways else quad)
                codes.append(rank + suit)
                x += width + 0.5
        bottom += HEIGHT if line.startswith("^") else PITCH
    return np.array(corners), codes


def expand(token: str) -> list[tuple[str, str, bool]]:
    """Read `123m~` as three tiles of which the last lies sideways."""
    ranks, suit, sideways = re.fullmatch(r"([0-9]+|x+)([mpszfg]?)(~?)", token).groups()
    return [(rank, suit, bool(sideways) and i == len(ranks) - 1) for i, rank in enumerate(ranks)]


def box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def text(layout: Layout, codes: list[str]) -> str | None:
    return hand_text(layout.hand, codes) if layout.hand else None


def read(*lines: str) -> str | None:
    corners, codes = lay(*lines)
    return text(lay_out(corners, codes), codes)


def groups(*lines: str) -> list[tuple[str, str]]:
    corners, codes = lay(*lines)
    found = lay_out(corners, codes).groups
    return [(group.kind.value, " ".join(codes[tile] for tile in group.tiles)) for group in found]


HANDS = {
    "one row": (["123m 456m 789p 11z 555s"], "123456m 789p 555s 11z"),
    "winning tile apart at the right": (
        ["123m 456m 789p 1z 555s . 1z"],
        "123456m 789p 555s 1z +1z",
    ),
    "winning tile apart at the left": (
        ["1z .. 123m 456m 789p 1z 555s"],
        "123456m 789p 555s 1z +1z",
    ),
    "winning tile sideways": (["123m 456m 789p 1z 555s 1z~"], "123456m 789p 555s 1z +1z"),
    "winning tile sideways within": (["123m 456m 78p 9p~ 11z 555s"], "123456m 78p 555s 11z +9p"),
    "winning tile above the row": (
        ["..... ..... ..... 9p", "123m 456m 78p 11z 555s"],
        "123456m 78p 555s 11z +9p",
    ),
    "winning tile below the row": (
        ["123m 456m 78p 11z 555s", "..... ..... . 9p"],
        "123456m 78p 555s 11z +9p",
    ),
    "winning tile farther below the row, where the hand lacks it": (
        ["123m 456m 78p 11z 555s", "", "..... ..... . 9p"],
        "123456m 78p 555s 11z +9p",
    ),
    "a discard as far from a hand that lacks another": (
        ["123m 456m 78p 11z 555s", "", "..... ..... . 9s"],
        "123456m 78p 555s 11z",
    ),
    "a hand of five sets that would win with four, too": (
        ["...... 222z", "345p 345s 77s 999s 99p . 9p"],
        "34599p 34577999s (222z) +9p",
    ),
    "sets divided by gaps are still concealed": (
        ["123m . 456m . 789p . 555s . 11z"],
        "123456m 789p 555s 11z",
    ),
    "suits divided by gaps are still concealed": (
        ["123456m . 789p 55p . 555s"],
        "123456m 55789p 555s",
    ),
    "seven pairs divided by gaps": (
        ["11m . 33m . 55p . 77p . 22s . 44s . 66z"],
        "1133m 5577p 2244s 66z",
    ),
    "loosely laid": (
        ["1m . 1m . 1m . 2p . 2p . 2p . 3s . 3s . 3s . 4s . 5s . 6s . 7z . 7z"],
        "111m 222p 333456s 77z",
    ),
    "kong with a tile in the middle face down": (
        ["6m x 66m . 345p 678s 555z 77z"],
        "345p 678s 55577z [6666m]",
    ),
    "kong with a tile in the middle face down, behind": (
        ["... 66m x 6m", "345p 678s 555z 77z"],
        "345p 678s 55577z [6666m]",
    ),
    "bonus tiles side by side close to a pool": (
        ["1m 9s 3z 4p 8s", "^. 1f 4g", "123m 456m 789p 11z 555s"],
        "123456m 789p 555s 11z | 1f 4g",
    ),
    "a seat marker that passes for a wind, with bonus tiles behind": (
        ["..... ... 4z 1f 3g", "123m 456m 789p 11z 555s"],
        "123456m 789p 555s 11z | 1f 3g",
    ),
    "a seat marker that passes for a wind, with one bonus tile in line with the row": (
        ["4z 3g .. 123m 456m 789p 11z 555s"],
        "123456m 789p 555s 11z | 3g",
    ),
    "a seat marker at the other side of the winning tile": (
        ["123m 456m 789p 1z 555s .. 1z .. 4z 3g"],
        "123456m 789p 555s 1z +1z | 3g",
    ),
    "what looks like a bonus tile among a few discards": (
        ["4z 1f 9s", "123m 456m 789p 11z 555s"],
        "123456m 789p 555s 11z",
    ),
    "one exposed set behind": (["....... 555s", "123m 456m 789p 11z"], "123456m 789p 11z (555s)"),
    "two exposed sets behind, apart": (
        [". 555s .. 1m~ 32m", "456m 789p 11z"],
        "456m 789p 11z (555s) (123m)",
    ),
    "exposed sets behind that touch": (
        ["555s 123m 777z", "456m 11z"],
        "456m 11z (555s) (123m) (777z)",
    ),
    "exposed sets beside, far apart in the same row": (
        ["456m 11z 789p ... 555s ... 123m"],
        "456m 789p 11z (555s) (123m)",
    ),
    "the groups of a sorted hand, evenly parted": (
        ["111p . 345p . 234s . 22233z"],
        "111345p 234s 22233z",
    ),
    "sets that lie evenly apart, in no order": (
        ["22233z . 111p . 345p . 234s"],
        "22233z (111p) (345p) (234s)",
    ),
    "sets in order, farther apart than from each other": (
        ["111p . 345p ... 22233z"],
        "22233z (111p) (345p)",
    ),
    "the winning tile sideways at the end of the groups of a hand": (
        ["3333m . 666z", "99p . 777s . 77z 7z~"],
        "99p 777s 77z (3333m) (666z) +7z",
    ),
    "the winning tile sideways at the end of few tiles in hand": (
        ["111m . 444z . 456s", "11p . 78s 9s~"],
        "11p 78s (111m) (444z) (456s) +9s",
    ),
    "exposed set with a called tile in the same row": (
        ["456m 11z 789p 222s . 5s~ 55s"],
        "456m 789p 222s 11z (555s)",
    ),
    "four exposed sets and the eyes": (
        ["555s . 123m . 777z . 888p", "... 11z"],
        "11z (555s) (123m) (777z) (888p)",
    ),
    "an exposed set with a turned tile before discards that all lie sideways": (
        [
            "^1m~ 9m~ 2m~ 7p~ 5p~ 4z~ 5s~ 6m~",
            "3z~ . 3s~ . 1s~ . 9m~ . 4p~ . 8p~ . 2p~",
            "... 7z 7z~ 7z",
            "234s 222s 33m 11s . 3m~",
        ],
        "33m 11222234s (777z) +3m",
    ),
    "exposed set and bonus tiles behind": (
        ["1f 3g .... 555s", "123m 456m 789p 11z"],
        "123456m 789p 11z (555s) | 1f 3g",
    ),
    "bonus tiles touch the exposed sets": (
        ["2g 555s 1f", "123m 456m 789p 11z"],
        "123456m 789p 11z (555s) | 1f 2g",
    ),
    "bonus tiles at the end of the row": (
        ["123m 456m 789p 11z 555s .. 1f 4g"],
        "123456m 789p 555s 11z | 1f 4g",
    ),
    "one bonus tile in front": (
        ["123m 456m 789p 11z 555s", ".. 3f"],
        "123456m 789p 555s 11z | 3f",
    ),
    "kong with outer tiles face down": (
        [".. x 11z x", "123m 456m 789p 55s"],
        "123456m 789p 55s [1111z]",
    ),
    "kong with inner tiles face down": (
        [".. 8p xx 8p", "123m 456m 789s 55s"],
        "123456m 55789s [8888p]",
    ),
    "concealed kong in the same row": (
        ["123m 456m 789s 55s .. x 88p x"],
        "123456m 55789s [8888p]",
    ),
    "kong with one tile shown": (
        [".. 8p xxx", "123m 456m 789s 55s"],
        "123456m 55789s [8888p]",
    ),
    "kong with an end tile face down, behind": (
        [".. x 555z", "123m 456m 789p 55s"],
        "123456m 789p 55s [5555z]",
    ),
    "kong with one tile shown inside": (
        [".. x 8p xx", "123m 456m 789s 55s"],
        "123456m 55789s [8888p]",
    ),
    "a set behind comes apart": (
        ["222z 33z . 3z 789m", "4567p 55s"],
        "4567p 55s (222z) (333z) (789m)",
    ),
    "a block of two rows": (["^ 123456789p", "123456789s"], "123456789p 123456789s"),
    "exposed kong behind": (["7777z", "123m 456m 789s 55s"], "123456m 55789s (7777z)"),
    "kong flat in the row": (["123m 7777z 456m 789s 55s"], "123456m 55789s (7777z)"),
    "two kongs flat in the row": (["1111m 7777z 456m 789s 55s"], "456m 55789s (1111m) (7777z)"),
    "two exposed kongs and winning tile apart": (
        ["2222p . 3333s", "456m 789m 1z .. 1z"],
        "456789m 1z (2222p) (3333s) +1z",
    ),
    "small kong: the fourth tile above the pung": (
        ["^. 6p", "666p", "123m 456m 789s 55s"],
        "123456m 55789s (6666p+)",
    ),
    "one tile too few, the winning tile well apart": (
        ["123m 456m 789p 1z 55s ... 1z"],
        "123456m 789p 55s 1z +1z",
    ),
    "thirteen tiles": (["123m 456m 789p 1z 555s"], "123456m 789p 555s 1z"),
    "seventeen tiles": (["123m 456m 789p 11z 555s 789s"], "123456m 789p 555789s 11z"),
    "two lines": (["123m 456m 7p", "89p 11z 555s"], "123456m 789p 555s 11z"),
    "a tile of the hand face down": (["123m 456m 78p x 11z 555s"], "123456m 78p 555s 11z x"),
    "a back beside a whole hand": (["123m 456m 789p 11z 555s . x"], "123456m 789p 555s 11z"),
}


@pytest.mark.parametrize(("lines", "hand"), HANDS.values(), ids=HANDS)
def test_a_hand_as_it_is_laid_down(lines: list[str], hand: str) -> None:
    assert read(*lines) == hand


AROUND = {
    "a pool of discards behind": [
        ".... 3m 9s 1z 4p 4p 2s",
        ".... 6m 6z 7p 2m 8s 8p",
        "",
    ],
    "a pool that holds sets": [
        "... 345m 222z 4p",
        "... 6m 6z 7p 888s 1s",
        "",
        "",
    ],
    "a wall behind": ["xxxxxxxxxxxxxxx", ""],
    "a double wall right behind": ["xxxxxxxxxxxxx", "xxxxxxxxxxxxx"],
    "another hand opposite": ["234m 567m 345s 99s 222z", "", "", ""],
}


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
@pytest.mark.parametrize(
    ("lines", "hand"),
    [
        (["123m 456m 789p 11z 555s"], "123456m 789p 555s 11z"),
        (["... 555s", "123m 456m 789p 11z"], "123456m 789p 11z (555s)"),
    ],
    ids=["concealed", "with a set behind"],
)
def test_what_lies_around_is_no_part_of_the_hand(
    around: list[str], lines: list[str], hand: str
) -> None:
    assert read(*around, "", *lines) == hand


def test_groups_name_what_they_are() -> None:
    assert groups("5z 2s 2s", "", "", "... 1f 2g . 555s . x 88p x", "123m 456m 9p . 9p") == [
        ("concealed", "1m 2m 3m 4m 5m 6m 9p 9p"),
        ("concealed_kong", "x 8p 8p x"),
        ("exposed", "5s 5s 5s"),
        ("bonus", "1f 2g"),
        ("other", "5z 2s 2s"),
    ]


def test_walls_are_left_out_and_a_lone_back_is_not() -> None:
    corners, codes = lay("xxxxxx", "", "...... ...... x", "", "", "123m 456m 789p 11z 555s")
    layout = lay_out(corners, codes)
    assert layout.left_out == (0, 1, 2, 3, 4, 5)
    assert [group.tiles for group in layout.groups][1:] == [(6,)]


def test_every_tile_is_in_one_place() -> None:
    corners, codes = lay("xxxx 123m", "5z ... 1f", "x 88p x", "123m 456m 78p 11z", "9p~")
    layout = lay_out(corners, codes)
    places = sorted([*layout.left_out, *(tile for group in layout.groups for tile in group.tiles)])
    assert places == list(range(len(codes)))


@pytest.mark.parametrize("lines", [[], ["1m"], ["123m"], ["1m .... 2p", "", "", "5s .... 5z"]])
def test_without_a_row_of_five_there_is_no_hand(lines: list[str]) -> None:
    assert read(*lines) is None


def test_eight_treasures_need_no_other_tile() -> None:
    corners, codes = lay("1f 2f 3f 4f 1g 2g 3g 4g")
    layout = lay_out(corners, codes)
    assert text(layout, codes) == "| 1f 2f 3f 4f 1g 2g 3g 4g"
    assert problems(layout.hand, codes) == ()


def test_of_each_bonus_tile_there_is_one() -> None:
    assert groups("1f 1f 2f 3f 1f 2g") == [("bonus", "1f 2f 2g 3f"), ("other", "1f 1f")]


@pytest.mark.parametrize("lines", [["12345m"], ["1m", "2m", "3m", "4m", "5m", "6m"]])
def test_any_row_of_five_is_a_hand(lines: list[str]) -> None:
    assert read(*lines) in {"12345m", "123456m"}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("123m 456m 789p 1z 555s . 1z", ()),
        ("123m 456m 789p 11z 555s", ("no_winning_tile",)),
        ("123m 456m 789p 1z 555s", ("tile_count", "no_winning_tile")),
        ("123m 456m 789p 1z 2z 555s", ("no_winning_tile", "not_a_winning_hand")),
        ("123m 11111p 789p 11z 1s", ("too_many_copies", "no_winning_tile")),
        ("123m 456m 78p x 11z 555s", ("face_down_tile", "no_winning_tile")),
        ("19m 19p 19s 1234567z . 1z", ()),
    ],
)
def test_problems_have_their_public_names(line: str, names: tuple[str, ...]) -> None:
    corners, codes = lay(line)
    assert problems(lay_out(corners, codes).hand, codes) == names


SHAPES = [
    ["123m 456m 789p 1z 555s . 1z"],
    [". 555s .. 1m~ 32m", "456m 789p 11z"],
    ["1f 3g .. x 99s x", "123m 456m 789p 1z 1z~"],
    ["4p 9s 1z 4p 4p 2s", "6m 6z 7p 2m 8s 8p", "", "", "7777z", "123m 456m 789s 55s"],
]


def moved(corners: np.ndarray, angle: float, scale: float, depth: float, bend: float) -> np.ndarray:
    """Turn by degrees, enlarge, bend the rows and look at them from a slant."""
    points = corners.reshape(-1, 2) - [550, 450]
    points[:, 1] += bend * (points[:, 0] / 300) ** 2
    points *= scale
    away = 1 + depth * points[:, 1:] / 2000
    points = points / np.maximum(away, 0.2)
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return (points @ matrix).reshape(-1, 4, 2) + np.array([1500, 1200])


@given(
    st.sampled_from(SHAPES),
    st.floats(-60, 60),
    st.floats(0.3, 4),
    st.floats(-0.8, 0.2),
    st.floats(-15, 15),
    st.randoms(use_true_random=False),
)
def test_the_same_table_from_elsewhere_is_the_same_hand(
    lines: list[str], angle: float, scale: float, depth: float, bend: float, random: Random
) -> None:
    corners, codes = lay(*lines)
    expected = text(lay_out(corners, codes), codes)
    seen = moved(corners, angle, scale, depth / scale, bend)
    order = list(range(len(codes)))
    random.shuffle(order)
    mixed = [codes[tile] for tile in order]
    assert text(lay_out(seen[order], mixed), mixed) == expected
