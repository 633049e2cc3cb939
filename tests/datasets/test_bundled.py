"""The bundled photos show hands that win, and say so in the notation that the scorer reads."""

import json
from pathlib import Path

import pytest

from scorer.api.requests import answer

ROOT = Path(__file__).resolve().parents[2]
TRUTHS = (*sorted((ROOT / "tests" / "photos").glob("*.json")), ROOT / "service/demo/hand.json")


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda path: path.stem)
def test_the_hand_of_a_bundled_photo_wins(truth):
    hand = json.loads(truth.read_text(encoding="utf-8"))["hand"]
    scored = answer({"rules": "hk-500", "hand": hand, "win": "self-draw"})
    assert scored["valid"], scored["problems"]


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda path: path.stem)
def test_no_bundled_face_is_one_that_training_draws(truth):
    kind, seed = json.loads(truth.read_text(encoding="utf-8"))["design"].split(":")
    assert kind == "drawn"
    assert int(seed) >= 900
