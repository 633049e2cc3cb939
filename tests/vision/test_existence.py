"""What is read as a hand may be none: letters, dominoes, figures in a column."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import models
from tests.vision.tables import Flat
from vision.decode.certainty import existence_features
from vision.decode.finder import Finder
from vision.detect.recogniser import NetworkRecogniser
from vision.nets.faces import Classifier, tile_measures
from vision.nets.logistic import LogisticModel
from vision.nets.roles import RolesModel
from vision.reader import PhotoReader, Reader

PHOTO = Path(__file__).parents[1] / "photos" / "concealed_row.jpg"


@pytest.mark.parametrize(
    ("confidences", "is_hand"),
    [
        ([0.999] * 14, True),
        ([0.97] * 14, True),
        ([0.999] * 10 + [0.3] * 4, True),  # a few tiles in the shade
        ([0.8] * 14, False),
        ([0.9] * 5 + [0.5] * 9, False),  # letters on tiles
        ([0.4] * 5, False),
    ],
)
def test_a_hand_is_one_whose_tiles_are_sure(confidences: list[float], *, is_hand: bool) -> None:
    metadata = RolesModel.load(models.verify("roles"), 1).session.metadata
    odds = LogisticModel.of(metadata, "existence").log_odds(
        existence_features(np.array(confidences, np.float32))
    )
    assert bool(odds > 0) is is_hand


@pytest.mark.parametrize(
    ("found", "nothing", "is_tile"),
    [
        (0.9, 0.001, True),
        (0.3, 0.0002, True),  # a blank white dragon on light ground
        (0.3, 0.2, False),
        (0.5, 0.9, False),  # a key of a keyboard
        (0.05, 0.0005, False),
    ],
)
def test_what_is_hardly_found_is_a_tile_if_it_looks_like_one(
    found: float, nothing: float, *, is_tile: bool
) -> None:
    measures = tile_measures(np.array([found], np.float32), np.array([nothing], np.float32))
    metadata = Classifier.load(models.verify("classifier"), 1).session.metadata
    assert (LogisticModel.of(metadata, "tile").log_odds(measures) > 0).tolist() == [is_tile]


def test_without_its_hand_a_photo_still_shows_its_tiles() -> None:
    detector, classifier, roles, captions, stacked = models.shipped()
    usual = Reader(detector, classifier, roles, captions, stacked, threads=1)
    eye = NetworkRecogniser.open(detector, classifier, captions, 1)
    network = RolesModel.load(roles, 1)
    never = LogisticModel({"constant": -1000.0, "sure": 1.0}).to_json()
    session = replace(network.session, metadata={"existence": never})
    doubtful = Finder(replace(network, session=session), Flat(), eye.labels)
    reading = PhotoReader(eye, doubtful, eye.classifier.session.metadata).read(PHOTO.read_bytes())
    expected = usual.read(PHOTO.read_bytes())
    assert expected.hand is not None
    assert (reading.hand, reading.hands, reading.called, reading.players) == (None, (), (), ())
    assert [tile.tile for tile in reading.tiles] == [tile.tile for tile in expected.tiles]
    assert not any(group.kind.is_hand for group in reading.groups)
