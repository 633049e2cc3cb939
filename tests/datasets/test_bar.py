"""The shipped models on the real photos of `val`: the bar they must reach, and their cards."""

import json

import pytest

import models
from datasets.evaluation import readings
from models.training.cards import figures


@pytest.fixture(scope="module")
def evaluation(shared, tmp_path_factory):
    told = tmp_path_factory.mktemp("val") / "val.json"
    photos = [str(shared / "photos"), "--split", "val", "--threads", "1"]
    assert readings.main([*photos, "--json", str(told)]) == 0
    return json.loads(told.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("figure", "least"), [("found", 0.98), ("named", 0.97)])
def test_tiles(evaluation, figure, least):
    assert evaluation["groups"]["all"]["tiles"][figure]["share"] >= least


def test_next_to_nothing_is_invented(evaluation):
    figures = evaluation["groups"]["all"]
    assert figures["invented"] <= 0.03 * figures["tiles"]["found"]["right"]


@pytest.mark.parametrize(("scene", "least"), [("row", 0.95), ("tray", 0.95)])
def test_whole_photos(evaluation, scene, least):
    assert evaluation["groups"][scene]["all_tiles_right"]["share"] >= least


@pytest.mark.parametrize("name", models.NAMES)
def test_the_card_is_no_better_than_the_model(evaluation, name):
    told = models.card(name)["figures"]
    found = figures(evaluation)
    # Another processor rounds otherwise, which may tip a tile or two.
    for what in ("all: photos right", "all: tiles found", "all: found tiles named"):
        assert int(str(found[what]).split()[0]) >= int(str(told[what]).split()[0]) - 2, what
