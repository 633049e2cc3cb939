"""The models' cards for the Hugging Face hub say what those beside the models say."""

import pytest

from tests import needs
from tools import hub_cards


def test_the_cards_are_written_from_those_beside_the_models():
    assert hub_cards.main(["--check"]) == 0


def test_a_card_that_differs_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(hub_cards, "FOLDER", tmp_path)
    assert hub_cards.main(["--check"]) == 1
    assert "detector.md" in capsys.readouterr().out


@pytest.mark.parametrize("card", [text for _, text in hub_cards.write_cards()])
def test_the_head_has_the_fields_of_the_hub(card):
    yaml = needs.package("yaml")
    _, head, body = card.split("---\n", 2)
    told = yaml.safe_load(head)
    licence = body.partition("| licence | ")[2].partition(" |")[0].lower()
    if told["license"] == "other":
        assert told["license_name"] == licence.replace(" ", "-")
        assert told["license_link"]
    else:
        assert told["license"] == licence == "mit"
    assert told["library_name"] == "onnx"
    for model in told.get("model-index", []):
        (result,) = model["results"]
        assert result["task"]["type"] == told["pipeline_tag"]
        assert {"name", "type"} <= set(result["dataset"])
        assert all(0.5 < metric["value"] <= 1 for metric in result["metrics"])
