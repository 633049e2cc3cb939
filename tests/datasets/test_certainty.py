"""How sure a reading may be of its tiles, fitted on readings of which the truth is known."""

from pathlib import Path

import numpy as np
import pytest

from datasets.evaluation.certainty import ReadTiles, compare, fit_certainty, report
from datasets.evaluation.logistic import limit_of, scene_weights
from datasets.labels.photos import Label, Photo
from models import shipped
from vision.nets.logistic import LogisticModel
from vision.photo.image import load
from vision.reader import Reader

PHOTO = Path(__file__).parents[1] / "photos" / "concealed_row.jpg"
USUAL = LogisticModel.of({}, "certainty")


def tiles(count: int, seed: int, *, of_a_scene: bool, of_a_win: bool = True) -> ReadTiles:
    """Make tiles that are named rightly as often as the usual weights promise."""
    random = np.random.default_rng(seed)
    odds = random.normal(4, 3, (count, 3))
    bonus = random.random(count) < 0.1
    complete = np.full(count, of_a_win)
    agreed = random.normal(4, 3, count)
    features = np.column_stack([np.ones(count), odds, bonus, complete, agreed])
    chance = USUAL.probabilities(features)
    flags = np.full(count, of_a_scene)
    return ReadTiles(features, random.random(count) < chance, np.zeros(count, bool), flags)


def share_marked(read: ReadTiles, certainty: LogisticModel) -> float:
    marked = read.asked | (certainty.probabilities(read.features) < certainty.limit)
    return float(marked[read.right].mean())


def test_either_part_weighs_what_is_asked_for() -> None:
    each = scene_weights(np.arange(1000) >= 900)
    assert each.sum() == pytest.approx(1000)
    assert each[900:].sum() == pytest.approx(500)


@pytest.mark.parametrize("of_a_scene", [False, True])
def test_one_part_alone_weighs_one_a_tile(*, of_a_scene: bool) -> None:
    assert scene_weights(np.full(50, of_a_scene)).tolist() == [1.0] * 50


def test_weights_that_were_true_are_found_again() -> None:
    read = ReadTiles.concatenate(
        [tiles(20_000, 3, of_a_scene=True), tiles(9000, 4, of_a_scene=True, of_a_win=False)]
    )
    assert fit_certainty(read, 0.05).values == pytest.approx(USUAL.values, abs=0.3)


@pytest.mark.parametrize("mark", [0.01, 0.05])
def test_no_more_right_tiles_are_marked_than_allowed(mark: float) -> None:
    read = tiles(5000, 5, of_a_scene=True)
    assert share_marked(read, fit_certainty(read, mark)) == pytest.approx(mark, abs=0.005)


def test_what_is_marked_anyway_needs_no_limit() -> None:
    read = tiles(5000, 6, of_a_scene=True)
    all_asked = ReadTiles(read.features, read.right, ~read.right, read.of_a_scene)
    assert share_marked(all_asked, fit_certainty(all_asked, 0.05)) < 0.001


def test_without_any_right_tile_the_limit_is_the_usual_one() -> None:
    none = np.zeros(10, bool)
    assert limit_of(np.full(10, 0.5), none, 0.02) == 0.9


def test_the_limit_is_no_higher_than_marks_the_wrong_tiles() -> None:
    """Three of a thousand are wrong and the least sure: more marks would be for nothing."""
    confidences, right = np.linspace(0.2, 1.0, 1000), np.arange(1000) >= 3
    assert confidences[2] >= limit_of(confidences, right, 0.02) > confidences[1]
    assert limit_of(confidences, right, 0.0005) <= confidences[3]


def test_a_photo_is_compared_as_it_is_read() -> None:
    reader = Reader(*shipped())
    data = PHOTO.read_bytes()
    found = reader.read(data).tiles
    width, height = reader.read(data).size
    labels = tuple(
        Label(
            "9s" if number == 0 else tile.tile,
            (tile.box[0] / width, tile.box[1] / height, tile.box[2] / width, tile.box[3] / height),
            None,
            whole=True,
        )
        for number, tile in enumerate(found)
    )
    photo = Photo("a", PHOTO, "rendered", "g", "val", augmented=False, scene="row", tiles=labels)
    read = compare(reader, photo, load(data))
    assert (~read.right).sum() == 1
    assert len(read.right) == len(found)
    assert read.of_a_scene.all()
    assert "wrong 1," in report("photos", read, USUAL)
