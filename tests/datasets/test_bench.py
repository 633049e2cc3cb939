"""The bench times what a table does, on hands that really win."""

import pytest

from tests import needs

pytest.importorskip("httpx2", reason=needs.pins("httpx2"))

from benchmarks import timing
from scorer.api import requests


@pytest.mark.parametrize("hand", timing.HANDS.values(), ids=timing.HANDS)
def test_timed_hands_win(hand):
    assert requests.answer({"rules": "hk-500", "hand": hand, "seat": "S", "from": "N"})["valid"]


def test_scores_and_calls_are_timed_as_often_as_asked():
    timings = [*timing.scores(2), *timing.calls(2)]
    assert {len(timing.milliseconds) for timing in timings} == {2}
    lines = timing.table(timings).splitlines()
    assert [line.split("  ")[0] for line in lines[1:]] == [timing.what for timing in timings]


def test_the_ninth_decile_is_no_outlier():
    one = timing.Timing("x", tuple(float(number) for number in range(1, 12)))
    assert (one.median, one.ninth) == (6.0, 10.0)
