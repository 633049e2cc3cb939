"""What several people do at one table at the same time."""

import pytest

from tests import needs
from tests.page.conftest import RULES_SEEN

expect = needs.package("playwright.sync_api").expect

def history(phone, begun):
    """The kinds of a game's events, and what the last one undoes."""
    url = f"{phone.address}/api/v1/games/{begun['id']}/history"
    return phone.page.request.get(url).json()["events"]


@pytest.fixture
def pair(phone):
    """Two phones that may both record at one table, and its game."""
    ann, ben = phone(), phone()
    begun = ann.start()
    ben.open(f"#game={begun['id']}&token={begun['write_token']}")
    for each in (ann, ben):
        each.table(1)
        each.page.wait_for_function(RULES_SEEN)
    return ann, ben, begun


def ask_draw(phone):
    phone.page.click("[data-end=draw]")


def ask_false_win(phone):
    phone.tap("More")
    phone.tap("False win")


ANSWERED = {
    "draw": (ask_draw, "dialog .primary", "hand_drawn"),
    "false win": (ask_false_win, "dialog [data-player='2']", "false_win"),
}


@pytest.mark.parametrize("what", ANSWERED)
def test_what_two_phones_are_asked_at_once_is_recorded_once(pair, what):
    ann, ben, begun = pair
    ask, answer, kind = ANSWERED[what]
    for each in (ann, ben):
        ask(each)
        each.page.locator(answer).wait_for()
    ann.page.click(answer)
    ben.page.wait_for_selector(".felt[data-seq='2']", state="attached")
    ben.page.click(answer)
    ben.page.get_by_text("Someone else has just recorded something.").wait_for()
    assert [event["kind"] for event in history(ann, begun)] == ["started", kind]


def test_only_the_entry_that_was_named_is_taken_back(pair):
    ann, _, begun = pair
    ann.post(begun, "hands", {"winner": 3, "from": 1, "win": "discard", "faan": 3})
    ann.table(2)
    ann.tap("Take back last hand")
    expect(ann.page.locator("dialog .lead")).to_contain_text("Dee won off Ben")
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "faan": 5})
    ann.page.wait_for_selector(".felt[data-seq='3']", state="attached")
    ann.tap("Take it back")
    ann.page.get_by_text("Someone else has just recorded something.").wait_for()
    assert history(ann, begun)[-1]["kind"] == "hand_won"
    ann.tap("Take back last hand")
    expect(ann.page.locator("dialog .lead")).to_contain_text("Ann won")
    ann.tap("Take it back")
    assert ann.table(4)["points"] == [492, 484, 492, 532]
