"""Whole sets: tiles named by what a set holds, and counted."""

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import models
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import lay_stage, render_stage
from datasets.synth.scenes.profile import ROWS
from tests import needs
from vision.detect.whole_set import (
    NAMES,
    SIZES,
    SetCount,
    name_by_supply,
    supply_of,
)
from vision.reader import Reader
from vision.tilesets.tile_set import FACES, TileSetError

SET = {
    size: [c for c in faces for _ in range(4 if c[1] in "mpsz" else 1)]
    for size, faces in SIZES.items()
}


def thought(tiles):
    """What the networks think of tiles: one name surely, or of two the first one rather."""
    shares = np.full((len(tiles), len(NAMES)), 1e-6)
    for share, tile in zip(shares, tiles, strict=True):
        for part, code in zip((0.6, 0.4), tile.split("/"), strict=False):
            share[NAMES.index(code)] = part
    return shares / shares.sum(axis=1, keepdims=True)


def named(shares):
    return [NAMES[name] for name in shares.argmax(axis=1)]


@pytest.mark.parametrize(
    ("tiles", "names"),
    [
        ("2f/3f 3f 4f", "2f 3f 4f"),
        ("1f/2f 1f", "2f 1f"),  # there is one of each
        ("7p 7p 7p 7p 7p/8p", "7p 7p 7p 7p 8p"),  # and four of each of these
        ("7p 7p 7p 7p 7p", "7p 7p 7p 7p 7p"),  # surely one too many
        ("x x x x x x", "x x x x x x"),
    ],
)
def test_a_tile_in_doubt_is_the_one_of_which_one_is_missing(tiles, names):
    assert named(name_by_supply(thought(tiles.split()), supply_of(FACES))) == names.split()


@settings(max_examples=50, deadline=None)
@given(arrays.arrays(float, (12, len(NAMES)), elements=st.floats(0, 1)))
def test_names_are_probabilities_whatever_was_thought(shares):
    found = name_by_supply(shares, supply_of(FACES))
    assert np.allclose(found.sum(axis=1), 1)
    assert (found >= 0).all()


def photo(tiles, doubted=(), sure=0.95):
    """What a photo shows of tiles; `doubted` pass for none."""
    codes = [*tiles, *doubted]
    kept = np.arange(len(codes)) < len(tiles)
    corners = np.arange(len(codes) * 8, dtype=np.float32).reshape(-1, 4, 2)
    probabilities = np.where(kept, 1.0, sure)[:, None] * thought(codes)
    return SimpleNamespace(probabilities=probabilities, corners=corners, kept=kept)


def count(*photos):
    return SetCount.of_photos(photos, NAMES)


def without(size, *codes):
    left = list(SET[size])
    for code in codes:
        left.remove(code)
    return left


@pytest.mark.parametrize("size", [108, 136, 144])
def test_a_whole_set_is_complete(size):
    counted = count(photo(SET[size]))
    assert counted.is_complete
    assert (counted.found, counted.of, counted.unsure) == (size, size, ())


def test_what_is_missing_is_named():
    counted = count(photo(without(144, "7p")))
    assert counted.to_json() == {
        "found": 143,
        "of": 144,
        "missing": {"7p": 1},
        "extra": {},
        "unsure": [],
    }
    assert not counted.is_complete


def test_a_tile_of_another_set_is_one_too_many():
    counted = count(photo([*without(136, "2s"), "1s"]))
    assert (counted.of, dict(counted.missing), dict(counted.extra)) == (136, {"2s": 1}, {"1s": 1})


def test_a_set_may_lie_in_several_photos():
    assert count(photo(SET[144][:70]), photo(SET[144][70:])).is_complete


def test_what_passes_for_no_tile_may_be_what_is_missing():
    whole = count(photo(without(136, "3p"), ["3p", "9s"]))
    assert whole.is_complete
    unsure = count(photo(without(136, "5z"), ["5z/x"], sure=0.3))
    assert dict(unsure.missing) == {"5z": 1}
    assert [tile.likely for tile in unsure.unsure] == [("5z", "x")]


def test_a_back_is_looked_at_where_a_tile_is_missing():
    assert not count(photo([*SET[136], "x"])).unsure
    assert [each.likely for each in count(photo([*without(136, "6z"), "x"])).unsure] == [("x",)]


@pytest.mark.parametrize(
    ("photos", "code"),
    [
        ([], "too_many_photos"),
        ([photo(SET[108])] * 5, "too_many_photos"),
        ([photo(["1m"])], "no_tiles"),
    ],
)
def test_what_is_no_set_is_refused(photos, code):
    with pytest.raises(TileSetError) as refused:
        count(*photos)
    assert refused.value.code == code


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 10])
def test_a_drawn_set_is_counted_and_learned_in_any_order(seed):
    needs.trained()
    rng = np.random.default_rng([1, seed])
    faces = FaceLibrary.build(("drawn",), drawn=(900 + seed,))
    stage = lay_stage(rng, "whole set")
    shown = render_stage(rng, faces, stage, (2400, 1800), ROWS, "whole set").image
    reader = Reader(*models.shipped(), threads=1)
    counted = reader.count(shown)
    there = Counter(box.code for box in stage.boxes)
    missing = Counter(SET[counted.of]) - there
    assert (counted.found, counted.missing, counted.extra) == (there.total(), missing, {})
    known = reader.learn(shown, name="whole")
    assert len(known.questions) <= 2
    assert not Counter(known.counts) - there - Counter(x=len(stage.boxes))
