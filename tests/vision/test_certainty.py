"""How sure a reading is of its tiles: what each shows, and what hand it is part of."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import models
from vision.decode.certainty import features
from vision.nets.logistic import LogisticModel
from vision.nets.session import Session
from vision.reader import Reader
from vision.sets import is_bonus

PHOTOS = sorted((Path(__file__).parents[1] / "photos").glob("*.jpg"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(*models.shipped())


@pytest.fixture(scope="module")
def certainty() -> LogisticModel:
    metadata = Session.load(models.path("classifier"), "classifier", 1).metadata
    return LogisticModel.of(metadata, "certainty")


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_each_tile_tells_whether_it_is_a_bonus_tile_and_of_a_complete_hand(
    reader: Reader, photo: Path
) -> None:
    seen, found = reader.read_details(photo.read_bytes())
    told = features(seen, found, reader.labels)
    assert told.shape == (len(found.table.codes), 7)
    assert (told[:, 0] == 1).all()
    assert told[:, 4].tolist() == [is_bonus(code) for code in found.table.codes]
    hand = found.hand_layout
    assert hand is not None
    assert set(np.flatnonzero(told[:, 5])) in (set(), set(hand.tiles) - set(hand.bonus))


def test_a_tile_of_a_hand_that_lacks_one_is_less_sure(
    reader: Reader, certainty: LogisticModel
) -> None:
    seen, found = reader.read_details(PHOTOS[0].read_bytes())
    hand = found.hand_layout
    assert hand is not None
    lacking = replace(hand, concealed=hand.concealed[1:])
    incomplete = replace(found, hand_layout=lacking, wins=False)
    sure, unsure = (
        certainty.probabilities(features(seen, one, reader.labels)) for one in (found, incomplete)
    )
    tiles = [tile for tile in hand.tiles if tile not in hand.bonus]
    assert (sure[tiles] > unsure[tiles]).all()
    assert (sure[list(hand.bonus)] == unsure[list(hand.bonus)]).all()


def test_the_weights_are_kept_as_they_were_written() -> None:
    fitted = LogisticModel({"constant": -2.5, "named": 0.75, "found": 1.5}, 0.9375)
    assert LogisticModel.of({"certainty": fitted.to_json()}, "certainty") == fitted


@pytest.mark.parametrize(
    ("kind", "fact"),
    [
        ("classifier", "tile"),
        ("classifier", "unknown_face"),
        ("classifier", "certainty"),
        ("roles", "existence"),
    ],
)
def test_a_network_without_fitted_weights_has_the_usual_ones(kind: models.Name, fact: str) -> None:
    fitted = LogisticModel.of(Session.load(models.path(kind), kind, 1).metadata, fact)
    usual = LogisticModel.of({}, fact)
    assert list(usual.weights) == list(fitted.weights)
    assert bool(usual.limit) == bool(fitted.limit)


@pytest.mark.parametrize(
    ("term", "surer"),
    [("named", True), ("found", True), ("bonus", False), ("complete", True)],
)
def test_each_term_speaks_for_a_tile_or_against_it(
    certainty: LogisticModel, term: str, *, surer: bool
) -> None:
    place = ["constant", "named", "steady", "found", "bonus", "complete"].index(term)
    told = np.array([[1.0, 2.0, 2.0, 1.0, 0.0, 0.0, 1.0]] * 2)
    told[1, place] += 1
    before, after = certainty.probabilities(told)
    assert (after > before) == surer
