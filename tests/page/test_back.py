"""The browser's Back: it closes a panel, leaves a form with its draft, and leaves the table next."""

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

LENGTH = "history.length"


@pytest.fixture
def seated(phone):
    """A phone that has come to a table from the start."""
    ann = phone()
    begun = ann.begin("hk-500")
    ann.open()
    ann.page.wait_for_selector("#new-game")
    ann.page.evaluate(
        "([id, token]) => { location.hash = `game=${id}&token=${token}`; }",
        [begun["id"], begun["write_token"]],
    )
    ann.table(1)
    ann.page.click("[data-whose='0']")
    return ann


def test_back_closes_a_panel_and_the_panel_under_it_and_then_leaves_the_table(seated):
    page = seated.page
    seated.tap("More")
    seated.tap("End the game")
    page.locator("dialog .lead").wait_for()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    seated.tap("More")
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_selector(".felt")
    page.go_back()
    page.wait_for_selector("#new-game")


def test_a_panel_that_is_closed_by_itself_takes_no_back(seated):
    page = seated.page
    for _ in range(2):
        seated.tap("Rules")
        page.wait_for_selector("dialog .row-list")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("history.state === null || !history.state.panel")
    page.go_back()
    page.wait_for_selector("#new-game")


def test_back_from_a_form_keeps_its_draft_and_the_second_leaves_the_table(seated):
    page = seated.page
    seated.win(winner=1, discarder=2)
    page.go_back()
    page.wait_for_selector(".resume")
    page.go_back()
    page.wait_for_selector("#new-game")


def test_hands_leave_no_entries_behind(seated):
    page = seated.page
    for hand in range(2):
        seated.win(winner=1, discarder=2)
        seated.agree(3)
        seated.table(hand + 2)
        page.wait_for_selector(".hand-ends")
    before = page.evaluate(LENGTH)
    seated.win(winner=1, discarder=2)
    seated.agree(3)
    seated.table(4)
    assert page.evaluate(LENGTH) == before
    page.go_back()
    page.wait_for_selector("#new-game")


def test_a_form_without_anything_in_it_is_not_offered_again(seated):
    page = seated.page
    page.click(".shutter")
    page.wait_for_selector(".win-body")
    page.go_back()
    page.wait_for_selector(".felt")
    expect(page.locator(".resume")).to_have_count(0)


def test_a_screen_opened_from_a_panel_leads_back_past_it(seated):
    page = seated.page
    seated.win(winner=1, discarder=2)
    seated.agree(3)
    seated.table(2)
    seated.tap("History")
    seated.tap("Correct this hand")
    seated.tap("Change who won, the tiles or the points")
    page.wait_for_selector(".win-body")
    page.go_back()
    page.wait_for_selector(".felt")
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("!history.state?.panel")
    page.go_back()
    page.wait_for_selector("#new-game")
