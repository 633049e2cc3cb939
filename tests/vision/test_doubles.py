"""Two tiles without a seam in sight, found as one."""

import numpy as np
from numpy.typing import NDArray

from tests.vision.tables import box
from vision.arrays import Floats
from vision.detect.merge import split_doubles
from vision.nets.detector import Detections

ROW = [box(40 * place, 100, 40 * place + 40, 154) for place in range(5)]
PAIR, TALL = box(200, 100, 280, 154), box(200, 100, 240, 208)


def found(*quads: Floats) -> Detections:
    """Make sights of quads, all as sure."""
    return Detections(np.array(quads, np.float32), np.full(len(quads), 0.9, np.float32))


def all_sure(quads: Floats) -> NDArray[np.bool_]:
    """Take everything for a tile."""
    return np.ones(len(quads), np.bool_)


def none_sure(quads: Floats) -> NDArray[np.bool_]:
    """Take nothing for a tile."""
    return np.zeros(len(quads), np.bool_)


def middles(sights: Detections) -> set[tuple[int, int]]:
    """Give the middles of sights in whole pixels."""
    return {(round(x), round(y)) for x, y in sights.corners.mean(axis=1).tolist()}


def test_a_sight_as_wide_as_two_becomes_two() -> None:
    sights = split_doubles(found(*ROW, PAIR), all_sure)
    assert len(sights) == 7
    assert middles(sights) >= {(220, 127), (260, 127)}
    assert (240, 127) not in middles(sights)
    assert np.allclose(np.ptp(sights.corners[-2:], axis=1), (40, 54))


def test_a_sight_as_tall_as_two_becomes_two() -> None:
    assert middles(split_doubles(found(*ROW, TALL), all_sure)) >= {(220, 127), (220, 181)}


def test_it_does_not_matter_at_which_corner_a_sight_starts() -> None:
    for start in range(4):
        sights = split_doubles(found(*ROW, np.roll(PAIR, start, axis=0)), all_sure)
        assert middles(sights) >= {(220, 127), (260, 127)}


def test_halves_without_a_sure_name_stay_one() -> None:
    sights = found(*ROW, PAIR)
    assert split_doubles(sights, none_sure) is sights


def test_what_is_as_large_as_its_neighbours_stays() -> None:
    sideways = box(200, 114, 254, 154)
    sights = found(*ROW, sideways)
    assert split_doubles(sights, all_sure) is sights


def test_large_tiles_beside_a_small_one_stay() -> None:
    near = [box(80 * place, 100, 80 * place + 80, 208) for place in range(4)]
    sights = found(*near, box(330, 130, 370, 184))
    assert split_doubles(sights, all_sure) is sights


def test_a_few_tiles_tell_nothing() -> None:
    sights = found(*ROW[:2], PAIR)
    assert split_doubles(sights, all_sure) is sights
