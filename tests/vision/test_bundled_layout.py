"""The bundled photos' hands come out of their true quads and names, without any model."""

import json
from pathlib import Path

import numpy as np
import pytest

from scorer.core.hand import Hand
from vision.layout.arrangement import lay_out
from vision.layout.handtext import hand_text

TRUTHS = sorted((Path(__file__).parents[1] / "photos").glob("*.json"))


def parts(text: str) -> tuple[list[str], list[str], str, list[str]]:
    """Take hand text apart, so that order does not matter."""
    hand = Hand.parse(text)
    concealed, bonus = map(str, sorted(hand.concealed)), map(str, sorted(hand.bonus))
    return list(concealed), sorted(map(str, hand.melds)), str(hand.winning), list(bonus)


@pytest.mark.parametrize("path", TRUTHS, ids=lambda path: path.stem)
def test_the_hand_of_a_bundled_photo(path: Path) -> None:
    truth = json.loads(path.read_text(encoding="utf-8"))
    codes = [tile["code"] for tile in truth["tiles"]]
    corners = np.array([tile["corners"] for tile in truth["tiles"]])
    layout = lay_out(corners, codes)
    assert parts(hand_text(layout.hand, codes)) == parts(truth["hand"])


def test_there_are_bundled_photos() -> None:
    assert len(TRUTHS) >= 5
