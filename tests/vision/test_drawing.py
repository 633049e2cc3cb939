"""Overlays are drawn on a copy and show what was read."""

import numpy as np
import pytest

from vision.drawing import COLOURS, overlay
from vision.reading import Group, GroupKind, Reading, TileReading


@pytest.fixture
def reading() -> Reading:
    tiles = (
        TileReading("5p", 0.99, ((100, 100), (160, 100), (160, 180), (100, 180)), group=0),
        TileReading(
            "1f", 0.5, ((300, 100), (360, 100), (360, 180), (300, 180)), unsure=True, group=1
        ),
    )
    groups = (Group(GroupKind.CONCEALED, (0,)), Group(GroupKind.BONUS, (1,)))
    return Reading(((640, 480),), tiles, groups, "5p | 1f", ("tile_count",))


def test_the_photo_itself_is_not_touched(reading: Reading) -> None:
    image = np.full((480, 640, 3), 90, np.uint8)
    drawn = overlay(image, reading)
    assert (image == 90).all()
    assert drawn.shape[1] == 640
    assert drawn.shape[0] > 480
    assert drawn.dtype == np.uint8


def test_groups_have_their_colours_and_doubt_is_yellow(reading: Reading) -> None:
    drawn = overlay(np.zeros((480, 640, 3), np.uint8), reading)
    assert tuple(drawn[100, 130]) == COLOURS[GroupKind.CONCEALED]
    assert tuple(drawn[100, 330]) == (240, 228, 66)


def test_only_tiles_of_the_photo_are_drawn(reading: Reading) -> None:
    drawn = overlay(np.zeros((480, 640, 3), np.uint8), reading, photo=1)
    assert not drawn[:480].any()


def test_nothing_read_is_drawn_too() -> None:
    drawn = overlay(np.zeros((60, 80, 3), np.uint8), Reading(((80, 60),)))
    assert drawn[60:].any()
