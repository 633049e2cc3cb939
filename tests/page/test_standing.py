"""What the table shows after an undo or a correction: the hand that stands, and who paid whom."""

import pytest

from tests import needs

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))


@pytest.fixture
def played(phone):
    """A phone at a table where Ann won by tiles, and then Ben by three agreed faan."""
    ann = phone()
    begun = ann.begin("hk-500")
    first = {"winner": 0, "win": "self-draw", "hand": "123m456m555s789s5z +5z"}
    ann.post(begun, "hands", first)
    ann.post(begun, "hands", {"winner": 1, "from": 2, "faan": 3})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.table(3)
    ann.page.locator(".last-hand", has_text="Last: Ben won off Cleo, 3 faan").wait_for()
    return ann, begun


def paid(ann):
    return ann.page.locator(".paid li").all_inner_texts()


def test_after_an_undo_the_hand_before_is_shown_with_its_arrows_and_reasons(played):
    ann, begun = played
    before = ann.page.locator(".payment").count()
    assert before == 3
    ann.tap("Take back last hand")
    ann.tap("Take it back")
    ann.page.locator(".last-hand", has_text="Taken back: Ben won off Cleo").wait_for()
    last = ann.page.inner_text(".last-hand")
    assert "Last hand now: Ann won, self-drawn" in last
    assert {text.split()[0] for text in paid(ann)} == {"Ben", "Cleo", "Dee"}
    assert all("pays Ann" in text for text in paid(ann))
    assert ann.page.locator(".payment[data-to='0']").count() == 3
    ann.tap("Why?")
    ann.page.wait_for_selector("dialog .breakdown[open]")
    ann.page.keyboard.press("Escape")
    ann.post(begun, "undo", {})
    ann.page.locator(".last-hand", has_text="No hand is left.").wait_for()
    assert paid(ann) == []


def test_after_a_correction_the_hand_is_shown_as_it_counts_now(played):
    ann, begun = played
    corrected = {"seq": 3, "hand": {"winner": 1, "from": 3, "faan": 3}}
    ann.post(begun, "corrections", corrected)
    ann.page.locator(".last-hand", has_text="Last hand now: Ben won off Dee, 3 faan").wait_for()
    assert "An older hand was corrected" in ann.page.inner_text(".last-hand")
    assert "Dee pays Ben 16" in paid(ann)
