"""What lies between two tiles: a back, or nothing but the table."""

import numpy as np
import pytest

from tests.vision.tables import box
from vision.arrays import Floats, Pixels
from vision.detect.colours import bare_table_mask

CLOTH, IVORY, BLUE, RAIL = (20, 110, 50), (235, 230, 220), (40, 60, 190), (150, 110, 70)
GAP = box(150, 120, 190, 174)
FACES = np.array([box(110, 120, 150, 174), box(190, 120, 230, 174)], np.float32)


def table() -> Pixels:
    """Lay two tiles on a cloth with room for one between them."""
    photo = np.full((300, 400, 3), CLOTH, np.uint8)
    for x0, y0, x1, y1 in ((110, 120, 150, 174), (190, 120, 230, 174)):
        photo[y0:y1, x0:x1] = IVORY
    return photo


def told(photo: Pixels, *backs: Floats, faces: Floats = FACES) -> list[bool]:
    """Ask of backs on a photo."""
    return bare_table_mask(photo, np.array(backs, np.float32), faces).tolist()


def test_a_gap_between_two_tiles_is_bare_table() -> None:
    assert told(table(), GAP) == [True]


def test_a_back_of_another_colour_is_none() -> None:
    photo = table()
    photo[120:174, 150:190] = BLUE
    assert told(photo, GAP) == [False]


def test_a_back_a_little_lighter_than_the_cloth_is_none() -> None:
    photo = table()
    photo[120:174, 150:190] = tuple(channel + 30 for channel in CLOTH)
    assert told(photo, GAP) == [False]


def test_light_that_falls_off_makes_no_tile_of_the_table() -> None:
    slope = np.linspace(0.88, 1.12, 300)[:, None, None]
    photo = np.clip(table() * slope, 0, 255).astype(np.uint8)
    assert told(photo, GAP) == [True]


def test_at_the_tables_edge_one_end_tells() -> None:
    photo = table()
    photo[176:] = RAIL
    assert told(photo, GAP) == [True]


@pytest.mark.parametrize("start", range(4))
def test_it_does_not_matter_at_which_corner_the_back_starts(start: int) -> None:
    square = box(150, 122, 190, 172)
    assert told(table(), np.roll(square, start, axis=0)) == [True]


def test_only_what_lies_beside_a_face_is_judged() -> None:
    far = box(20, 20, 60, 74)
    assert told(table(), far) == [False]
    assert told(table(), GAP, faces=np.zeros((0, 4, 2), np.float32)) == [False]
    assert told(table()) == []
