"""What hardly passes for a tile is believed where the hand wins with all of it."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_arrangement import box, lay
from vision.decode.additions import suppose, whole
from vision.decode.names import decode
from vision.detect.eye import Seen
from vision.detect.filters.bodies import body_colours
from vision.detect.places import Places, look_like_tiles, places
from vision.layout.handtext import hand_text
from vision.photo.advice import Condition
from vision.photo.photo import Photo
from vision.quads.table import Table

LABELS = tuple(
    [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    + [f"{rank}z" for rank in range(1, 8)]
    + [f"{rank}{kind}" for kind in "fg" for rank in range(1, 5)]
    + ["x"]
)
CONDITION = Condition(tiles=14, width=40, light=200, blown=0, sharpness=None)
PHOTO = Photo((1000, 800), np.zeros((800, 1000, 3), np.uint8))


def sights(corners: np.ndarray, codes: list[str], likely: float) -> Seen:
    named = np.full((len(codes), len(LABELS)), 1e-4, np.float32)
    for row, code in zip(named, codes, strict=True):
        row[LABELS.index(code)] = likely
    sure = np.full(len(codes), likely, np.float32)
    return Seen((1000, 800), corners.astype(np.float32), named, sure, sure, CONDITION, PHOTO)


def see(lines: list[str], *doubted: int) -> Seen:
    """See tiles laid down, those of these numbers so badly that they pass for none."""
    corners, codes = lay(*lines)
    firm = [tile for tile in range(len(codes)) if tile not in doubted]
    seen = sights(corners[firm], [codes[tile] for tile in firm], 0.99)
    badly = sights(corners[list(doubted)], [codes[tile] for tile in doubted], 0.3)
    return replace(seen, doubted=badly)


def read(seen: Seen) -> str | None:
    better = suppose(seen, LABELS, lambda one: one.found.copy())
    if better is None:
        return None
    table, layout = better[1].table, better[1].layout
    return hand_text(layout.hand, table.codes) if layout.hand else None


REST = "123m 456m 11z 555s"
COMPLETED = {
    "at the end of the row": (["123m 456m 789p 11z 555z"], [13], "123456m 789p 11555z"),
    "three blank ones there": (["123m 456m 789p 11z 555z"], [11, 12, 13], "123456m 789p 11555z"),
    "in a gap": (["123m 456m 789p 11z 555z"], [4], "123456m 789p 11555z"),
    "both outer backs of a kong": (["x 88p x", REST], [0, 3], "123456m 555s 11z [8888p]"),
    "one outer back, where the other was seen": (
        ["x 88p x", REST],
        [0],
        "123456m 555s 11z [8888p]",
    ),
    "both inner ones": (["8p xx 8p", REST], [1, 2], "123456m 555s 11z [8888p]"),
    "three of them": (["8p xxx", REST], [1, 2, 3], "123456m 555s 11z [8888p]"),
    "three that look like one face, beside the fourth": (
        ["7777z", REST],
        [1, 2, 3],
        "123456m 555s 11z (7777z)",
    ),
    "a set that passes for nothing": (["888s", REST], [0, 1, 2], "123456m 555s 11z (888s)"),
}


@pytest.mark.parametrize(("lines", "doubted", "hand"), COMPLETED.values(), ids=COMPLETED)
def test_a_hand_that_wins_only_with_doubted_tiles(
    lines: list[str], doubted: list[int], hand: str
) -> None:
    assert read(see(lines, *doubted)) == hand


@pytest.mark.parametrize(
    ("lines", "doubted"),
    [
        (["123m 456m 789p 11z 55z 9s"], [13]),
        (["123m 456m 789p 1z 2z 55z 9s"], [12, 13]),
        (["9s", "", "", "", "", "123m 456m 789p 19z"], [0]),
    ],
    ids=["that does not win", "nor two of them", "far away"],
)
def test_nothing_is_supposed_that_completes_nothing(lines: list[str], doubted: list[int]) -> None:
    lines = [line.replace("19z", "17z") for line in lines]
    assert read(see(lines, *doubted)) is None


def test_what_was_seen_stays_and_the_supposed_comes_last() -> None:
    seen = see(["123m 456m 789p 11z 555z"], 13)
    better = suppose(seen, LABELS, lambda one: one.found.copy())
    assert better is not None
    assert np.array_equal(better[0].corners[:-1], seen.corners)
    assert better[0].found[-1] == pytest.approx(0.3)
    assert whole(better[1])
    assert not whole(decode(seen.corners, seen.probabilities, LABELS))


def test_places_go_on_where_rows_end_and_fill_their_gaps() -> None:
    corners, codes = lay("123m .. 456m")
    table, photo = Table.of(corners.astype(np.float32), codes), (4000, 3000)
    found = places(table, np.zeros((0, 4, 2), np.float32), photo)
    width = corners[1, 0, 0] - corners[0, 0, 0]
    away = (found.quads.mean(axis=1)[:, 0] - corners[0].mean(axis=0)[0]) / width
    steps = np.round(away).astype(int).tolist()
    before = [steps[place] if place >= 0 else None for place in found.before]
    past, back, between = {7: None, 8: 7, 9: 8}, {-1: None, -2: -1, -3: -2}, {3: None}
    assert dict(zip(steps, before, strict=True)) == past | back | between
    assert len(places(table, found.quads, photo).quads) == 0


def test_nothing_is_looked_for_outside_the_photo() -> None:
    corners, codes = lay("123m 456m")
    table = Table.of(corners.astype(np.float32), codes)
    right = round(float(corners[:, :, 0].max()))
    found = places(table, np.zeros((0, 4, 2), np.float32), (right, 3000))
    assert found.quads.mean(axis=1)[:, 0].max() < corners[:, :, 0].min()


def test_a_blank_tile_has_the_faces_colour_and_a_back_another() -> None:
    table = np.full((300, 600, 3), (20, 110, 50), np.uint8)
    quads = np.array([box(x, 120, x + 40, 174) for x in (50, 150, 250, 350)], np.float32)
    table[120:174, 50:90] = table[120:174, 350:390] = (235, 230, 220)
    table[120:174, 150:190] = (40, 60, 190)
    (usual,) = body_colours(np.full((1, 64, 64, 3), (235, 230, 220), np.uint8))
    blank, back, neither = [True, False], [False, True], [False, False]
    apart, in_a_row = np.array([-1, -1, -1, -1]), np.array([-1, 0, 1, 2])
    told = look_like_tiles(table, Places(quads, apart), usual)
    assert told.tolist() == [blank, back, neither, blank]
    told = look_like_tiles(table, Places(quads, in_a_row), usual)
    assert told.tolist() == [blank, back, neither, neither], "a row ends where no tile lies"
