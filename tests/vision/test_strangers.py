"""Markers, dice and second sights of a tile are no tiles, whatever they look like by themselves."""

import numpy as np
import pytest

from tests.vision.tables import box
from vision.detect.colours import measure_bodies, stranger_mask

LABELS = ("1m", "2f", "4z", "5z", "x")
IVORY, BLACK = (225, 220, 205), (30, 30, 32)
GREEN, ORANGE, IN_SHADE = (20, 110, 60), (220, 130, 40), (120, 116, 106)


def face(body: tuple[int, int, int]) -> np.ndarray:
    crop = np.full((64, 64, 3), body, np.uint8)
    crop[16:48, 24:40] = (170, 40, 40)
    return crop


def row(count: int) -> list[np.ndarray]:
    return [box(100 + 41 * place, 200, 140 + 41 * place, 254) for place in range(count)]


def told(
    quad: np.ndarray,
    body: tuple[int, int, int],
    name: str,
    likely: float = 0.95,
    count: int = 8,
    bodies: tuple[int, int, int] = IVORY,
) -> bool:
    """Put a last sight beside a row of tiles that are sure; tell whether it is a stranger."""
    crops = np.stack([face(bodies)] * count + [face(body)])
    corners = np.array([*row(count), quad], np.float32)
    named = np.full((count + 1, len(LABELS)), 0.002, np.float32)
    named[:count, 0] = 0.99
    named[count, LABELS.index(name)] = likely
    strange = stranger_mask(*measure_bodies(crops), corners, named, LABELS)
    assert not strange[:count].any()
    return bool(strange[count])


APART = box(600, 200, 640, 254)
TILES = {
    "a flower of the same set": (APART, IVORY, "2f"),
    "one in the shade": (APART, IN_SHADE, "2f"),
    "a back, which has a colour of its own": (APART, GREEN, "x"),
    "a tile lying sideways": (box(600, 200, 654, 240), IVORY, "4z"),
    "a tile nearer to the camera": (box(600, 300, 650, 368), IVORY, "4z"),
    "a tile of another row that covers a little": (box(100, 230, 140, 284), IVORY, "1m"),
}
STRANGERS = {
    "a green marker that passes for a flower": (APART, GREEN, "2f"),
    "one that passes for a framed dragon": (APART, ORANGE, "5z"),
    "an orange one that passes for a wind": (APART, ORANGE, "4z"),
    "a die": (box(600, 200, 626, 226), IVORY, "2f"),
}


@pytest.mark.parametrize("sight", TILES.values(), ids=TILES)
def test_a_tile_of_the_set(sight: tuple[np.ndarray, tuple[int, int, int], str]) -> None:
    assert not told(*sight)


@pytest.mark.parametrize("sight", STRANGERS.values(), ids=STRANGERS)
def test_no_tile_of_the_set(sight: tuple[np.ndarray, tuple[int, int, int], str]) -> None:
    assert told(*sight)


def test_a_white_marker_beside_black_tiles() -> None:
    yellowish = (235, 225, 160)
    assert told(APART, yellowish, "4z", bodies=BLACK)


@pytest.mark.parametrize(
    "quad",
    [box(105, 204, 135, 250), box(118, 200, 158, 254)],
    ids=["within one", "across two"],
)
def test_no_tile_lies_in_another(quad: np.ndarray) -> None:
    assert told(quad, IVORY, "1m", likely=0.6)


def seen_low(x: float, y: float, side: float = 1.0) -> np.ndarray:
    """Look from a chair at a tile that lies so many widths to the right and so many away."""
    wide, tall = side / 2, side * 0.67
    lying = [(x - wide, y + tall), (x + wide, y + tall), (x + wide, y - tall), (x - wide, y - tall)]
    return np.array([(800 + 900 * across / away, 100 + 3600 / away) for across, away in lying])


AWAY = {"far to the left": (-5.0, 10.0), "before the row": (-1.0, 4.5), "behind": (5.0, 16.0)}


@pytest.mark.parametrize("place", AWAY.values(), ids=AWAY)
@pytest.mark.parametrize(("side", "strange"), [(1.0, False), (0.5, True)], ids=["tile", "die"])
def test_sizes_about_a_row_that_runs_away(
    place: tuple[float, float], side: float, *, strange: bool
) -> None:
    running = [seen_low(0.3 * n, 6.0 + 0.95 * n) for n in range(10)]
    corners = np.array([*running, seen_low(*place, side)], np.float32)
    named = np.full((11, len(LABELS)), 0.002, np.float32)
    named[:10, 0], named[10, LABELS.index("2f")] = 0.99, 0.95
    crops = np.stack([face(IVORY)] * 11)
    found = stranger_mask(*measure_bodies(crops), corners, named, LABELS)
    assert not found[:10].any()
    assert found[10] == strange


def test_few_tiles_tell_no_colour() -> None:
    assert not told(APART, GREEN, "2f", count=4)


def test_no_sight_at_all() -> None:
    crops = np.zeros((0, 64, 64, 3), np.uint8)
    nothing = np.zeros((0, 4, 2), np.float32), np.zeros((0, len(LABELS)), np.float32)
    assert len(stranger_mask(*measure_bodies(crops), *nothing, LABELS)) == 0
