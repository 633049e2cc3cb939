"""The bundled photos show hands that win, and say so in the notation that the scorer reads."""

import json
from pathlib import Path

import cv2
import pytest

from scorer.api.requests import answer
from scorer.core.hand import Hand

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


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda path: path.stem)
def test_a_bundled_photo_shows_what_its_truth_says(truth):
    told = json.loads(truth.read_text(encoding="utf-8"))
    image = cv2.imread(str(truth.with_suffix(".jpg")))
    assert told["size"] == [image.shape[1], image.shape[0]]
    hand = Hand.parse(told["hand"])
    own = [t for t in told["tiles"] if t["role"] in ("hand", "exposed", "kong", "bonus")]
    assert len(own) == len(hand.tiles) + len(hand.bonus)
    assert told["ignored"] == []


def test_bundled_photos_are_small():
    assert sum(truth.with_suffix(".jpg").stat().st_size for truth in TRUTHS) < 1_000_000


def test_the_demo_has_the_facts_that_no_photo_shows():
    facts = json.loads(TRUTHS[-1].read_text(encoding="utf-8"))
    wanted = {"rules": "hk-500", "seat": "S", "round": "E", "win": "discard", "from": "N"}
    assert {name: facts[name] for name in wanted} == wanted
