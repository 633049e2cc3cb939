"""Whatever lies on a table, the layout accounts for every tile and writes hand text that reads."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.hand import read_hand
from scorer.core.problems import HandProblem
from scorer.core.tiles import TILES
from tests.vision.test_arrangement import lay
from vision.layout.arrangement import lay_out
from vision.layout.hand import HandLayout
from vision.layout.handtext import hand_text, problems

CODES = [*map(str, TILES), "x"]

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
    corners, codes = table(rows, loose)
    layout = lay_out(corners, codes)
    places = [*layout.left_out, *(tile for group in layout.groups for tile in group.tiles)]
    assert sorted(places) == list(range(len(codes)))
    if layout.hand is None:
        return
    text = hand_text(layout.hand, codes)
    sheet = read_hand(text)
    assert {finding.problem for finding in sheet.findings} <= {HandProblem.FACE_DOWN_TILE}
    names = problems(layout.hand, codes)
    assert set(names) <= {problem.name.lower() for problem in HandProblem if problem.name}
    if "x" not in text:
        assert sheet.hand.size == layout.hand.counted
        assert ("tile_count" in names) == (sheet.hand.size != 14)


SETS = ["123m", "456m", "789p", "234p", "678s", "111s", "555z", "777z", "999m", "222p"]
KONGS = ["8888s", "6666z", "4444p"]


@given(
    st.lists(st.sampled_from(SETS), min_size=1, max_size=4, unique=True),
    st.sampled_from([None, *KONGS]),
    st.sampled_from([0.0, 180.0, 90.0, -35.0]),
)
def test_a_winning_hand_comes_out_as_it_was_laid(
    sets: list[str], kong: str | None, angle: float
) -> None:
    """Four sets and eyes, some of the sets in a second row: nothing is added, nothing lost."""
    spare = [one for one in SETS if one not in sets]
    laid = [kong, *sets][:4] if kong else sets
    held = spare[: 4 - len(laid)]
    corners, codes = lay(" . ".join(laid), " ".join([*held, "33z"]))
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    layout = lay_out((corners - 500) @ matrix + 1500, codes)
    assert layout.hand is not None
    assert sorted(layout.hand.tiles) == list(range(len(codes)))
    assert layout.hand.counted == 14


def test_a_hand_counts_a_kong_as_three() -> None:
    hand = HandLayout((0, 1), ((2, 3, 4, 5),), ((6, 7, 8),), ((9, 10, 11),), 12, (13,))
    assert hand.counted == 12
    assert sorted(hand.tiles) == list(range(14))
