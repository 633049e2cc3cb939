"""A wholly blank tile is a white dragon or lies face down: the body's colour tells."""

import cv2
import numpy as np
import pytest

from vision.detect.colours import measure_bodies, separate_blanks_from_backs

LABELS = ("1m", "5z", "x")
IVORY, BLUE = (225, 220, 205), (60, 120, 210)


def plain(colour: tuple[int, int, int]) -> np.ndarray:
    return np.full((64, 64, 3), colour, np.uint8)


def printed(colour: tuple[int, int, int]) -> np.ndarray:
    crop = plain(colour)
    crop[16:48, 20:44] = (40, 40, 60)
    return crop


def separated(crops: np.ndarray, rows: np.ndarray) -> np.ndarray:
    every = np.ones(len(crops), np.bool_)
    return separate_blanks_from_backs(*measure_bodies(crops), rows, LABELS, every)


def told(last: np.ndarray, belief: tuple[float, float, float], faces: int = 6) -> str:
    crops = np.stack([printed(IVORY)] * faces + [last])
    rows = np.array([(0.98, 0.01, 0.01)] * faces + [belief], np.float32)
    return LABELS[separated(crops, rows)[-1].argmax()]


@pytest.mark.parametrize(
    ("crop", "belief", "wanted"),
    [
        (plain(IVORY), (0.0, 0.02, 0.98), "5z"),
        (plain(BLUE), (0.0, 0.9, 0.1), "x"),
        (plain((180, 176, 164)), (0.0, 0.05, 0.95), "5z"),
        (printed(BLUE), (0.0, 0.9, 0.1), "5z"),
        (plain(BLUE), (0.9, 0.06, 0.04), "1m"),
    ],
    ids=["blank", "back", "blank in a shadow", "printed, so not asked", "neither of the two"],
)
def test_the_body_tells(crop: np.ndarray, belief: tuple[float, float, float], wanted: str) -> None:
    assert told(crop, belief) == wanted


def test_too_few_faces_tell_nothing() -> None:
    assert told(plain(IVORY), (0.0, 0.1, 0.9), faces=3) == "x"


def test_probabilities_still_add_up() -> None:
    crops = np.stack([printed(IVORY)] * 5 + [plain(IVORY)])
    rows = np.array([(0.98, 0.01, 0.01)] * 5 + [(0.1, 0.3, 0.6)], np.float32)
    assert separated(crops, rows).sum(axis=1) == pytest.approx(1.0)


def test_plain_is_without_print() -> None:
    assert measure_bodies(np.stack([plain(BLUE), printed(IVORY)]))[1].tolist() == [True, False]


def test_colours_are_those_of_lab() -> None:
    crops = np.stack([plain(IVORY), plain(BLUE), plain((0, 0, 0)), plain((255, 255, 255))])
    lab = cv2.cvtColor(crops[:, :1, 0], cv2.COLOR_RGB2LAB)[:, 0]
    np.testing.assert_allclose(measure_bodies(crops)[0], lab, atol=1.5)
