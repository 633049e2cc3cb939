"""A photographed hand played as `make bench` plays it: put right, recorded, its taps counted."""

from importlib.resources import files
from pathlib import Path

import pytest

from benchmarks import replay
from benchmarks.replay import PlayedHand


@pytest.mark.usefixtures("models_there")
def test_a_photo_is_put_right_and_recorded_and_the_page_counts_the_same_taps(browser, service):
    photo = Path(str(files("service") / "demo" / "hand.jpg"))
    right = PlayedHand(photo, "123456m 99m 77z (666z) +7z | 2f", drawn=False)
    other = PlayedHand(photo, "123456m 88m 77z (666z) +7z | 2f", drawn=True)  # as if read wrongly
    with browser.new_context(service_workers="block", locale="en-GB") as context:
        page = context.new_page()
        told = [replay.enter(page, service, each, by_photo=True) for each in (right, other)]
        by_hand = replay.enter(page, service, right, by_photo=False)
    assert [each.right for each in (*told, by_hand)] == [True] * 3
    assert told[0].said == ("who", "how", "photo", "record")
    assert [word for word in told[1].said if "wrong" in word] == ["wrong 9m", "wrong 9m"]
    assert all("stopwatch" not in " ".join(each.said) for each in (*told, by_hand))
    assert told[0].after.taps < told[1].after.taps < by_hand.after.taps
