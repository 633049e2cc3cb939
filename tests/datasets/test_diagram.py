"""The picture of reliability: bars where tiles are, and words that a person can read."""

import json
from xml.etree import ElementTree as ET

import pytest

from datasets.evaluation.diagram import diagram, main

BINS = [
    {"low": 0.5, "high": 0.6, "count": 4, "confidence": 0.55, "right": 0.5},
    {"low": 0.9, "high": 1.0, "count": 960, "confidence": 0.99, "right": 0.98},
    {"low": 0.6, "high": 0.7, "count": 0, "confidence": None, "right": None},
]
FIGURES = {"reliability": {"bins": BINS, "error": 0.0123}}


def test_every_bin_with_tiles_has_a_bar_as_high_as_its_share():
    picture = ET.fromstring(diagram(FIGURES, "Tiles & trust"))
    bars = [part for part in picture.iter() if part.get("fill-opacity")]
    assert [float(bar.get("height")) for bar in bars] == [200, 392]
    words = [part.text for part in picture.iter() if part.text and part.text.strip()]
    assert {"Tiles & trust", "960", "4", "expected calibration error 1.23%"} <= set(words)


def test_the_command_writes_the_file(tmp_path):
    told, out = tmp_path / "val.json", tmp_path / "reliability.svg"
    told.write_text(json.dumps(FIGURES), encoding="utf-8")
    assert main([str(told), "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("text", ["{", "{}", "[]"])
def test_what_is_no_evaluation_is_refused(tmp_path, capsys, text):
    told = tmp_path / "val.json"
    told.write_text(text, encoding="utf-8")
    assert main([str(told), "--out", str(tmp_path / "no.svg")]) == 2
    assert "val.json is no evaluation" in capsys.readouterr().err
