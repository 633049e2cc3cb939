"""What is wrong with a photo is told from its pixels, also where no tile is found."""

import cv2
import numpy as np
import pytest

from tests.vision.tables import lay, read_as, see
from vision.advice import WORDS, Advice, Condition, advise

SIZE = 64


def face() -> np.ndarray:
    """Draw a sharp face: ivory with dark print."""
    crop = np.full((SIZE, SIZE, 3), (225, 220, 205), np.uint8)
    cv2.putText(crop, "5", (14, 52), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (30, 40, 90), 5)
    return crop


def tiles(crop: np.ndarray, width: float = 40.0) -> Condition:
    quad = np.array([[0, 0], [width, 0], [width, 1.3 * width], [0, 1.3 * width]], np.float32)
    photo = np.full((200, 200, 3), 90, np.uint8)
    return Condition.of(photo, np.stack([quad] * 5), np.stack([crop] * 5))


def moved(crop: np.ndarray) -> np.ndarray:
    return cv2.filter2D(crop, -1, np.full((1, 21), 1 / 21, np.float32))


GLARE = np.where(np.arange(SIZE)[None, :, None] < SIZE // 3, 255, face()).astype(np.uint8)


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        (tiles(face()), []),
        (tiles(face(), width=9), [Advice.CLOSER]),
        (tiles((face() * 0.1).astype(np.uint8)), [Advice.MORE_LIGHT]),
        (tiles(GLARE), [Advice.LESS_GLARE]),
        (tiles(cv2.GaussianBlur(face(), (0, 0), 7)), [Advice.HOLD_STILL]),
        (tiles(moved(face())), [Advice.HOLD_STILL]),
        (tiles(cv2.GaussianBlur(face(), (0, 0), 7), width=9), [Advice.CLOSER]),
    ],
    ids=["good", "far", "dark", "glare", "out of focus", "shaken", "far and so soft"],
)
def test_tiles_tell_what_would_help(condition: Condition, wanted: list[Advice]) -> None:
    assert list(advise(condition)) == wanted


@pytest.mark.parametrize(("light", "wanted"), [
    (120, [Advice.NO_TILES]), (8, [Advice.NO_TILES, Advice.MORE_LIGHT]),
])  # fmt: skip
def test_a_photo_of_nothing_says_so(light: int, wanted: list[Advice]) -> None:
    empty = np.zeros((0, 4, 2), np.float32), np.zeros((0, SIZE, SIZE, 3), np.uint8)
    condition = Condition.of(np.full((480, 640, 3), light, np.uint8), *empty)
    assert list(advise(condition)) == wanted


def test_every_advice_has_a_sentence() -> None:
    assert set(WORDS) == set(Advice)
    assert all(sentence.endswith(".") for sentence in WORDS.values())


def test_where_nothing_but_a_wall_lies_there_are_no_tiles() -> None:
    advice = read_as(see(*lay("xxxxxx", "xxxxxx"))).advice
    assert Advice.NO_TILES in advice
    assert Advice.NO_TILES not in read_as(see(*lay("123m 456m 789p 11z"))).advice
