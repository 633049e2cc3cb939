"""The shipped weights are those of their cards."""

import re

import onnxruntime
import pytest

import models


@pytest.mark.parametrize("name", models.NAMES)
def test_the_file_is_the_one_of_its_card(name):
    place = models.verify(name)
    card = models.card(name)
    assert card["bytes"] == place.stat().st_size
    assert card["licence"] == "MIT"


def test_all_files_together_have_three_megabytes_at_most():
    assert sum(models.path(name).stat().st_size for name in models.NAMES) <= 3_000_000


@pytest.mark.parametrize("name", models.NAMES)
def test_the_card_tells_data_split_figures_and_command(name):
    card = models.card(name)
    for wanted in ("data", "split", "figures", "command", "date", "input", "limits"):
        assert card[wanted], wanted
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(card["date"]))
    for source in card["data"]:
        assert source["licence"]


@pytest.mark.parametrize("name", models.NAMES)
def test_the_file_itself_says_what_it_is(name):
    session = onnxruntime.InferenceSession(str(models.path(name)))
    told = session.get_modelmeta().custom_metadata_map
    assert told["kind"] == name
    # The network of roles sees no pixel.
    assert told.get("normalisation") == (None if name == "roles" else "rgb / 127.5 - 1")


def test_another_file_is_refused(tmp_path, monkeypatch):
    wrong = tmp_path / "detector.onnx"
    wrong.write_bytes(b"not the weights")
    monkeypatch.setattr(models, "path", lambda _: wrong)
    with pytest.raises(models.WeightsError, match="install tableside again"):
        models.verify("detector")


def test_a_missing_file_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(models, "path", lambda _: tmp_path / "detector.onnx")
    with pytest.raises(models.WeightsError, match="missing"):
        models.verify("detector")
