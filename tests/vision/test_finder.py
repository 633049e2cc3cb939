"""Tables drawn as text come out as hands, with the shipped network of roles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.hand import HandProblem, read_hand
from tests.vision.tables import LABELS, find, finder, groups, lay, read, see
from vision.layout.hand import problems

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
    "one exposed set behind": (["....... 555s", "123m 456m 789p 11z"], "123456m 789p 11z (555s)"),
    "two exposed sets behind, apart": (
        [". 555s .. 1m~ 32m", "456m 789p 11z"],
        "456m 789p 11z (555s) (123m)",
    ),
    "exposed sets beside, far apart in the same row": (
        ["456m 11z 789p ... 555s ... 123m"],
        "456m 789p 11z (555s) (123m)",
    ),
    "the groups of a sorted hand, evenly parted": (
        ["111p . 345p . 234s . 22233z"],
        "111345p 234s 22233z",
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
    "small kong: the fourth tile above the pung": (
        ["^. 6p", "666p", "123m 456m 789s 55s"],
        "123456m 55789s (6666p+)",
    ),
    "thirteen tiles": (["123m 456m 789p 1z 555s"], "123456m 789p 555s 1z"),
    "seventeen tiles": (["123m 456m 789p 11z 555s 789s"], "123456m 789p 555789s 11z"),
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
    wall = find("xxxxxx", "", "", "", "123m 456m 789p 11z 555s")
    assert len(wall.walls) in (0, 6)  # what is surely no tile of anybody's is gone
    assert wall.hand == "123456m 789p 555s 11z"
    assert all("x" not in wall.table.names(group.tiles) for group in wall.groups)


@pytest.mark.parametrize("lines", [[], ["1m"], ["1m .... 2p", "", "", "5s .... 5z"]])
def test_a_tile_or_two_are_no_hand(lines: list[str]) -> None:
    found = find(*lines)
    assert (found.hand, found.hands, found.called) == (None, (), ())


def test_eight_treasures_need_no_other_tile() -> None:
    found = find("1f 2f 3f 4f 1g 2g 3g 4g")
    assert found.hand == "| 1f 2f 3f 4f 1g 2g 3g 4g"
    assert found.hand_layout is not None
    assert problems(found.hand_layout, found.table.codes) == ()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("123m 456m 789p 1z 555s . 1z", ()),
        ("123m 456m 789p 11z 555s", ("no_winning_tile",)),
        ("123m 456m 789p 1z 555s", ("tile_count", "no_winning_tile")),
        ("123m 456m 789p 1z 2z 555s", ("no_winning_tile", "not_a_winning_hand")),
        ("19m 19p 19s 1234567z . 1z", ()),
    ],
)
def test_problems_have_their_public_names(line: str, names: tuple[str, ...]) -> None:
    found = find(line)
    assert found.hand_layout is not None
    assert problems(found.hand_layout, found.table.codes) == names


CODES = [*LABELS]
tile = st.tuples(
    st.sampled_from(CODES),
    st.floats(0, 600),
    st.floats(0, 400),
    st.sampled_from([0.0, 0.0, 0.0, 90.0, 180.0, 20.0]),
)
# A row places tiles side by side; alone they lie anywhere.
row = st.tuples(
    st.lists(st.sampled_from(CODES), min_size=1, max_size=17), st.floats(0, 200), st.floats(0, 400)
)


def quad(x: float, y: float, angle: float) -> np.ndarray:
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    shape = np.array([[-20, -27], [20, -27], [20, 27], [-20, 27]])
    return shape @ matrix + [x, y]


def table(rows: list, loose: list) -> tuple[np.ndarray, list[str]]:
    quads, codes = [], []
    for names, x, y in rows:
        quads += [quad(x + 40.5 * place, y, 0) for place in range(len(names))]
        codes += names
    for code, x, y, angle in loose:
        quads.append(quad(x, y, angle))
        codes.append(code)
    return np.array(quads).reshape(-1, 4, 2), codes


@given(st.lists(row, max_size=4), st.lists(tile, max_size=12))
def test_every_tile_is_somewhere_and_the_text_reads(rows: list, loose: list) -> None:
    found = finder().find([see(*table(rows, loose))])[1]
    hand, codes = found.hand_layout, found.table.codes
    places = [*found.walls, *(tile for group in found.groups for tile in group.tiles)]
    assert sorted(places) == list(range(len(codes)))
    if hand is None:
        assert (found.hands, found.called) == ((), ())
        return
    text = found.hand
    assert found.hands[0][0] == text
    assert text is not None
    read = read_hand(text)
    assert {finding.problem for finding in read.unread} <= {HandProblem.FACE_DOWN_TILE}
    names = problems(hand, codes)
    assert set(names) <= {problem.name.lower() for problem in HandProblem if problem.name}
    if "x" not in text:
        assert read.size == hand.counted


@given(st.permutations(range(14)))
def test_the_order_of_tiles_means_nothing(order: list[int]) -> None:
    corners, codes = lay(". 555s .. 1m~ 32m", "456m 789p 11z")
    mixed = see(corners[order], [codes[tile] for tile in order])
    assert finder().find([mixed])[1].hand == read(". 555s .. 1m~ 32m", "456m 789p 11z")


def test_hands_as_likely_are_told_with_how_likely_each_is() -> None:
    lines = "123m 456m 789p 555s 1z 2z"
    found = find(lines, doubts={"2z": {"2z": 0.5, "3z": 0.45}})
    told = dict(found.hands)
    assert {"123456m 789p 555s 12z", "123456m 789p 555s 13z"} <= set(told)
    assert found.hand == found.hands[0][0]
    assert sum(told.values()) <= 1 + 1e-6


def test_each_set_is_told_with_how_likely_it_was_claimed() -> None:
    found = find("555s .. 777z", "", "123m 456m 11z")
    claimed = {" ".join(found.table.names(each.tiles)): each.exposed > 0.5 for each in found.called}
    assert claimed == {"5s 5s 5s": True, "7z 7z 7z": True, "1m 2m 3m": False, "4m 5m 6m": False}


def test_as_seen_is_the_hand_without_what_was_corrected() -> None:
    found = find("123m 456m 789p 555s 1z 1z", doubts={"9p": {"9s": 0.55, "9p": 0.4}})
    assert found.hand == "123456m 789p 555s 11z"
    assert found.as_seen == "123456m 78p 5559s 11z"
    assert found.table.names(sorted(found.corrected)) == ["9p"]
