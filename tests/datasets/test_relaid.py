"""Photographed rows laid down anew: which sets are taken, where they go, and what is said of it."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.frozen.scene import Role, real_of_scene, tiles_of_hand
from datasets.labels.structure import Structure
from datasets.synth.relaid.plan import compose_winning_hand, plan
from datasets.synth.relaid.row import PhotographedRow, clear_row, correct_shape, paste_pieces, place
from datasets.synth.relaid.scene import can_be_laid, donors_of, move_camera, relay
from datasets.synth.scenes.scene import Scene
from tests.soak import full
from vision.arrays import Floats
from vision.layout.hand import is_winning
from vision.reading import Group, GroupKind, Reading, TileReading

CLOTH, IVORY, INK = (30, 120, 60), (230, 228, 220), (180, 30, 40)
WIDE, TALL, LEFT, TOP = 40, 54, 100, 400
SIZE = (800, 600)
ROWS = {
    "sets side by side": "1m 2m 3m 4p 4p 4p 7s 8s 9s 5z 5z 5z 1z 1z",
    "with bonus tiles": "2f 1m 2m 3m 4p 4p 4p 7s 8s 9s 5z 5z 5z 1z 1z 1g",
    "seven pairs": "1m 1m 2m 2m 9m 9m 1p 1p 3s 3s 5z 5z 7z 7z",
}
WINNING = [text for name, text in ROWS.items() if name != "seven pairs"]


def row(text: str, name: str = "row") -> PhotographedRow:
    """Photograph a row of tiles, each with a mark of its own, on a plain cloth."""
    codes = tuple(text.split())
    image = np.full((SIZE[1], SIZE[0], 3), CLOTH, np.uint8)
    lefts = [LEFT + WIDE * number for number in range(len(codes))]
    for number, left in enumerate(lefts):
        image[TOP : TOP + TALL, left : left + WIDE - 1] = IVORY
        image[TOP + 10 : TOP + 20, left + 10 : left + 14 + number] = INK
    quads = [quad(left, TOP) for left in lefts]
    return PhotographedRow(
        name, image, codes, np.array(quads, np.float32), np.zeros((0, 4, 2), np.float32)
    )


def quad(left: float, top: float) -> list[tuple[float, float]]:
    """Return the corners of a tile."""
    right, low = left + WIDE, top + TALL
    return [(left, top), (right, top), (right, low), (left, low)]


def reading(codes: list[str], hand: str, quads: Floats) -> Reading:
    """Read a row as one group."""
    tiles = [
        TileReading(code, 1.0, tuple((float(x), float(y)) for x, y in corners))  # type: ignore[arg-type]  # four
        for code, corners in zip(codes, quads, strict=True)
    ]
    group = Group(GroupKind.CONCEALED, tuple(range(len(codes))))
    return Reading((SIZE,), tuple(tiles), (group,), hand)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), text=st.sampled_from(WINNING))
def test_a_plan_says_what_it_lays(seed: int, text: str) -> None:
    mine, other = row(text), row(WINNING[0], "other")
    laid = plan(mine, [other], np.random.default_rng(seed))
    assert laid is not None
    structure = Structure.parse(laid.text)
    codes = [code for each in laid.pieces for code in each.piece.codes]
    assert structure.tiles == Counter(codes)
    kongs = sum(len(tiles) == 4 for tiles in structure.exposed)
    assert len(codes) == len(mine.codes) + kongs
    exposed = Counter(c for each in laid.pieces if each.role == "exposed" for c in each.piece.codes)
    assert exposed == Counter(code for tiles in structure.exposed for code in tiles)
    assert 1 <= len(structure.exposed) <= 3


@settings(max_examples=full(6, 40), deadline=None)
@given(seed=st.integers(0, 10_000), text=st.sampled_from(WINNING))
def test_every_tile_says_which_set_it_is_of_and_the_winning_one_says_so(
    seed: int, text: str
) -> None:
    mine, other = row(text), row(WINNING[0], "other")
    scene = relay(mine, [other], np.random.default_rng(seed))
    if scene is None or scene.ignored:
        return
    structure, real = Structure.parse(scene.hand or ""), real_of_scene(scene)
    won = [c for c, role in zip(real.codes, real.roles, strict=True) if role is Role.WINNING]
    assert won == ([structure.winning] if structure.winning else [])
    sets = Counter(
        tuple(sorted(c for c, of in zip(real.codes, real.parts, strict=True) if of == part))
        for part in {*real.parts} - {0}
    )
    assert sets == Counter(tuple(sorted(tiles)) for tiles in structure.exposed)
    lesson = tiles_of_hand(real)
    assert Counter(lesson) == structure.tiles


def test_no_set_is_taken_where_none_leaves_a_winning_hand() -> None:
    assert plan(row(ROWS["seven pairs"]), [], np.random.default_rng(1)) is None
    assert relay(row(ROWS["seven pairs"]), [], np.random.default_rng(1)) is None


@pytest.mark.parametrize("seed", range(6))
def test_the_truth_lies_where_the_tiles_are(seed: int) -> None:
    mine = row(ROWS["with bonus tiles"])
    scene = relay(mine, [], np.random.default_rng(seed))
    assert scene is not None
    assert scene.hand is not None
    assert Structure.parse(scene.hand).tiles == Counter(tile.code for tile in scene.tiles)
    height, width = scene.image.shape[:2]
    for tile in scene.tiles:
        assert tile.corners.min() >= 0
        assert (tile.corners <= (width, height)).all()
        x, y = tile.corners.mean(axis=0).astype(int)
        red, green, _ = scene.image[y, x].astype(int)
        assert abs(red - green) < 40, "ivory, not cloth"


def test_a_row_is_taken_off_and_a_piece_goes_where_it_is_told() -> None:
    mine = row(ROWS["sets side by side"])
    bare = clear_row(mine)
    assert np.abs(bare.astype(int) - CLOTH).max() <= 2
    piece = place(mine, (0, 1, 2), np.array([300, 200], np.float32))
    photo = paste_pieces(bare, [piece], (0.0, 2.0))
    assert photo[200, 300].tolist() == list(IVORY)
    assert piece.codes == ("1m", "2m", "3m")
    assert np.allclose(piece.quads.mean(axis=(0, 1)), (300, 200), atol=0.5)


def test_only_a_free_table_takes_a_row() -> None:
    mine = row(ROWS["sets side by side"])
    assert can_be_laid(mine)
    busy = mine.image.copy()
    busy[300:380, 100:500] = (200, 40, 40)
    assert not can_be_laid(PhotographedRow("", busy, mine.codes, mine.quads, mine.others))
    at_the_top = mine.quads - np.array([0, 380], np.float32)
    assert not can_be_laid(PhotographedRow("", mine.image, mine.codes, at_the_top, mine.others))


def test_other_tiles_come_from_photos_of_like_light() -> None:
    mine, like = row(ROWS["sets side by side"]), row(ROWS["with bonus tiles"])
    dark = PhotographedRow("dark", like.image // 3, like.codes, like.quads, like.others)
    assert donors_of(mine, [mine, like, dark]) == (like,)


def test_nor_do_tiles_of_another_shape() -> None:
    mine = row(ROWS["sets side by side"])
    narrow = mine.quads.copy()
    narrow[:, 1:3, 0] -= 10
    assert (
        donors_of(mine, [mine, PhotographedRow("", mine.image, mine.codes, narrow, mine.others)])
        == ()
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_row_that_wins_nothing_gets_a_hand_that_does(seed: int) -> None:
    loses = row("1m 2m 4m 5m 7m 8m 1p 2p 4p 5p 7p 8p 1z 2z")
    others = [row("3m 6m 9m 3p 6p 9p 1s 2s 3s 4s 5s 6s 7s 8s"), row("9s 3z 4z 5z 6z 7z 1f 2f 3f")]
    laid = compose_winning_hand(loses, others, np.random.default_rng(seed))
    assert laid is not None
    plain = [code for code in laid.codes if code[1] not in "fg"]
    assert is_winning(plain)
    assert max(Counter(plain).values()) <= 4
    for corners in laid.quads:
        x, y = corners.mean(axis=0).astype(int)
        red, green, _ = laid.image[y, x].astype(int)
        assert abs(red - green) < 40, "ivory, not cloth"


def test_too_few_faces_make_no_hand() -> None:
    assert compose_winning_hand(row(ROWS["seven pairs"]), [], np.random.default_rng(1)) is None


def test_a_row_is_read_from_left_to_right() -> None:
    mine = row(ROWS["sets side by side"])
    shuffled = [13, *range(13)]
    found = reading([mine.codes[t] for t in shuffled], "", mine.quads[shuffled])
    again = PhotographedRow.of("row", mine.image, found)
    assert again is not None
    assert again.codes == mine.codes
    assert np.allclose(again.quads, mine.quads)


def test_two_rows_are_no_row() -> None:
    mine = row(ROWS["sets side by side"])
    stepped = mine.quads + np.array([[[0, 60 * (n % 2)]] for n in range(14)], np.float32)
    assert PhotographedRow.of("row", mine.image, reading(list(mine.codes), "", stepped)) is None


def test_a_photo_stretched_to_a_square_gets_its_shape_back() -> None:
    square = np.zeros((640, 640, 3), np.uint8)
    squeezed = np.array([[(0, 0), (23, 0), (23, 41), (0, 41)]] * 5, np.float32)
    usual = np.array([[(0, 0), (31, 0), (31, 41), (0, 41)]] * 5, np.float32)
    codes = ["1m"] * 5
    assert correct_shape(square, reading(codes, "", squeezed)).shape == (640, 853, 3)
    assert correct_shape(square, reading(codes, "", usual)).shape == (640, 640, 3)
    wide = np.zeros((480, 640, 3), np.uint8)
    assert correct_shape(wide, reading(codes, "", squeezed)) is wide


@pytest.mark.parametrize("seed", range(5))
def test_from_elsewhere_the_tiles_are_where_the_truth_says(seed: int) -> None:
    mine = row(ROWS["sets side by side"])
    scene = relay(mine, [], np.random.default_rng(seed))
    assert scene is not None
    there = move_camera(scene, np.random.default_rng(seed))
    assert isinstance(there, Scene)
    for tile in there.tiles:
        x, y = tile.corners.mean(axis=0).astype(int)
        red, green, _ = there.image[y, x].astype(int)
        assert abs(red - green) < 60
