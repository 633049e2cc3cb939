"""A wholly blank tile is a white dragon or lies face down: the body's colour tells."""

import numpy as np
import pytest

from vision.detect.colours import is_plain, mark_carved_backs, separate_blanks_from_backs

LABELS = ("1m", "5z", "x")
IVORY, BLUE = (225, 220, 205), (60, 120, 210)


def plain(colour: tuple[int, int, int]) -> np.ndarray:
    return np.full((64, 64, 3), colour, np.uint8)


def printed(colour: tuple[int, int, int]) -> np.ndarray:
    crop = plain(colour)
    crop[16:48, 20:44] = (40, 40, 60)
    return crop


def told(last: np.ndarray, belief: tuple[float, float, float], faces: int = 6) -> str:
    crops = np.stack([printed(IVORY)] * faces + [last])
    rows = np.array([(0.98, 0.01, 0.01)] * faces + [belief], np.float32)
    return LABELS[separate_blanks_from_backs(crops, rows, LABELS)[-1].argmax()]


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
    assert separate_blanks_from_backs(crops, rows, LABELS).sum(axis=1) == pytest.approx(1.0)


def test_plain_is_without_print() -> None:
    assert is_plain(plain(BLUE))
    assert not is_plain(printed(IVORY))


LIGHT, SHADOW, CARVED = (220.0, 128.0, 140.0), (160.0, 128.0, 138.0), (60.0, 128.0, 130.0)


def carved(*others: tuple[tuple[float, float, float], float], faces: int = 5) -> list[str]:
    """Name tiles of these bodies, in Lab, with a name so probable, beside sure faces."""
    bodies = np.array([LIGHT] * faces + [body for body, _ in others])
    sure = [0.99] * faces + [share for _, share in others]
    rows = np.array([(share, (1 - share) * 0.9, (1 - share) * 0.1) for share in sure], np.float32)
    told = mark_carved_backs(bodies, rows, LABELS)
    assert told.sum(axis=1) == pytest.approx(np.ones(len(told)))
    return [LABELS[name] for name in told[faces:].argmax(axis=1)]


@pytest.mark.parametrize(
    ("others", "wanted"),
    [
        ([(CARVED, 0.6), (CARVED, 0.5)], ["x", "x"]),
        ([(CARVED, 0.6)], ["1m"]),
        ([(SHADOW, 0.6), (SHADOW, 0.6)], ["1m", "1m"]),
        ([(CARVED, 0.6), (CARVED, 0.6), (CARVED, 0.97)], ["1m", "1m", "1m"]),
    ],
    ids=["two dark ones", "one may be a die", "in a shadow", "dark faces lie there"],
)
def test_dark_bodies_without_a_sure_name_are_backs_with_a_sign(
    others: list[tuple[tuple[float, float, float], float]], wanted: list[str]
) -> None:
    assert carved(*others) == wanted


def test_few_faces_do_not_say_what_is_dark() -> None:
    assert carved((CARVED, 0.6), (CARVED, 0.6), faces=3) == ["1m", "1m"]
