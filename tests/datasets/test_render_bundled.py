"""The photos that are shipped: own faces, held out from training, and a truth that holds."""

import json

import cv2
import pytest

from datasets.synth.bundle import BUNDLED, DEMO, PHOTOS
from datasets.synth.faces.library import DRAWN_SEEDS, HELD_OUT_SEEDS
from scorer.core.hand import Hand


def test_designs_of_bundled_photos_are_never_trained_on():
    assert not set(HELD_OUT_SEEDS) & set(DRAWN_SEEDS)
    assert {photo.design for photo in BUNDLED} <= set(HELD_OUT_SEEDS)


@pytest.mark.parametrize("photo", BUNDLED, ids=lambda photo: photo.name)
def test_a_bundled_photo_shows_what_its_truth_says(photo):
    truth = json.loads((PHOTOS / f"{photo.name}.json").read_text(encoding="utf-8"))
    image = cv2.imread(str(PHOTOS / f"{photo.name}.jpg"))
    assert image is not None
    assert truth["size"] == [image.shape[1], image.shape[0]]
    assert truth["hand"] == str(Hand.parse(photo.hand))
    hand = Hand.parse(truth["hand"])
    own = [t for t in truth["tiles"] if t["role"] in ("hand", "exposed", "kong", "bonus")]
    assert len(own) == len(hand.tiles) + len(hand.bonus)
    assert truth["ignored"] == []


def test_bundled_photos_are_small():
    files = [*PHOTOS.glob("*.jpg"), DEMO / "hand.jpg"]
    assert sum(file.stat().st_size for file in files) < 1_000_000


def test_the_demo_has_the_facts_that_no_photo_shows():
    facts = json.loads((DEMO / "hand.json").read_text(encoding="utf-8"))
    assert {key: facts[key] for key in ("rules", "seat", "round", "win", "from")} == {
        "rules": "hk-500", "seat": "S", "round": "E", "win": "discard", "from": "N",
    }  # fmt: skip
