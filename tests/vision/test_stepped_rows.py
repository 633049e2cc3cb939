"""Rows that careless hands laid: the last tiles out of line, the near end larger."""

import numpy as np
import pytest

from tests.vision.test_arrangement import HEIGHT, WIDTH, box, lay, read, text
from vision.layout.arrangement import lay_out
from vision.layout.handtext import hand_text
from vision.quads.frames import Frames
from vision.quads.rows import find_rows


def row_of(count: int, *, step: float, last: int) -> np.ndarray:
    """Lay tiles side by side, the last ones lower by a share of their height."""
    quads = [box(60 + 44 * i, 100, 100 + 44 * i, 154) for i in range(count)]
    lower = step * HEIGHT * (np.arange(count) >= count - last)
    return np.array(quads) + np.stack([np.zeros(count), lower], axis=1)[:, None, :]


def along(x: float, y: float, degrees: float) -> np.ndarray:
    """Lay a tile whose face is read in this direction."""
    way = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
    across = np.array([-way[1], way[0]])
    corners = [way * 20 * i + across * 27 * j for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.array([x, y]) + corners


@pytest.mark.parametrize("last", [1, 2])
@pytest.mark.parametrize("step", [-0.7, -0.55, 0.55, 0.7])
def test_one_or_two_tiles_out_of_line_end_the_row(step: float, last: int) -> None:
    (row,) = find_rows(row_of(8, step=step, last=last).astype(np.float32))
    assert row.tiles == tuple(range(8))


def test_three_tiles_a_whole_height_lower_are_a_row_of_their_own() -> None:
    rows = find_rows(row_of(9, step=1.0, last=3).astype(np.float32))
    assert [len(row) for row in rows] == [6, 3]


@pytest.mark.parametrize("degrees", [-5, 0, 5])
@pytest.mark.parametrize("askew", [-25, 0, 25])
def test_tiles_across_the_common_line_are_read_from_left_to_right(
    degrees: float, askew: float
) -> None:
    discards = [along(x, 100, 90 + degrees) for x in range(0, 1600, 80)]
    one = along(0, 300, degrees + askew)
    directions = Frames.of(np.array([*discards, one], np.float32)).directions
    assert directions[-1, 0] > 0


@pytest.mark.parametrize("growth", [1.06, 1.1, 1.14])
def test_a_row_seen_along_has_no_tile_sideways(growth: float) -> None:
    """The near end is wider for its height than the far one, tile by tile."""
    x, quads = 10.0, []
    for place in range(14):
        width, height = 8 * growth**place, 40 + 2 * place
        quads.append(box(x, 300 - height / 2, x + width, 300 + height / 2))
        x += width + 0.2
    (row,) = find_rows(np.array(quads, np.float32))
    assert not any(row.turned)


@pytest.mark.parametrize(
    ("right", "down", "hand"),
    [
        (6, 14, "123456m 789p 555s 1z +1z"),
        (6, 0, "123456m 789p 555s 11z"),
        (0, 14, "123456m 789p 555s 11z"),
    ],
)
def test_a_tile_both_apart_and_out_of_line_won(right: float, down: float, hand: str) -> None:
    corners, codes = lay("123m 456m 789p 1z 555s 1z")
    corners[-1] += [right, down]
    layout = lay_out(corners, codes)
    assert layout.hand is not None
    assert hand_text(layout.hand, codes) == hand


@pytest.mark.parametrize("growth", [1.0, 1.04, 1.08])
def test_a_tile_sideways_at_the_narrow_end_of_a_row_is_told_by_its_neighbours(
    growth: float,
) -> None:
    """As it lies there it is hardly wider than the upright tiles at the wide end."""
    corners, codes = lay("123m 456m 789p 1z 555s 1z~")
    places = np.arange(len(codes))
    middles = corners.mean(axis=1, keepdims=True)
    squeezed = growth ** -places[:, None, None] * np.array([1.0, 0.0]) + np.array([0.0, 1.0])
    quads = (corners - middles) * squeezed + middles * [0, 1]
    wide = np.ptp(quads[:, :, 0], axis=1)
    quads[:, :, 0] += (np.cumsum(wide) - wide / 2)[:, None]
    (row,) = find_rows(quads.astype(np.float32))
    assert [place for place, turned in zip(row.tiles, row.turned, strict=True) if turned] == [13]


def test_an_upright_tile_whose_corners_are_seen_too_wide_lies_not_sideways() -> None:
    """Nine of dots between narrower tiles, as a detector sees it now and then."""
    corners, codes = lay("123m 456m 789p 1z 555s 1z")
    ninth = codes.index("9p")
    corners[ninth + 1 :, :, 0] += 24
    corners[ninth, 1:3, 0] += 24
    (row,) = find_rows(np.array(corners, np.float32))
    assert not any(row.turned)
    assert text(lay_out(corners, codes), codes) == "123456m 789p 555s 11z"


@pytest.mark.parametrize("down", [16, 20])
def test_a_tile_sideways_below_the_end_won_whatever_gap_the_other_end_has(down: float) -> None:
    corners, codes = lay("3m . 45m 1255p 666z .. 678s 3p~")
    corners[-4:-1, :, 1] += 10
    corners[-1] += [6, down]
    assert text(lay_out(corners, codes), codes) == "345m 1255p 678s 666z +3p"


def test_one_sideways_at_an_end_yields_only_to_a_wide_gap_at_the_other() -> None:
    """Rows come apart by themselves, but nobody turns a tile at their end by mistake."""
    assert read("3m . 45m 1255p 666z 678s 3p~") == "345m 1255p 678s 666z +3p"
    assert read("3m .. 45m . 1255p 666z 678s 3p~") == "45m 12355p 678s 666z +3m"
    assert read("3m . 45m 12p 3p~ 55p 666z 678s") == "45m 12355p 678s 666z +3m"


@pytest.mark.parametrize(
    "row", ["3m . 45m . 1255p 666z 678s 3p~", "3m . 45m . 1255p . 666z . 678s 3p~"]
)
def test_it_does_not_where_the_row_is_parted_as_widely_elsewhere(row: str) -> None:
    assert read(row) == "345m 1255p 678s 666z +3p"


@pytest.mark.parametrize(
    ("place", "up", "larger", "hand"),
    [
        (1, 0.14, 1.02, "123456m 55789s (6666p+)"),
        (1, 0.14, 0.96, "123456m 55789s (666p)"),
        (1, 0.09, 0.985, "123456m 55789s (6666p+)"),
        (1, 0.07, 1.02, "123456m 55789s (666p)"),
        (2, 0.14, 1.02, "123456m 55789s (666p)"),
    ],
    ids=["upon the middle one", "smaller", "a little raised", "hardly raised", "at the end"],
)
def test_a_tile_upon_the_middle_of_a_pung_makes_it_a_kong(
    place: int, up: float, larger: float, hand: str
) -> None:
    corners, codes = lay("666p", "123m 456m 789s 55s")
    middle = corners[place].mean(axis=0)
    corners[place] = middle + (corners[place] - middle) * larger - [0, up * HEIGHT]
    layout = lay_out(corners, codes)
    assert layout.hand is not None
    assert hand_text(layout.hand, codes) == hand


@pytest.mark.parametrize(
    ("up", "hand"), [(0.24, "123456m 55789s (666p)"), (0.29, "123456m 55789s (6666p+)")]
)
def test_seen_from_low_what_lies_upon_another_appears_farther_off(up: float, hand: str) -> None:
    """Faces a third less tall: a pung laid a little carelessly is no kong."""
    corners, codes = lay("666p", "123m 456m 789s 55s")
    corners[:, :, 1] *= 0.67
    corners[1] -= [0, up * HEIGHT * 0.67]
    assert text(lay_out(corners, codes), codes) == hand


@pytest.mark.parametrize(
    ("growth", "down", "hand"),
    [
        (0.04, -0.35, "123456m 55789s (6666p+)"),
        (0.04, 0.35, "123456m 55789s (666p)"),
        (-0.04, 0.35, "123456m 55789s (6666p+)"),
        (-0.04, -0.35, "123456m 55789s (666p)"),
        (0.0, -0.35, "123456m 55789s (6666p+)"),
    ],
    ids=["from below", "pushed down", "from above", "pushed up", "from straight above"],
)
def test_what_lies_upon_another_appears_farther_from_the_camera(
    growth: float, down: float, hand: str
) -> None:
    """Sizes that grow up the photo tell of a camera across the table."""
    corners, codes = lay("666p", "123m 456m 789s 55s")
    flat = np.array(corners, np.float32)
    flat[1, :, 1] += down * HEIGHT
    middles = flat.mean(axis=1, keepdims=True)
    scale = 1 + growth * (middles[..., 1:] - middles[..., 1:].mean()) / WIDTH
    layout = lay_out(middles + (flat - middles) * scale, codes)
    assert text(layout, codes) == hand


def test_one_row_does_not_tell_where_the_camera_stands() -> None:
    """The tile upon the pung is both farther off and larger, as if the photo came from above."""
    corners, codes = lay("666p ... 123m 456m 789s 55s")
    middle = corners[1].mean(axis=0)
    corners[1] = middle + (corners[1] - middle) * 1.04 - [0, 0.12 * HEIGHT]
    assert text(lay_out(corners, codes), codes) == "123456m 55789s (6666p+)"


def parted(gap: float, *parts: str) -> tuple[np.ndarray, list[str]]:
    """Lay the parts of a row so many tile widths apart, and the first two tiles a third apart."""
    corners, codes = lay(" ".join(parts))
    x = 0.0
    for number, part in enumerate(parts):
        first = sum(len(code) - 1 for one in parts[:number] for code in one.split())
        count = sum(len(code) - 1 for code in part.split())
        x += gap * WIDTH if number else 0.0
        corners[first : first + count, :, 0] += x
    corners[:2, :, 0] -= 0.34 * WIDTH
    return corners, codes


@pytest.mark.parametrize(
    ("gap", "hand"),
    [(0.41, "88p 333345s 555666z"), (0.7, "88p 333345s (555z) (666z)")],
    ids=["no wider than between other groups", "plainly wider"],
)
def test_sets_lie_apart_where_the_gap_is_wider_than_between_concealed_groups(
    gap: float, hand: str
) -> None:
    corners, codes = parted(gap, "88p 333345s", "555z", "666z")
    assert text(lay_out(corners, codes), codes) == hand


@pytest.mark.parametrize(("lower", "hand"), [(0.3, "99m 11134p 234789s +5p"), (0.0, None)])
def test_a_tile_plainly_out_of_line_at_the_end_of_a_loose_row_is_the_winning_one(
    lower: float, hand: str | None
) -> None:
    gaps = [0, 0.23, 0.1, 0.01, 0.03, 0.05, 0.18, 0.22, 0.19, 0.15, 0.15, 0.08, 0.11, 0.37]
    corners, codes = lay("99m 11134p 234789s 5p")
    corners[:, :, 0] += WIDTH * np.cumsum(gaps)[:, None]
    corners[-1, :, 1] += lower * HEIGHT
    assert text(lay_out(corners, codes), codes) == (hand or "99m 111345p 234789s")
