"""A picture of many tiles counts more than one of few, but not as many times as it has tiles."""

import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

import torch

from models.training.data.examples import EXACT, HULL, UNKNOWN
from models.training.losses import centre_loss, corner_loss, diamond_loss, diamond_order

SQUARE = torch.tensor([[-2.0, -2], [2, -2], [2, 2], [-2, 2]])


def corners_off(crowd: float, lone: float) -> float:
    """Return the loss where the corners of nine tiles of one picture and one of another err."""
    wanted = SQUARE.repeat(10, 1, 1)
    off = torch.tensor([crowd] * 9 + [lone])[:, None, None]
    kinds, sizes = torch.full((10,), EXACT), torch.full((10,), 4.0)
    pictures = torch.tensor([0] * 9 + [1])
    return float(corner_loss(wanted + off, wanted, kinds, sizes, pictures))


def test_nine_tiles_together_count_three_times_as_much_as_one():
    assert corners_off(0.4, 0.0) == pytest.approx(3 * corners_off(0.0, 0.4))
    assert corners_off(0.4, 0.4) == pytest.approx(0.1)


def missed(*, crowd: bool, lone: bool) -> float:
    """Return the loss where four tiles of one picture, or the one of another, are not seen."""
    heat = torch.zeros(2, 8, 8)
    heat[0, 1::4, 1::4] = 1
    heat[1, 3, 3] = 1
    seen = torch.where(heat == 1, 8.0, -8.0)
    seen[0][heat[0] == 1] = -2.0 if crowd else 8.0
    seen[1][heat[1] == 1] = -2.0 if lone else 8.0
    return float(centre_loss(seen, heat, torch.ones_like(heat)))


def test_four_missed_together_count_twice_as_much_as_one():
    none = missed(crowd=False, lone=False)
    assert missed(crowd=True, lone=False) - none == pytest.approx(
        2 * (missed(crowd=False, lone=True) - none), rel=1e-3
    )


@pytest.mark.parametrize(("kind", "share"), [(EXACT, 1.0), (HULL, 0.25), (UNKNOWN, 0.0)])
def test_what_is_known_of_the_corners_decides_what_an_error_counts(kind, share):
    wanted = SQUARE[None]
    told = corner_loss(
        wanted + 0.4, wanted, torch.tensor([kind]), torch.tensor([4.0]), torch.tensor([0])
    )
    assert float(told) == pytest.approx(0.1 * share)


@pytest.mark.parametrize("shift", [1, 2, 3])
def test_which_corner_comes_first_is_free(shift):
    wanted = SQUARE[None]
    known, size, picture = torch.tensor([EXACT]), torch.tensor([4.0]), torch.tensor([0])
    assert float(corner_loss(wanted.roll(shift, dims=1), wanted, known, size, picture)) == 0


def turned(degrees: float) -> torch.Tensor:
    """Turn a tile clockwise, as pictures are counted."""
    angle = torch.deg2rad(torch.tensor(degrees))
    sine, cosine = angle.sin(), angle.cos()
    turn = torch.stack([torch.stack([cosine, sine]), torch.stack([-sine, cosine])])
    return (torch.tensor([[-3.0, -4], [3, -4], [3, 4], [-3, 4]]) @ turn)[None]


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize(
    ("degrees", "first_edge", "apart"),
    [(45, 45, 0), (20, 20, 25), (70, 70, 25), (-30, 60, 15), (100, 10, 35), (200, 20, 25)],
)
def test_a_tile_on_a_corner_begins_with_the_edge_to_the_lower_right(
    degrees, first_edge, apart, shift
):
    ordered, off = diamond_order(turned(degrees).roll(shift, dims=1))
    across, down = (ordered[0, 1] - ordered[0, 0]).tolist()
    assert torch.rad2deg(torch.atan2(torch.tensor(down), torch.tensor(across))).item() == (
        pytest.approx(first_edge, abs=1e-3)
    )
    assert off.item() == pytest.approx(apart, abs=1e-3)


def turned_off(degrees: float, kind: int) -> float:
    """Return the error of corners that are all .4 cells off."""
    wanted, _ = diamond_order(turned(degrees))
    known, size, picture = torch.tensor([kind]), torch.tensor([4.0]), torch.tensor([0])
    return float(diamond_loss(wanted + 0.4, wanted.roll(2, dims=1), known, size, picture))


@pytest.mark.parametrize(
    ("degrees", "kind", "share"),
    [(45, EXACT, 1.0), (25, EXACT, 1.0), (11, EXACT, 0.5), (1, EXACT, 0.1), (45, HULL, 0.0)],
)
def test_upright_tiles_hardly_count_among_those_on_a_corner_and_boxes_not_at_all(
    degrees, kind, share
):
    assert turned_off(degrees, kind) == pytest.approx(0.1 * share, abs=1e-4)


def test_no_tiles_no_error():
    none, empty = torch.zeros(0, 4, 2), torch.zeros(0, dtype=torch.long)
    assert float(corner_loss(none, none, empty, torch.zeros(0), empty)) == 0
    assert float(diamond_loss(none, none, empty, torch.zeros(0), empty)) == 0
