"""What an outlined photo shows where something was found, and what is learned from it."""

from pathlib import Path

import numpy as np
import pytest

from datasets.evaluation.tile_existence import fit_tiles
from datasets.labels.outlines import OutlinedPhoto
from vision.nets.faces import tile_measures
from vision.quads import geometry


def box(x: float, y: float) -> np.ndarray:
    """Return the quad of a tile of 20 by 30 pixels with its middle there."""
    return geometry.quads(np.array([[x - 10, y - 15, x + 10, y + 15]], np.float32))


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (box(100, 100), 1),
        (box(104, 100), 1),  # a little aside
        (box(108, 100), -1),  # between two faces
        (box(300, 100), -1),  # a back, left open
        (box(200, 180), 0),
    ],
)
@pytest.mark.parametrize("clockwise", [True, False])
def test_what_was_found_is_a_face_or_open_or_neither(
    found: np.ndarray, shown: int, *, clockwise: bool
) -> None:
    size, way = (400, 200), 1 if clockwise else -1
    tiles, backs = (
        (quads[:, ::way] / np.array(size)).astype(np.float32)
        for quads in (box(100, 100), box(300, 100))
    )
    photo = OutlinedPhoto(Path("a.jpg"), tiles, ("1m",), backs)
    assert photo.labels(found, size).tolist() == [shown]


def test_in_a_picture_without_tiles_nothing_is_one() -> None:
    empty = OutlinedPhoto.empty(Path("a.jpg"))
    assert empty.labels(np.concatenate([box(100, 100), box(300, 100)]), (400, 200)).tolist() == [
        0,
        0,
    ]


def test_what_looks_like_nothing_must_be_found_surely() -> None:
    dice = np.random.default_rng(5)
    tile = dice.random(2000) < 0.5
    found = np.where(tile, dice.beta(5, 2, 2000), dice.beta(2, 5, 2000)).astype(np.float32)
    nothing = np.where(tile, dice.beta(1, 9, 2000), dice.beta(5, 2, 2000)).astype(np.float32)
    measures = tile_measures(found, nothing)
    model = fit_tiles(measures, tile)
    assert model.weights["found"] > 0 > model.weights["nothing"]
    passed = model.log_odds(measures) > 0
    assert (tile & ~passed).sum() < (~tile & passed).sum() < 60  # lost ones cost more
