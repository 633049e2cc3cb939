"""Each mistake moves just its own figure."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.evaluation.figures import (
    PhotoResult,
    Prediction,
    Tally,
    mistakes,
    summary,
)


def read(label: str | None, name: str, confidence: float = 0.95, *, unsure=False) -> Prediction:
    return Prediction(label, name, confidence, unsure)


def photo(*predictions: Prediction, missed: tuple[str, ...] = (), scene: str = "row"):
    return PhotoResult("a.jpg", "source", "group", scene, predictions, missed)


PERFECT = photo(read("1m", "1m"), read("2m", "2m"), read("5p", "5p"), read("3f", "3f"))


def shares(result: PhotoResult) -> tuple[float | None, ...]:
    tiles = Tally.of([result])
    precision = tiles.found / (tiles.found + tiles.extra)
    return tiles.found / tiles.tiles, precision, tiles.named / tiles.found, result.right


def test_a_perfect_reading_is_right_in_every_figure():
    assert shares(PERFECT) == (1, 1, 1, True)


MISTAKES = {
    "a tile missed": (photo(*PERFECT.predictions[1:], missed=("1m",)), (0.75, 1, 1, False)),
    "a tile too many": (photo(*PERFECT.predictions, read(None, "9s")), (1, 0.8, 1, False)),
    "a tile misnamed": (photo(read("1m", "9s"), *PERFECT.predictions[1:]), (1, 1, 0.75, False)),
    "a white dragon taken for a back": (
        photo(read("5z", "x"), *PERFECT.predictions[1:]),
        (1, 1, 0.75, False),
    ),
}


@pytest.mark.parametrize(("result", "expected"), MISTAKES.values(), ids=MISTAKES.keys())
def test_one_mistake_moves_one_share(result, expected):
    assert shares(result) == expected
    assert len(result.mistakes) == 1


def test_a_photo_without_labels_is_neither_right_nor_labelled():
    empty = photo()
    assert not empty.labelled
    assert not empty.right
    assert Tally.of([empty]) == Tally(0, 0, 0, 0)


def test_bonus_tiles_stand_apart():
    result = photo(read("1m", "1m"), read("3f", "4f"), read(None, "2g"), missed=("1g",))
    assert Tally.of([result], bonus=False) == Tally(1, 1, 1, 0)
    assert Tally.of([result], bonus=True) == Tally(2, 1, 0, 1)


def test_a_mistake_between_the_kinds_counts_for_the_labelled_one():
    result = photo(read("1m", "3f"))
    assert Tally.of([result], bonus=False) == Tally(1, 1, 0, 0)
    assert Tally.of([result], bonus=True) == Tally(0, 0, 0, 0)


def test_confidence_and_marks_by_hand():
    """Four at .95 of which three right, one at .55 wrong: 4/5 x .2 + 1/5 x .55."""
    items = [read("1m", "1m"), read("2m", "2m"), read("3m", "3m", unsure=True), read("4m", "5m")]
    figures = summary([photo(*items, read(None, "9s", 0.55, unsure=True))])
    assert figures["calibration_error"] == pytest.approx(0.8 * 0.2 + 0.2 * 0.55)
    assert (figures["wrong_unmarked"], figures["wrong"]) == (1, 2)
    assert (figures["right_marked"]["right"], figures["right_marked"]["count"]) == (1, 3)


def test_a_confidence_of_one_is_as_good_as_its_name():
    assert summary([photo(read("1m", "1m", 1.0))])["calibration_error"] == 0


def test_mistakes_by_class_are_worst_first():
    wrong = [photo(read("2m", "2s")), photo(read("2m", "9m")), photo(read(None, "4z"))]
    assert mistakes([*wrong, photo(missed=("1m",))]) == {
        "2m": "2s:1 9m:1",
        "1m": "missed:1",
        "4z": "extra:1",
    }


def test_times_are_median_and_ninetieth_percentile():
    results = [replace(PERFECT, ms=float(ms)) for ms in range(1, 12)]
    assert summary(results)["milliseconds"] == {"median": 6.0, "p90": 10.0}


TILES = st.sampled_from(["1m", "9p", "5z", "2f", "4g"])
PREDICTIONS = st.lists(
    st.builds(Prediction, st.none() | TILES, TILES | st.just("x"), st.floats(0, 1), st.booleans()),
    max_size=8,
)
RESULTS = st.lists(
    st.builds(photo, missed=st.lists(TILES, max_size=3).map(tuple), scene=st.just("row")).flatmap(
        lambda result: PREDICTIONS.map(lambda items: replace(result, predictions=tuple(items)))
    ),
    max_size=4,
)


@given(RESULTS)
def test_the_kinds_add_up_to_all(results):
    every, playing, bonus = (Tally.of(results, bonus=kind) for kind in (None, False, True))
    for name in ("tiles", "found", "named", "extra"):
        assert getattr(every, name) == getattr(playing, name) + getattr(bonus, name)
    assert every.named <= every.found <= every.tiles


@given(RESULTS)
def test_the_order_of_photos_has_no_say(results):
    assert Tally.of(results) == Tally.of(results[::-1])
    assert mistakes(results).keys() == mistakes(results[::-1]).keys()


@given(RESULTS)
def test_figures_are_shares(results):
    figures = summary(results)
    assert 0 <= figures["calibration_error"] <= 1
    assert figures["wrong_unmarked"] <= figures["wrong"]
